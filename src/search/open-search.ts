// Opens the search for the engine of a store.
import type { Search } from '../model/search.ts';
import type { PostgresStore } from '../store/postgres/postgres.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import type { SqliteStore } from '../store/sqlite/sqlite.ts';
import { openPostgresSearch } from './replica/postgres-search.ts';
import { openReplicaFiles } from './replica/replica-file.ts';
import { openSqliteSearch, type SearchParts } from './sqlite/sqlite-search.ts';

export function openSearch(store: SqlStore, parts: SearchParts): Search {
  if (store.engine === 'sqlite') return openSqliteSearch(store as SqliteStore, parts);
  const postgres = store as PostgresStore;
  return openPostgresSearch(postgres, openReplicaFiles(postgres.cacheFolder, postgres.shownAs), parts);
}
