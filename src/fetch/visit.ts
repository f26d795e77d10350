// One visit, politely: robots.txt first, the address's and the host's turn, the request, and the host's next moment.
import { hostKeyOf } from '../base/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Fetch } from '../model/fetch.ts';
import type { Frontier, Visit } from '../model/frontier.ts';
import { createHostMemories, type HostMemories, type HostMemory } from './host-memory.ts';
import { delayFor, type PacePolicy, paceAfterAnswer, paceAfterFailure } from './pace.ts';
import { productToken } from './policy.ts';
import { createPoliteFetch, type PoliteFetch } from './polite-fetch.ts';
import {
  type RobotsOutcome,
  readRobotsVerdict,
  robotsFromAnswer,
  robotsFromFailure,
  robotsRequest,
} from './robots-record.ts';

/**
 * A host that has never answered is most likely gone. It gets two more chances after this many pauses, so that one lost
 * packet loses no site; then it waits an hour, and a crawl that has nothing else to do ends.
 */
const silentRetryPauses = [1, 5] as const;
const silentHostMs = 60 * 60_000;

export interface VisitorParts {
  readonly fetch: Fetch;
  readonly frontier: Frontier;
  readonly clock: Clock;
  readonly pace: PacePolicy;
  /** Size cap for answers to probes; pages have the fetch policy's. */
  readonly maxProbeBytes: number;
}

export type VisitAnswer = {
  readonly requests: number;
  /** Sitemaps the host's robots.txt names, told once per host and crawl. */
  readonly sitemaps?: readonly string[];
} & (
  | { readonly type: 'answer'; readonly document: Document }
  /** Given back to the frontier; the URL is still pending. */
  | { readonly type: 'later' }
  | { readonly type: 'refused'; readonly reason: ErrorCode; readonly message: string }
  | { readonly type: 'failed'; readonly error: GeotrawlError }
);

export interface Visitor {
  /** Makes the visit and frees its host in the frontier. Throws only what is a bug of ours. */
  visit(visit: Visit, signal: AbortSignal): Promise<VisitAnswer>;
}

interface Desk extends VisitorParts {
  readonly polite: PoliteFetch;
  readonly memories: HostMemories;
  /** Hosts whose sitemaps this crawl has been told of: robots.txt may be known from an earlier one. */
  readonly told: Set<number>;
}

export function createVisitor(parts: VisitorParts): Visitor {
  const desk: Desk = {
    ...parts,
    polite: createPoliteFetch(parts.fetch, parts.clock),
    memories: createHostMemories(parts.frontier),
    told: new Set(),
  };
  return { visit: (visit, signal) => makeVisit(desk, visit, signal) };
}

async function makeVisit(desk: Desk, visit: Visit, signal: AbortSignal): Promise<VisitAnswer> {
  const memory = await desk.memories.of(visit.host);
  try {
    const address = await desk.fetch.locate(visit.url, signal);
    const nowMs = desk.clock.now();
    if (!desk.frontier.enter(visit.host, address, nowMs)) {
      return later(desk, visit, desk.frontier.addressFreeAtMs(address, nowMs));
    }
    try {
      return await askInTurn(desk, visit, memory, signal);
    } finally {
      desk.frontier.leave(visit.host, address);
    }
  } catch (error) {
    if (!(error instanceof GeotrawlError)) throw error;
    return settleFailure(desk, visit, memory, error);
  }
}

function askInTurn(
  desk: Desk,
  visit: Visit,
  memory: HostMemory,
  signal: AbortSignal,
): Promise<VisitAnswer> | VisitAnswer {
  const verdict = readRobotsVerdict(memory.robots, desk.clock.now());
  if (verdict === 'expired') return askRobots(desk, visit, memory, signal);
  if (verdict === 'defer') return later(desk, visit, memory.robots?.expiresAtMs ?? desk.clock.now());
  if (memory.rules !== null && !memory.rules.allows(visit.url, productToken)) {
    desk.frontier.finish(visit, desk.clock.now());
    return {
      type: 'refused',
      reason: 'policy.robots',
      message: 'The site asks crawlers not to fetch this (robots.txt).',
      requests: 0,
      sitemaps: newSitemaps(desk, visit.host, memory),
    };
  }
  return askPage(desk, visit, memory, signal);
}

async function askPage(desk: Desk, visit: Visit, memory: HostMemory, signal: AbortSignal): Promise<VisitAnswer> {
  const request = visit.pool === 'probe' ? { url: visit.url, maxBytes: desk.maxProbeBytes } : { url: visit.url };
  // Another host has a clock of its own: a redirect there goes through the frontier.
  const mayHop = (url: string) => hostKeyOf(url) === visit.hostKey;
  const document = await desk.polite.get({ ...request, mayHop, delayMs: delayOf(desk, memory) }, signal);
  const pace = paceAfterAnswer(memory.state, document, desk.pace, endMs(desk));
  const { address } = document;
  desk.memories.learn({ host: visit.host, ...pace, ...(address === null ? {} : { address }) });
  desk.frontier.finish(visit, pace.nextAtMs);
  return { type: 'answer', document, requests: document.requests, sitemaps: newSitemaps(desk, visit.host, memory) };
}

/** robots.txt costs a request of its own; the page comes when the host is due again. */
async function askRobots(desk: Desk, visit: Visit, memory: HostMemory, signal: AbortSignal): Promise<VisitAnswer> {
  const request = { ...robotsRequest(visit.hostKey), mayHop: () => true, delayMs: delayOf(desk, memory) };
  let outcome: RobotsOutcome;
  let requests = 1;
  let nextAtMs: number;
  try {
    const document = await desk.polite.get(request, signal);
    requests = document.requests;
    outcome = robotsFromAnswer(document, memory.robots, desk.clock.now());
    const pace = paceAfterAnswer(memory.state, document, desk.pace, endMs(desk));
    desk.memories.learn({ host: visit.host, ...pace });
    nextAtMs = pace.nextAtMs;
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.code === 'fetch.aborted' || isSilent(memory)) throw error;
    outcome = robotsFromFailure(error, memory.robots, desk.clock.now());
    nextAtMs = paceAfterFailure(memory.state, error, desk.pace, endMs(desk)).nextAtMs;
  }
  if (outcome.verdict === 'defer') nextAtMs = Math.max(nextAtMs, outcome.record.expiresAtMs);
  desk.memories.learn({ host: visit.host, nextAtMs, robots: outcome.record, why: outcome.why });
  desk.frontier.release(visit, nextAtMs);
  return { type: 'later', requests, sitemaps: newSitemaps(desk, visit.host, await desk.memories.of(visit.host)) };
}

function settleFailure(desk: Desk, visit: Visit, memory: HostMemory, error: GeotrawlError): VisitAnswer {
  const nowMs = endMs(desk);
  if (error.code === 'fetch.aborted') return later(desk, visit, nowMs);
  if (error.code.startsWith('policy.')) {
    desk.frontier.finish(visit, nowMs);
    return { type: 'refused', reason: error.code, message: error.message, requests: 0 };
  }
  const pace = paceAfterFailure(memory.state, error, desk.pace, nowMs);
  const nextAtMs = isSilent(memory) ? nowMs + silentPauseMs(desk, memory, error) : pace.nextAtMs;
  desk.memories.learn({ host: visit.host, ...pace, nextAtMs });
  desk.frontier.finish(visit, nextAtMs);
  return { type: 'failed', error, requests: 1 };
}

function silentPauseMs(desk: Desk, memory: HostMemory, error: GeotrawlError): number {
  const pauses = error.retry ? silentRetryPauses[memory.state.failures] : undefined;
  return pauses === undefined ? silentHostMs : pauses * delayOf(desk, memory);
}

function later(desk: Desk, visit: Visit, nextAtMs: number): VisitAnswer {
  desk.frontier.release(visit, nextAtMs);
  return { type: 'later', requests: 0 };
}

function newSitemaps(desk: Desk, host: number, memory: HostMemory): readonly string[] {
  if (desk.told.has(host)) return [];
  desk.told.add(host);
  return memory.rules?.sitemaps ?? [];
}

/** When an answer ended. The clock counts whole milliseconds and rounds down; no pause may come out shorter for it. */
function endMs({ clock }: Desk): number {
  return clock.now() + 1;
}

function isSilent(memory: HostMemory): boolean {
  return memory.state.latencyEwmaMs === null;
}

function delayOf(desk: Desk, memory: HostMemory): number {
  return delayFor(desk.pace, memory.state.crawlDelayMs, memory.state.latencyEwmaMs);
}
