// Determines whether a transaction was committed when the connection broke during the commit.
import type pg from 'pg';
import { isConnectionLoss } from './errors.ts';

/** The server notices a lost client only when it next writes to it. */
const pauseMs = 100;

/** By transaction id; the server keeps the status for a long time (pg_xact_status, manual 9.27.8). */
export async function isCommitted(connect: () => Promise<pg.PoolClient>, number: string): Promise<boolean> {
  for (;;) {
    const status = await askStatus(await connect(), number);
    if (status !== 'unknown' && status !== 'in progress') return status === 'committed';
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** 'unknown' if the connection broke again before the server responded. */
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
