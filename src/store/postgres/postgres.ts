// The scaled engine: PostgreSQL by a pool of connections, one transaction of this process at a time.
import { createRequire } from 'node:module';
import type pg from 'pg';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import { insideTransaction, requireOutside } from '../own-transaction.ts';
import { shownDatabase } from '../sql/database-address.ts';
import type { SqlStore, SqlTransaction, Work } from '../sql/sql.ts';
import { isCommitted } from './commit-outcome.ts';
import { codedError, isConflict, isConnectionLoss, isDatabaseError, noConnection, openFailed } from './errors.ts';
import { migratePostgres } from './migrate.ts';
import { runPostgres } from './run-work.ts';
import { likeSqlite } from './value-types.ts';

export interface PostgresStore extends SqlStore {
  readonly engine: 'postgres';
  readonly readNow: null;
  /** The address without its password, for messages. */
  readonly shownAs: string;
  /** Where copies of its search index are kept. */
  readonly cacheFolder: string;
  /** Connects and migrates where that has not happened yet; everything else does it by itself when first needed. */
  ready(): Promise<void>;
  /** Reads outside a transaction; the latest committed state. Throws `store.read`, `store.connection`. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Lends a connection, for what needs one of its own (LISTEN, COPY, locks of a session). */
  withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** What is to be closed before the connections are. */
  onClose(work: () => Promise<void>): void;
}

export interface PostgresOptions {
  /** Connections at most; one of them is for the transaction. */
  readonly connections?: number;
  /** How long work waits for a database that was there before and is not now: a restart takes seconds. */
  readonly patienceMs?: number;
  readonly cacheFolder?: string;
  /**
   * A process that does nothing for so long in the middle of a transaction is cut off: it may have been put to sleep, or its
   * machine is gone, and what it has locked would keep all others waiting. One that wakes up does its work again.
   */
  readonly longestPauseMs?: number;
  /** As `pg_stat_activity` and the log of the server know this process. */
  readonly applicationName?: string;
  /** For tests, which open a database as an older version would. */
  readonly migrations?: readonly string[];
}

interface PostgresTransaction extends SqlTransaction {
  readonly engine: 'postgres';
  readonly client: pg.PoolClient;
  readonly pool: pg.Pool;
}

/** How often work is done again that lost against other transactions. */
const mostConflicts = 10;

/** `address` as in `--db postgres://user:password@host:port/name`. Nothing is connected before something is asked. */
export function openPostgres(address: string, options: PostgresOptions = {}): PostgresStore {
  const shownAs = shownDatabase(address);
  // Loaded when it is needed: it takes a tenth of a second, and most databases are files.
  const { Pool, types } = createRequire(import.meta.url)('pg') as typeof pg;
  const pool = new Pool({
    connectionString: address,
    max: options.connections ?? 8,
    application_name: options.applicationName ?? 'geotrawl',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: likeSqlite(types),
  });
  // A connection that breaks while nobody uses it leaves the pool; whoever needs one next gets another or is told why not.
  pool.on('error', () => undefined);
  // The same of a connection in use: the query that runs on it is told, and the next one is.
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
    requireOutside(pool, 'another connection');
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
      requireOutside(pool, 'a transaction');
      const next = last.then(() => transact({ connect, pool, shownAs }, work));
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

/** The queue only needs to know that the one before is over; its caller gets the result or the error. */
function ignoreResult(): void {}

/** A connection that breaks while it is being set up tells whoever uses it. */
function ignoreLoss(error: unknown): void {
  if (!isConnectionLoss(error)) throw error;
}

type Connect = () => Promise<pg.PoolClient>;

interface Connecting {
  readonly shownAs: string;
  readonly patienceMs: number;
  readonly migrations: readonly string[] | undefined;
}

/** The first connection migrates, and fails at once where there is no database; later ones wait for one that restarts. */
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
    // A broken connection must not go back to the others.
    client.release(isConnectionLoss(error));
    throw codedError(error, 'read', shownAs);
  }
}

/** One snapshot for all questions: what belongs together is read together. */
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

/**
 * Does the work, and again where it lost against another transaction or the connection broke: nothing of it is stored
 * then, and by the contract of `onEnd` nothing of it is remembered elsewhere.
 */
async function transact<T>(
  { connect, pool, shownAs }: { readonly connect: Connect; readonly pool: pg.Pool; readonly shownAs: string },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const client = await connect();
    const attempt = await tryOnce(client, pool, work);
    client.release(attempt.isBroken);
    if (attempt.failure === null) {
      const committed = attempt.inDoubt === null || (await isCommitted(connect, attempt.inDoubt));
      attempt.end(committed);
      if (committed) return attempt.result as T;
    } else {
      attempt.end(false);
      if (!mayPass(attempt.failure) || tries >= mostConflicts) throw codedError(attempt.failure, 'write', shownAs);
    }
  }
}

/** What the work itself says stands, also where the connection broke after it. */
function mayPass(failure: unknown): boolean {
  if (failure instanceof GeotrawlError) return failure.code === 'store.connection';
  return isConflict(failure) || isConnectionLoss(failure);
}

interface Attempt<T> {
  readonly result: T | null;
  /** What the work threw; null where it came to its end. */
  readonly failure: unknown;
  /** Number of the transaction where the connection broke while it was committed. */
  readonly inDoubt: string | null;
  readonly isBroken: boolean;
  end(committed: boolean): void;
}

async function tryOnce<T>(
  client: pg.PoolClient,
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<Attempt<T>> {
  const listeners: ((committed: boolean) => void)[] = [];
  const transaction: PostgresTransaction = {
    engine: 'postgres',
    client,
    pool,
    run: (writing) => runPostgres(client, writing()),
    onEnd: (listener) => void listeners.push(listener),
  };
  const end = (committed: boolean): void => {
    for (const listener of listeners) listener(committed);
  };
  let result: T;
  let number: string;
  try {
    number = await begin(client);
    result = await insideTransaction(pool, () => work(transaction));
  } catch (error) {
    const isBroken = isConnectionLoss(error) || !(await rollBack(client));
    return { result: null, failure: error, inDoubt: null, isBroken, end };
  }
  try {
    await client.query('COMMIT');
    return { result, failure: null, inDoubt: null, isBroken: false, end };
  } catch (error) {
    if (isConnectionLoss(error)) return { result, failure: null, inDoubt: number, isBroken: true, end };
    return { result: null, failure: error, inDoubt: null, isBroken: false, end };
  }
}

async function begin(client: pg.PoolClient): Promise<string> {
  // Two statements in one message give two results, which the types of pg do not know.
  const results = (await client.query(
    'BEGIN; SELECT pg_current_xact_id()::text AS number',
  )) as unknown as pg.QueryResult[];
  return (results[1]!.rows[0] as { number: string }).number;
}

/** False where the connection is of no use any more. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch (error) {
    if (isConnectionLoss(error) || isDatabaseError(error)) return false;
    throw error;
  }
}
