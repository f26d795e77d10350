// One visit, politely: address limit and host gate, robots.txt, the request, and when the host is due again.
import { fetchKey, hostKeyOf } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import type { Frontier, HostUpdate, Visit } from '../model/frontier.ts';
import type { ProbeRequest } from '../model/kind.ts';
import type { DelayPolicy } from './crawl-delay.ts';
import { isFetchFailure } from './failures.ts';
import type { HostGate } from './host-gate.ts';
import { createHostMemories, type HostMemories } from './host-memory.ts';
import { createResourceLoader, type LoadResource } from './page-resources.ts';
import { type HostPoliteness, isAllowed, openPolitePath, type PolitePath, robotsRefusal } from './polite-request.ts';
import { createPrefetchCache, isScript, type PrefetchCache } from './prefetch-cache.ts';

/**
 * A host that has never responded is most likely gone. It is retried twice after this many crawl delays, so that one lost
 * packet doesn't lose a site; then it waits an hour, and a crawl that has nothing else to do ends.
 */
const silentRetryDelays = [1, 5] as const;
const silentHostMs = 60 * 60_000;

export interface VisitClientDependencies {
  readonly fetch: Fetch;
  readonly frontier: Frontier;
  readonly clock: Clock;
  readonly delayPolicy: DelayPolicy;
  /** Size cap for responses to probes; pages have the fetch policy's. */
  readonly maxProbeBytes: number;
  /** Accept, range and body of a probe: the frontier stores only the URL. */
  readonly probeRequest: (visit: Visit) => ProbeRequest | null;
  /** Shared with other crawls of the process, if any. */
  readonly gate?: HostGate;
}

export type VisitResponse = {
  readonly requests: number;
  /** Sitemaps named in the host's robots.txt, reported once per host and crawl. */
  readonly sitemaps?: readonly string[];
} & (
  | { readonly type: 'response'; readonly document: Document }
  /** Returned to the frontier; the URL is still pending. */
  | { readonly type: 'later' }
  | { readonly type: 'refused'; readonly reason: ErrorCode; readonly message: string }
  | { readonly type: 'failed'; readonly error: GeotrawlError }
);

export interface VisitClient {
  /** Makes the visit and frees its host in the frontier. Throws only on our own bugs. */
  visit(visit: Visit, signal: AbortSignal): Promise<VisitResponse>;
  /** Requests a further part of what a visit found, on the same host and under the same rules. Throws as a fetch does. */
  requestPart(visit: Visit, request: ProbeRequest, signal: AbortSignal): Promise<Document>;
  /** Keeps a part for the later visit that reads it as a page. */
  cachePart(document: Document): void;
  /** Loads what a map application needs to run, from any host. Scripts are kept for the visit that reads them. */
  readonly load: LoadResource;
  /** Scripts that were loaded and not visited yet. */
  readonly scripts: Pick<PrefetchCache, 'get' | 'keep'>;
}

interface VisitContext extends VisitClientDependencies {
  readonly path: PolitePath;
  readonly memories: HostMemories;
  readonly scripts: PrefetchCache;
  /** Separate from scripts, which a large tree would evict. */
  readonly parts: PrefetchCache;
  /** Hosts whose sitemaps this crawl has already reported: robots.txt may be known from an earlier crawl. */
  readonly hostsWithSitemaps: Set<number>;
}

export function createVisitClient(dependencies: VisitClientDependencies): VisitClient {
  const path = openPolitePath(dependencies);
  const memories = createHostMemories(dependencies.frontier);
  const scripts = createPrefetchCache(isScript);
  const parts = createPrefetchCache(() => true);
  const context: VisitContext = { ...dependencies, path, memories, scripts, parts, hostsWithSitemaps: new Set() };
  const load = createResourceLoader({ path, frontier: dependencies.frontier, learn: memories.learn });
  return {
    visit: (visit, signal) => makeVisit(context, visit, signal),
    requestPart: (visit, request, signal) => requestPart(context, visit, request, signal),
    cachePart: parts.keep,
    scripts,
    load: async (url, options, signal) => {
      const cached = scripts.get(url);
      if (cached !== null) return { document: cached, requests: 0 };
      const loaded = await load(url, options, signal);
      scripts.keep(loaded.document);
      return loaded;
    },
  };
}

async function makeVisit(context: VisitContext, visit: Visit, signal: AbortSignal): Promise<VisitResponse> {
  const { fetch, frontier, clock, gate, memories, path } = context;
  const host = await memories.of(visit.host);
  try {
    const address = await fetch.locate(visit.url, signal);
    const nowMs = clock.now();
    // Another crawl has just used the host: come back later rather than hold a worker slot until it is free.
    const freeAtMs = gate?.freeAtMs(visit.hostKey, path.delayMs(host)) ?? nowMs;
    if (freeAtMs > nowMs) return later(context, visit, freeAtMs);
    if (!(await frontier.enter(visit.host, address, nowMs))) {
      return later(context, visit, frontier.addressFreeAtMs(address, nowMs));
    }
    try {
      return await requestAllowed(context, visit, host, signal);
    } finally {
      await frontier.leave(visit.host, address);
    }
  } catch (error) {
    if (!isFetchFailure(error)) throw error;
    return settleFailure(context, visit, host, error);
  }
}

function requestAllowed(
  context: VisitContext,
  visit: Visit,
  host: HostPoliteness,
  signal: AbortSignal,
): Promise<VisitResponse> | VisitResponse {
  const { frontier, clock, path } = context;
  switch (path.checkRobots(host, visit.url)) {
    case 'expired':
      return fetchRobots(context, visit, host, signal);
    case 'defer':
      return later(context, visit, host.robots?.expiresAtMs ?? clock.now());
    case 'disallowed': {
      frontier.finish(visit, clock.now());
      const { message } = robotsRefusal(visit.url);
      const sitemaps = newSitemaps(context, visit.host, host);
      return { type: 'refused', reason: 'policy.robots', message, requests: 0, sitemaps };
    }
    case 'allowed':
      return requestPage(context, visit, host, signal);
  }
}

async function requestPage(
  context: VisitContext,
  visit: Visit,
  host: HostPoliteness,
  signal: AbortSignal,
): Promise<VisitResponse> {
  const { frontier, path } = context;
  const sitemaps = () => newSitemaps(context, visit.host, host);
  const probe = visit.pool === 'probe' ? (context.probeRequest(visit) ?? {}) : null;
  const cached = takeCached(context, visit.url, probe);
  if (cached !== null) {
    frontier.finish(visit, path.endMs());
    return { type: 'response', document: cached, requests: 0, sitemaps: sitemaps() };
  }
  const request = probe === null ? { url: visit.url } : probeFetch(context, probe, visit.url);
  const { document, delay } = await path.request(host, { ...request, isOurs: leaseCheck(context, visit) }, signal);
  const { address, requests } = document;
  learn(context, visit, { host: visit.host, ...delay, ...(address === null ? {} : { address }) });
  frontier.finish(visit, delay.nextAtMs);
  return { type: 'response', document, requests, sitemaps: sitemaps() };
}

/** A probe with its own headers, range or body may get a different response than a plain request did. */
function takeCached(
  { scripts, parts }: VisitContext,
  url: string,
  probe: Partial<ProbeRequest> | null,
): Document | null {
  if (probe === null) return scripts.take(url) ?? parts.take(url);
  const { accept, headers, range, body } = probe;
  const isPlain = accept === undefined && headers === undefined && range === undefined && body === undefined;
  return isPlain ? parts.take(url) : null;
}

/** The response of a server that ignores the range is cut where the range would have ended. */
function probeFetch(context: VisitContext, probe: Partial<ProbeRequest>, url: string): FetchRequest {
  const { accept, headers, range, body } = probe;
  return {
    url,
    maxBytes: range === undefined ? context.maxProbeBytes : range[1] - range[0] + 1,
    ...(accept === undefined ? {} : { accept }),
    ...(headers === undefined ? {} : { headers }),
    ...(range === undefined ? {} : { range }),
    ...(body === undefined ? {} : { body }),
  };
}

async function requestPart(
  context: VisitContext,
  visit: Visit,
  request: ProbeRequest,
  signal: AbortSignal,
): Promise<Document> {
  const url = fetchKey(request.url);
  if (url === null || hostKeyOf(url) !== visit.hostKey)
    throw new GeotrawlError('policy.scope', 'A part on another host needs its own visit.', {
      facts: { url: request.url },
    });
  const host = await context.memories.of(visit.host);
  if (!isAllowed(host, url)) throw robotsRefusal(url);
  const part = { ...probeFetch(context, request, url), isOurs: leaseCheck(context, visit) };
  const { document, delay } = await context.path.request(host, part, signal);
  // The caller handles the backoff of its own requests; visits to the host must wait as well.
  if (delay.why === 'policy.backoff') learn(context, visit, { host: visit.host, ...delay });
  return document;
}

/** robots.txt is a request of its own; the page follows when the host is due again. */
async function fetchRobots(
  context: VisitContext,
  visit: Visit,
  host: HostPoliteness,
  signal: AbortSignal,
): Promise<VisitResponse> {
  const isOutcome = (error: GeotrawlError) =>
    isFetchFailure(error) && error.code !== 'fetch.aborted' && !isSilent(host);
  const options = { isOutcome, isOurs: leaseCheck(context, visit) };
  const fetched = await context.path.fetchRobots(visit.hostKey, host, options, signal);
  const { outcome, requests, delay, hasResponse } = fetched;
  if (hasResponse) learn(context, visit, { host: visit.host, ...delay });
  const { record, why } = outcome;
  const nextAtMs = outcome.verdict === 'defer' ? Math.max(delay.nextAtMs, record.expiresAtMs) : delay.nextAtMs;
  learn(context, visit, { host: visit.host, nextAtMs, robots: record, why });
  context.frontier.release(visit, nextAtMs);
  const sitemaps = newSitemaps(context, visit.host, await context.memories.of(visit.host));
  return { type: 'later', requests, sitemaps };
}

function settleFailure(context: VisitContext, visit: Visit, host: HostPoliteness, error: GeotrawlError): VisitResponse {
  const { frontier, path } = context;
  const nowMs = path.endMs();
  if (error.code === 'fetch.aborted') {
    // The request may have been sent: the next one, also from another process, waits for the crawl delay.
    const nextAtMs = nowMs + path.delayMs(host);
    learn(context, visit, { host: visit.host, nextAtMs });
    return later(context, visit, nextAtMs);
  }
  if (error.code.startsWith('policy.')) {
    frontier.finish(visit, nowMs);
    return { type: 'refused', reason: error.code, message: error.message, requests: 0 };
  }
  const delay = path.delayAfterFailure(host, error);
  const nextAtMs = isSilent(host) ? nowMs + silentDelayMs(path, host, error) : delay.nextAtMs;
  learn(context, visit, { host: visit.host, ...delay, nextAtMs });
  frontier.finish(visit, nextAtMs);
  return { type: 'failed', error, requests: 1 };
}

function learn({ memories, path }: VisitContext, { hostKey }: Visit, update: HostUpdate): void {
  memories.learn(update);
  path.shareBackoff(hostKey, update);
}

function silentDelayMs(path: PolitePath, host: HostPoliteness, error: GeotrawlError): number {
  const delays = error.retry ? silentRetryDelays[host.state.failures] : undefined;
  return delays === undefined ? silentHostMs : delays * path.delayMs(host);
}

function later({ frontier }: VisitContext, visit: Visit, nextAtMs: number): VisitResponse {
  frontier.release(visit, nextAtMs);
  return { type: 'later', requests: 0 };
}

function newSitemaps({ hostsWithSitemaps }: VisitContext, host: number, { rules }: HostPoliteness): readonly string[] {
  if (hostsWithSitemaps.has(host)) return [];
  hostsWithSitemaps.add(host);
  return rules?.sitemaps ?? [];
}

/** The host may have passed to another worker while the request waited. */
function leaseCheck({ frontier, path }: VisitContext, visit: Visit): () => boolean {
  return () => frontier.holds(visit, path.endMs());
}

function isSilent({ state }: HostPoliteness): boolean {
  return state.latencyEwmaMs === null;
}
