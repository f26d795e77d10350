// What one process at a time does, of however many work with one database: running a crawl, sending mail.
import { type SqlStore, statement, type Work } from './sql/sql.ts';

export interface Duty {
  readonly name: string;
  /** Who wants it; any text that nobody else has. */
  readonly holder: string;
  /** How long it is theirs unless they ask again. */
  readonly forMs: number;
}

/** Milliseconds since the epoch by the clock of the database, the only one all machines see. */
export const nowInPostgres = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

// Only PostgreSQL has duties: whoever asks of a file is answered without a statement.
const now = nowInPostgres;

/** Whether somebody has the duty whose name the expression gives. */
export const isHeldInPostgres = (name: string) =>
  `EXISTS (SELECT 1 FROM duty WHERE duty.name = ${name} AND until_ms > ${now})`;

const take = statement({
  sqlite: '',
  postgres: `INSERT INTO duty AS held VALUES(?, ?, ${now} + ?) ON CONFLICT(name) DO UPDATE
    SET holder = excluded.holder, until_ms = excluded.until_ms
    WHERE held.holder = excluded.holder OR held.until_ms < ${now}`,
});
const leave = statement({ sqlite: '', postgres: 'DELETE FROM duty WHERE name = ? AND holder = ?' });
/** False while another process has it. Whoever has it asks again before its time is over. A file has one process for each duty. */
export async function takeDuty(store: SqlStore, duty: Duty): Promise<boolean> {
  if (store.engine === 'sqlite') return true;
  return store.transact((transaction) => store.within(transaction, () => tryDuty(duty)));
}

function* tryDuty({ name, holder, forMs }: Duty): Work<boolean> {
  return (yield* take.run(name, holder, Math.round(forMs))) === 1;
}

export async function leaveDuty(store: SqlStore, { name, holder }: Omit<Duty, 'forMs'>): Promise<void> {
  if (store.engine === 'sqlite') return;
  await store.transact((transaction) => store.within(transaction, () => leave.run(name, holder)));
}
