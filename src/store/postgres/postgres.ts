// The PostgreSQL engine: a connection pool, one transaction at a time per process.
import { createRequire } from 'node:module';
import type pg from 'pg';
import type { Transaction } from '../../model/store.ts';
import { shownDatabase } from '../sql/database-address.ts';
import type { SqlStore, Work } from '../sql/sql.ts';
import { requireOutsideTransaction } from '../sql/transaction-guard.ts';
import { codedError, isConnectionLoss, noConnection, openFailed } from './errors.ts';
import { migratePostgres } from './migrate.ts';
import { runPostgres } from './run-work.ts';
import { type Connect, type PostgresTransaction, rollBack, transactPostgres } from './transact.ts';

export interface PostgresStore extends SqlStore {
  readonly engine: 'postgres';
  readonly readNow: null;
  /** The address without its password, for messages. */
  readonly shownAs: string;
  /** Folder for local copies of the search index. */
  readonly cacheFolder: string;
  /** Connects and migrates if that hasn't happened yet; other calls do so on first use. */
  ready(): Promise<void>;
  /** Reads the latest committed state outside a transaction. Throws `store.read`, `store.connection`. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Lends a dedicated connection (LISTEN, COPY, session locks). */
  withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Registers a callback to run before the pool is closed. */
  onClose(work: () => Promise<void>): void;
}

export interface PostgresOptions {
  /** Maximum number of connections; one of them is reserved for the transaction. */
  readonly connections?: number;
  /** How long to wait for a database that was available before: a restart takes seconds. */
  readonly patienceMs?: number;
  readonly cacheFolder?: string;
  /**
   * Idle-in-transaction timeout: the process may be suspended or its machine gone, and its locks would block all
   * others. A process that resumes retries its work.
   */
  readonly longestPauseMs?: number;
  /** Shown in `pg_stat_activity` and the server log. */
  readonly applicationName?: string;
  /** For tests that open a database in an older format. */
  readonly migrations?: readonly string[];
}

/** `address` as in `--db postgres://user:password@host:port/name`. Connects on first use. */
export function openPostgres(address: string, options: PostgresOptions = {}): PostgresStore {
  const shownAs = shownDatabase(address);
  // Loaded on demand: it takes 100 ms, and most databases are files.
  const { Pool, types } = createRequire(import.meta.url)('pg') as typeof pg;
  const pool = new Pool({
    connectionString: address,
    max: options.connections ?? 8,
    application_name: options.applicationName ?? 'geotrawl',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: likeSqlite(types),
  });
  // A connection that breaks while idle leaves the pool; the next caller gets another one or an error.
  pool.on('error', () => undefined);
  // For a connection in use, the running query and the next one report the failure.
  const longestPauseMs = Math.max(1000, Math.floor(options.longestPauseMs ?? 60_000));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.query(`SET idle_in_transaction_session_timeout = ${longestPauseMs}`).catch(ignoreLoss);
  });
  const connect = createConnecting(pool, {
    shownAs,
    patienceMs: options.patienceMs ?? 60_000,
    migrations: options.migrations,
  });
  const lend = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    requireOutsideTransaction(pool, 'another connection');
    return withClient(connect, shownAs, work);
  };
  let last: Promise<unknown> = Promise.resolve();
  const closing: (() => Promise<void>)[] = [];
  return {
    engine: 'postgres',
    shownAs,
    cacheFolder: options.cacheFolder ?? 'geotrawl-data/cache',
    readNow: null,
    read: (reading) => lend((client) => readAtOnce(client, reading)),
    within: (transaction, writing) => {
      const client = clientOf(transaction);
      if ((transaction as PostgresTransaction).pool !== pool)
        throw new Error('the transaction belongs to another store');
      return runPostgres(client, writing());
    },
    ready: async () => (await connect()).release(),
    query: <Row>(text: string, values: readonly unknown[] = []) =>
      lend(async (client) => (await client.query(text, [...values])).rows as Row[]),
    withClient: lend,
    transact: (work) => {
      requireOutsideTransaction(pool, 'a transaction');
      const next = last.then(() => transactPostgres({ connect, pool, shownAs }, work));
      last = next.then(ignoreResult, ignoreResult);
      return next;
    },
    onClose: (work) => void closing.push(work),
    close: async () => {
      await last;
      for (const work of closing.splice(0)) await work();
      await pool.end();
    },
  };
}

/** The connection inside a transaction of this engine. */
export function clientOf(transaction: Transaction): pg.PoolClient {
  if (transaction.engine !== 'postgres')
    throw new Error(`an ${transaction.engine} transaction reached a PostgreSQL adapter`);
  return (transaction as PostgresTransaction).client;
}

/** The queue only waits for the previous transaction to end; its caller gets the result or the error. */
function ignoreResult(): void {}

/** A connection that breaks during setup reports the error to its user. */
function ignoreLoss(error: unknown): void {
  if (!isConnectionLoss(error)) throw error;
}

interface Connecting {
  readonly shownAs: string;
  readonly patienceMs: number;
  readonly migrations: readonly string[] | undefined;
}

/** The first connection migrates and fails at once if there is no database; later ones wait for a restart. */
function createConnecting(pool: pg.Pool, { shownAs, patienceMs, migrations }: Connecting): Connect {
  let opened: Promise<void> | null = null;
  const open = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      await migratePostgres(client, shownAs, migrations);
    } finally {
      client.release();
    }
  };
  return async () => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw isConnectionLoss(error) ? noConnection(shownAs, error) : openFailed(shownAs, error);
    });
    await opened;
    const untilMs = performance.now() + patienceMs;
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
      try {
        return await pool.connect();
      } catch (error) {
        if (!isConnectionLoss(error)) throw openFailed(shownAs, error);
        if (performance.now() + pauseMs > untilMs) throw noConnection(shownAs, error);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  };
}

async function withClient<T>(
  connect: Connect,
  shownAs: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // A broken connection must not return to the pool.
    client.release(isConnectionLoss(error));
    throw codedError(error, 'read', shownAs);
  }
}

/** One snapshot for all queries, so that related rows are consistent. */
async function readAtOnce<T>(client: pg.PoolClient, reading: () => Work<T>): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const result = await runPostgres(client, reading());
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** Type OIDs, the same in every PostgreSQL (pg_type.dat). */
const builtins = { BYTEA: 17, INT8: 20, NUMERIC: 1700 } as const;

/** Our integers are times, counts and ids, all below 2^53. Sums of bigint are numeric. */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // `Buffer.slice` doesn't copy, unlike that of Uint8Array, so a plain Uint8Array is returned.
  [builtins.BYTEA]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
};

/** Converts values to what SQLite returns: integers as numbers, bytes as Uint8Array. */
function likeSqlite(types: typeof pg.types): pg.CustomTypesConfig {
  return {
    getTypeParser: ((type: number, format?: 'text' | 'binary') => {
      const reader = format === 'binary' ? undefined : readers[type];
      return reader ?? types.getTypeParser(type, format as 'text');
    }) as typeof types.getTypeParser,
  };
}
