// Whether a record matches a filter: the definition that every index must agree with.

import { foldAccents, foldCase } from '../base/text/fold-text.ts';
import { readTimeRange } from '../base/time/parse-time.ts';
import type { Comparison, Filter, Operand } from '../model/filter.ts';
import type { Resource } from '../model/resource.ts';
import { fitsLike } from './like-match.ts';
import { type PropertyValue, recordProperty } from './record-properties.ts';
import { hasPhrase } from './searched-texts.ts';
import { isRelatedToShapes } from './shape-relation.ts';

/** A value of a comparison: text, boolean, or a range of numbers (a day is one). */
type Value = string | boolean | readonly [from: number, to: number];

/** True only if the filter certainly holds: a missing value is unknown, and so is its negation. */
export function matchesFilter(filter: Filter, record: Resource): boolean {
  return truth(filter, record) === true;
}

/** Null is "unknown" (three-valued logic, as in SQL and CQL2). */
function truth(filter: Filter, record: Resource): boolean | null {
  switch (filter.op) {
    case 'and':
      return combine(filter.filters, record, false);
    case 'or':
      return combine(filter.filters, record, true);
    case 'not':
      return negate(truth(filter.filter, record));
    case 'constant':
      return filter.value;
    case 'isNull':
      return valuesOf(filter.value, record).length === 0;
    case 'text':
      return hasPhrase(record, filter.phrase);
    case 'spatial':
      return record.extent && isRelatedToShapes(filter.relation, record.extent, filter.shapes);
    case 'during':
      return isDuring(record.time, filter.fromMs, filter.toMs);
    default:
      return compared(filter, record);
  }
}

type ComparisonFilter = Extract<Filter, { op: Comparison | 'like' | 'between' | 'in' }>;

function compared(filter: ComparisonFilter, record: Resource): boolean | null {
  if (filter.op === 'like')
    return some(
      valuesOf(filter.value, record),
      (value) => typeof value === 'string' && fitsLike(value, filter.pattern),
    );
  if (filter.op === 'in') return any(filter.list.map((one) => comparePair('=', filter.value, one, record)));
  if (filter.op === 'between')
    return all([
      comparePair('>=', filter.value, filter.low, record),
      comparePair('<=', filter.value, filter.high, record),
    ]);
  return comparePair(filter.op, filter.left, filter.right, record);
}

function comparePair(op: Comparison, left: Operand, right: Operand, record: Resource): boolean | null {
  if (op === '<>') return negate(comparePair('=', left, right, record));
  const others = valuesOf(right, record);
  if (others.length === 0) return null;
  return some(valuesOf(left, record), (value) => others.some((other) => holds(op, value, other)));
}

function holds(op: Exclude<Comparison, '<>'>, left: Value, right: Value): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return spanHolds(op, left as [number, number], right as [number, number]);
  if (typeof left !== typeof right || Array.isArray(left) || Array.isArray(right)) return false;
  if (op === '=') return left === right;
  if (op === '<=' || op === '>=') return left === right || (op === '<=' ? left < right : left > right);
  return op === '<' ? left < right : left > right;
}

function spanHolds(
  op: Exclude<Comparison, '<>'>,
  left: readonly [number, number],
  right: readonly [number, number],
): boolean {
  if (op === '=') return left[0] <= right[1] && left[1] >= right[0];
  if (op === '<') return left[1] < right[0];
  if (op === '>') return left[0] > right[1];
  return op === '<=' ? left[0] <= right[1] : left[1] >= right[0];
}

function valuesOf(operand: Operand, record: Resource): readonly Value[] {
  switch (operand.is) {
    case 'literal':
      return [toValue(operand.value)];
    case 'time':
      return [[operand.fromMs, operand.toMs]];
    case 'property':
      return recordProperty(operand.name)?.read(record).map(toValue) ?? [];
    case 'casei':
    case 'accenti': {
      const fold = operand.is === 'casei' ? foldCase : foldAccents;
      return valuesOf(operand.of, record).map((value) => (typeof value === 'string' ? fold(value) : value));
    }
  }
}

function toValue(value: PropertyValue): Value {
  return typeof value === 'number' ? [value, value] : value;
}

function isDuring(time: string | null, fromMs: number | null, toMs: number | null): boolean | null {
  const own = timeSpan(time);
  return own && own[0] <= (toMs ?? Infinity) && own[1] >= (fromMs ?? -Infinity);
}

/** Milliseconds, infinite at open ends; null if the time can't be parsed. */
export function timeSpan(time: string | null): readonly [fromMs: number, toMs: number] | null {
  const range = time === null ? null : readTimeRange(time);
  return range && [range.fromMs ?? -Infinity, range.toMs ?? Infinity];
}

function some(values: readonly Value[], test: (value: Value) => boolean): boolean | null {
  return values.length === 0 ? null : values.some(test);
}

/** Stops at the first filter with this truth value. */
function combine(filters: readonly Filter[], record: Resource, by: boolean): boolean | null {
  let isKnown = true;
  for (const filter of filters) {
    const value = truth(filter, record);
    if (value === by) return by;
    if (value === null) isKnown = false;
  }
  return isKnown ? !by : null;
}

function negate(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function all(values: readonly (boolean | null)[]): boolean | null {
  if (values.includes(false)) return false;
  return values.includes(null) ? null : true;
}

function any(values: readonly (boolean | null)[]): boolean | null {
  return negate(all(values.map(negate)));
}
