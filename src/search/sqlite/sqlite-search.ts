// Search on SQLite: our own index in tables of the database.
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

/** A search waits this long for pending records to be indexed, but at least until some are; the others are missing. */
export const patienceMs = 1000;

/** More segments than this slow down searches. */
export const manySegments = 24;

export interface SearchParts {
  /** Reads records for indexing, and for filters the index can't evaluate. */
  readonly read: ReadRecord;
  /** By default countries are derived from host names. */
  readonly countryOf?: CountryOf;
  /** Synonyms; none by default. */
  readonly expand?: Expand;
  /** Distributions of the same dataset; by default nothing is collapsed. */
  readonly copies?: DuplicatesOf;
  /** Times when records were last seen; by default as of indexing. */
  readonly seenSince?: SeenSince;
  /** Another caller maintains the index: searches write nothing and report the number of pending records. */
  readonly isTended?: boolean;
}

export function openSqliteSearch(store: SqliteStore, parts: SearchParts): Search {
  const { read, countryOf, expand, copies, seenSince, isTended = false } = parts;
  const { database } = store;
  // Records are read inside the transaction that writes the index.
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
