// Leases for work that one process at a time does for a database: running a crawl, sending mail.
import { type SqlStore, statement, type Work } from './sql/sql.ts';

export interface LeaderLease {
  readonly name: string;
  /** A name for the holder, unique among processes. */
  readonly holder: string;
  /** Lease duration, unless renewed. */
  readonly forMs: number;
}

/** Milliseconds since the epoch by the database clock, the only one all machines share. */
export const nowInPostgres = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

// Only PostgreSQL has leader leases: for a file no statement is run.
const now = nowInPostgres;

/** Whether a lease with the name given by the expression is held. */
export const isHeldInPostgres = (name: string) =>
  `EXISTS (SELECT 1 FROM duty WHERE duty.name = ${name} AND until_ms > ${now})`;

const take = statement({
  sqlite: '',
  postgres: `INSERT INTO duty AS held VALUES(?, ?, ${now} + ?) ON CONFLICT(name) DO UPDATE
    SET holder = excluded.holder, until_ms = excluded.until_ms
    WHERE held.holder = excluded.holder OR held.until_ms < ${now}`,
});
const leave = statement({ sqlite: '', postgres: 'DELETE FROM duty WHERE name = ? AND holder = ?' });
/** False while another process holds it. The holder renews it before it expires. A file always grants it. */
export async function acquireLeaderLease(store: SqlStore, lease: LeaderLease): Promise<boolean> {
  if (store.engine === 'sqlite') return true;
  return store.transact((transaction) => store.within(transaction, () => tryLease(lease)));
}

function* tryLease({ name, holder, forMs }: LeaderLease): Work<boolean> {
  return (yield* take.run(name, holder, Math.round(forMs))) === 1;
}

export async function releaseLeaderLease(store: SqlStore, { name, holder }: Omit<LeaderLease, 'forMs'>): Promise<void> {
  if (store.engine === 'sqlite') return;
  await store.transact((transaction) => store.within(transaction, () => leave.run(name, holder)));
}
