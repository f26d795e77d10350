// The search on SQLite: an index of our own in its tables, read in place.
import type { Expand, Search } from '../model/search.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { databaseOf } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';
import { extentDensity } from './extent-density.ts';
import { createFinder } from './find.ts';
import type { CopiesOf } from './fold-copies.ts';
import type { ReadRecord } from './index-records.ts';
import type { CountryOf } from './search-document.ts';
import { openSearchIndex } from './search-index.ts';
import type { Steps } from './segment-writer.ts';

/** Longest time the index is worked on before others have their turn. */
const sliceMs = 25;

/** A search waits this long for records that are not indexed yet, or until some of them are: then it answers without the rest. */
const patienceMs = 1000;

/** More segments than this slow searches down. */
const manySegments = 24;

export interface SearchParts {
  /** Records as the catalog has them: they are read when they are indexed, and where a filter asks for what the index has not. */
  readonly read: ReadRecord;
  /** Where hosts stand; without it their names alone tell. */
  readonly countryOf?: CountryOf;
  /** Other words for what a query says; without it words are looked for as they are. */
  readonly expand?: Expand;
  /** Other ways to the same dataset; without it every one is a result. */
  readonly copies?: CopiesOf;
  /** Somebody else keeps the index: a search writes nothing, answers with what is there and says how much is waiting. */
  readonly isTended?: boolean;
}

export function openSqliteSearch(store: SqliteStore, parts: SearchParts): Search {
  const { read, countryOf, expand, copies, isTended = false } = parts;
  const { database } = store;
  const index = openSearchIndex(database, read, countryOf);
  const finder = createFinder(index, { read, expand: expand ?? (() => []), copies });
  const indexing = createTending(store, () => readSqlite(() => index.nextIndexing()), index.forgetWords);
  const tidying = createTending(store, () => readSqlite(() => index.nextTidying()), index.forgetWords);
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
  };
}

interface Tending {
  /** Does what is to be done in slices until this moment; true when nothing is left. Several callers wait for the same work. */
  until(untilMs: number): Promise<boolean>;
  /** Pieces of work brought to their end. */
  readonly done: number;
}

function createTending(store: SqliteStore, next: () => Steps<void> | null, failed: () => void): Tending {
  let work: Steps<void> | null = null;
  let done = 0;
  const tend = async (untilMs: number): Promise<boolean> => {
    work ??= next();
    while (work !== null && performance.now() < untilMs) {
      const current: Steps<void> = work;
      // Where the transaction fails, what was written in it is gone: the work begins anew another time.
      work = null;
      const slice = () => runSlice(current, Math.min(untilMs, performance.now() + sliceMs));
      const isDone = await store.transact(async (transaction) => {
        transaction.onEnd((committed) => {
          if (!committed) failed();
        });
        return slice();
      });
      // Promises alone would keep everything else waiting: answers of servers, other requests.
      await new Promise(setImmediate);
      if (isDone) done++;
      work = isDone ? next() : current;
    }
    return work === null;
  };
  let running: Promise<boolean> | null = null;
  return {
    until: (untilMs) => {
      running ??= tend(untilMs).finally(() => {
        running = null;
      });
      return running;
    },
    get done() {
      return done;
    },
  };
}

async function runSlice(work: Steps<void>, untilMs: number): Promise<boolean> {
  do {
    const { done } = await work.next();
    if (done) return true;
  } while (performance.now() < untilMs);
  return false;
}
