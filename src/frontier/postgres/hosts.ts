// Hosts in PostgreSQL: their ids, their politeness state and their robots files.
import type pg from 'pg';
import { siteOf } from '../../base/url/url.ts';
import type { HostState, HostUpdate, RobotsRecord } from '../../model/frontier.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { HostRow } from '../sqlite/host-table.ts';
import type { PostgresState } from './frontier-state.ts';

/** The ids of hosts, created where missing. In the order of their names, so that workers can't deadlock. */
export async function hostIds(
  { ids }: PostgresState,
  client: pg.ClientBase,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const unknown: string[] = [];
  for (const key of keys) {
    const known = ids.get(key);
    if (known === undefined) unknown.push(key);
    else found.set(key, known);
  }
  const add = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<{ key: string; host: number }>(text, values);
    for (const { key, host } of rows) found.set(key, host);
  };
  const read = 'SELECT key, host_id AS host FROM host WHERE key = ANY($1::text[])';
  if (unknown.length > 0) await add(read, [unknown]);
  const missing = unknown.filter((key) => !found.has(key)).sort();
  if (missing.length === 0) return found;
  const sites = missing.map((key) => siteOf(new URL(key).hostname));
  await add(
    `INSERT INTO host(key, site) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING
    RETURNING key, host_id AS host`,
    [missing, sites],
  );
  // Another worker has just added the same host.
  const others = missing.filter((key) => !found.has(key));
  if (others.length > 0) await add(read, [others]);
  return found;
}

const columns = `host_id AS host, key, site, address, next_at_ms AS "nextAtMs", delay_ms AS "delayMs",
  latency_ms AS "latencyEwmaMs", strikes, forgive_at_ms AS "forgiveAtMs", failures, why`;

export interface HostInTask {
  readonly row: HostRow;
  readonly robots: RobotsRecord | null;
  readonly spent: number;
  readonly services: number;
  readonly waiting: number;
  /** Whether a worker has it now, and how many hosts of its site are leased. */
  readonly isLeased: boolean;
  readonly siteBusy: number;
}

export async function readHost(
  { store, task }: Pick<PostgresState, 'store' | 'task'>,
  host: number,
): Promise<HostInTask | null> {
  const [row] = await store.query<HostRow>(`SELECT ${columns} FROM host WHERE host_id = $1`, [host]);
  if (row === undefined) return null;
  const [robots] = await store.query<RobotsRecord>(
    `SELECT status, body, fetched_ms AS "fetchedAtMs", expires_ms AS "expiresAtMs" FROM robots WHERE host_id = $1`,
    [host],
  );
  const [slot] = await store.query<Omit<HostInTask, 'row' | 'robots'>>(
    `SELECT spent, services, pages + probes AS waiting,
      EXISTS (SELECT 1 FROM lease WHERE lease.host_id = lane.host_id) AS "isLeased",
      (SELECT count(*) FROM lease WHERE lease.site = lane.site) AS "siteBusy"
    FROM lane WHERE task_id = $1 AND host_id = $2`,
    [task, host],
  );
  const none = { spent: 0, services: 0, waiting: 0, isLeased: false, siteBusy: 0 };
  return { row, robots: robots ?? null, ...(slot ?? none) };
}

/** For requests to a host outside of a crawl. */
export async function hostStateOf(store: PostgresStore, key: string): Promise<HostState | null> {
  const [found] = await store.query<{ host: number }>('SELECT host_id AS host FROM host WHERE key = $1', [key]);
  const known = found === undefined ? null : await readHost({ store, task: 0 }, found.host);
  return known === null ? null : { ...known.row, robots: known.robots, pending: 0, spent: 0, budget: 0, services: 0 };
}

/** Stores a delay requested by the host. */
export async function delayHost(store: PostgresStore, { host, nextAtMs, why = null }: HostUpdate): Promise<void> {
  await store.query('UPDATE host SET next_at_ms = greatest(next_at_ms, $2), why = $3 WHERE host_id = $1', [
    host,
    roundedUp(nextAtMs),
    why,
  ]);
}

const update = `
  UPDATE host SET next_at_ms = greatest(next_at_ms, n.next_at), delay_ms = coalesce(n.delay, delay_ms),
    latency_ms = coalesce(n.latency, latency_ms), strikes = coalesce(n.strikes, host.strikes),
    forgive_at_ms = coalesce(n.forgive_at, forgive_at_ms), failures = coalesce(n.failures, host.failures),
    address = coalesce(n.address, host.address), why = CASE WHEN n.has_why THEN n.why ELSE host.why END
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::bigint[], $6::bigint[], $7::bigint[],
    $8::text[], $9::bool[], $10::text[])
    AS n(host, next_at, delay, latency, strikes, forgive_at, failures, address, has_why, why)
  WHERE host_id = n.host`;

/**
 * Writes the fields of the update and leaves the others. A time never moves back: the update may be older than what
 * others wrote meanwhile. The rows are locked by the caller.
 */
export async function storeHostUpdates(client: pg.ClientBase, news: readonly HostUpdate[]): Promise<void> {
  if (news.length === 0) return;
  const column = <Value>(read: (one: HostUpdate) => Value) => news.map(read);
  await client.query({
    name: 'store-news',
    text: update,
    values: [
      column(({ host }) => host),
      column(({ nextAtMs }) => roundedUp(nextAtMs)),
      column(({ delayMs }) => roundedUp(delayMs)),
      column(({ latencyEwmaMs }) => latencyEwmaMs ?? null),
      column(({ strikes }) => strikes ?? null),
      column(({ forgiveAtMs }) => roundedUp(forgiveAtMs)),
      column(({ failures }) => failures ?? null),
      column(({ address }) => address ?? null),
      column(({ why }) => why !== undefined),
      column(({ why }) => why ?? null),
    ],
  });
  for (const { host, robots } of news) if (robots !== undefined) await putRobots(client, host, robots);
}

async function putRobots(client: pg.ClientBase, host: number, robots: RobotsRecord): Promise<void> {
  await client.query(
    `INSERT INTO robots VALUES($1, $2, $3, $4, $5) ON CONFLICT (host_id) DO UPDATE SET status = excluded.status,
      body = excluded.body, fetched_ms = excluded.fetched_ms, expires_ms = excluded.expires_ms`,
    [host, robots.status, withoutNul(robots.body), roundedUp(robots.fetchedAtMs), roundedUp(robots.expiresAtMs)],
  );
}

/** PostgreSQL's text holds every character but this one. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}

/** Rounding up is the polite side. */
function roundedUp(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.ceil(ms);
}
