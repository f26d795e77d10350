// The pipeline: seeds → frontier → fetch → extract → identify → classify → catalog, readable top to bottom.

import type { CrawlEvent, CrawlProgress, StopReason } from '../model/report.ts';
import { commitVisits } from './commit-visits.ts';
import { CrawlRun } from './crawl-run.ts';
import type { CrawlDependencies, CrawlSession } from './crawl-session.ts';
import type { CrawlOptions } from './crawl-task.ts';
import { openCrawlSession } from './open-crawl-session.ts';
import { createVisitProcessor } from './process-visit.ts';
import { searchEffects, seedEffects } from './seed-effects.ts';
import { capacityOf, leaseVisits, limitReached, nextDueMs } from './visit-capacity.ts';
import type { VisitEffects } from './visit-effects.ts';
import { createVisitPool, type VisitPool, type VisitPoolEnd } from './visit-pool.ts';

/** Larger batches are cheaper; after a crash their pages are fetched again. */
const commitEveryMs = 250;
const commitAtVisits = 256;
/** With few pages in progress, an early commit costs little and makes their links available. */
const commitFewMs = 25;
const fewVisits = 16;
/** A foreground crawl waits this long for delayed hosts; --resume does the rest. */
const patienceMs = 5 * 60_000;

export interface Crawl extends AsyncIterable<CrawlEvent> {
  progress(): CrawlProgress;
}

/** Crawls until done, a limit or the signal. Events are emitted after what they describe is stored. */
export function crawl(options: CrawlOptions, signal?: AbortSignal): Crawl {
  return crawlWith({}, options, signal);
}

/** The same with injected dependencies, for tests and workers. */
export function crawlWith(dependencies: CrawlDependencies, options: CrawlOptions, signal?: AbortSignal): Crawl {
  const run = new CrawlRun();
  const { drainMs = 0 } = dependencies;
  const start = () => runCrawl(openCrawlSession(options, dependencies), run, { signal, drainMs });
  return { progress: () => run.progress, [Symbol.asyncIterator]: start };
}

async function* runCrawl(opening: Promise<CrawlSession>, run: CrawlRun, end: VisitPoolEnd): AsyncGenerator<CrawlEvent> {
  const session = await opening;
  const { target, reading, coordination } = session;
  const { progress } = run;
  const isAborted = () => end.signal?.aborted ?? false;
  let stopped: StopReason | null = null;
  const pipeline = { isStopped: () => stopped !== null, wake: () => pool.wake() };
  const pool: VisitPool<VisitEffects> = createVisitPool(
    createVisitProcessor(session, run, pipeline),
    session.clock,
    end,
  );
  coordination.subscribe(pool.wake, () => ({ active: progress.active, visits: progress.requests }));
  progress.visiting = pool.inProgress;
  try {
    // Also on resume: known URLs are unchanged, and a crawl killed before this point gets its seeds.
    yield* await commitVisits(session, run, [seedEffects(target, reading)]);
    while (stopped === null || pool.isBusy()) {
      coordination.heartbeat.check();
      stopped ??= isAborted() ? 'aborted' : (limitReached(session, run) ?? stoppedByOthers(coordination));
      const leased = stopped === null ? await leaseVisits(session, run, capacityOf(session, run, pool)) : [];
      for (const visit of leased) pool.begin(visit);
      progress.active = pool.active.page + pool.active.probe;
      if (isCommitDue(pool, progress)) yield* await commitVisits(session, run, pool.take());
      else if (leased.length === 0 && (stopped === null || pool.isBusy())) {
        const over = await waitForWork(session, run, pool);
        const seeds = over === null || stopped !== null ? null : await target.keywordSearch?.next(end.signal);
        if (seeds) yield* await commitVisits(session, run, [searchEffects(reading, seeds)]);
        else stopped ??= isAborted() ? 'aborted' : reasonOf(over, target);
      }
    }
    // Not after a stop: the next search indexes the remaining discoveries.
    while (stopped !== 'aborted' && !isAborted() && !(await session.tend()));
    yield await closingEvent(session, run, stopped);
  } finally {
    pool.dismiss();
    await session.close(stopped);
  }
}

function stoppedByOthers({ heartbeat }: CrawlSession['coordination']): StopReason | null {
  const state = heartbeat.desiredState();
  return state === 'go' ? null : state === 'done' ? 'complete' : 'aborted';
}

/** An interrupted search leaves work for `--resume`. */
function reasonOf(over: StopReason | null, { keywordSearch }: CrawlSession['target']): StopReason | null {
  return over === 'complete' && keywordSearch?.isUnfinished() ? 'deferred' : over;
}

function isCommitDue(pool: VisitPool<VisitEffects>, { active }: CrawlProgress): boolean {
  const { visits, oldestMs } = pool.waiting();
  if (!pool.isBusy() || (visits === 0 && active > 0)) return false;
  return active === 0 || visits >= commitAtVisits || oldestMs >= commitDelayMs(visits);
}

/** How long finished visits wait for their commit. */
function commitDelayMs(visits: number): number {
  return visits < fewVisits ? commitFewMs : commitEveryMs;
}

/** Sleeps until there is work; returns why the crawl is over if there is none. */
async function waitForWork(
  session: CrawlSession,
  run: CrawlRun,
  pool: VisitPool<VisitEffects>,
): Promise<StopReason | null> {
  const { clock, config, target, coordination } = session;
  const { progress } = run;
  const nowMs = clock.now();
  const dueMs = nextDueMs(session, run, capacityOf(session, run, pool), nowMs);
  if (!pool.isBusy()) {
    const isUnreached = target.isNew && run.isUnreached();
    if (dueMs === null) return isUnreached ? 'unreachable' : 'complete';
    // A worker keeps waiting, and so does a crawl whose hosts are leased by others.
    if (dueMs - nowMs > patienceMs && !coordination.isJoining) return isUnreached ? 'unreachable' : 'deferred';
    progress.waitingUntilMs = dueMs;
  }
  // Idle time is used for indexing.
  if (!(await session.tend())) return null;
  const { visits, oldestMs } = pool.waiting();
  const commitAtMs = visits > 0 ? nowMs - oldestMs + commitDelayMs(visits) : Number.POSITIVE_INFINITY;
  const limitMs = progress.startedAtMs + (config['crawl.maxTimeMs'] ?? Number.POSITIVE_INFINITY);
  await pool.wait(Math.min(dueMs ?? Number.POSITIVE_INFINITY, commitAtMs, limitMs));
  progress.waitingUntilMs = null;
  return null;
}

async function closingEvent(
  { clock, frontier, target, records }: CrawlSession,
  run: CrawlRun,
  stopped: StopReason,
): Promise<CrawlEvent> {
  const { pages, requests, resources } = await records.totals();
  const { pending } = await frontier.counts();
  const seconds = (clock.now() - run.progress.startedAtMs) / 1000;
  const { refused } = run;
  return { type: 'done', task: target.task.name, stopped, pages, requests, resources, pending, refused, seconds };
}
