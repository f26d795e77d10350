// The common interface of the two SQLite drivers, and the one available in this Node version.
import { createRequire } from 'node:module';
import type { SqlValue } from '../sql/sql.ts';

export interface SqlStatement {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
  iterate(...values: SqlValue[]): IterableIterator<unknown>;
}

/**
 * The common interface of `node:sqlite` and `@photostructure/sqlite`. Tests wrap it to make the n-th operation fail.
 */
export interface SqlDatabase {
  prepare(sql: string): SqlStatement;
  exec(sql: string): void;
  close(): void;
}

export type SqlDriver = (path: string) => SqlDatabase;

/** Node 22 includes SQLite; on Node 20 a package provides the same API prebuilt. */
export const driverModule =
  Number(process.versions.node.split('.')[0]) >= 22 ? 'node:sqlite' : '@photostructure/sqlite';

export function systemDriver(): SqlDriver {
  const require = createRequire(import.meta.url);
  const { DatabaseSync } = withoutExperimentalWarning(
    () =>
      require(driverModule) as {
        DatabaseSync: new (path: string) => SqlDatabase;
      },
  );
  return (path) => new DatabaseSync(path);
}

/** Node 22 prints an experimental warning that users can't act on. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function isSqlError(error: unknown): error is Error & { errcode?: number } {
  return error instanceof Error && /^(ERR_SQLITE|SQLITE)/.test(String((error as { code?: unknown }).code));
}
