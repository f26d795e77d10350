// One visit, politely: robots.txt first, the address's and the host's turn, the request, and the host's next moment.
import { latestMoment } from '../base/time/conservative-now.ts';
import { fetchKey, hostKeyOf } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import type { Frontier, HostNews, Visit } from '../model/frontier.ts';
import type { ProbeRequest } from '../model/kind.ts';
import { delayFor, type PacePolicy, paceAfterAnswer, paceAfterFailure } from './crawl-delay.ts';
import { isFetchFailure } from './failures.ts';
import type { HostGate } from './host-gate.ts';
import { createHostMemories, type HostMemories, type HostMemory } from './host-memory.ts';
import { createResourceLoader, type LoadResource } from './page-resources.ts';
import { productToken } from './policy.ts';
import { createPoliteFetch, type PoliteFetch, type PoliteRequest } from './polite-fetch.ts';
import { createDocumentsAtHand, type DocumentsAtHand, isScript } from './prefetch-cache.ts';
import {
  type RobotsOutcome,
  readRobotsVerdict,
  robotsFromAnswer,
  robotsFromFailure,
  robotsRequest,
} from './robots/robots-record.ts';

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
  /** How a probe is to be asked: its Accept and range. The frontier keeps only the URL. */
  readonly probeRequest: (visit: Visit) => ProbeRequest | null;
  /** The gate other crawls go through too; its own where it runs alone. */
  readonly gate?: HostGate;
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
  /** A further part of what a visit found, on the same host and under the same rules. Throws as a fetch does. */
  ask(visit: Visit, request: ProbeRequest, signal: AbortSignal): Promise<Document>;
  /** Keeps a part that was asked for without more ado for the visit that is to read it as a page. */
  keepPart(document: Document): void;
  /** What a map application needs to run, from any host. Scripts are kept for the visit that is to read them. */
  readonly load: LoadResource;
  /** Scripts that were loaded and not visited yet. */
  readonly scripts: Pick<DocumentsAtHand, 'get' | 'keep'>;
}

interface Desk extends VisitorParts {
  readonly polite: PoliteFetch;
  readonly memories: HostMemories;
  readonly atHand: DocumentsAtHand;
  /** Apart from scripts, which a large tree would push out. */
  readonly parts: DocumentsAtHand;
  /** Hosts whose sitemaps this crawl has been told of: robots.txt may be known from an earlier one. */
  readonly told: Set<number>;
}

export function createVisitor(parts: VisitorParts): Visitor {
  const desk: Desk = {
    ...parts,
    polite: createPoliteFetch(parts.fetch, parts.clock, parts.gate),
    memories: createHostMemories(parts.frontier),
    atHand: createDocumentsAtHand(isScript),
    parts: createDocumentsAtHand(() => true),
    told: new Set(),
  };
  const load = createResourceLoader({ ...desk, learn: (news) => desk.memories.learn(news) });
  return {
    visit: (visit, signal) => makeVisit(desk, visit, signal),
    ask: (visit, request, signal) => askPart(desk, visit, request, signal),
    keepPart: (document) => desk.parts.keep(document),
    scripts: desk.atHand,
    load: async (url, options, signal) => {
      const atHand = desk.atHand.get(url);
      if (atHand !== null) return { document: atHand, requests: 0 };
      const loaded = await load(url, options, signal);
      desk.atHand.keep(loaded.document);
      return loaded;
    },
  };
}

async function makeVisit(desk: Desk, visit: Visit, signal: AbortSignal): Promise<VisitAnswer> {
  const memory = await desk.memories.of(visit.host);
  try {
    const address = await desk.fetch.locate(visit.url, signal);
    const nowMs = desk.clock.now();
    // Another crawl was there a moment ago: better come back than hold a place of the crew until then.
    const freeAtMs = desk.gate?.freeAtMs(visit.hostKey, delayOf(desk, memory)) ?? nowMs;
    if (freeAtMs > nowMs) return later(desk, visit, freeAtMs);
    if (!(await desk.frontier.enter(visit.host, address, nowMs))) {
      return later(desk, visit, desk.frontier.addressFreeAtMs(address, nowMs));
    }
    try {
      return await askInTurn(desk, visit, memory, signal);
    } finally {
      await desk.frontier.leave(visit.host, address);
    }
  } catch (error) {
    if (!isFetchFailure(error)) throw error;
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
  const probe = visit.pool === 'probe' ? (desk.probeRequest(visit) ?? {}) : null;
  const atHand = takeAtHand(desk, visit.url, probe);
  if (atHand !== null) {
    desk.frontier.finish(visit, endMs(desk));
    return { type: 'answer', document: atHand, requests: 0, sitemaps: newSitemaps(desk, visit.host, memory) };
  }
  const request = probe === null ? { url: visit.url } : probeFetch(desk, probe, visit.url);
  const mayHop = hopsWithin(visit, memory);
  const document = await desk.polite.get({ ...request, mayHop, ...turnOf(desk, visit, memory) }, signal);
  const pace = paceAfterAnswer(memory.state, document, desk.pace, endMs(desk));
  const { address } = document;
  learn(desk, visit, { host: visit.host, ...pace, ...(address === null ? {} : { address }) });
  desk.frontier.finish(visit, pace.nextAtMs);
  return { type: 'answer', document, requests: document.requests, sitemaps: newSitemaps(desk, visit.host, memory) };
}

/** A probe that asks in a way of its own may be answered in another one. */
function takeAtHand({ atHand, parts }: Desk, url: string, probe: Partial<ProbeRequest> | null): Document | null {
  if (probe === null) return atHand.take(url) ?? parts.take(url);
  const { accept, headers, range, body } = probe;
  const isPlain = accept === undefined && headers === undefined && range === undefined && body === undefined;
  return isPlain ? parts.take(url) : null;
}

/** A server that ignores the range is cut where the range would have ended. */
function probeFetch(desk: Desk, { accept, headers, range, body }: Partial<ProbeRequest>, url: string): FetchRequest {
  const maxBytes = range === undefined ? desk.maxProbeBytes : range[1] - range[0] + 1;
  return {
    ...{ url, maxBytes },
    ...(accept === undefined ? {} : { accept }),
    ...(headers === undefined ? {} : { headers }),
    ...(range === undefined ? {} : { range }),
    ...(body === undefined ? {} : { body }),
  };
}

async function askPart(desk: Desk, visit: Visit, request: ProbeRequest, signal: AbortSignal): Promise<Document> {
  const url = fetchKey(request.url);
  const isSameHost = url !== null && hostKeyOf(url) === visit.hostKey;
  if (!isSameHost)
    throw new GeotrawlError('policy.scope', 'A part on another host is a visit of its own.', {
      facts: { url: request.url },
    });
  const memory = await desk.memories.of(visit.host);
  if (memory.rules !== null && !memory.rules.allows(url, productToken)) {
    throw new GeotrawlError('policy.robots', 'The site asks crawlers not to fetch this (robots.txt).', {
      facts: { url },
    });
  }
  const mayHop = hopsWithin(visit, memory);
  const asked = { ...probeFetch(desk, request, url), mayHop, ...turnOf(desk, visit, memory) };
  const document = await desk.polite.get(asked, signal);
  const pace = paceAfterAnswer(memory.state, document, desk.pace, endMs(desk));
  // Who asks for parts waits as told; visits to the host shall as well.
  if (pace.why === 'policy.backoff') learn(desk, visit, { host: visit.host, ...pace });
  return document;
}

/** Another host has a clock of its own: a redirect there goes through the frontier, and so does one robots.txt closes. */
function hopsWithin(visit: Visit, { rules }: HostMemory): (url: string) => boolean {
  return (url) => hostKeyOf(url) === visit.hostKey && (rules === null || rules.allows(url, productToken));
}

/** robots.txt costs a request of its own; the page comes when the host is due again. */
async function askRobots(desk: Desk, visit: Visit, memory: HostMemory, signal: AbortSignal): Promise<VisitAnswer> {
  const request = { ...robotsRequest(visit.hostKey), mayHop: () => true, ...turnOf(desk, visit, memory) };
  let outcome: RobotsOutcome;
  let requests = 1;
  let nextAtMs: number;
  try {
    const document = await desk.polite.get(request, signal);
    requests = document.requests;
    outcome = robotsFromAnswer(document, memory.robots, desk.clock.now());
    const pace = paceAfterAnswer(memory.state, document, desk.pace, endMs(desk));
    learn(desk, visit, { host: visit.host, ...pace });
    nextAtMs = pace.nextAtMs;
  } catch (error) {
    if (!isFetchFailure(error) || error.code === 'fetch.aborted' || isSilent(memory)) throw error;
    outcome = robotsFromFailure(error, memory.robots, desk.clock.now());
    nextAtMs = paceAfterFailure(memory.state, error, desk.pace, endMs(desk)).nextAtMs;
  }
  if (outcome.verdict === 'defer') nextAtMs = Math.max(nextAtMs, outcome.record.expiresAtMs);
  learn(desk, visit, { host: visit.host, nextAtMs, robots: outcome.record, why: outcome.why });
  desk.frontier.release(visit, nextAtMs);
  return { type: 'later', requests, sitemaps: newSitemaps(desk, visit.host, await desk.memories.of(visit.host)) };
}

function settleFailure(desk: Desk, visit: Visit, memory: HostMemory, error: GeotrawlError): VisitAnswer {
  const nowMs = endMs(desk);
  if (error.code === 'fetch.aborted') {
    // The host may have been asked: whoever comes next, also another process, lets its pause pass.
    const nextAtMs = nowMs + delayOf(desk, memory);
    learn(desk, visit, { host: visit.host, nextAtMs });
    return later(desk, visit, nextAtMs);
  }
  if (error.code.startsWith('policy.')) {
    desk.frontier.finish(visit, nowMs);
    return { type: 'refused', reason: error.code, message: error.message, requests: 0 };
  }
  const pace = paceAfterFailure(memory.state, error, desk.pace, nowMs);
  const nextAtMs = isSilent(memory) ? nowMs + silentPauseMs(desk, memory, error) : pace.nextAtMs;
  learn(desk, visit, { host: visit.host, ...pace, nextAtMs });
  desk.frontier.finish(visit, nextAtMs);
  return { type: 'failed', error, requests: 1 };
}

/** A rest the host asked for is one for every crawl. */
function learn(desk: Desk, { hostKey }: Visit, news: HostNews): void {
  desk.memories.learn(news);
  if (news.why?.startsWith('policy.')) desk.gate?.rest(hostKey, news.nextAtMs);
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

/** When an answer ended. */
function endMs({ clock }: Desk): number {
  return latestMoment(clock);
}

/** Who slept at the gate, or on the way to it, may find the host with another worker. */
function turnOf(desk: Desk, visit: Visit, memory: HostMemory): Pick<PoliteRequest, 'delayMs' | 'isOurs'> {
  return { delayMs: delayOf(desk, memory), isOurs: () => desk.frontier.holds(visit, endMs(desk)) };
}

function isSilent(memory: HostMemory): boolean {
  return memory.state.latencyEwmaMs === null;
}

function delayOf(desk: Desk, memory: HostMemory): number {
  return delayFor(desk.pace, memory.state.crawlDelayMs, memory.state.latencyEwmaMs);
}
