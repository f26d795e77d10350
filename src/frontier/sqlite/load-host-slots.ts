// Loads the hosts with pending URLs into memory when a task is opened.
import { fingerprint } from '../../base/text/fingerprint.ts';
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { readSqlite } from '../../store/sqlite/read.ts';
import { classOf } from '../url-row.ts';
import type { FrontierOptions, FrontierState } from './frontier-state.ts';

/** The pending URLs of one queue of one host. */
interface Queue {
  readonly host: number;
  readonly pool: 0 | 1;
  readonly count: number;
  readonly bestOrd: number;
  readonly site: string;
  readonly nextAtMs: number;
  readonly delayMs: number | null;
  readonly spent: number | null;
  readonly services: number | null;
  readonly dry: number | null;
}

/** Counting reads the queue index once, some million URLs per second; a stored count could be wrong. */
const queues = `
  SELECT host_id AS host, pool, count, bestOrd, site, next_at_ms AS nextAtMs, delay_ms AS delayMs, spent, services, dry
  FROM (SELECT host_id, pool, count(*) AS count, min(ord) AS bestOrd FROM url INDEXED BY url_queue
    WHERE task_id = ?1 AND state = 0 GROUP BY host_id, pool)
  CROSS JOIN host USING(host_id) LEFT JOIN (SELECT * FROM lane WHERE task_id = ?1) USING(host_id)`;

/** After an unclean stop the last requests may be unrecorded: each host then waits its delay from now on. */
export function loadHostSlots(state: FrontierState, database: SqlDatabase, options: FrontierOptions): void {
  const { slots, clock } = state;
  const restMs = (delayMs: number | null): number =>
    options.unclean === true ? options.nowMs + (delayMs ?? options.baseDelayMs ?? 2000) : 0;
  clock.advance(options.nowMs);
  readSqlite(() => {
    for (const row of database.prepare(queues).iterate(state.task)) {
      const { host, pool, count, bestOrd, site, ...rest } = row as Queue;
      const known = slots.slotOf(host);
      const nextAtMs = Math.max(rest.nextAtMs, restMs(rest.delayMs));
      const account = { spent: rest.spent ?? 0, services: rest.services ?? 0, dry: rest.dry ?? 0 };
      const slot = known >= 0 ? known : slots.add({ host, site: fingerprint(site), nextAtMs, ...account });
      slots.pending[2 * slot + pool] = count;
      slots.cls[2 * slot + pool] = classOf(bestOrd);
    }
  });
  for (let slot = 0; slot < slots.count; slot++) clock.place(slot);
}
