// What one process at a time does, of however many work with one database: running a crawl, sending mail.
import { type SqlStore, statement, type Work } from './sql.ts';

export interface Duty {
  readonly name: string;
  /** Who wants it; any text that nobody else has. */
  readonly holder: string;
  /** How long it is theirs unless they ask again. */
  readonly forMs: number;
}

/** Only PostgreSQL has them: whoever asks of a file is answered without a statement. By the clock of the database, the only one all of them see. */
const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

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
const rest = statement({
  sqlite: '',
  postgres: `UPDATE duty SET holder = '', until_ms = ${now} + ? WHERE name = ? AND holder = ?`,
});
const held = statement({
  sqlite: '',
  postgres: 'SELECT 1 AS one FROM duty WHERE name = ? AND holder = ? FOR UPDATE',
});
const sweep = statement({ sqlite: '', postgres: `DELETE FROM duty WHERE until_ms < ${now} - 3600000` });

/** False while another process has it. Whoever has it asks again before its time is over. A file has one process for each duty. */
export async function takeDuty(store: SqlStore, duty: Duty): Promise<boolean> {
  if (store.engine === 'sqlite') return true;
  return store.transact((transaction) => store.within(transaction, () => tryDuty(duty)));
}

export function* tryDuty({ name, holder, forMs }: Duty): Work<boolean> {
  return (yield* take.run(name, holder, Math.round(forMs))) === 1;
}

export async function leaveDuty(store: SqlStore, { name, holder }: Omit<Duty, 'forMs'>): Promise<void> {
  if (store.engine === 'sqlite') return;
  await store.transact((transaction) => store.within(transaction, () => leave.run(name, holder)));
}

/** Nobody has it for so long. */
export function* restDuty({ name, holder, forMs }: Duty): Work<void> {
  yield* rest.run(Math.round(forMs), name, holder);
}

/** Whether nobody has taken it over; until the transaction ends nobody does. */
export function* holdsDuty({ name, holder }: Omit<Duty, 'forMs'>): Work<boolean> {
  return (yield* held.get(name, holder)) !== undefined;
}

/** Forgets what was over an hour ago. */
export function* sweepDuties(): Work<void> {
  yield* sweep.run();
}
