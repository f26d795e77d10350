// Geometries as CQL2 text writes them: well-known text, and BBOX(west, south, east, north).
import type { Extent } from '../model/extent.ts';
import type { Position, Shape } from '../model/filter.ts';
import type { TokenReader } from './token-reader.ts';

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
  if (word === undefined) throw tokens.fail(`a geometry is expected, not ${start.value}`);
  // Heights and measures are read over.
  for (const flag of ['Z', 'M', 'ZM']) if (tokens.accept(flag)) break;
  return readers[word](tokens);
}

const readers: Readonly<Record<GeometryWord, (tokens: TokenReader) => readonly Shape[]>> = {
  BBOX: (tokens) => [{ is: 'box', extent: readBox(tokens) }],
  ENVELOPE: (tokens) => [{ is: 'box', extent: readBox(tokens) }],
  POINT: (tokens) => readList(tokens, readPosition).map((position) => ({ is: 'point', position })),
  // POINT members may have parentheses of their own, or none.
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
      if (inner.isNext('GEOMETRYCOLLECTION')) throw inner.refuse('collections inside collections are not read');
      return readShapes(inner);
    }).flat(),
};

function readRings(tokens: TokenReader): readonly (readonly Position[])[] {
  return readList(tokens, (inner) => {
    const start = inner.peek();
    const ring = readList(inner, readPosition);
    if (!isClosedRing(ring))
      throw inner.fail('a ring of a polygon has four positions or more and ends where it begins', start);
    return ring;
  });
}

export function isClosedRing(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

function readList<T>(tokens: TokenReader, read: (tokens: TokenReader) => T): readonly T[] {
  tokens.expect('(');
  const list = [read(tokens)];
  while (tokens.accept(',')) list.push(read(tokens));
  tokens.expect(')');
  return list;
}

function readPosition(tokens: TokenReader): Position {
  const position: Position = [tokens.expectNumber(), tokens.expectNumber()];
  for (let more = 0; more < 2 && (tokens.peek().is === 'number' || tokens.isNext('-')); more++) tokens.expectNumber();
  return position;
}

function readBox(tokens: TokenReader): Extent {
  const start = tokens.peek();
  const extent = boxOfNumbers(readList(tokens, (inner) => inner.expectNumber()));
  if (extent === null) throw tokens.fail('BBOX takes west, south, east, north in degrees', start);
  return extent;
}

/** Four numbers, or six with heights; null where they are no box. */
export function boxOfNumbers(numbers: readonly number[]): Extent | null {
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]!) : numbers;
  if ((numbers.length !== 4 && numbers.length !== 6) || !numbers.every(Number.isFinite) || south! > north!) return null;
  return [west!, south!, east!, north!];
}
