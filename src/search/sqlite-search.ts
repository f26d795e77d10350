// The search on SQLite: an index of our own in its tables, read in place.
import type { Expand, Search } from '../model/search.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { databaseOf } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';
import { createFinder } from './find.ts';
import type { CopiesOf } from './fold-copies.ts';
import type { ReadRecord } from './index-records.ts';
import { openSearchIndex } from './search-index.ts';
import { createTending, sliceMs } from './tending.ts';

/** A search waits this long for records that are not indexed yet, or until some of them are: then it answers without the rest. */
export const patienceMs = 1000;

/** More segments than this slow searches down. */
export const manySegments = 24;

export interface SearchParts {
  /** Records as the catalog has them: they are read when they are indexed, and where a filter asks for what the index has not. */
  readonly read: ReadRecord;
  /** Other words for what a query says; without it words are looked for as they are. */
  readonly expand?: Expand;
  /** Other ways to the same dataset; without it every one is a result. */
  readonly copies?: CopiesOf;
}

export function openSqliteSearch(store: SqliteStore, { read, expand, copies }: SearchParts): Search {
  const { database } = store;
  const index = openSearchIndex(database, read);
  const finder = createFinder(index, { read, expand: expand ?? (() => []), copies });
  const indexing = createTending(store, () => readSqlite(() => index.nextIndexing()), index.forgetWords);
  const tidying = createTending(store, () => readSqlite(() => index.nextTidying()), index.forgetWords);
  return {
    index: async (transaction, resource) => {
      if (databaseOf(transaction) !== database) throw new Error('the transaction belongs to another store');
      index.put(resource.id);
    },
    tend: async (budgetMs) => {
      const untilMs = performance.now() + budgetMs;
      return (await indexing.until(untilMs)) && tidying.until(untilMs);
    },
    find: async (query) => {
      const untilMs = performance.now() + patienceMs;
      const { done } = indexing;
      while (readSqlite(() => index.hasPending()) && (indexing.done === done || performance.now() < untilMs))
        await indexing.until(performance.now() + sliceMs);
      if (readSqlite(() => index.segments().length) > manySegments) await tidying.until(performance.now() + sliceMs);
      const found = await finder.find(query);
      return { ...found, waiting: readSqlite(() => index.countPending()) };
    },
  };
}
