// Stored segments, opened for reading: words, facet values and postings; columns are read on first use.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { type IndexWords, openWords } from './index-words.ts';
import type { ListColumn } from './list-column.ts';
import { type NumberColumns, openColumns } from './segment-columns.ts';
import { openSegmentPostings, type SegmentPostings } from './segment-postings.ts';

/** Cached facet values. */
const keptValues = 20_000;

/** A segment open for reading. */
export interface Segment {
  readonly id: number;
  readonly documents: number;
  /** 1 for each dead record; null if there are none. */
  readonly dead: Uint8Array | null;
  number<Name extends keyof NumberColumns>(name: Name): NumberColumns[Name];
  list(name: string): ListColumn;
  /** The record of each document. */
  readonly recordOf: Uint32Array;
}

/** A document of the index. */
export interface DocumentPosition {
  readonly segment: Segment;
  readonly doc: number;
}

export interface FacetValue {
  readonly id: number;
  readonly value: string;
}

export interface SegmentRows extends SegmentPostings, Omit<IndexWords, 'refresh'> {
  open(): readonly Segment[];
  valueId(facet: string, value: string): number | null;
  /** This value and its subdomains. */
  valuesBelow(facet: string, value: string): readonly number[];
  valueText(id: number): string;
  /** Values of a facet with ids above this one, sorted by id. */
  valuesSince(facet: string, last: number): readonly FacetValue[];
  /** Greater than the id of any value. */
  valueLimit(): number;
}

export function openSegmentRows(database: SqlDatabase): SegmentRows {
  const { refresh, ...words } = openWords(database);
  return {
    ...words,
    ...openValues(database),
    ...openSegmentPostings(database),
    open: () => {
      refresh();
      return openSegments(database);
    },
  };
}

type Values = Pick<SegmentRows, 'valueId' | 'valuesBelow' | 'valueText' | 'valuesSince' | 'valueLimit'>;

function openValues(database: SqlDatabase): Values {
  const find = database.prepare('SELECT value_id AS id FROM search_value WHERE facet = ? AND value = ? COLLATE NOCASE');
  const below = database.prepare(`SELECT value_id AS id FROM search_value WHERE facet = ?1
    AND (value = ?2 COLLATE NOCASE OR lower(substr(value, -length(?2) - 1)) = '.' || lower(?2))`);
  const text = database.prepare('SELECT value FROM search_value WHERE value_id = ?');
  // The plus keeps SQLite from using the index on facets: few values are new.
  const since = database.prepare(
    'SELECT value_id AS id, value FROM search_value WHERE value_id > ? AND +facet = ? ORDER BY value_id',
  );
  const known = new Map<number, string>();
  const limit = database.prepare('SELECT coalesce(max(value_id), 0) + 1 AS "limit" FROM search_value');
  return {
    valueId: (facet, value) => (find.get(facet, value) as { id: number } | undefined)?.id ?? null,
    valuesBelow: (facet, value) => (below.all(facet, value) as { id: number }[]).map(({ id }) => id),
    valueText: (id) => {
      const value = known.get(id) ?? (text.get(id) as { value: string }).value;
      if (known.size < keptValues) known.set(id, value);
      return value;
    },
    valuesSince: (facet, last) => since.all(last, facet) as FacetValue[],
    valueLimit: () => (limit.get() as { limit: number }).limit,
  };
}

interface SegmentRow {
  readonly segment: number;
  readonly documents: number;
  readonly dead: Uint8Array | null;
}

function openSegments(database: SqlDatabase): readonly Segment[] {
  const rows = database.prepare('SELECT segment, documents, dead FROM search_segment ORDER BY segment').all();
  return (rows as SegmentRow[]).map(({ segment, documents, dead }) => {
    const columns = openColumns(database, segment);
    let recordOf: Uint32Array | null = null;
    return {
      id: segment,
      documents,
      dead,
      number: columns.number,
      list: columns.list,
      get recordOf() {
        recordOf ??= recordsByDocument(columns.number('first'), documents);
        return recordOf;
      },
    };
  });
}

function recordsByDocument(first: Uint32Array, documents: number): Uint32Array {
  const recordOf = new Uint32Array(documents);
  for (let record = 0; record + 1 < first.length; record++) recordOf.fill(record, first[record], first[record + 1]);
  return recordOf;
}
