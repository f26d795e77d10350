// The hosts a crawl has met: what they gave, where they are, and why they are not being asked just now.

import { hostKeyOf, readUrl } from '../../base/url/url.ts';
import { defaultBudgets, pageBudget } from '../../frontier/budgets.ts';
import { type HoldingReason, holdingReasons } from '../../frontier/explain-host.ts';
import type { ErrorCode } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import type { HostState } from '../../model/frontier.ts';
import { statement, type Work } from '../../store/sql/sql.ts';

export interface HostRow {
  readonly host: string;
  /** Pages asked of it by this crawl. */
  readonly pages: number;
  readonly services: number;
  readonly waiting: number;
  /** What it did or asked for, where that is why it is left alone. */
  readonly why: string | null;
  /** Why it is not moving; the first holds it now. */
  readonly reasons: readonly HoldingReason[];
  /** No request to it before this moment. */
  readonly nextAtMs: number;
  readonly delayMs: number | null;
  /** Pages it may be asked for; more with every service. */
  readonly budget: number;
  /** Longitude and latitude of what it serves; null where nothing it serves says. */
  readonly place: readonly [number, number] | null;
}

export interface HostWish {
  readonly limit: number;
  readonly nowMs: number;
  /** Only hosts with this in their name. */
  readonly containing?: string;
  /** Addresses being asked at this moment. */
  readonly visiting?: readonly string[];
}

type Row = Pick<HostState, 'host' | 'key' | 'site' | 'nextAtMs' | 'delayMs' | 'failures' | 'spent' | 'services'> & {
  address: string | null;
  why: ErrorCode | null;
  pending: number;
};

const hostsIn = (position: string) => `SELECT host_id AS host, key, host.site AS site, address,
    next_at_ms AS "nextAtMs", delay_ms AS "delayMs", failures, why, spent, services, (SELECT count(*) FROM url
      WHERE url.task_id = lane.task_id AND url.host_id = lane.host_id AND state = 0) AS pending
  FROM lane JOIN host USING(host_id) WHERE task_id = ? AND ${position}(key, ?) > 0
  ORDER BY services DESC, spent DESC, host_id LIMIT ?`;
const hosts = statement<Row>({ sqlite: hostsIn('instr'), postgres: hostsIn('strpos') });

/** Hosts with most services first, then most pages. */
export function* hostsOf(
  task: { readonly id: number; readonly name: string },
  wish: HostWish,
): Work<readonly HostRow[]> {
  const rows = yield* hosts.all(task.id, (wish.containing ?? '').toLowerCase(), wish.limit);
  const places = yield* hostPlaces(task.name);
  const isOut = new Set((wish.visiting ?? []).flatMap((url) => (readUrl(url) === null ? [] : [hostKeyOf(url)])));
  return rows.map((row) => {
    const budget = pageBudget(defaultBudgets, row.services);
    const state: HostState = { ...row, ...unknown, budget, isOut: isOut.has(row.key) };
    return {
      ...{ host: row.key, pages: row.spent, services: row.services, waiting: row.pending, why: row.why, budget },
      ...{ nextAtMs: row.nextAtMs, delayMs: row.delayMs, place: places.get(row.key) ?? null },
      reasons: holdingReasons(state, wish.nowMs),
    };
  });
}

/** What no reason is made of. */
const unknown = { latencyEwmaMs: null, strikes: 0, forgiveAtMs: 0, robots: null } as const;

const mostPlaced = 5000;

const placed = statement<{ endpoint: string; west: number; south: number; east: number; north: number }>(
  `SELECT endpoint, west, south, east, north FROM task_resource JOIN resource USING(rid)
  WHERE task = ? AND west IS NOT NULL ORDER BY rid DESC LIMIT ${mostPlaced}`,
);

/**
 * Where a host is, as far as its services tell: the middle of the smallest area one of them covers. A map of the world says
 * nothing about who serves it.
 */
function* hostPlaces(task: string): Work<ReadonlyMap<string, readonly [number, number]>> {
  const rows = yield* placed.all(task);
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

/** Square degrees from where on an extent is no place. */
const worldArea = 0.5 * 360 * 180;

function measured([west, south, east, north]: Extent): { area: number; middle: readonly [number, number] } {
  const width = east >= west ? east - west : east - west + 360;
  const longitude = ((west + width / 2 + 540) % 360) - 180;
  return { area: width * (north - south), middle: [longitude, (south + north) / 2] };
}
