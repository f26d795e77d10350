// The details of a crawl, read from its tables: discoveries, hosts with why they wait, and the next visits.
import { hostKeyOf, maskSecrets, readUrl } from '../../base/url/url.ts';
import { defaultBudgets, pageBudget } from '../../frontier/budgets.ts';
import { type HoldingReason, holdingReasons } from '../../frontier/explain-host.ts';
import type { ErrorCode } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import type { HostState } from '../../model/frontier.ts';
import { statement, type Work } from '../../store/sql/sql.ts';

export interface FoundRow {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly endpoint: string;
  readonly layerCount: number;
  readonly extent: readonly number[] | null;
}

type StoredDiscovery = Omit<FoundRow, 'extent'> & { west: number | null; south: number; east: number; north: number };

const found =
  statement<StoredDiscovery>(`SELECT id, kind, title, endpoint, layer_count AS "layerCount", west, south, east, north
  FROM task_resource JOIN resource USING(rid) WHERE task = ? ORDER BY rid LIMIT ? OFFSET ?`);

/** Everything the crawl found, in catalog order. */
export function* foundBy(
  task: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Work<readonly FoundRow[]> {
  return (yield* found.all(task, limit, offset)).map(({ west, south, east, north, ...row }) => ({
    ...row,
    extent: west === null ? null : [west, south, east, north],
  }));
}

export interface WaitingRow {
  readonly url: string;
  readonly kind: string | null;
  readonly depth: number;
  readonly anchor: string | null;
  /** 0 comes first, 7 last; set by the crawl ordering. */
  readonly rank: number;
}

/** `ord` holds the class above 44 bits of sequence (migration 1). */
const classFactor = 2 ** 44;

const waiting = statement<Omit<WaitingRow, 'rank'> & { ord: number }>(
  `SELECT key || path AS url, kind, depth, anchor, ord FROM url JOIN host USING(host_id)
  WHERE task_id = ? AND state = 0 ORDER BY ord LIMIT ?`,
);

/** The most promising queued URLs. */
export function* waitingOf(task: number, limit: number): Work<readonly WaitingRow[]> {
  return (yield* waiting.all(task, limit)).map(({ ord, ...row }) => ({
    ...row,
    url: maskSecrets(row.url),
    rank: Math.floor(ord / classFactor),
  }));
}

export interface HostRow {
  readonly host: string;
  /** Pages requested by this crawl. */
  readonly pages: number;
  readonly services: number;
  readonly waiting: number;
  /** The cause, if the host is being left alone. */
  readonly why: string | null;
  /** Why the host is waiting; the first reason applies now. */
  readonly reasons: readonly HoldingReason[];
  /** Earliest time of the next request. */
  readonly nextAtMs: number;
  readonly delayMs: number | null;
  /** Page budget; it grows with every service found. */
  readonly budget: number;
  /** Longitude and latitude of what it serves; null if unknown. */
  readonly place: readonly [number, number] | null;
}

export interface HostListRequest {
  readonly limit: number;
  readonly nowMs: number;
  /** Only hosts whose name contains this. */
  readonly containing?: string;
  /** URLs in progress. */
  readonly visiting?: readonly string[];
}

type StoredHost = Pick<
  HostState,
  'host' | 'key' | 'site' | 'nextAtMs' | 'delayMs' | 'failures' | 'spent' | 'services'
> & {
  address: string | null;
  why: ErrorCode | null;
  pending: number;
};

const hostsIn = (position: string) => `SELECT host_id AS host, key, host.site AS site, address,
    next_at_ms AS "nextAtMs", delay_ms AS "delayMs", failures, why, spent, services, (SELECT count(*) FROM url
      WHERE url.task_id = lane.task_id AND url.host_id = lane.host_id AND state = 0) AS pending
  FROM lane JOIN host USING(host_id) WHERE task_id = ? AND ${position}(key, ?) > 0
  ORDER BY services DESC, spent DESC, host_id LIMIT ?`;
const hosts = statement<StoredHost>({ sqlite: hostsIn('instr'), postgres: hostsIn('strpos') });

/** Hosts with most services first, then most pages. */
export function* hostsOf(
  task: { readonly id: number; readonly name: string },
  request: HostListRequest,
): Work<readonly HostRow[]> {
  const rows = yield* hosts.all(task.id, (request.containing ?? '').toLowerCase(), request.limit);
  const locations = yield* hostLocations(task.name);
  const keysOut = new Set((request.visiting ?? []).flatMap((url) => (readUrl(url) === null ? [] : [hostKeyOf(url)])));
  return rows.map((row) => {
    const budget = pageBudget(defaultBudgets, row.services);
    const state: HostState = { ...row, ...unknown, budget, isOut: keysOut.has(row.key) };
    const { key, spent, services, pending, why, nextAtMs, delayMs } = row;
    return {
      host: key,
      pages: spent,
      services,
      waiting: pending,
      why,
      budget,
      nextAtMs,
      delayMs,
      place: locations.get(key) ?? null,
      reasons: holdingReasons(state, request.nowMs),
    };
  });
}

/** Not shown as a reason. */
const unknown = { latencyEwmaMs: null, strikes: 0, forgiveAtMs: 0, robots: null } as const;

const mostLocated = 5000;

const located = statement<{ endpoint: string; west: number; south: number; east: number; north: number }>(
  `SELECT endpoint, west, south, east, north FROM task_resource JOIN resource USING(rid)
  WHERE task = ? AND west IS NOT NULL ORDER BY rid DESC LIMIT ${mostLocated}`,
);

/**
 * Approximate location of a host: the center of the smallest extent among its services. Global services don't
 * locate their host.
 */
function* hostLocations(task: string): Work<ReadonlyMap<string, readonly [number, number]>> {
  const rows = yield* located.all(task);
  const smallest = new Map<string, { readonly area: number; readonly place: readonly [number, number] }>();
  for (const { endpoint, west, south, east, north } of rows) {
    if (readUrl(endpoint) === null) continue;
    const key = hostKeyOf(endpoint);
    const { area, middle } = measured([west, south, east, north]);
    if (area >= (smallest.get(key)?.area ?? worldArea)) continue;
    smallest.set(key, { area, place: middle });
  }
  return new Map([...smallest].map(([key, { place }]) => [key, place]));
}

/** Extents from this size on (square degrees) are too large to locate a host. */
const worldArea = 0.5 * 360 * 180;

function measured([west, south, east, north]: Extent): { area: number; middle: readonly [number, number] } {
  const width = east >= west ? east - west : east - west + 360;
  const longitude = ((west + width / 2 + 540) % 360) - 180;
  return { area: width * (north - south), middle: [longitude, (south + north) / 2] };
}
