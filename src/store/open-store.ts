// Opens the store that `--db` names: a file or a PostgreSQL database.

import { openPostgres } from './postgres/postgres.ts';
import { isPostgresAddress } from './sql/database-address.ts';
import type { SqlStore } from './sql/sql.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export interface StoreOptions {
  /** Page cache of an SQLite file. */
  readonly cacheMb?: number;
  /** Folder for local copies of the search index of a PostgreSQL database. */
  readonly cacheFolder?: string;
}

/** A file is opened at once and created if missing. PostgreSQL connects on first use. */
export function openStore(db: string, { cacheMb, cacheFolder }: StoreOptions = {}): SqlStore {
  if (isPostgresAddress(db)) return openPostgres(db, cacheFolder === undefined ? {} : { cacheFolder });
  return openSqlite(db, cacheMb === undefined ? {} : { cacheMb });
}
