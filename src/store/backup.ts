// Backup and restore of SQLite databases: backups are taken while others write, restores need exclusive access.
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { GeotrawlError } from '../model/errors.ts';
import { migrations } from './migrations/sqlite/index.ts';
import { isSqlError, type SqlDatabase, systemDriver } from './sqlite/driver.ts';

/** A consistent snapshot in a new file. Throws `usage.bad-argument` if the file exists, `store.*`. */
export function backUpDatabase(path: string, target: string): void {
  if (existsSync(target))
    throw new GeotrawlError('usage.bad-argument', `${target} already exists. Choose another file name.`);
  withDatabase(path, (database) => {
    database.exec('PRAGMA busy_timeout = 60000');
    database.prepare('VACUUM INTO ?').run(target);
  });
}

/**
 * Returns where the replaced database is kept; null if there was none. Throws `store.open`, `store.migration`,
 * `store.busy`.
 */
export function restoreDatabase(backup: string, path: string): string | null {
  checkBackup(backup);
  const exists = existsSync(path);
  if (exists) requireExclusive(path);
  // Copied beside the target first, so that failures happen before anything is replaced.
  const fresh = `${path}.restoring`;
  copyFileSync(backup, fresh);
  const kept = exists ? `${path}.before-restore` : null;
  if (kept !== null) {
    rmSync(kept, { force: true });
    renameSync(path, kept);
  }
  for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  renameSync(fresh, path);
  return kept;
}

function checkBackup(backup: string): void {
  if (!existsSync(backup))
    throw new GeotrawlError('store.open', `No such file: ${backup}.`, { facts: { path: backup } });
  withDatabase(backup, (database) => {
    const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    const isOurs = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'resource'`).get() !== undefined;
    if (!isOurs || format === 0)
      throw new GeotrawlError('store.open', `${backup} isn't a Geotrawl database.`, { facts: { path: backup } });
    if (format > migrations.length)
      throw new GeotrawlError('store.migration', `${backup} was written by a newer geotrawl. Update this one.`);
    const [row] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
    if (row?.quick_check !== 'ok')
      throw new GeotrawlError('store.read', `${backup} is damaged: ${row?.quick_check}.`, { facts: { path: backup } });
  });
}

/** Leaving WAL mode requires that no other connection is open; it also checkpoints the log. */
function requireExclusive(path: string): void {
  withDatabase(path, (database) => {
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() as { journal_mode: string };
    if (mode !== 'delete') throw busy(path);
  });
}

function withDatabase<T>(path: string, work: (database: SqlDatabase) => T): T {
  let database: SqlDatabase | null = null;
  try {
    database = systemDriver()(path);
    return work(database);
  } catch (error) {
    if (!isSqlError(error)) throw error;
    if (/busy|locked/i.test(error.message)) throw busy(path);
    throw new GeotrawlError('store.open', `${path}: ${error.message}.`, { cause: error, facts: { path } });
  } finally {
    database?.close();
  }
}

function busy(path: string): GeotrawlError {
  return new GeotrawlError('store.busy', `${path} is in use. Stop the server and the crawls that work on it first.`, {
    retry: true,
    facts: { path },
  });
}
