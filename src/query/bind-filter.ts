// Resolves property names and converts values to their types: a mistyped filter is rejected, never ignored.

import { readTimeSpan } from '../base/time/parse-time.ts';
import type { Filter, LikePart, Operand } from '../model/filter.ts';
import { filterError } from './filter-error.ts';
import { type RecordProperty, recordProperty } from './record-properties.ts';

export interface Names {
  /** The property of this name; null if unknown. */
  property(name: string): RecordProperty | null;
  /** Whether the name means all texts of a record. */
  isAnyText(name: string): boolean;
}

/** Names as in OGC API – Records and our own API. */
export const ownNames: Names = { property: recordProperty, isAnyText: () => false };

/** Throws `filter.unknown-property`, or `filter.syntax` for a value of the wrong type. */
export function bindFilter(filter: Filter, names: Names): Filter {
  const bind = (inner: Filter) => bindFilter(inner, names);
  switch (filter.op) {
    case 'and':
    case 'or':
      return { op: filter.op, filters: filter.filters.map(bind) };
    case 'not':
      return { op: 'not', filter: bind(filter.filter) };
    case 'constant':
    case 'text':
    case 'spatial':
    case 'during':
      return filter;
    case 'isNull':
      return anyTextIn(filter.value, names) === null
        ? { op: 'isNull', value: bindOperand(filter.value, null, names) }
        : { op: 'constant', value: false };
    case 'like': {
      if (anyTextIn(filter.value, names) !== null) return textFilter(filter.pattern);
      const type = typeOf([filter.value], names);
      if (type !== null && type.type !== 'string') throw wrongType(type, 'LIKE');
      return { ...filter, value: bindOperand(filter.value, null, names) };
    }
    case 'in': {
      const type = typeOf([filter.value, ...filter.list], names);
      return {
        op: 'in',
        value: bindOperand(filter.value, type, names),
        list: filter.list.map((one) => bindOperand(one, type, names)),
      };
    }
    case 'between': {
      const type = typeOf([filter.value, filter.low, filter.high], names);
      const [value, low, high] = [filter.value, filter.low, filter.high].map((one) => bindOperand(one, type, names));
      return { op: 'between', value: value!, low: low!, high: high! };
    }
    default: {
      const anyText = anyTextIn(filter.left, names);
      if (anyText !== null && filter.op === '=') return textFilter(literalParts(filter.right));
      const type = typeOf([filter.left, filter.right], names);
      return {
        op: filter.op,
        left: bindOperand(filter.left, type, names),
        right: bindOperand(filter.right, type, names),
      };
    }
  }
}

/**
 * The record contains all words between the wildcards: MetaSearch sends the user's words without wildcards and means
 * "contains".
 */
function textFilter(pattern: readonly LikePart[]): Filter {
  const hasWildcards = pattern.some((part) => 'wild' in part);
  const texts = pattern.flatMap((part) => ('text' in part ? [part.text] : []));
  const phrases = (hasWildcards ? texts : texts.flatMap((text) => text.split(/\s+/))).filter(
    (text) => text.trim() !== '',
  );
  const filters: Filter[] = phrases.map((phrase) => ({ op: 'text', phrase }));
  if (filters.length === 0) return { op: 'constant', value: true };
  return filters.length === 1 ? filters[0]! : { op: 'and', filters };
}

function literalParts(operand: Operand): readonly LikePart[] {
  if (operand.is === 'casei' || operand.is === 'accenti') return literalParts(operand.of);
  return operand.is === 'literal' ? [{ text: String(operand.value) }] : [];
}

function anyTextIn(operand: Operand, names: Names): string | null {
  if (operand.is === 'property') return names.isAnyText(operand.name) ? operand.name : null;
  return operand.is === 'casei' || operand.is === 'accenti' ? anyTextIn(operand.of, names) : null;
}

/** The property that determines the type of the values. */
function typeOf(operands: readonly Operand[], names: Names): RecordProperty | null {
  for (const operand of operands) {
    if (operand.is === 'property') return lookUp(operand.name, names);
    if (operand.is === 'casei' || operand.is === 'accenti') {
      const inner = typeOf([operand.of], names);
      if (inner !== null) return inner;
    }
  }
  return null;
}

function lookUp(name: string, names: Names): RecordProperty {
  const property = names.property(name);
  if (property === null)
    throw filterError('filter.unknown-property', `unknown property ${JSON.stringify(name)}`, `"${name}"`);
  return property;
}

function bindOperand(operand: Operand, type: RecordProperty | null, names: Names): Operand {
  switch (operand.is) {
    case 'property': {
      const property = lookUp(operand.name, names);
      if (type !== null && property.type !== type.type) throw wrongType(type, property.name);
      return { is: 'property', name: property.name };
    }
    case 'time':
      if (type !== null && type.type !== 'time') throw wrongType(type, 'a time');
      return operand;
    case 'literal':
      return type === null ? operand : bindLiteral(operand.value, type);
    case 'casei':
    case 'accenti':
      if (type !== null && type.type !== 'string') throw wrongType(type, operand.is.toUpperCase());
      return { is: operand.is, of: bindOperand(operand.of, type, names) };
  }
}

/** FES and query parameters have all values as text. */
function bindLiteral(value: string | number | boolean, property: RecordProperty): Operand {
  switch (property.type) {
    case 'string':
      if (typeof value === 'string') return { is: 'literal', value };
      throw wrongType(property, JSON.stringify(value));
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number === 'number' && Number.isFinite(number)) return { is: 'literal', value: number };
      throw wrongType(property, JSON.stringify(value));
    }
    case 'boolean': {
      const truth = ({ true: true, false: false } as Record<string, boolean>)[String(value).toLowerCase()];
      if (truth !== undefined) return { is: 'literal', value: truth };
      throw wrongType(property, JSON.stringify(value));
    }
    case 'time': {
      const span = typeof value === 'string' ? readTimeSpan(value) : null;
      if (span !== null) return { is: 'time', ...span };
      throw wrongType(property, JSON.stringify(value));
    }
  }
}

function wrongType({ name, type }: RecordProperty, given: string) {
  return filterError('filter.syntax', `${name} is a ${type}, which doesn't go with ${given}`, `"${name}"`);
}
