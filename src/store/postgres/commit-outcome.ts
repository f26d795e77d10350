// Whether a transaction was committed whose connection broke while it was.
import type pg from 'pg';
import { isConnectionLoss } from './errors.ts';

/** The server may not have noticed yet that its client is gone; it does when it next writes to it. */
const pauseMs = 100;

/** By the number of the transaction, which the server remembers for long (pg_xact_status, manual 9.27.8). */
export async function isCommitted(connect: () => Promise<pg.PoolClient>, number: string): Promise<boolean> {
  for (;;) {
    const status = await askStatus(await connect(), number);
    if (status !== 'unknown' && status !== 'in progress') return status === 'committed';
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** 'unknown' where the server went away again before it answered. */
async function askStatus(client: pg.PoolClient, number: string): Promise<string | null> {
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
