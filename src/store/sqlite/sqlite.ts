// The SQLite engine: opens a file, migrates it, runs one transaction at a time.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import { migrations } from '../migrations/sqlite/index.ts';
import type { SqlStore, SqlTransaction, Work } from '../sql/sql.ts';
import { insideTransaction, requireOutsideTransaction } from '../sql/transaction-guard.ts';
import { type Checkpointer, createCheckpointer } from './checkpointer.ts';
import { isSqlError, type SqlDatabase, type SqlDriver, systemDriver } from './driver.ts';
import { readSqlite } from './read.ts';
import { sqliteWork } from './run-work.ts';

export interface SqliteStore extends SqlStore {
  readonly engine: 'sqlite';
  readonly database: SqlDatabase;
  readonly readNow: <T>(work: () => Work<T>) => T;
}

export interface SqliteOptions {
  readonly driver?: SqlDriver;
  /** Page cache, sized for the frontier's working set. */
  readonly cacheMb?: number;
}

interface SqliteTransaction extends SqlTransaction {
  readonly engine: 'sqlite';
  readonly database: SqlDatabase;
}

/** Opens `path` (also ':memory:'), creating folder, file and tables as needed. */
export function openSqlite(path: string, options: SqliteOptions = {}): SqliteStore {
  const database = open(path, options.driver ?? systemDriver());
  try {
    // The timeout first: changing the journal mode also waits for locks held by a checkpoint or recovery.
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 131072; PRAGMA temp_store = MEMORY; PRAGMA cache_size = ${-1024 * (options.cacheMb ?? 208)}`);
    migrate(database, path);
  } catch (error) {
    database.close();
    throw error instanceof GeotrawlError ? error : openFailed(path, error);
  }
  return makeStore(database, path === ':memory:' ? null : createCheckpointer(path, database));
}

/** For components that exist on SQLite only. */
export function isSqlite(store: SqlStore): store is SqliteStore {
  return store.engine === 'sqlite';
}

/** The connection inside a transaction of this engine. */
export function databaseOf(transaction: Transaction): SqlDatabase {
  if (transaction.engine !== 'sqlite') throw new Error(`a ${transaction.engine} transaction reached an SQLite adapter`);
  return (transaction as SqliteTransaction).database;
}

function makeStore(database: SqlDatabase, checkpointer: Checkpointer | null): SqliteStore {
  let last: Promise<unknown> = Promise.resolve();
  let isOpen = true;
  const requireOpen = (): void => {
    if (!isOpen) throw new GeotrawlError('store.closed', closedMessage);
  };
  const work = sqliteWork(database);
  const readNow = <T>(reading: () => Work<T>): T => {
    requireOpen();
    return readSqlite(() => work(reading()));
  };
  const run = async <T>(transacted: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const listeners: ((committed: boolean) => void)[] = [];
    const end = (committed: boolean): void => {
      for (const listener of listeners) listener(committed);
    };
    const transaction: SqliteTransaction = {
      engine: 'sqlite',
      database,
      run: async (writing) => work(writing()),
      onEnd: (listener) => void listeners.push(listener),
    };
    let result: T;
    requireOpen();
    try {
      database.exec('BEGIN IMMEDIATE');
      result = await insideTransaction(database, () => transacted(transaction));
      database.exec('COMMIT');
    } catch (error) {
      const failure = rollBack(database, error);
      end(false);
      throw failure;
    }
    end(true);
    checkpointer?.afterCommit();
    return result;
  };
  return {
    engine: 'sqlite',
    database,
    readNow,
    read: async (reading) => {
      requireOutsideTransaction(database, 'a read');
      return readNow(reading);
    },
    within: async (transaction, writing) => {
      if (databaseOf(transaction) !== database) throw new Error('the transaction belongs to another store');
      return work(writing());
    },
    transact: (transacted) => {
      requireOutsideTransaction(database, 'a transaction');
      const next = last.then(() => run(transacted));
      last = next.then(ignoreResult, ignoreResult);
      return next;
    },
    close: async () => {
      await last;
      await checkpointer?.close();
      isOpen = false;
      database.close();
    },
  };
}

const closedMessage =
  'The database was closed before this was read or written. Close it last: layers, topics and problems of a record are read on first access.';

/** The queue only waits for the previous transaction to end; its caller gets the result or the error. */
function ignoreResult(): void {}

function rollBack(database: SqlDatabase, error: unknown): unknown {
  const failure = error instanceof GeotrawlError || !isSqlError(error) ? error : writeFailed(error);
  try {
    database.exec('ROLLBACK');
  } catch (rollbackError) {
    // BEGIN may have failed, or SQLite has already rolled back (disk full): then there is nothing to undo.
    if (!isSqlError(rollbackError)) throw rollbackError;
  }
  return failure;
}

function writeFailed(cause: Error): GeotrawlError {
  const busy = /busy|locked/i.test(cause.message);
  return new GeotrawlError(
    busy ? 'store.busy' : 'store.write',
    busy
      ? 'Another Geotrawl process is writing to the database. Wait for it, or use another --db.'
      : `The database could not be written: ${cause.message}. Check free disk space and permissions; nothing already stored is lost.`,
    { retry: busy, cause },
  );
}

function openFailed(path: string, cause: unknown): GeotrawlError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new GeotrawlError('store.open', `Cannot open the database ${path}: ${why}. Check the path given with --db.`, {
    cause,
    facts: { path },
  });
}

function open(path: string, driver: SqlDriver): SqlDatabase {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    return driver(path);
  } catch (error) {
    throw openFailed(path, error);
  }
}

/** One step per transaction. The version is read inside it: another process may be opening the same new file. */
function migrate(database: SqlDatabase, path: string): void {
  for (;;) {
    const version = readFormat(database);
    if (version === migrations.length) return;
    if (version > migrations.length) throw newerFormat(path, version);
    database.exec('BEGIN IMMEDIATE');
    const next = readFormat(database);
    const step = next < migrations.length ? `${migrations[next]}; PRAGMA user_version = ${next + 1};` : '';
    database.exec(`${step} COMMIT`);
  }
}

function readFormat(database: SqlDatabase): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

function newerFormat(path: string, version: number): GeotrawlError {
  return new GeotrawlError(
    'store.migration',
    `The database ${path} was written by a newer geotrawl (format ${version}, this one knows ${migrations.length}). Update geotrawl.`,
    { facts: { path, version } },
  );
}
