// Writes segments step by step: invisible until published; unfinished ones are removed later.
import { mayHaveParts } from '../../query/searched-texts.ts';
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import type { BuiltSegment } from './segment-builder.ts';
import { columnsAsBytes, type SomeColumns } from './segment-columns.ts';
import { wordLimit } from './segment-postings.ts';

const rowsPerStep = 250;
/** A writer touches its segment more often than this; otherwise its process has died. */
const abandonedMs = 60_000;
const longestSearchMs = 10_000;

/** Work in small steps: at each `yield` the transaction may end, and other work may run. */
export type Steps<Result> = AsyncGenerator<void, Result>;

/** Returns the number of a new segment. */
export function beginSegment(database: SqlDatabase): number {
  const row = database.prepare('UPDATE search_state SET last_segment = last_segment + 1 RETURNING last_segment').get();
  const { last_segment: segment } = row as { last_segment: number };
  database.prepare('INSERT INTO search_unfinished VALUES(?, ?)').run(segment, Date.now());
  return segment;
}

export function touchSegment(database: SqlDatabase, segment: number): void {
  database.prepare('UPDATE search_unfinished SET touched_ms = ? WHERE segment = ?').run(Date.now(), segment);
}

/** Makes it visible to searches. False if another program has treated it as abandoned. */
export function publishSegment(
  database: SqlDatabase,
  segment: number,
  documents: number,
  dead: Uint8Array | null,
): boolean {
  const { changes } = database.prepare('DELETE FROM search_unfinished WHERE segment = ?').run(segment);
  if (Number(changes) === 0) return false;
  database.prepare('INSERT INTO search_segment VALUES(?, ?, ?)').run(segment, documents, dead);
  countChange(database);
  return true;
}

/** Open indexes read the list of segments again. */
export function countChange(database: SqlDatabase): void {
  database.exec('UPDATE search_state SET version = version + 1');
}

/** Hides it from new searches; running ones may still read it, so its rows are removed later. */
export function withdrawSegment(database: SqlDatabase, segment: number): void {
  database.prepare('DELETE FROM search_segment WHERE segment = ?').run(segment);
  const touchedMs = Date.now() - abandonedMs + longestSearchMs;
  database.prepare('INSERT OR REPLACE INTO search_unfinished VALUES(?, ?)').run(segment, touchedMs);
}

export async function* writeBuilt(
  database: SqlDatabase,
  segment: number,
  built: BuiltSegment,
  words: WordIds,
): Steps<void> {
  yield* writeColumns(database, segment, built);
  const post = database.prepare('INSERT INTO search_posting VALUES(?, ?, ?, ?)');
  let rows = 0;
  for (const { word, count, list, places } of built.words()) {
    post.run(segment * wordLimit + words.idOf(word), count, list, places);
    if (++rows % rowsPerStep === 0) yield touchSegment(database, segment);
  }
}

export async function* writeColumns(database: SqlDatabase, segment: number, columns: SomeColumns): Steps<void> {
  const write = database.prepare('INSERT INTO search_column VALUES(?, ?, ?)');
  for (const [name, bytes] of columnsAsBytes(columns)) {
    write.run(segment, name, bytes);
    yield;
  }
}

/** Cached words, about 30 MB: most words of a segment were in an earlier one. */
const keptWords = 300_000;

export interface WordIds {
  idOf(word: string): number;
  /** Call after a rollback: the words it added are gone. */
  forget(): void;
}

/** Adds unknown words. */
export function openWordIds(database: SqlDatabase): WordIds {
  const find = database.prepare('SELECT word_id AS id FROM search_word WHERE word = ?');
  const add = database.prepare('INSERT INTO search_word(word) VALUES(?)');
  const addInfix = database.prepare('INSERT INTO search_infix(rowid, word) VALUES(?, ?)');
  const ids = new Map<string, number>();
  const addWord = (word: string): number => {
    const id = Number(add.run(word).lastInsertRowid);
    if (mayHaveParts(word)) addInfix.run(id, word);
    return id;
  };
  return {
    idOf: (word) => {
      const known = ids.get(word);
      if (known !== undefined) return known;
      const id = (find.get(word) as { id: number } | undefined)?.id ?? addWord(word);
      if (ids.size < keptWords) ids.set(word, id);
      return id;
    },
    forget: () => ids.clear(),
  };
}

/** Adds unknown values. */
export function openValueIds(database: SqlDatabase): (facet: string, value: string) => number {
  const find = database.prepare('SELECT value_id AS id FROM search_value WHERE facet = ? AND value = ?');
  const add = database.prepare('INSERT INTO search_value(facet, value) VALUES(?, ?)');
  const known = new Map<string, number>();
  return (facet, value) => {
    const key = `${facet}\n${value}`;
    const id =
      known.get(key) ??
      (find.get(facet, value) as { id: number } | undefined)?.id ??
      Number(add.run(facet, value).lastInsertRowid);
    known.set(key, id);
    return id;
  };
}

/** Whether withdrawn or abandoned segments still have rows. */
export function hasLeftovers(database: SqlDatabase): boolean {
  const row = database.prepare('SELECT 1 FROM search_unfinished WHERE touched_ms < ? LIMIT 1');
  return row.get(Date.now() - abandonedMs) !== undefined;
}

export async function* removeLeftovers(database: SqlDatabase): Steps<void> {
  const left = database.prepare('SELECT segment FROM search_unfinished WHERE touched_ms < ?');
  for (const { segment } of left.all(Date.now() - abandonedMs) as { segment: number }[]) {
    const first = segment * wordLimit;
    const remove = database.prepare(`DELETE FROM search_posting WHERE posting IN
      (SELECT posting FROM search_posting WHERE posting >= ? AND posting < ? LIMIT ${rowsPerStep})`);
    while (Number(remove.run(first, first + wordLimit).changes) > 0) yield;
    database.prepare('DELETE FROM search_column WHERE segment = ?').run(segment);
    database.prepare('DELETE FROM search_unfinished WHERE segment = ?').run(segment);
    yield;
  }
}
