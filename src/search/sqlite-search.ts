// The search on SQLite: an index of our own in its tables, read in place.
import type { Search } from '../model/search.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { databaseOf } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';
import { createFinder } from './find.ts';
import { openSearchIndex, type ReadRecord } from './search-index.ts';

export function openSqliteSearch(store: SqliteStore, read: ReadRecord): Search {
  const { database } = store;
  const index = openSearchIndex(database);
  const finder = createFinder(index);
  const settle = async () => {
    while (readSqlite(() => index.hasPending())) await store.transact(() => index.step(read));
  };
  return {
    index: async (transaction, resource) => {
      if (databaseOf(transaction) !== database) throw new Error('the transaction belongs to another store');
      index.put(resource.id);
    },
    find: async (query) => {
      await settle();
      return readSqlite(() => finder.find(query));
    },
  };
}
