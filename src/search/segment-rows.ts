// Segments of the index at rest, and read in place: postings on demand, columns when first needed.
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import type { ListColumn } from './list-column.ts';
import { createPostingCache } from './posting-cache.ts';
import { decodePostings, type PostingList, placeStarts, placesAt } from './posting-list.ts';
import type { NumberColumns } from './segment-builder.ts';
import { openColumns } from './segment-columns.ts';

/** Postings of a segment lie together, in the order of their words: it is merged and removed in one sweep. */
export const wordLimit = 2 ** 32;

/** Values and words kept in memory once they were asked for. */
const keptValues = 20_000;
const keptWords = 50_000;

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
  /** None for fewer than three letters. */
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
  const cache = createPostingCache<PostingList>(60_000_000, ({ docs }) => docs.length * 6);
  const placeCache = createPostingCache<StoredPlaces>(
    20_000_000,
    ({ content, starts }) => content.length + starts.length * 4,
  );
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
  const words = openWords(database);
  return {
    ...words,
    ...openValues(database),
    open: () => {
      words.forget();
      return openSegments(database);
    },
    count: (word, segment) => postings(word, segment)?.docs.length ?? 0,
    postings,
    places: (word, segment) => {
      const key = segment * wordLimit + word;
      let stored = placeCache.get(key);
      if (stored === undefined) {
        const row = places.get(key) as { documents: number; places: Uint8Array } | undefined;
        stored = row === undefined ? null : { content: row.places, starts: placeStarts(row.places, row.documents) };
        placeCache.set(key, stored);
      }
      const { content, starts } = stored ?? noPlaces;
      return { at: (n) => (starts.length === 0 ? [] : placesAt(content, starts[n]!)) };
    },
  };
}

interface Words extends Pick<SegmentRows, 'wordId' | 'wordsFrom' | 'wordsWith'> {
  /** Words that were not there may be now. */
  forget(): void;
}

function openWords(database: SqlDatabase): Words {
  const find = database.prepare('SELECT word_id AS id FROM search_word WHERE word = ?');
  const from = database.prepare(
    'SELECT word_id AS id, word FROM search_word WHERE word >= ? AND word < ? ORDER BY word LIMIT ?',
  );
  const infix = database.prepare(
    `SELECT word_id AS id, word FROM search_word WHERE word_id IN (SELECT rowid FROM search_infix WHERE search_infix MATCH ?)
     AND instr(word, ?) > 0 ORDER BY word LIMIT ?`,
  );
  const ids = new Map<string, number | null>();
  return {
    wordId: (word) => {
      const known = ids.get(word);
      if (known !== undefined) return known;
      const id = (find.get(word) as { id: number } | undefined)?.id ?? null;
      if (ids.size >= keptWords) ids.clear();
      ids.set(word, id);
      return id;
    },
    forget: () => ids.clear(),
    wordsFrom: (prefix, limit) => from.all(prefix, `${prefix}\u{10ffff}`, limit) as FoundWord[],
    wordsWith: (text, limit) => {
      const grams = [...trigrams(text)].map((gram) => `"${gram}"`).join(' AND ');
      return grams === '' ? [] : (infix.all(grams, text, limit) as FoundWord[]);
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
    valueLimit: () => (limit.get() as { limit: number }).limit,
  };
}

interface StoredPlaces {
  readonly content: Uint8Array;
  /** Where each document's places begin. */
  readonly starts: Uint32Array;
}

const noPlaces: StoredPlaces = { content: new Uint8Array(0), starts: new Uint32Array(0) };

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
