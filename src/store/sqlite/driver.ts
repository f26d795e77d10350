// The seam to SQLite: what its two drivers have in common, and the one this Node has.
import { createRequire } from 'node:module';

export type SqlValue = string | number | bigint | null | Uint8Array;

export interface SqlStatement {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
  iterate(...values: SqlValue[]): IterableIterator<unknown>;
}

/** What `node:sqlite` and `@photostructure/sqlite` have in common. Tests wrap it to make the n-th operation fail. */
export interface SqlDatabase {
  prepare(sql: string): SqlStatement;
  exec(sql: string): void;
  close(): void;
}

export type SqlDriver = (path: string) => SqlDatabase;

/** Node 22 has SQLite built in; on Node 20 the same API comes prebuilt in a package. */
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

/** Node 22 warns on stderr that its SQLite is experimental; who runs a crawl can do nothing about it. */
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
