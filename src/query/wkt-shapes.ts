// Geometries of CQL2 text: well-known text, and BBOX(west, south, east, north).
import type { Extent } from '../model/extent.ts';
import type { Position, Shape } from '../model/filter.ts';
import { readList, type TokenReader } from './cql2-tokens.ts';
import { openRing } from './filter-error.ts';

const geometryWords = [
  'BBOX',
  'ENVELOPE',
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
] as const;
type GeometryWord = (typeof geometryWords)[number];

export function isGeometryNext(tokens: TokenReader): boolean {
  return geometryWords.some((word) => tokens.isNext(word));
}

export function readShapes(tokens: TokenReader): readonly Shape[] {
  const start = tokens.peek();
  const word = geometryWords.find((one) => tokens.accept(one));
  if (word === undefined) throw tokens.fail(`expected a geometry, not ${start.value}`);
  // Heights and measures are ignored.
  for (const flag of ['Z', 'M', 'ZM']) if (tokens.accept(flag)) break;
  return readers[word](tokens);
}

const readers: Readonly<Record<GeometryWord, (tokens: TokenReader) => readonly Shape[]>> = {
  BBOX: (tokens) => [{ is: 'box', extent: readBox(tokens) }],
  ENVELOPE: (tokens) => [{ is: 'box', extent: readBox(tokens) }],
  POINT: (tokens) => readList(tokens, readPosition).map((position) => ({ is: 'point', position })),
  // With or without parentheses around each point.
  MULTIPOINT: (tokens) =>
    readList(tokens, (inner) => (inner.isNext('(') ? readList(inner, readPosition)[0]! : readPosition(inner))).map(
      (position) => ({ is: 'point', position }),
    ),
  LINESTRING: (tokens) => [{ is: 'line', positions: readList(tokens, readPosition) }],
  MULTILINESTRING: (tokens) =>
    readList(tokens, (inner) => readList(inner, readPosition)).map((positions) => ({ is: 'line', positions })),
  POLYGON: (tokens) => [{ is: 'polygon', rings: readRings(tokens) }],
  MULTIPOLYGON: (tokens) => readList(tokens, readRings).map((rings) => ({ is: 'polygon', rings })),
  GEOMETRYCOLLECTION: (tokens) =>
    readList(tokens, (inner) => {
      if (inner.isNext('GEOMETRYCOLLECTION')) throw inner.refuse('nested collections are not supported');
      return readShapes(inner);
    }).flat(),
};

function readRings(tokens: TokenReader): readonly (readonly Position[])[] {
  return readList(tokens, (inner) => {
    const start = inner.peek();
    const ring = readList(inner, readPosition);
    if (!isClosedRing(ring)) throw inner.fail(openRing, start);
    return ring;
  });
}

export function isClosedRing(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

function readPosition(tokens: TokenReader): Position {
  const position: Position = [tokens.expectNumber(), tokens.expectNumber()];
  for (let more = 0; more < 2 && (tokens.peek().is === 'number' || tokens.isNext('-')); more++) tokens.expectNumber();
  return position;
}

function readBox(tokens: TokenReader): Extent {
  const start = tokens.peek();
  const extent = boxOfNumbers(readList(tokens, (inner) => inner.expectNumber()));
  if (extent === null) throw tokens.fail('BBOX needs west, south, east, north in degrees', start);
  return extent;
}

/** Four numbers, or six with heights; null if they aren't a box. */
export function boxOfNumbers(numbers: readonly number[]): Extent | null {
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]!) : numbers;
  if ((numbers.length !== 4 && numbers.length !== 6) || !numbers.every(Number.isFinite) || south! > north!) return null;
  return [west!, south!, east!, north!];
}
