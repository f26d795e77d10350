// Runs transactions on PostgreSQL: retried after conflicts and lost connections, also when it breaks during the commit.
import type pg from 'pg';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import type { SqlTransaction } from '../sql/sql.ts';
import { insideTransaction } from '../sql/transaction-guard.ts';
import { codedError, isConflict, isConnectionLoss, isDatabaseError } from './errors.ts';
import { runPostgres } from './run-work.ts';

export type Connect = () => Promise<pg.PoolClient>;

export interface PostgresTransaction extends SqlTransaction {
  readonly engine: 'postgres';
  readonly client: pg.PoolClient;
  readonly pool: pg.Pool;
}

/** Attempts at work that conflicts with other transactions. */
const maxTries = 10;

/**
 * Runs the work and retries it after conflicts and lost connections: nothing of a failed attempt is stored, and by the
 * contract of `onEnd` no other state depends on it.
 */
export async function transactPostgres<T>(
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
      if (!isRetryable(attempt.failure) || tries >= maxTries) throw codedError(attempt.failure, 'write', shownAs);
    }
  }
}

/** An error of the work itself takes precedence, even if the connection broke after it. */
function isRetryable(failure: unknown): boolean {
  if (failure instanceof GeotrawlError) return failure.code === 'store.connection';
  return isConflict(failure) || isConnectionLoss(failure);
}

interface Attempt<T> {
  readonly result: T | null;
  /** The error thrown by the work; null if it completed. */
  readonly failure: unknown;
  /** Transaction id, if the connection broke during the commit. */
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
  // Two statements in one message return two results, which the types of pg don't cover.
  const results = (await client.query(
    'BEGIN; SELECT pg_current_xact_id()::text AS number',
  )) as unknown as pg.QueryResult[];
  return (results[1]!.rows[0] as { number: string }).number;
}

/** False if the connection is no longer usable. */
export async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch (error) {
    if (isConnectionLoss(error) || isDatabaseError(error)) return false;
    throw error;
  }
}

/** The server notices a lost client only when it next writes to it. */
const pollMs = 100;

/** By transaction id; the server keeps the status for a long time (pg_xact_status, manual 9.27.8). */
async function isCommitted(connect: Connect, number: string): Promise<boolean> {
  for (;;) {
    const status = await readStatus(await connect(), number);
    if (status !== 'unknown' && status !== 'in progress') return status === 'committed';
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** 'unknown' if the connection broke again before the server responded. */
async function readStatus(client: pg.PoolClient, number: string): Promise<string | null> {
  const text = 'SELECT pg_xact_status($1::xid8) AS status';
  try {
    const { rows } = await client.query<{ status: string | null }>(text, [number]);
    client.release();
    return rows[0]!.status;
  } catch (error) {
    client.release(true);
    if (!isConnectionLoss(error)) throw error;
    return 'unknown';
  }
}
