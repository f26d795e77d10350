// Segments of the index at rest, and read in place: what they are made of, their words and values; columns when first needed.
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import type { ListColumn } from './list-column.ts';
import type { NumberColumns } from './segment-builder.ts';
import { openColumns } from './segment-columns.ts';
import { openSegmentPostings, type SegmentPostings } from './segment-postings.ts';

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

export interface FoundWord {
  readonly id: number;
  readonly word: string;
}

export interface SegmentRows extends SegmentPostings {
  open(): readonly Segment[];
  /** After work on the index has failed: numbers that words had in it are given to others. */
  forgetWords(): void;
  wordId(word: string): number | null;
  /** Words that begin so, the word itself included, in their order; at most `limit`. */
  wordsFrom(prefix: string, limit: number): readonly FoundWord[];
  /** None for fewer than three letters. `Infinity` for all of them. */
  wordsWith(infix: string, limit: number): readonly FoundWord[];
  valueId(facet: string, value: string): number | null;
  /** Values that are this one, or end with it behind a dot: hosts below a domain. */
  valuesBelow(facet: string, value: string): readonly number[];
  valueText(id: number): string;
  /** Greater than the id of any value. */
  valueLimit(): number;
}

export function openSegmentRows(database: SqlDatabase): SegmentRows {
  const words = openWords(database);
  return {
    ...words,
    ...openValues(database),
    ...openSegmentPostings(database),
    open: () => {
      words.lookAgain();
      return openSegments(database);
    },
  };
}

interface Words extends Pick<SegmentRows, 'wordId' | 'wordsFrom' | 'wordsWith' | 'forgetWords'> {
  /** Words that were not there may be now. */
  lookAgain(): void;
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
  const ids = new Map<string, number>();
  const missing = new Set<string>();
  return {
    wordId: (word) => {
      const known = ids.get(word);
      if (known !== undefined || missing.has(word)) return known ?? null;
      const id = (find.get(word) as { id: number } | undefined)?.id ?? null;
      if (ids.size >= keptWords) ids.clear();
      if (missing.size >= keptWords) missing.clear();
      if (id === null) missing.add(word);
      else ids.set(word, id);
      return id;
    },
    lookAgain: () => missing.clear(),
    forgetWords: () => {
      ids.clear();
      missing.clear();
    },
    wordsFrom: (prefix, limit) => from.all(prefix, `${prefix}\u{10ffff}`, limit) as FoundWord[],
    wordsWith: (text, limit) => {
      const grams = trigrams(text)
        .map((gram) => `"${gram}"`)
        .join(' AND ');
      return grams === '' ? [] : (infix.all(grams, text, Number.isFinite(limit) ? limit : -1) as FoundWord[]);
    },
  };
}

/** Every letter in one of them: those between would be looked up for nothing, as what is found is compared with the text. */
function trigrams(text: string): readonly string[] {
  const letters = [...text];
  const starts = new Set<number>();
  for (let n = 0; n + 3 <= letters.length; n += 3) starts.add(n);
  if (letters.length >= 3) starts.add(letters.length - 3);
  return [...starts].map((start) => letters.slice(start, start + 3).join(''));
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
