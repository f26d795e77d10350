// Finds due hosts and leases them: one worker at a time, so that the limit of hosts per site holds over all of them.
import type pg from 'pg';
import type { Capacity } from '../../model/frontier.ts';
import { classCount } from '../ready-lists.ts';
import type { PostgresState } from './frontier-state.ts';
import { loadQueues } from './load-queues.ts';

/** Key of the advisory lock held during the query: any number not used elsewhere. */
const lookLock = 7_367_005;
/** While others have hosts, their discoveries may become due at any time; notifications come sooner. */
const checkOthersMs = 500;

interface DueHost {
  readonly pool: 0 | 1;
  readonly cls: number;
  readonly host: number;
  readonly site: number;
  readonly dueMs: number;
}

/**
 * Due hosts of each class, the longest waiting first. One query per class, since an index gives one class in order of
 * time; limits are literals, since PostgreSQL plans badly for unknown ones. Our hosts are excluded by id: a lease in
 * our name that we don't know of (the response was lost, or an earlier run was interrupted) expires like any other.
 */
const dueHosts = (pool: 0 | 1, column: string) => `
  SELECT ${pool} AS pool, c.cls, d.host_id AS host, d.site, d.due_ms AS "dueMs"
  FROM generate_series(0, 7) c(cls) CROSS JOIN LATERAL (
    SELECT host_id, site, due_ms FROM lane
    WHERE task_id = $1 AND ${column} = c.cls AND ${column} < 8 AND due_ms <= $2 AND NOT EXISTS (
      SELECT 1 FROM lease WHERE lease.host_id = lane.host_id AND (lease.host_id = ANY($3::bigint[]) OR until_ms + rest_ms > $2))
    ORDER BY due_ms, host_id LIMIT 64) d`;
const candidates = `${dueHosts(0, 'page_cls')} UNION ALL ${dueHosts(1, 'probe_cls')}`;

const nextDue = (column: string) => `
  (SELECT min(d.due_ms) FROM generate_series(0, 7) c(cls) CROSS JOIN LATERAL (
    SELECT due_ms FROM lane
    WHERE task_id = $1 AND ${column} = c.cls AND ${column} < 8 AND due_ms > $2
      AND NOT EXISTS (SELECT 1 FROM lease WHERE lease.host_id = lane.host_id)
    ORDER BY due_ms LIMIT 1) d)`;
/**
 * Hosts leased by another crawl or a check are returned, too: a crawl that waits for nothing else is not over. The
 * limit makes PostgreSQL look up the few leased hosts instead of reading all host slots.
 */
const rest = `SELECT ${nextDue('page_cls')} AS page, ${nextDue('probe_cls')} AS probe,
  EXISTS (SELECT 1 FROM lease WHERE task_id = $1 AND NOT host_id = ANY($3::bigint[]))
  OR EXISTS (SELECT 1 FROM lease CROSS JOIN LATERAL (
    SELECT 1 FROM lane WHERE lane.task_id = $1 AND lane.host_id = lease.host_id AND (page_cls < 8 OR probe_cls < 8)
    LIMIT 1) work WHERE lease.task_id <> $1) AS others`;

/** Our hosts that are not being visited don't block others of their site. */
const busySites = `SELECT site, count(*) AS busy FROM lease
  WHERE until_ms + rest_ms > $1 AND NOT host_id = ANY($2::bigint[]) GROUP BY site`;

/**
 * Rows locked by others are left for the next query. An expired lease also waits for its host's crawl delay, which may
 * have grown while the lease was held (robots.txt, a slow server).
 */
const take = `
  WITH free AS (
    SELECT host_id, wanted.site, next_at_ms, coalesce(delay_ms, $6) AS rest_ms FROM host
    JOIN unnest($1::bigint[], $2::bigint[]) AS wanted(host, site) ON host = host_id
    FOR UPDATE OF host SKIP LOCKED),
  taken AS (
    INSERT INTO lease SELECT host_id, $3, site, $4, nextval('lease_epoch'), $5::bigint + $7::bigint, rest_ms FROM free
    WHERE next_at_ms <= $5
    ON CONFLICT (host_id) DO UPDATE SET task_id = excluded.task_id, holder = excluded.holder, epoch = excluded.epoch,
      until_ms = excluded.until_ms, rest_ms = excluded.rest_ms, is_wanted = false
      WHERE lease.until_ms + greatest(lease.rest_ms, excluded.rest_ms) <= $5
    RETURNING host_id, epoch)
  SELECT host_id AS host, taken.epoch, CASE WHEN taken.epoch IS NULL AND until_ms + lease.rest_ms <= $5
      THEN greatest(next_at_ms, until_ms + free.rest_ms) ELSE next_at_ms END AS "nextAtMs"
  FROM free LEFT JOIN taken USING(host_id) LEFT JOIN lease USING(host_id)`;

/**
 * Another task has visited the host meanwhile, or its delay after a lease is not over. Settling locks host slots and
 * then waits for hosts, some of which are locked here: waiting could deadlock.
 */
const postpone = `
  WITH early AS (
    SELECT host_id, given.due_ms FROM lane JOIN unnest($2::bigint[], $3::bigint[]) AS given(host, due_ms) ON host_id = host
    WHERE task_id = $1 AND lane.due_ms < given.due_ms FOR UPDATE OF lane SKIP LOCKED)
  UPDATE lane SET due_ms = early.due_ms FROM early WHERE task_id = $1 AND lane.host_id = early.host_id`;

/** Leases the best due hosts, as far as there is capacity, and loads them into memory. */
export async function leaseDueHosts(state: PostgresState, room: Capacity, nowMs: number): Promise<void> {
  const { store, task, held } = state;
  state.isStale = false;
  state.lookedMs = nowMs;
  const taken = await store.withClient(async (client) => {
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lookLock})`);
    try {
      const chosen = await choose(state, client, room, nowMs);
      const leased = chosen.length === 0 ? new Map<number, number>() : await leaseHosts(state, client, chosen, nowMs);
      await client.query('COMMIT');
      return leased;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
  await loadQueues(state, taken, nowMs);
  const [then] = await store.query<{ page: number | null; probe: number | null; others: boolean }>(rest, [
    task,
    nowMs,
    [...held.keys()],
  ]);
  state.areOthersBusy = then!.others;
  const other = then!.others ? nowMs + checkOthersMs : Number.POSITIVE_INFINITY;
  state.dueMs[0] = Math.min(state.dueMs[0], then!.page ?? other, other);
  state.dueMs[1] = Math.min(state.dueMs[1], then!.probe ?? other, other);
}

async function choose(
  state: PostgresState,
  client: pg.ClientBase,
  room: Capacity,
  nowMs: number,
): Promise<readonly DueHost[]> {
  const { task, held, slots, clock, hostsPerSite, news } = state;
  const values = [task, nowMs, [...held.keys()]];
  const { rows } = await client.query<DueHost>({ name: 'due-hosts', text: candidates, values });
  const idle = [...held.keys()].filter((host) => !clock.isOut(slots.slotOf(host)));
  const counted = await client.query<{ site: number; busy: number }>({
    name: 'busy-sites',
    text: busySites,
    values: [nowMs, idle],
  });
  const busy = new Map(counted.rows.map(({ site, busy: count }) => [site, count]));
  state.dueMs.fill(Number.POSITIVE_INFINITY);
  state.fullSites.clear();
  const chosen = new Map<number, DueHost>();
  for (const pool of [1, 0] as const) {
    const isKnownLater = ({ host }: DueHost) => (news.get(host)?.nextAtMs ?? 0) > nowMs;
    const due = rows.filter((one) => one.pool === pool && !isKnownLater(one));
    const queues = Array.from({ length: classCount }, (_, cls) => due.filter((one) => one.cls === cls));
    let left = pool === 0 ? room.page : room.probe;
    for (let cls = pick(state, queues); cls >= 0; cls = pick(state, queues)) {
      const one = queues[cls]!.shift()!;
      if (chosen.has(one.host)) continue;
      const isFull = (busy.get(one.site) ?? 0) >= hostsPerSite;
      if (isFull) state.fullSites.add(one.site);
      else if (left <= 0) state.dueMs[pool] = Math.min(state.dueMs[pool], one.dueMs);
      else {
        left--;
        busy.set(one.site, (busy.get(one.site) ?? 0) + 1);
        chosen.set(one.host, one);
      }
    }
  }
  return [...chosen.values()];
}

function pick({ choice }: PostgresState, queues: readonly (readonly DueHost[])[]): number {
  return choice((cls) => queues[cls]!.length > 0);
}

interface TakenHost {
  readonly host: number;
  readonly epoch: number | null;
  readonly nextAtMs: number;
}

/** The hosts that are ours now, in the order in which they were chosen. */
async function leaseHosts(
  state: PostgresState,
  client: pg.ClientBase,
  chosen: readonly DueHost[],
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const { task, sharing, baseDelayMs } = state;
  const hosts = chosen.map(({ host }) => host);
  const sites = chosen.map(({ site }) => site);
  const values = [hosts, sites, task, sharing.holder, nowMs, baseDelayMs, sharing.leaseMs];
  const { rows } = await client.query<TakenHost>({ name: 'take-hosts', text: take, values });
  const byHost = new Map(rows.map((row) => [row.host, row]));
  const early = rows.filter(({ nextAtMs }) => nextAtMs > nowMs);
  if (early.length > 0)
    await client.query(postpone, [task, early.map(({ host }) => host), early.map(({ nextAtMs }) => nextAtMs)]);
  // The worker that was faster will release the host soon.
  if (rows.length < chosen.length) for (const { pool } of chosen) state.dueMs[pool] = nowMs;
  return new Map(
    hosts.flatMap((host) => {
      const epoch = byHost.get(host)?.epoch ?? null;
      return epoch === null ? [] : [[host, epoch] as const];
    }),
  );
}
