// The pipeline: seeds → frontier → fetch → extract → identify → classify → catalog, readable top to bottom.

import { recordFinding } from '../crawl-recording.ts';
import type { CrawlParts, CrawlSession } from '../crawl-session.ts';
import { followLinks } from '../harvest/record-links.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { OfferResult, Room, Visit } from '../model/frontier.ts';
import type { CrawlEvent, CrawlProgress, StopReason } from '../model/report.ts';
import type { CrawlOptions } from './crawl-task.ts';
import { withHarvest } from './harvest-visit.ts';
import { completeAnswer, readAnswer, searchEffects, seedEffects, type VisitEffects } from './interpret-response.ts';
import { openCrawlSession } from './open-crawl-session.ts';
import { withRendering } from './render-page.ts';
import { type Crew, createCrew } from './visit-pool.ts';

/** A longer batch is cheaper; after a crash its pages are fetched once more. */
const commitEveryMs = 250;
const commitAtVisits = 256;
/** While few pages come in, a commit of its own costs nothing, and their links are work for hosts that idle. */
const commitFewMs = 25;
const fewVisits = 16;
/** A crawl in the foreground waits this long for hosts that asked us to come back later; --resume does the rest. */
const patienceMs = 5 * 60_000;

/** Where others have all places of a limit on pages, it is worth asking again this soon: some visits do not count in the end. */
const askForPagesMs = 250;

/** How long the crawl works on the search index while it has nothing else to do, before it looks again. */
const indexingMs = 20;

export interface Crawl extends AsyncIterable<CrawlEvent> {
  progress(): CrawlProgress;
}

type Progress = { -readonly [Key in keyof CrawlProgress]: CrawlProgress[Key] };

/** Crawls until done, a limit or the signal. Events are told after what they tell of is stored. */
export function crawl(options: CrawlOptions, signal?: AbortSignal): Crawl {
  return crawlWith({}, options, signal);
}

/** The same with parts of one's own; tests bring stores and networks that fail. */
export function crawlWith(parts: CrawlParts, options: CrawlOptions, signal?: AbortSignal): Crawl {
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
  const harvesting = { isStopped: () => stopped !== null, wake: () => crew.wake() };
  const crew: Crew<VisitEffects> = createCrew(
    async (visit, halt) => {
      const answer = await completeAnswer(session, visit, await visitor.visit(visit, halt), halt);
      const effects = readAnswer(session, visit, answer);
      try {
        const harvested = await withHarvest({ session, progress, ...harvesting }, visit, effects, halt);
        return await withRendering(session, { visit, answer, effects: harvested }, halt);
      } catch (error) {
        // The commit says which visits are void; what was harvested meanwhile is not stored.
        if (!isLeaseLost(error)) throw error;
        return effects;
      }
    },
    clock,
    { signal, drainMs: session.drainMs },
  );
  session.hear(crew.wake, () => ({ active: progress.active, visits: progress.requests }));
  progress.visiting = crew.underWay;
  try {
    // On resume too: what the frontier knows stays as it is, and a crawl that was killed before this point gets its seeds.
    for (const event of await commit(session, [seedEffects(session)], progress)) yield event;
    while (stopped === null || crew.isBusy()) {
      session.attendance.check();
      stopped ??= signal?.aborted ? 'aborted' : (limitReached(session, progress) ?? elsewhere(session));
      const leased = stopped === null ? await lease(session, roomFor(session, crew)) : [];
      for (const visit of leased) crew.begin(visit);
      progress.active = crew.active.page + crew.active.probe;
      if (isCommitDue(crew, progress)) for (const event of await commit(session, crew.take(), progress)) yield event;
      else if (leased.length === 0 && (stopped === null || crew.isBusy())) {
        const over = await waitForWork(session, crew, progress);
        const seeds = over === null || stopped !== null ? null : await session.keywordSearch?.next(signal);
        if (seeds) for (const event of await commit(session, [searchEffects(session, seeds)], progress)) yield event;
        else stopped ??= signal?.aborted ? 'aborted' : ending(session, over);
      }
    }
    // Who stops a crawl does not want to wait; the next search does what is left.
    while (stopped !== 'aborted' && !(signal?.aborted ?? false) && !(await tend(session)));
    yield await closingEvent(session, progress, stopped);
  } finally {
    crew.dismiss();
    await session.close(stopped);
  }
}

/** Indexes what was found, and looks for duplicates among it; true when nothing is left to do. */
async function tend({ search, duplicates, isJoining }: CrawlSession): Promise<boolean> {
  // One of a cluster is enough, and a worker may leave at any time.
  if (isJoining) return true;
  return (await search.tend(indexingMs)) && duplicates.tend(indexingMs);
}

/** What others have made of the crawl. */
function elsewhere({ attendance }: CrawlSession): StopReason | null {
  const wish = attendance.wish();
  return wish === 'go' ? null : wish === 'done' ? 'complete' : 'aborted';
}

/** How many visits may begin now. Limits count what is under way, so they are never overstepped. */
function roomFor(session: CrawlSession, crew: Crew<VisitEffects>): Room {
  const { config } = session;
  const pagesLeft = session.allowance === null ? ownPagesLeft(session, crew) : sharedPagesLeft(session);
  const free = session.places?.room(crew.active) ?? {
    page: config['crawl.concurrency'] - crew.active.page,
    probe: config['crawl.probeConcurrency'] - crew.active.probe,
  };
  return { page: Math.max(0, Math.min(free.page, pagesLeft)), probe: free.probe };
}

function ownPagesLeft({ config, pageVisits }: CrawlSession, crew: Crew<VisitEffects>): number {
  const maxPages = config['crawl.maxPages'] ?? Number.POSITIVE_INFINITY;
  return maxPages - pageVisits - crew.waiting().visits - crew.active.page;
}

/** Others may have taken the last places, and may give some back. */
function sharedPagesLeft({ clock, pagesFromMs }: CrawlSession): number {
  return clock.now() < pagesFromMs ? 0 : Number.POSITIVE_INFINITY;
}

/** Visits that may begin. Pages beyond a limit that is shared go back. */
async function lease(session: CrawlSession, room: Room): Promise<readonly Visit[]> {
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

function isCommitDue(crew: Crew<VisitEffects>, progress: Progress): boolean {
  const { visits, oldestMs } = crew.waiting();
  if (!crew.isBusy() || (visits === 0 && progress.active > 0)) return false;
  return progress.active === 0 || visits >= commitAtVisits || oldestMs >= patienceWith(visits);
}

/** How long read pages wait for their commit. */
function patienceWith(visits: number): number {
  return visits < fewVisits ? commitFewMs : commitEveryMs;
}

/** Sleeps until something can be done; answers why the crawl is over when nothing can. */
async function waitForWork(
  session: CrawlSession,
  crew: Crew<VisitEffects>,
  progress: Progress,
): Promise<StopReason | null> {
  const nowMs = session.clock.now();
  const dueMs = nextDueMs(session, roomFor(session, crew), nowMs);
  if (!crew.isBusy()) {
    const isUnreached = session.isNew && !session.hasAnswer && progress.failures > 0;
    if (dueMs === null) return isUnreached ? 'unreachable' : 'complete';
    // A worker has the time; so does whoever waits for visits of others.
    if (dueMs - nowMs > patienceMs && !session.isJoining) return isUnreached ? 'unreachable' : 'deferred';
    progress.waitingUntilMs = dueMs;
  }
  // Waiting for hosts is time for the index.
  const isIndexed = await tend(session);
  if (!isIndexed) return null;
  const { visits, oldestMs } = crew.waiting();
  const commitAtMs = visits > 0 ? nowMs - oldestMs + patienceWith(visits) : Number.POSITIVE_INFINITY;
  const limitMs = progress.startedAtMs + (session.config['crawl.maxTimeMs'] ?? Number.POSITIVE_INFINITY);
  await crew.rest(Math.min(dueMs ?? Number.POSITIVE_INFINITY, commitAtMs, limitMs));
  progress.waitingUntilMs = null;
  return null;
}

/** Pages wait for places as well, whatever else there is to do. */
function nextDueMs({ frontier, pagesFromMs }: CrawlSession, room: Room, nowMs: number): number | null {
  const dueMs = frontier.nextDueMs(room);
  return pagesFromMs <= nowMs ? dueMs : Math.min(dueMs ?? Number.POSITIVE_INFINITY, pagesFromMs);
}

/** A search that broke off leaves something for `--resume`. */
function ending({ keywordSearch }: CrawlSession, over: StopReason | null): StopReason | null {
  return over === 'complete' && keywordSearch?.isUnfinished() ? 'deferred' : over;
}

/** Writes what a batch of visits brought about, all of it or nothing, and answers with what may now be told. */
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
    // Another worker has these hosts now and makes the visits again; what the others brought is stored without them.
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
    // Done again where it lost against others or the connection broke: nothing may be counted twice then.
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
      for (const finding of effects.findings) {
        const event = await recordFinding(session, transaction, effects, finding);
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

/** Pages that failed count too: a limit on pages is a limit on what servers are asked for. */
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
