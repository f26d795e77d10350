// Counts of what is pending at the hosts of a task, updated with its URLs; every writer locks rows in the order of hosts.
import type pg from 'pg';
import { pageBudget } from '../budgets.ts';
import { classStep } from '../url-row.ts';
import type { PostgresState } from './frontier-state.ts';

export interface HostSlotRow {
  readonly host: number;
  readonly spent: number;
  readonly services: number;
  readonly dry: number;
  readonly pages: number;
}

const lock = `SELECT host_id AS host, spent, services, dry, pages FROM lane
  WHERE task_id = $1 AND host_id = ANY($2::bigint[]) ORDER BY host_id FOR UPDATE`;

/** Locks the host slots until the transaction ends. One call per transaction: two could deadlock. */
export async function lockHostSlots(
  { task }: PostgresState,
  client: pg.ClientBase,
  hosts: readonly number[],
): Promise<HostSlotRow[]> {
  const { rows } = await client.query<HostSlotRow>({ name: 'lock-lanes', text: lock, values: [task, hosts] });
  return rows;
}

/** For hosts that are new to the task. */
export async function createHostSlots(
  { task, nowMs }: PostgresState,
  client: pg.ClientBase,
  made: readonly { readonly host: number; readonly site: number }[],
): Promise<void> {
  const inOrder = [...made].sort((one, other) => one.host - other.host);
  await client.query(
    `INSERT INTO lane(task_id, host_id, site, due_ms)
    SELECT $1, made.host, made.site, greatest(next_at_ms, $4) FROM unnest($2::bigint[], $3::bigint[]) AS made(host, site)
    JOIN host ON host_id = made.host ORDER BY made.host ON CONFLICT DO NOTHING`,
    [task, inOrder.map(({ host }) => host), inOrder.map(({ site }) => site), Math.floor(nowMs)],
  );
}

export interface HostSlotChange {
  readonly host: number;
  readonly pages: number;
  readonly probes: number;
  readonly spent: number;
  readonly services: number;
  readonly dry: number;
}

const change = `
  UPDATE lane SET pages = lane.pages + c.pages, probes = lane.probes + c.probes, spent = lane.spent + c.spent,
    services = lane.services + c.services,
    dry = CASE WHEN c.services > 0 THEN 0 ELSE lane.dry + c.dry END
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
    AS c(host, pages, probes, spent, services, dry)
  WHERE task_id = $1 AND host_id = c.host`;

const best = (pool: 0 | 1) => `coalesce((SELECT ord / ${classStep} FROM url
  WHERE url.task_id = lane.task_id AND url.host_id = lane.host_id AND url.pool = ${pool} AND url.state = 0
  ORDER BY ord LIMIT 1), 8)`;
/** Pages of a host whose budget is spent stay pending without being due. */
const refresh = `
  UPDATE lane SET probe_cls = CASE WHEN probes > 0 THEN ${best(1)} ELSE 8 END,
    page_cls = CASE WHEN pages > 0 AND spent < $3::bigint + $4::bigint * services THEN ${best(0)} ELSE 8 END,
    due_ms = CASE WHEN $5::bool THEN host.next_at_ms ELSE lane.due_ms END
  FROM host WHERE host.host_id = lane.host_id AND task_id = $1 AND lane.host_id = ANY($2::bigint[])
  RETURNING lane.host_id AS host, due_ms AS "dueMs", page_cls < 8 AS "hasPage", probe_cls < 8 AS "hasProbe"`;

/** When a host is due, and for which pool. */
export interface DueHostSlot {
  readonly host: number;
  readonly dueMs: number;
  readonly hasPage: boolean;
  readonly hasProbe: boolean;
}

export interface HostSlotChanges {
  readonly changes: readonly HostSlotChange[];
  /** Hosts whose queues have changed otherwise. */
  readonly also: readonly number[];
  /** Their due times have changed, too. */
  readonly isMoment: boolean;
}

/** Adds to host slots that are locked, and recomputes what is due there. */
export async function changeHostSlots(
  { task, budgets }: PostgresState,
  client: pg.ClientBase,
  { changes, also, isMoment }: HostSlotChanges,
): Promise<readonly DueHostSlot[]> {
  const hosts = changes.map(({ host }) => host);
  if (hosts.length > 0) {
    const columns = (['pages', 'probes', 'spent', 'services', 'dry'] as const).map((name) =>
      changes.map((one) => one[name]),
    );
    await client.query({ name: 'change-lanes', text: change, values: [task, hosts, ...columns] });
  }
  const touched = [...new Set([...hosts, ...also])];
  if (touched.length === 0) return [];
  const values = [task, touched, pageBudget(budgets, 0), budgets.pagesPerService, isMoment];
  const { rows } = await client.query<DueHostSlot>({ name: 'refresh-lanes', text: refresh, values });
  return rows;
}
