// Overviews that read everything monitored: growth and decay, the longest outages, the slowest services. Cached, since that is slow
// in large catalogs and the results change slowly.
import type { Clock } from '../../model/clock.ts';
import type { HealthState, Monitored } from '../../model/monitoring.ts';
import type { OpenCatalog } from '../../open-catalog.ts';

type Catalog = Pick<OpenCatalog, 'decay' | 'checks'>;

interface Kept<T> {
  /** Null while it is being read. */
  atMs: number | null;
  readonly result: Promise<T>;
}

const keptMs = 60_000;

/** Reads a catalog once a minute at most; failures aren't cached. */
function oncePerMinute<T>(read: (catalog: Catalog) => Promise<T>) {
  const kept = new WeakMap<Catalog, Kept<T>>();
  return ({ catalog, clock }: { readonly catalog: Catalog; readonly clock: Pick<Clock, 'now'> }): Promise<T> => {
    const nowMs = clock.now();
    const known = kept.get(catalog);
    if (known !== undefined && (known.atMs === null || nowMs - known.atMs < keptMs)) return known.result;
    const reading: Kept<T> = { atMs: null, result: read(catalog) };
    kept.set(catalog, reading);
    reading.result.then(
      () => {
        reading.atMs = nowMs;
      },
      () => kept.delete(catalog),
    );
    return reading.result;
  };
}

export const decayOf = oncePerMinute((catalog) => catalog.decay());
export const extremesOf = oncePerMinute(({ checks }) => readExtremes(checks.all()));

export interface MonitorExtremes {
  readonly longestDown: readonly {
    readonly id: string;
    readonly state: HealthState;
    readonly sinceMs: number;
    readonly reason: string;
  }[];
  /** By the 90th percentile of response times. */
  readonly slowest: readonly { readonly id: string; readonly t90Ms: number }[];
}

const shown = 10;

async function readExtremes(all: AsyncIterable<Monitored>): Promise<MonitorExtremes> {
  let longestDown: MonitorExtremes['longestDown'] = [];
  let slowest: MonitorExtremes['slowest'] = [];
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
