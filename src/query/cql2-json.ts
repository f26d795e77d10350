// CQL2 JSON → filter (OGC 21-065r2, clause 7.9 and its JSON schema).
import { isObject, type JsonObject, type JsonValue } from '../base/json/json.ts';
import { readTimeSpan } from '../base/time/parse-time.ts';
import type { Comparison, Filter, LikePart, Operand, SpatialRelation } from '../model/filter.ts';
import { filterError, maxFilterDepth } from './filter-error.ts';
import { isGeometry, shapesOfGeoJson } from './geojson-shapes.ts';
import { foldPattern, likeWildcards, readLikePattern } from './like-match.ts';
import { inverse } from './shape-relation.ts';

/** Throws `filter.syntax` or `filter.unsupported` with the path of the member. */
export function parseCql2Json(text: string): Filter {
  return filterOfJson(parseJson(text), '$', 0);
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw filterError('filter.syntax', `invalid JSON: ${error.message}`, '$');
  }
}

const relations: Readonly<Record<string, SpatialRelation>> = {
  s_intersects: 'intersects',
  s_within: 'within',
  s_contains: 'contains',
  s_disjoint: 'disjoint',
};
const comparisons: readonly string[] = ['=', '<>', '<', '>', '<=', '>='];

function filterOfJson(value: JsonValue | undefined, where: string, depth: number): Filter {
  if (depth > maxFilterDepth) throw filterError('filter.unsupported', `more than ${maxFilterDepth} levels`, where);
  if (typeof value === 'boolean') return { op: 'constant', value };
  if (!isObject(value)) throw filterError('filter.syntax', 'expected an object with "op" and "args"', where);
  if (typeof value.property === 'string')
    return { op: '=', left: { is: 'property', name: value.property }, right: { is: 'literal', value: true } };
  const op = typeof value.op === 'string' ? value.op : '';
  const inner = (index: number) => filterOfJson(argument(value, index, where), `${where}.args[${index}]`, depth + 1);
  if (op === 'and' || op === 'or') {
    const filters = argumentsOf(value, where).map((_, index) => inner(index));
    if (filters.length < 2) throw filterError('filter.syntax', `"${op}" needs two or more arguments`, where);
    return { op, filters };
  }
  if (op === 'not') return { op, filter: inner(0) };
  const relation = relations[op];
  if (relation !== undefined) return spatialOfJson(value, relation, where);
  return comparisonOfJson(op, value, where);
}

function comparisonOfJson(op: string, value: JsonObject, where: string): Filter {
  const operand = (index: number) => operandOfJson(argument(value, index, where), `${where}.args[${index}]`, 0);
  if (comparisons.includes(op)) return { op: op as Comparison, left: operand(0), right: operand(1) };
  switch (op) {
    case 'isNull':
      return { op, value: operand(0) };
    case 'between':
      return { op, value: operand(0), low: operand(1), high: operand(2) };
    case 'like':
      return { op, value: operand(0), pattern: patternOfJson(argument(value, 1, where), `${where}.args[1]`) };
    case 'in': {
      const list = argument(value, 1, where);
      if (!Array.isArray(list)) throw filterError('filter.syntax', '"in" needs a value and a list', where);
      return {
        op,
        value: operand(0),
        list: list.map((one: JsonValue, index) => operandOfJson(one, `${where}.args[1][${index}]`, 0)),
      };
    }
    default:
      throw filterError(op === '' ? 'filter.syntax' : 'filter.unsupported', `unknown operator "${op}"`, where);
  }
}

function spatialOfJson(value: JsonObject, relation: SpatialRelation, where: string): Filter {
  const [first, second] = [argument(value, 0, where), argument(value, 1, where)];
  const isPropertyFirst = !isGeometry(first);
  const property = isPropertyFirst ? first : second;
  if (!isObject(property) || property.property !== 'geometry')
    throw filterError('filter.syntax', 'one argument must be {"property":"geometry"}', where);
  const shapes = shapesOfGeoJson(isPropertyFirst ? second : first, `${where}.args[${isPropertyFirst ? 1 : 0}]`);
  return { op: 'spatial', relation: isPropertyFirst ? relation : inverse[relation], shapes };
}

function operandOfJson(value: JsonValue | undefined, where: string, depth: number): Operand {
  if (depth > maxFilterDepth) throw filterError('filter.unsupported', `more than ${maxFilterDepth} levels`, where);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { is: 'literal', value };
  if (!isObject(value)) throw filterError('filter.syntax', 'expected a property or a value', where);
  if (typeof value.property === 'string') return { is: 'property', name: value.property };
  const moment = value.date ?? value.timestamp;
  if (moment !== undefined) {
    const span = typeof moment === 'string' ? readTimeSpan(moment) : null;
    if (span === null) throw filterError('filter.syntax', `${JSON.stringify(moment)} isn't a date or time`, where);
    return { is: 'time', ...span };
  }
  if (value.op === 'casei' || value.op === 'accenti')
    return { is: value.op, of: operandOfJson(argument(value, 0, where), `${where}.args[0]`, depth + 1) };
  throw filterError('filter.unsupported', `${JSON.stringify(value).slice(0, 80)} isn't a supported value`, where);
}

function patternOfJson(value: JsonValue | undefined, where: string): readonly LikePart[] {
  const folds: ('casei' | 'accenti')[] = [];
  let inner = value;
  while (isObject(inner) && (inner.op === 'casei' || inner.op === 'accenti')) {
    folds.push(inner.op);
    inner = argument(inner, 0, where);
  }
  if (typeof inner !== 'string') throw filterError('filter.syntax', 'the pattern of "like" must be text', where);
  return foldPattern(readLikePattern(inner, likeWildcards), folds);
}

function argumentsOf(value: JsonObject, where: string): readonly JsonValue[] {
  if (!Array.isArray(value.args)) throw filterError('filter.syntax', '"args" is missing', where);
  return value.args;
}

function argument(value: JsonObject, index: number, where: string): JsonValue {
  const found = argumentsOf(value, where)[index];
  if (found === undefined) throw filterError('filter.syntax', `argument ${index + 1} is missing`, where);
  return found;
}
