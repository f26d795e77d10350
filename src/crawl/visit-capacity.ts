// How many visits may start: the concurrency and the limits of a crawl.
import type { Capacity, Visit } from '../model/frontier.ts';
import type { StopReason } from '../model/report.ts';
import type { CrawlRun } from './crawl-run.ts';
import type { CrawlSession } from './crawl-session.ts';
import type { VisitPool } from './visit-pool.ts';

type CapacityContext = Pick<CrawlSession, 'config' | 'clock' | 'frontier' | 'coordination'>;
type VisitCounts = Pick<VisitPool<unknown>, 'active' | 'waiting'>;

/** Retry interval when others have used up a shared page limit: some visits don't count in the end. */
const pagesRetryMs = 250;

/** Limits include visits in progress, so they are never exceeded. */
export function capacityOf(
  { config, clock, coordination }: CapacityContext,
  run: CrawlRun,
  pool: VisitCounts,
): Capacity {
  const { active } = pool;
  const free = coordination.concurrency?.room(active) ?? {
    page: config['crawl.concurrency'] - active.page,
    probe: config['crawl.probeConcurrency'] - active.probe,
  };
  const maxPages = config['crawl.maxPages'] ?? Number.POSITIVE_INFINITY;
  let pagesLeft = maxPages - run.pageVisits - pool.waiting().visits - active.page;
  // Others may have used up a shared limit, and may return some of it.
  if (coordination.allowance !== null) pagesLeft = clock.now() < run.pagesFromMs ? 0 : Number.POSITIVE_INFINITY;
  return { page: Math.max(0, Math.min(free.page, pagesLeft)), probe: free.probe };
}

/** Visits that may start. Pages beyond a shared limit are released. */
export async function leaseVisits(
  { frontier, clock, coordination: { allowance, concurrency } }: CapacityContext,
  run: CrawlRun,
  capacity: Capacity,
): Promise<readonly Visit[]> {
  const leased = await frontier.lease(capacity, clock.now());
  const pages = leased.filter(({ pool }) => pool === 'page');
  concurrency?.used(capacity, { page: pages.length, probe: leased.length - pages.length });
  if (allowance === null || pages.length === 0) return leased;
  const beyond = new Set(pages.slice(await allowance.take(pages.length)));
  for (const visit of beyond) frontier.release(visit, clock.now());
  if (beyond.size > 0) run.pagesFromMs = clock.now() + pagesRetryMs;
  return leased.filter((visit) => !beyond.has(visit));
}

/** When the next visit may start; null if nothing is pending. */
export function nextDueMs(
  { frontier }: CapacityContext,
  run: CrawlRun,
  capacity: Capacity,
  nowMs: number,
): number | null {
  const dueMs = frontier.nextDueMs(capacity);
  return run.pagesFromMs <= nowMs ? dueMs : Math.min(dueMs ?? Number.POSITIVE_INFINITY, run.pagesFromMs);
}

export function limitReached({ config, clock, coordination }: CapacityContext, run: CrawlRun): StopReason | null {
  const { 'crawl.maxPages': maxPages, 'crawl.maxTimeMs': maxTimeMs, 'crawl.maxBytes': maxBytes } = config;
  const hasAllPages = coordination.allowance?.isUsedUp() ?? (maxPages !== null && run.pageVisits >= maxPages);
  if (hasAllPages) return 'max-pages';
  if (maxTimeMs !== null && clock.now() - run.progress.startedAtMs >= maxTimeMs) return 'max-time';
  return maxBytes !== null && run.progress.bytes >= maxBytes ? 'max-bytes' : null;
}
