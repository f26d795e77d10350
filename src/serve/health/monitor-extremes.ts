// The longest outages and the slowest services, read in one pass over everything monitored and cached.

import type { Clock } from '../../model/clock.ts';
import type { HealthState, Monitored } from '../../model/monitoring.ts';
import type { OpenCatalog } from '../../open-catalog.ts';

export interface DownResource {
  readonly id: string;
  readonly state: HealthState;
  readonly sinceMs: number;
  readonly reason: string;
}

export interface SlowResource {
  readonly id: string;
  /** 90th percentile of response times. */
  readonly t90Ms: number;
}

export interface MonitorExtremes {
  readonly longestDown: readonly DownResource[];
  readonly slowest: readonly SlowResource[];
}

const shown = 10;
/** Reading all of them is slow in large catalogs, and the result changes slowly. */
const keptMs = 60_000;

export interface ExtremesReader {
  read(): Promise<MonitorExtremes>;
}

export function openExtremes(context: {
  readonly catalog: Pick<OpenCatalog, 'checks'>;
  readonly clock: Pick<Clock, 'now'>;
}): ExtremesReader {
  let known: { readonly atMs: number; readonly extremes: MonitorExtremes } | null = null;
  let reading: Promise<MonitorExtremes> | null = null;
  const look = async (): Promise<MonitorExtremes> => {
    const atMs = context.clock.now();
    if (known !== null && atMs - known.atMs < keptMs) return known.extremes;
    const extremes = await readExtremes(context.catalog.checks.all());
    known = { atMs, extremes };
    return extremes;
  };
  return {
    read: () => {
      reading ??= look().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}

async function readExtremes(all: AsyncIterable<Monitored>): Promise<MonitorExtremes> {
  let longestDown: readonly DownResource[] = [];
  let slowest: readonly SlowResource[] = [];
  for await (const { id, health, score } of all) {
    if (health?.state === 'down' || health?.state === 'gone') {
      const { state, sinceMs, reason } = health;
      const entry = { id, state, sinceMs, reason: reason?.message ?? '' };
      longestDown = firstOf([...longestDown, entry], (one, other) => one.sinceMs - other.sinceMs);
    }
    const t90Ms = score?.performance.facts.t90Ms;
    if (typeof t90Ms === 'number')
      slowest = firstOf([...slowest, { id, t90Ms }], (one, other) => other.t90Ms - one.t90Ms);
  }
  return { longestDown, slowest };
}

function firstOf<T>(entries: readonly T[], order: (one: T, other: T) => number): readonly T[] {
  return entries.toSorted(order).slice(0, shown);
}
