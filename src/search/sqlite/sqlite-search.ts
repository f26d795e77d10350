// The search on SQLite: an index of our own in its tables, read in place.
import type { Expand, Search, SeenSince } from '../../model/search.ts';
import { onOneConnection } from '../../store/sql/transaction-guard.ts';
import { readSqlite } from '../../store/sqlite/read.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import { databaseOf } from '../../store/sqlite/sqlite.ts';
import { createIndexMaintenance, sliceMs } from '../index/index-maintenance.ts';
import type { ReadRecord } from '../index/index-records.ts';
import type { CountryOf } from '../index/search-document.ts';
import { openSearchIndex } from '../index/search-index.ts';
import type { DuplicatesOf } from '../match/collapse-duplicates.ts';
import { extentDensity } from '../match/extent-density.ts';
import { createFinder } from '../match/find.ts';
import { recordsByMonth } from '../match/records-by-month.ts';

/** A search waits this long for records that are not indexed yet, or until some of them are: then it answers without the rest. */
export const patienceMs = 1000;

/** More segments than this slow searches down. */
export const manySegments = 24;

export interface SearchParts {
  /** Records as the catalog has them: they are read when they are indexed, and where a filter asks for what the index has not. */
  readonly read: ReadRecord;
  /** Where hosts stand; without it their names alone tell. */
  readonly countryOf?: CountryOf;
  /** Other words for what a query says; without it words are looked for as they are. */
  readonly expand?: Expand;
  /** Other ways to the same dataset; without it every one is a result. */
  readonly copies?: DuplicatesOf;
  /** When records were last seen; without it, as of when they were indexed. */
  readonly seenSince?: SeenSince;
  /** Somebody else keeps the index: a search writes nothing, answers with what is there and says how much is waiting. */
  readonly isTended?: boolean;
}

export function openSqliteSearch(store: SqliteStore, parts: SearchParts): Search {
  const { read, countryOf, expand, copies, seenSince, isTended = false } = parts;
  const { database } = store;
  // Records are read while the index is written.
  const index = openSearchIndex(database, {
    read: (id) => onOneConnection(() => read(id)),
    countryOf: countryOf && ((endpoint) => onOneConnection(() => countryOf(endpoint))),
  });
  const finder = createFinder(index, { read, expand: expand ?? (() => []), copies, seenSince });
  const indexing = createIndexMaintenance(store, () => readSqlite(() => index.nextIndexing()), index.forgetWords);
  const tidying = createIndexMaintenance(store, () => readSqlite(() => index.nextTidying()), index.forgetWords);
  const catchUp = async () => {
    const untilMs = performance.now() + patienceMs;
    const { done } = indexing;
    while (readSqlite(() => index.hasPending()) && (indexing.done === done || performance.now() < untilMs))
      await indexing.until(performance.now() + sliceMs);
    if (readSqlite(() => index.segments().length) > manySegments) await tidying.until(performance.now() + sliceMs);
  };
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
      if (!isTended) await catchUp();
      const found = await finder.find(query);
      return { ...found, waiting: readSqlite(() => index.countPending()) };
    },
    density: async (grid) => readSqlite(() => extentDensity(index.segments(), grid)),
    growth: async () => readSqlite(() => recordsByMonth(index.segments())),
  };
}
