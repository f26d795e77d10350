// Segments of the index at rest, and read in place: postings on demand, columns when first needed.
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import type { ListColumn } from './list-column.ts';
import { createPostingCache } from './posting-cache.ts';
import { decodePostings, type PostingList, placeStarts, placesAt } from './posting-list.ts';
import type { NumberColumns } from './segment-builder.ts';
import { openColumns } from './segment-columns.ts';

/** Postings of a segment lie together, in the order of their words: it is merged and removed in one sweep. */
export const wordLimit = 2 ** 32;

/** A segment open for reading. */
export interface Segment {
  readonly id: number;
  readonly documents: number;
  /** By record; null where every one counts. */
  readonly dead: Uint8Array | null;
  number<Name extends keyof NumberColumns>(name: Name): NumberColumns[Name];
  list(name: string): ListColumn;
  /** By document: the record it belongs to. */
  readonly recordOf: Uint32Array;
}

/** A document of the index. */
export interface Place {
  readonly segment: Segment;
  readonly doc: number;
}

/** Where a word stands in the documents of a segment. */
export interface WordPlaces {
  /** `n` is the position of the document in the posting list. */
  at(n: number): readonly number[];
}

export interface FoundWord {
  readonly id: number;
  readonly word: string;
}

export interface SegmentRows {
  open(): readonly Segment[];
  wordId(word: string): number | null;
  /** Words that begin so, the word itself included, in their order; at most `limit`. */
  wordsFrom(prefix: string, limit: number): readonly FoundWord[];
  wordsWith(infix: string, limit: number): readonly FoundWord[];
  /** How many documents of a segment have the word. */
  count(word: number, segment: number): number;
  postings(word: number, segment: number): PostingList | null;
  places(word: number, segment: number): WordPlaces;
  valueId(facet: string, value: string): number | null;
  /** Values that are this one, or end with it behind a dot: hosts below a domain. */
  valuesBelow(facet: string, value: string): readonly number[];
  valueText(id: number): string;
  /** Greater than the id of any value. */
  valueLimit(): number;
}

export function openSegmentRows(database: SqlDatabase): SegmentRows {
  const list = database.prepare('SELECT documents, list FROM search_posting WHERE posting = ?');
  const cache = createPostingCache();
  const places = database.prepare('SELECT documents, places FROM search_posting WHERE posting = ?');
  const postings = (word: number, segment: number): PostingList | null => {
    const key = segment * wordLimit + word;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const row = list.get(key) as { documents: number; list: Uint8Array } | undefined;
    const read = row === undefined ? null : decodePostings(row.list, row.documents);
    cache.set(key, read);
    return read;
  };
  return {
    ...openWords(database),
    ...openValues(database),
    open: () => openSegments(database),
    count: (word, segment) => postings(word, segment)?.docs.length ?? 0,
    postings,
    places: (word, segment) => {
      const row = places.get(segment * wordLimit + word) as { documents: number; places: Uint8Array } | undefined;
      if (row === undefined) return { at: () => [] };
      const starts = placeStarts(row.places, row.documents);
      return { at: (n) => placesAt(row.places, starts[n]!) };
    },
  };
}

function openWords(database: SqlDatabase): Pick<SegmentRows, 'wordId' | 'wordsFrom' | 'wordsWith'> {
  const find = database.prepare('SELECT word_id AS id FROM search_word WHERE word = ?');
  const from = database.prepare(
    'SELECT word_id AS id, word FROM search_word WHERE word >= ? AND word < ? ORDER BY word LIMIT ?',
  );
  const infix = database.prepare(
    `SELECT word_id AS id, word FROM search_word WHERE word_id IN (SELECT rowid FROM search_infix WHERE search_infix MATCH ?)
     AND instr(word, ?) > 0 ORDER BY word LIMIT ?`,
  );
  return {
    wordId: (word) => (find.get(word) as { id: number } | undefined)?.id ?? null,
    wordsFrom: (prefix, limit) => from.all(prefix, `${prefix}\u{10ffff}`, limit) as FoundWord[],
    wordsWith: (text, limit) => {
      const grams = [...trigrams(text)].map((gram) => `"${gram}"`).join(' AND ');
      return infix.all(grams, text, limit) as FoundWord[];
    },
  };
}

function* trigrams(text: string): Generator<string> {
  const letters = [...text];
  for (let n = 0; n + 3 <= letters.length; n++) yield letters.slice(n, n + 3).join('');
}

type Values = Pick<SegmentRows, 'valueId' | 'valuesBelow' | 'valueText' | 'valueLimit'>;

function openValues(database: SqlDatabase): Values {
  const find = database.prepare('SELECT value_id AS id FROM search_value WHERE facet = ? AND value = ? COLLATE NOCASE');
  const below = database.prepare(`SELECT value_id AS id FROM search_value WHERE facet = ?1
    AND (value = ?2 COLLATE NOCASE OR lower(substr(value, -length(?2) - 1)) = '.' || lower(?2))`);
  const text = database.prepare('SELECT value FROM search_value WHERE value_id = ?');
  const limit = database.prepare('SELECT coalesce(max(value_id), 0) + 1 AS "limit" FROM search_value');
  return {
    valueId: (facet, value) => (find.get(facet, value) as { id: number } | undefined)?.id ?? null,
    valuesBelow: (facet, value) => (below.all(facet, value) as { id: number }[]).map(({ id }) => id),
    valueText: (id) => (text.get(id) as { value: string }).value,
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
      ...{ id: segment, documents, dead, number: columns.number, list: columns.list },
      get recordOf() {
        recordOf ??= spread(columns.number('first'), documents);
        return recordOf;
      },
    };
  });
}

function spread(first: Uint32Array, documents: number): Uint32Array {
  const recordOf = new Uint32Array(documents);
  for (let record = 0; record + 1 < first.length; record++) recordOf.fill(record, first[record], first[record + 1]);
  return recordOf;
}
