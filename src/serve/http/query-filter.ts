// Query parameters that several APIs share, as filters: box, time, words, properties, CQL2.

import { readTimeRange } from '../../base/time/parse-time.ts';
import type { Extent } from '../../model/extent.ts';
import type { Filter } from '../../model/filter.ts';
import type { SortKey } from '../../model/search.ts';
import { bindFilter, ownNames } from '../../query/bind-filter.ts';
import { parseCql2Json } from '../../query/cql2-json.ts';
import { parseCql2Text } from '../../query/cql2-text.ts';
import { recordProperty } from '../../query/record-properties.ts';
import { boxOfNumbers } from '../../query/wkt-shapes.ts';

import { listIn } from './request.ts';
import { badParameter } from './response.ts';

/** Conjunction; null if empty. */
export function allOf(filters: readonly (Filter | null)[]): Filter | null {
  const given = filters.filter((filter) => filter !== null);
  return given.length > 1 ? { op: 'and', filters: given } : (given[0] ?? null);
}

/** west,south,east,north in degrees (CRS84), optionally with heights; west may exceed east. */
export function boxIn(query: URLSearchParams, name = 'bbox'): Extent | null {
  const text = query.get(name);
  if (text === null || text === '') return null;
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const extent = boxOfNumbers(numbers);
  if (extent === null)
    throw badParameter(name, `"${text}" must be west,south,east,north in degrees, with south below north.`);
  return extent;
}

export function boxFilter(extent: Extent | null): Filter | null {
  return extent && { op: 'spatial', relation: 'intersects', shapes: [{ is: 'box', extent }] };
}

/** An instant, or start/end with '..' for an open end (RFC 3339). */
export function timeFilter(query: URLSearchParams, name = 'datetime'): Filter | null {
  const text = query.get(name);
  if (text === null || text === '') return null;
  const isAnything = text === '../..' || text === '..';
  const range = isAnything ? { fromMs: null, toMs: null } : readTimeRange(text);
  if (range === null) throw badParameter(name, `"${text}" must be an RFC 3339 date or time, or start/end.`);
  return { op: 'during', ...range };
}

/** OGC API – Records, 8.4.3: phrases, with commas between alternatives. */
export function wordsFilter(query: URLSearchParams, name = 'q'): Filter | null {
  const text = query.get(name);
  if (text === null || text.trim() === '') return null;
  const phrases = text.split(',').filter((phrase) => phrase.trim() !== '');
  return anyOf(phrases.map((phrase) => ({ op: 'text', phrase: phrase.trim() })));
}

/** `type=service,dataset`: one of the values. */
export function propertyFilter(query: URLSearchParams, name: string): Filter | null {
  const values = recordProperty(name)?.type === 'string' ? listIn(query, name) : wholeValue(query, name);
  if (values === null) return null;
  const equal = values.map(
    (value): Filter => ({ op: '=', left: { is: 'property', name }, right: { is: 'literal', value } }),
  );
  return bindFilter(anyOf(equal), ownNames);
}

function wholeValue(query: URLSearchParams, name: string): readonly string[] | null {
  const value = query.get(name);
  return value === null ? null : [value];
}

export function anyOf(filters: readonly Filter[]): Filter {
  return filters.length === 1 ? filters[0]! : { op: 'or', filters };
}

/** `filter` in the language of `filter-lang`; `cql-text` is what GDAL calls CQL2 text. */
export function languageFilter(query: URLSearchParams): Filter | null {
  const text = query.get('filter');
  const language = query.get('filter-lang') ?? 'cql2-text';
  if (text === null) return null;
  return bindFilter(language === 'cql2-json' ? parseCql2Json(text) : parseCql2Text(text), ownNames);
}

export const filterLanguages: readonly string[] = ['cql2-text', 'cql2-json', 'cql-text'];

/** `sortby=-updated,title`. */
export function sortIn(query: URLSearchParams, known: readonly string[]): readonly SortKey[] {
  return (listIn(query, 'sortby') ?? []).map((entry) => {
    // An unescaped plus is decoded as a space.
    const property = entry.replace(/^[-+ ]/, '');
    if (!known.includes(property)) throw badParameter('sortby', `"${property}" must be one of ${known.join(', ')}.`);
    return { property, isDescending: entry.startsWith('-') };
  });
}

/** The record contains every word. */
export function allWords(text: string | null): Filter | null {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  return allOf(words.map((phrase): Filter => ({ op: 'text', phrase })));
}
