// The pipeline: seeds → frontier → fetch → extract → identify → classify → catalog, readable top to bottom.

import { followLinks } from '../harvest/record-links.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Capacity, OfferResult, Visit } from '../model/frontier.ts';
import type { CrawlEvent, CrawlProgress, StopReason } from '../model/report.ts';
import type { CrawlDependencies, CrawlSession } from './crawl-session.ts';
import type { CrawlOptions } from './crawl-task.ts';
import { withHarvest } from './harvest-visit.ts';
import {
  isCompleteResponse,
  readResponse,
  searchEffects,
  seedEffects,
  type VisitEffects,
} from './interpret-response.ts';
import { openCrawlSession } from './open-crawl-session.ts';
import { recordDiscovery } from './record-discoveries.ts';
import { withRendering } from './render-page.ts';
import { createVisitPool, type VisitPool } from './visit-pool.ts';

/** Larger batches are cheaper; after a crash their pages are fetched again. */
const commitEveryMs = 250;
const commitAtVisits = 256;
/** With few pages in progress, an early commit costs little and makes their links available. */
const commitFewMs = 25;
const fewVisits = 16;
/** A foreground crawl waits this long for delayed hosts; --resume does the rest. */
const patienceMs = 5 * 60_000;

/** Retry interval when others have used up a shared page limit: some visits don't count in the end. */
const askForPagesMs = 250;

/** Duration of an indexing slice while the crawl is idle. */
const indexingMs = 20;

export interface Crawl extends AsyncIterable<CrawlEvent> {
  progress(): CrawlProgress;
}

type Progress = { -readonly [Key in keyof CrawlProgress]: CrawlProgress[Key] };

/** Crawls until done, a limit or the signal. Events are emitted after what they describe is stored. */
export function crawl(options: CrawlOptions, signal?: AbortSignal): Crawl {
  return crawlWith({}, options, signal);
}

/** The same with injected dependencies, for tests and workers. */
export function crawlWith(parts: CrawlDependencies, options: CrawlOptions, signal?: AbortSignal): Crawl {
  const counts = { pages: 0, requests: 0, bytes: 0, resources: 0, failures: 0, pending: 0, hosts: 0, active: 0 };
  const progress: Progress = { ...counts, startedAtMs: Date.now(), waitingUntilMs: null };
  const run = () => runCrawl(openCrawlSession(options, parts), progress, signal);
  return { progress: () => progress, [Symbol.asyncIterator]: run };
}

async function* runCrawl(
  opening: Promise<CrawlSession>,
  progress: Progress,
  signal?: AbortSignal,
): AsyncGenerator<CrawlEvent> {
  const session = await opening;
  const { clock, visitor } = session;
  let stopped: StopReason | null = null;
  const harvesting = { isStopped: () => stopped !== null, wake: () => pool.wake() };
  const pool: VisitPool<VisitEffects> = createVisitPool(
    async (visit, halt) => {
      const answer = await isCompleteResponse(session, visit, await visitor.visit(visit, halt), halt);
      const effects = readResponse(session, visit, answer);
      try {
        const harvested = await withHarvest({ session, progress, ...harvesting }, visit, effects, halt);
        return await withRendering(session, { visit, answer, effects: harvested }, halt);
      } catch (error) {
        // The commit determines void visits; their harvests aren't stored.
        if (!isLeaseLost(error)) throw error;
        return effects;
      }
    },
    clock,
    { signal, drainMs: session.drainMs },
  );
  session.hear(pool.wake, () => ({ active: progress.active, visits: progress.requests }));
  progress.visiting = pool.inProgress;
  try {
    // Also on resume: known URLs are unchanged, and a crawl killed before this point gets its seeds.
    for (const event of await commit(session, [seedEffects(session)], progress)) yield event;
    while (stopped === null || pool.isBusy()) {
      session.heartbeat.check();
      stopped ??= signal?.aborted ? 'aborted' : (limitReached(session, progress) ?? elsewhere(session));
      const leased = stopped === null ? await lease(session, roomFor(session, pool)) : [];
      for (const visit of leased) pool.begin(visit);
      progress.active = pool.active.page + pool.active.probe;
      if (isCommitDue(pool, progress)) for (const event of await commit(session, pool.take(), progress)) yield event;
      else if (leased.length === 0 && (stopped === null || pool.isBusy())) {
        const over = await waitForWork(session, pool, progress);
        const seeds = over === null || stopped !== null ? null : await session.keywordSearch?.next(signal);
        if (seeds) for (const event of await commit(session, [searchEffects(session, seeds)], progress)) yield event;
        else stopped ??= signal?.aborted ? 'aborted' : ending(session, over);
      }
    }
    // Not after a stop: the next search indexes the rest.
    while (stopped !== 'aborted' && !(signal?.aborted ?? false) && !(await tend(session)));
    yield await closingEvent(session, progress, stopped);
  } finally {
    pool.dismiss();
    await session.close(stopped);
  }
}

/** Indexes discoveries and compares duplicates; true when done. */
async function tend({ search, duplicates, isJoining }: CrawlSession): Promise<boolean> {
  // One worker of a cluster is enough, and it may leave at any time.
  if (isJoining) return true;
  return (await search.tend(indexingMs)) && duplicates.tend(indexingMs);
}

/** Changes made by others. */
function elsewhere({ heartbeat }: CrawlSession): StopReason | null {
  const options = heartbeat.desiredState();
  return options === 'go' ? null : options === 'done' ? 'complete' : 'aborted';
}

/** How many visits may start now. Limits include visits in progress, so they are never exceeded. */
function roomFor(session: CrawlSession, pool: VisitPool<VisitEffects>): Capacity {
  const { config } = session;
  const pagesLeft = session.allowance === null ? ownPagesLeft(session, pool) : sharedPagesLeft(session);
  const free = session.places?.room(pool.active) ?? {
    page: config['crawl.concurrency'] - pool.active.page,
    probe: config['crawl.probeConcurrency'] - pool.active.probe,
  };
  return { page: Math.max(0, Math.min(free.page, pagesLeft)), probe: free.probe };
}

function ownPagesLeft({ config, pageVisits }: CrawlSession, pool: VisitPool<VisitEffects>): number {
  const maxPages = config['crawl.maxPages'] ?? Number.POSITIVE_INFINITY;
  return maxPages - pageVisits - pool.waiting().visits - pool.active.page;
}

/** Others may have used up the limit, and may return some of it. */
function sharedPagesLeft({ clock, pagesFromMs }: CrawlSession): number {
  return clock.now() < pagesFromMs ? 0 : Number.POSITIVE_INFINITY;
}

/** Visits that may start. Pages beyond a shared limit are released. */
async function lease(session: CrawlSession, room: Capacity): Promise<readonly Visit[]> {
  const { frontier, clock, allowance } = session;
  const leased = await frontier.lease(room, clock.now());
  const pages = leased.filter(({ pool }) => pool === 'page');
  session.places?.used(room, { page: pages.length, probe: leased.length - pages.length });
  if (allowance === null || pages.length === 0) return leased;
  const beyond = new Set(pages.slice(await allowance.take(pages.length)));
  for (const visit of beyond) frontier.release(visit, clock.now());
  if (beyond.size > 0) session.pagesFromMs = clock.now() + askForPagesMs;
  return leased.filter((visit) => !beyond.has(visit));
}

function limitReached({ config, clock, pageVisits, allowance }: CrawlSession, progress: Progress): StopReason | null {
  const { 'crawl.maxPages': maxPages, 'crawl.maxTimeMs': maxTimeMs, 'crawl.maxBytes': maxBytes } = config;
  const hasPages = allowance === null ? maxPages === null || pageVisits < maxPages : !allowance.isUsedUp();
  if (!hasPages) return 'max-pages';
  if (maxTimeMs !== null && clock.now() - progress.startedAtMs >= maxTimeMs) return 'max-time';
  return maxBytes !== null && progress.bytes >= maxBytes ? 'max-bytes' : null;
}

function isCommitDue(pool: VisitPool<VisitEffects>, progress: Progress): boolean {
  const { visits, oldestMs } = pool.waiting();
  if (!pool.isBusy() || (visits === 0 && progress.active > 0)) return false;
  return progress.active === 0 || visits >= commitAtVisits || oldestMs >= patienceWith(visits);
}

/** How long finished pages wait for their commit. */
function patienceWith(visits: number): number {
  return visits < fewVisits ? commitFewMs : commitEveryMs;
}

/** Sleeps until there is work; returns why the crawl is over if there is none. */
async function waitForWork(
  session: CrawlSession,
  pool: VisitPool<VisitEffects>,
  progress: Progress,
): Promise<StopReason | null> {
  const nowMs = session.clock.now();
  const dueMs = nextDueMs(session, roomFor(session, pool), nowMs);
  if (!pool.isBusy()) {
    const isUnreached = session.isNew && !session.hasResponse && progress.failures > 0;
    if (dueMs === null) return isUnreached ? 'unreachable' : 'complete';
    // A worker keeps waiting, and so does a crawl whose hosts are leased by others.
    if (dueMs - nowMs > patienceMs && !session.isJoining) return isUnreached ? 'unreachable' : 'deferred';
    progress.waitingUntilMs = dueMs;
  }
  // Idle time is used for indexing.
  const isIndexed = await tend(session);
  if (!isIndexed) return null;
  const { visits, oldestMs } = pool.waiting();
  const commitAtMs = visits > 0 ? nowMs - oldestMs + patienceWith(visits) : Number.POSITIVE_INFINITY;
  const limitMs = progress.startedAtMs + (session.config['crawl.maxTimeMs'] ?? Number.POSITIVE_INFINITY);
  await pool.rest(Math.min(dueMs ?? Number.POSITIVE_INFINITY, commitAtMs, limitMs));
  progress.waitingUntilMs = null;
  return null;
}

/** Pages also wait for the shared limit. */
function nextDueMs({ frontier, pagesFromMs }: CrawlSession, room: Capacity, nowMs: number): number | null {
  const dueMs = frontier.nextDueMs(room);
  return pagesFromMs <= nowMs ? dueMs : Math.min(dueMs ?? Number.POSITIVE_INFINITY, pagesFromMs);
}

/** An interrupted search leaves work for `--resume`. */
function ending({ keywordSearch }: CrawlSession, over: StopReason | null): StopReason | null {
  return over === 'complete' && keywordSearch?.isUnfinished() ? 'deferred' : over;
}

/** Commits the effects of a batch of visits atomically and returns the events to emit. */
async function commit(
  session: CrawlSession,
  batch: readonly VisitEffects[],
  progress: Progress,
): Promise<CrawlEvent[]> {
  try {
    return await commitAll(session, batch, progress);
  } catch (error) {
    if (!isLeaseLost(error)) throw error;
    session.forgetLinks();
    // Other workers took over these hosts and repeat the visits; the remaining effects are stored without them.
    const lost = new Set(String(error.facts.hosts).split(' ').map(Number));
    const kept = batch.filter(({ visit }) => visit === null || !lost.has(visit.host));
    await session.allowance?.giveUp(pagesIn(batch) - pagesIn(kept));
    return commit(session, kept, progress);
  }
}

function isLeaseLost(error: unknown): error is GeotrawlError {
  return error instanceof GeotrawlError && error.code === 'crawl.lease-lost';
}

async function commitAll(
  session: CrawlSession,
  batch: readonly VisitEffects[],
  progress: Progress,
): Promise<CrawlEvent[]> {
  const { store, frontier, catalog } = session;
  const tally = { pages: 0, requests: 0, resources: 0, failures: 0, bytes: 0 };
  const events: CrawlEvent[] = [];
  let refused: OfferResult['refused'] = {};
  await store.transact(async (transaction) => {
    // Retried after conflicts and lost connections, so nothing may be counted twice.
    for (const name of Object.keys(tally) as (keyof typeof tally)[]) tally[name] = 0;
    events.length = 0;
    const offered = await frontier.offer(
      transaction,
      batch.flatMap((effects) => effects.offers),
    );
    refused = offered.refused;
    for (const effects of batch) {
      tally.requests += effects.requests;
      tally.bytes += effects.bytes;
      if (effects.movedTo !== undefined) await followLinks(transaction, effects.visit?.url ?? '', effects.movedTo);
      for (const event of effects.events) {
        if (event.type === 'page') tally.pages++;
        if (event.type === 'problem') {
          tally.failures++;
          await catalog.recordProblem(transaction, { ...event, lastMs: session.clock.now() });
        }
        events.push(event);
      }
      for (const discovery of effects.discoveries) {
        const event = await recordDiscovery(session, transaction, effects, discovery);
        if (event !== null) events.push(event);
      }
    }
    tally.resources = events.filter((event) => event.type === 'found').length;
    await session.log(transaction, events);
    await frontier.settle(
      transaction,
      batch.flatMap((effects) => effects.outcome ?? []),
    );
    await session.count(transaction, tally);
    const counted = batch.filter(isPageVisit).length;
    await session.allowance?.settle(transaction, { ended: pagesIn(batch), counted });
  });
  for (const name of ['pages', 'requests', 'resources', 'failures', 'bytes'] as const) progress[name] += tally[name];
  for (const [code, count] of Object.entries(refused))
    session.refused[code as ErrorCode] = (session.refused[code as ErrorCode] ?? 0) + count;
  session.pageVisits += batch.filter(isPageVisit).length;
  const { pending, hosts } = await frontier.counts();
  Object.assign(progress, { pending, hosts });
  session.hint('visit');
  if (tally.resources > 0) session.hint('check');
  return events;
}

function pagesIn(batch: readonly VisitEffects[]): number {
  return batch.filter(({ visit }) => visit?.pool === 'page').length;
}

/** Failed pages count too: the limit applies to requests. */
function isPageVisit({ outcome }: VisitEffects): boolean {
  return outcome?.visit.pool === 'page' && (outcome.state === 'done' || outcome.state === 'failed');
}

async function closingEvent(session: CrawlSession, progress: Progress, stopped: StopReason): Promise<CrawlEvent> {
  const { pages, requests, resources } = await session.totals();
  const { pending } = await session.frontier.counts();
  const seconds = (session.clock.now() - progress.startedAtMs) / 1000;
  return {
    type: 'done',
    task: session.task.name,
    stopped,
    pages,
    requests,
    resources,
    pending,
    refused: session.refused,
    seconds,
  };
}
