// Reads the pending URLs of leased hosts, and enters the hosts into the clock.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { classOf, type QueuedUrl, type QueueRow, readQueued } from '../url-row.ts';
import type { PostgresState } from './frontier-state.ts';

/** URLs read ahead of each queue per lease: a turn is ten visits. A literal in the query, see lease-due-hosts.ts. */
const waiting = `
  SELECT l.host_id AS host, h.key, h.site, h.next_at_ms AS "nextAtMs", l.spent, l.services, l.dry, p.pool, q.*
  FROM unnest($2::bigint[]) AS wanted(host) JOIN lane l ON l.task_id = $1 AND l.host_id = host
  JOIN host h ON h.host_id = host CROSS JOIN (VALUES (0::smallint), (1::smallint)) p(pool)
  LEFT JOIN LATERAL (
    SELECT fp, path, ord, kind, step, depth, found_by, anchor, via_host, via_fp, tries FROM url
    WHERE task_id = $1 AND host_id = l.host_id AND url.pool = p.pool AND state = 0 ORDER BY ord LIMIT 16) q ON true
  ORDER BY array_position($2::bigint[], host), p.pool, q.ord`;

interface WaitingRow extends Omit<QueueRow, 'fp'> {
  readonly host: number;
  readonly key: string;
  readonly site: string;
  readonly nextAtMs: number;
  readonly spent: number;
  readonly services: number;
  readonly dry: number;
  readonly pool: 0 | 1;
  readonly fp: number | null;
}

/** `leased`: newly leased hosts, with the epochs of their leases. */
export async function loadQueues(
  state: PostgresState,
  leased: ReadonlyMap<number, number>,
  nowMs: number,
): Promise<void> {
  if (leased.size === 0) return;
  const rows = await readRows(state, [...leased.keys()]);
  for (const row of rows) {
    if (state.held.has(row.host)) continue;
    const { host, key, spent, services, dry } = row;
    const nextAtMs = Math.max(row.nextAtMs, state.news.get(host)?.nextAtMs ?? 0);
    const untilMs = nowMs + state.sharing.leaseMs;
    state.held.set(host, { key, epoch: leased.get(host)!, sinceMs: nowMs, untilMs, visits: 0, isLost: false });
    state.slots.add({ host, site: fingerprint(row.site), nextAtMs, spent, services, dry });
  }
  fill(state, rows);
}

/** Our hosts whose queues have changed. */
export async function reloadQueues(state: PostgresState): Promise<void> {
  const hosts = [...state.dirty].filter((host) => state.held.get(host)?.isLost === false);
  state.dirty.clear();
  if (hosts.length > 0) fill(state, await readRows(state, hosts));
}

function readRows({ store, task }: PostgresState, hosts: readonly number[]): Promise<WaitingRow[]> {
  return store.withClient(async (client) => {
    const { rows } = await client.query<WaitingRow>({ name: 'waiting', text: waiting, values: [task, hosts] });
    return rows;
  });
}

function fill(state: PostgresState, rows: readonly WaitingRow[]): void {
  const { slots, queues, taken, clock } = state;
  const bySlot = new Map<number, QueuedUrl[]>();
  for (const row of rows) {
    const slot = 2 * slots.slotOf(row.host) + row.pool;
    const urls = bySlot.get(slot) ?? [];
    bySlot.set(slot, urls);
    if (row.fp !== null && !taken.has(row.fp)) urls.push(readQueued({ ...row, fp: row.fp }));
  }
  for (const [slot, urls] of bySlot) {
    queues.load(slot, urls);
    slots.pending[slot] = urls.length + slots.taken[slot]!;
    slots.cls[slot] = urls[0] === undefined ? 7 : classOf(urls[0].ord);
  }
  for (const slot of bySlot.keys()) clock.place(slot >> 1);
}
