// CQL2 text → filter (OGC 21-065r2): recursive descent in linear time.

import { readTimeSpan } from '../base/time/parse-time.ts';
import type { Comparison, Filter, Operand, SpatialRelation } from '../model/filter.ts';
import { readerOf, readList, type TokenReader } from './cql2-tokens.ts';
import { maxFilterDepth } from './filter-error.ts';
import { foldPattern, likeWildcards, readLikePattern } from './like-match.ts';
import { inverse } from './shape-relation.ts';
import { isGeometryNext, readShapes } from './wkt-shapes.ts';

/** Throws `filter.syntax` or `filter.unsupported` with the character. Names stay as written: `bindFilter` checks them. */
export function parseCql2Text(text: string): Filter {
  const tokens = readerOf(text);
  const filter = readOr(tokens, 0);
  if (tokens.peek().is !== 'end') throw tokens.fail(`expected AND, OR or the end, not ${tokens.peek().value}`);
  return filter;
}

function readOr(tokens: TokenReader, depth: number): Filter {
  const filters = [readAnd(tokens, depth)];
  while (tokens.accept('OR')) filters.push(readAnd(tokens, depth));
  return filters.length === 1 ? filters[0]! : { op: 'or', filters };
}

function readAnd(tokens: TokenReader, depth: number): Filter {
  const filters = [readNot(tokens, depth)];
  while (tokens.accept('AND')) filters.push(readNot(tokens, depth));
  return filters.length === 1 ? filters[0]! : { op: 'and', filters };
}

function readNot(tokens: TokenReader, depth: number): Filter {
  if (depth > maxFilterDepth) throw tokens.refuse(`more than ${maxFilterDepth} levels`);
  if (tokens.accept('NOT')) return { op: 'not', filter: readNot(tokens, depth + 1) };
  if (tokens.accept('(')) {
    const filter = readOr(tokens, depth + 1);
    tokens.expect(')');
    return filter;
  }
  return readPredicate(tokens);
}

const relations: Readonly<Record<string, SpatialRelation>> = {
  S_INTERSECTS: 'intersects',
  S_WITHIN: 'within',
  S_CONTAINS: 'contains',
  S_DISJOINT: 'disjoint',
  // The names of CQL 1.0, which `csw:CqlText` uses.
  INTERSECTS: 'intersects',
  WITHIN: 'within',
  CONTAINS: 'contains',
  DISJOINT: 'disjoint',
};

function readPredicate(tokens: TokenReader): Filter {
  const first = tokens.peek();
  if (first.is === 'name' && tokens.isNext('(', 1)) {
    const relation = relations[first.value.toUpperCase()];
    if (relation !== undefined) return readSpatial(tokens, relation);
    // CQL 1.0: BBOX(property, west, south, east, north).
    if (first.value.toUpperCase() === 'BBOX') return readBoxPredicate(tokens);
  }
  const isAlone = ['AND', 'OR', ')'].some((word) => tokens.isNext(word, 1)) || tokens.peek(1).is === 'end';
  if (isTruth(tokens) && isAlone) return { op: 'constant', value: tokens.take().value.toUpperCase() === 'TRUE' };
  return readComparison(tokens, readOperand(tokens));
}

function readSpatial(tokens: TokenReader, relation: SpatialRelation): Filter {
  tokens.take();
  tokens.expect('(');
  if (isGeometryNext(tokens)) {
    const shapes = readShapes(tokens);
    tokens.expect(',');
    readGeometryName(tokens);
    tokens.expect(')');
    return { op: 'spatial', relation: inverse[relation], shapes };
  }
  readGeometryName(tokens);
  tokens.expect(',');
  const shapes = readShapes(tokens);
  tokens.expect(')');
  return { op: 'spatial', relation, shapes };
}

function readBoxPredicate(tokens: TokenReader): Filter {
  tokens.take();
  tokens.expect('(');
  readGeometryName(tokens);
  tokens.expect(',');
  const numbers = [tokens.expectNumber()];
  while (numbers.length < 4) {
    tokens.expect(',');
    numbers.push(tokens.expectNumber());
  }
  tokens.expect(')');
  const [west, south, east, north] = numbers as [number, number, number, number];
  return { op: 'spatial', relation: 'intersects', shapes: [{ is: 'box', extent: [west, south, east, north] }] };
}

/** Names that clients use for the one geometry of a record. */
const geometryNames = new Set(['geometry', 'geom', 'the_geom', 'ows:boundingbox', 'boundingbox', 'apiso:boundingbox']);

function readGeometryName(tokens: TokenReader): void {
  const token = tokens.take();
  if (token.is !== 'name' && token.is !== 'quoted') throw tokens.fail('expected the name of the geometry', token);
  if (!geometryNames.has(token.value.toLowerCase()))
    throw tokens.fail(`${token.value} isn't a geometry; use "geometry"`, token);
}

function isComparison(value: string): value is Comparison {
  return ['=', '<>', '<', '>', '<=', '>='].includes(value);
}

function isTruth(tokens: TokenReader): boolean {
  return tokens.isNext('TRUE') || tokens.isNext('FALSE');
}

function readComparison(tokens: TokenReader, left: Operand): Filter {
  const sign = tokens.peek();
  if (sign.is === 'sign' && isComparison(sign.value)) {
    tokens.take();
    return { op: sign.value, left, right: readOperand(tokens) };
  }
  if (tokens.accept('IS')) {
    const isNegated = tokens.accept('NOT');
    tokens.expect('NULL');
    return negated({ op: 'isNull', value: left }, isNegated);
  }
  const isNegated = tokens.accept('NOT');
  if (tokens.accept('LIKE')) return negated({ op: 'like', value: left, pattern: readPattern(tokens) }, isNegated);
  if (tokens.accept('BETWEEN')) {
    const low = readOperand(tokens);
    tokens.expect('AND');
    return negated({ op: 'between', value: left, low, high: readOperand(tokens) }, isNegated);
  }
  if (tokens.accept('IN'))
    return negated({ op: 'in', value: left, list: readList(tokens, (inner) => readOperand(inner)) }, isNegated);
  if (tokens.peek().is === 'sign' && '+-*/%^'.includes(tokens.peek().value))
    throw tokens.refuse('arithmetic is not supported');
  if (!isNegated && left.is === 'property') return { op: '=', left, right: { is: 'literal', value: true } };
  throw tokens.fail(`expected a comparison, not ${tokens.peek().value}`);
}

function negated(filter: Filter, isNegated: boolean): Filter {
  return isNegated ? { op: 'not', filter } : filter;
}

function readPattern(tokens: TokenReader) {
  const folds: ('casei' | 'accenti')[] = [];
  for (;;) {
    const fold = tokens.accept('CASEI') ? 'casei' : tokens.accept('ACCENTI') ? 'accenti' : null;
    if (fold === null) break;
    folds.push(fold);
    tokens.expect('(');
  }
  const pattern = readLikePattern(tokens.expectText('the pattern').value, likeWildcards);
  for (const _ of folds) tokens.expect(')');
  return foldPattern(pattern, folds);
}

function readOperand(tokens: TokenReader, depth = 0): Operand {
  const token = tokens.peek();
  if (depth > maxFilterDepth) throw tokens.refuse(`more than ${maxFilterDepth} levels`);
  if (token.is === 'number' || tokens.isNext('-') || tokens.isNext('+'))
    return { is: 'literal', value: tokens.expectNumber() };
  if (token.is === 'text') return { is: 'literal', value: tokens.take().value };
  if (token.is === 'quoted') return { is: 'property', name: tokens.take().value };
  if (token.is !== 'name') throw tokens.fail(`expected a property or a value, not ${token.value}`);
  if (isTruth(tokens)) return { is: 'literal', value: tokens.take().value.toUpperCase() === 'TRUE' };
  if (!tokens.isNext('(', 1)) return { is: 'property', name: tokens.take().value };
  return readFunction(tokens, depth);
}

function readFunction(tokens: TokenReader, depth: number): Operand {
  const token = tokens.take();
  const name = token.value.toUpperCase();
  tokens.expect('(');
  let operand: Operand;
  if (name === 'CASEI' || name === 'ACCENTI')
    operand = { is: name === 'CASEI' ? 'casei' : 'accenti', of: readOperand(tokens, depth + 1) };
  else if (name === 'DATE' || name === 'TIMESTAMP') {
    const text = tokens.expectText('a date or time');
    const span = readTimeSpan(text.value);
    if (span === null) throw tokens.fail(`'${text.value}' isn't a date or time`, text);
    operand = { is: 'time', ...span };
  } else throw tokens.refuse(`unknown function ${token.value}`, token);
  tokens.expect(')');
  return operand;
}
