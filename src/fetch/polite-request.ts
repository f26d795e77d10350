// The one polite request path: robots.txt gate, crawl delay, request, and the host's delay afterwards.
import { conservativeNow } from '../base/time/system-clock.ts';
import { hostKeyOf, readUrl } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import type { RobotsRecord } from '../model/frontier.ts';
import {
  type DelayPolicy,
  type DelayState,
  delayAfterFailure,
  delayAfterResponse,
  delayFor,
  type HostDelay,
} from './crawl-delay.ts';
import { createHostGate, type HostGate } from './host-gate.ts';
import { productToken } from './policy.ts';
import { createPoliteFetch, type PoliteRequest } from './polite-fetch.ts';
import { isRedirect } from './response.ts';
import { parseRobots, type RobotsRules } from './robots/robots.ts';
import {
  type RobotsOutcome,
  readRobotsVerdict,
  robotsFromFailure,
  robotsFromResponse,
  robotsRequest,
} from './robots/robots-record.ts';

export interface PolitePathDependencies {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly delayPolicy: DelayPolicy;
  /** Shared by everything in the process that requests from the same hosts. */
  readonly gate?: HostGate | undefined;
}

/** What the politeness rules depend on, per host. */
export interface HostPoliteness {
  readonly state: DelayState & { readonly crawlDelayMs: number | null };
  readonly robots: RobotsRecord | null;
  readonly rules: RobotsRules | null;
}

/** `expired`: robots.txt must be fetched first. `defer`: no requests before the stored record expires. */
export type RobotsGate = 'expired' | 'defer' | 'disallowed' | 'allowed';

export interface RobotsFetch {
  readonly outcome: RobotsOutcome;
  readonly requests: number;
  readonly delay: HostDelay;
  /** False where no response came and the outcome was derived from the failure. */
  readonly hasResponse: boolean;
}

export interface PolitePath {
  delayMs(host: HostPoliteness): number;
  checkRobots(host: HostPoliteness, url: string): RobotsGate;
  /** `isOutcome` selects the failures that count as a result for robots.txt; all others are thrown. */
  fetchRobots(
    hostKey: string,
    host: HostPoliteness,
    options: Pick<PoliteRequest, 'isOurs'> & { readonly isOutcome: (error: GeotrawlError) => boolean },
    signal?: AbortSignal,
  ): Promise<RobotsFetch>;
  /** Follows redirects on the same host that robots.txt allows; any other redirect is returned as the response. */
  request(
    host: HostPoliteness,
    request: Omit<FetchRequest, 'before'> & Pick<PoliteRequest, 'isOurs'>,
    signal?: AbortSignal,
  ): Promise<{ readonly document: Document; readonly delay: HostDelay }>;
  delayAfterFailure(host: HostPoliteness, error: GeotrawlError): HostDelay;
  /** Passes a backoff to everything else behind the same gate; ordinary delays stay with the caller. */
  shareBackoff(hostKey: string, delay: Pick<HostDelay, 'nextAtMs'> & { readonly why?: HostDelay['why'] }): void;
  /** When the response ended, on the safe side. */
  endMs(): number;
  readonly gate: HostGate;
  readonly clock: Clock;
}

export function openPolitePath({ fetch, clock, delayPolicy, gate: shared }: PolitePathDependencies): PolitePath {
  const gate = shared ?? createHostGate(clock);
  const polite = createPoliteFetch(fetch, clock, gate);
  const endMs = () => conservativeNow(clock);
  const delayMs = ({ state }: HostPoliteness) => delayFor(delayPolicy, state.crawlDelayMs, state.latencyEwmaMs);
  return {
    gate,
    clock,
    endMs,
    delayMs,
    checkRobots: (host, url) => {
      const verdict = readRobotsVerdict(host.robots, clock.now());
      if (verdict === 'expired' || verdict === 'defer') return verdict;
      return isAllowed(host, url) ? 'allowed' : 'disallowed';
    },
    async fetchRobots(hostKey, host, { isOutcome, ...lease }, signal) {
      const request = { ...robotsRequest(hostKey), ...lease, mayHop: () => true, delayMs: delayMs(host) };
      try {
        const document = await polite.get(request, signal);
        const outcome = robotsFromResponse(document, host.robots, clock.now());
        const delay = delayAfterResponse(host.state, document, delayPolicy, endMs());
        return { outcome, requests: document.requests, delay, hasResponse: true };
      } catch (error) {
        if (!(error instanceof GeotrawlError) || !isOutcome(error)) throw error;
        const outcome = robotsFromFailure(error, host.robots, clock.now());
        const delay = delayAfterFailure(host.state, error, delayPolicy, endMs());
        return { outcome, requests: 1, delay, hasResponse: false };
      }
    },
    async request(host, request, signal) {
      const hostKey = hostKeyOf(request.url);
      const mayHop = (url: string) => hostKeyOf(url) === hostKey && isAllowed(host, url);
      const document = await polite.get({ ...request, mayHop, delayMs: delayMs(host) }, signal);
      return { document, delay: delayAfterResponse(host.state, document, delayPolicy, endMs()) };
    },
    delayAfterFailure: (host, error) => delayAfterFailure(host.state, error, delayPolicy, endMs()),
    shareBackoff: (hostKey, { why, nextAtMs }) => {
      if (why?.startsWith('policy.')) gate.rest(hostKey, nextAtMs);
    },
  };
}

/** The host's state with the rules and the Crawl-delay of its robots.txt. */
export function makeHostPoliteness(state: DelayState, robots: RobotsRecord | null): HostPoliteness {
  const rules = robots === null || robots.body === '' ? null : parseRobots(robots.body);
  const { delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures } = state;
  const crawlDelayMs = rules?.crawlDelayMs(productToken) ?? null;
  return { state: { delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures, crawlDelayMs }, robots, rules };
}

/** Applies an update to a state; what the update doesn't mention stays. */
export function updateDelayState(state: DelayState, update: Partial<DelayState>): DelayState {
  return {
    delayMs: update.delayMs ?? state.delayMs,
    latencyEwmaMs: update.latencyEwmaMs ?? state.latencyEwmaMs,
    strikes: update.strikes ?? state.strikes,
    forgiveAtMs: update.forgiveAtMs ?? state.forgiveAtMs,
    failures: update.failures ?? state.failures,
  };
}

export function isAllowed({ rules }: HostPoliteness, url: string): boolean {
  return rules === null || rules.allows(url, productToken);
}

export interface HostRecord extends HostPoliteness {
  /** The host must be left alone until then; in the past for a host that may be requested. */
  readonly blockedUntilMs: number;
  /** Its number in the frontier, where it has one. */
  readonly number?: number | undefined;
}

/** Where requests to any host keep what they know about hosts. */
export interface HostRecords {
  get(hostKey: string): Promise<HostRecord>;
  setRobots(hostKey: string, record: RobotsRecord): void;
  afterResponse(hostKey: string, delay: HostDelay, host: HostRecord): void;
  afterFailure?(hostKey: string, delay: HostDelay): void;
}

export interface RequestAnywhere {
  readonly path: PolitePath;
  readonly hosts: HostRecords;
  readonly isRobotsOutcome: (error: GeotrawlError) => boolean;
}

export interface AnywhereResponse {
  readonly document: Document;
  /** URLs passed on the way, across hosts. */
  readonly redirects: readonly string[];
  readonly requests: number;
  readonly robotsRequests: number;
}

const maxHops = 5;

/** A request to any host; a redirect to another host is a new request under that host's rules. Throws `fetch.*` or `policy.*`. */
export async function requestAnywhere(
  context: RequestAnywhere,
  request: Omit<FetchRequest, 'before'>,
  signal?: AbortSignal,
): Promise<AnywhereResponse> {
  const redirects: string[] = [];
  let url = request.url;
  let requests = 0;
  let robotsRequests = 0;
  for (let hop = 0; hop <= maxHops; hop++) {
    const { host, robotsRequests: more } = await prepareHost(context, hostKeyOf(url), url, signal);
    robotsRequests += more;
    const document = await requestFromHost(context, host, { ...request, url }, signal);
    requests += document.requests;
    redirects.push(...document.redirects);
    const { location } = document.headers;
    const isElsewhere = isRedirect(document.status) && location !== undefined;
    const target = isElsewhere ? readUrl(location, document.finalUrl) : null;
    if (target === null) return { document, redirects, requests, robotsRequests };
    redirects.push(document.finalUrl);
    url = target.href;
  }
  throw new GeotrawlError('fetch.redirect-limit', `More than ${maxHops} redirects from ${request.url}.`, {
    facts: { url: request.url },
  });
}

/** Backoff and robots.txt first; throws where either forbids the request. */
async function prepareHost(
  { path, hosts, isRobotsOutcome }: RequestAnywhere,
  hostKey: string,
  url: string,
  signal?: AbortSignal,
): Promise<{ readonly host: HostRecord; readonly robotsRequests: number }> {
  let host = await hosts.get(hostKey);
  if (Math.max(host.blockedUntilMs, path.gate.restUntilMs(hostKey)) > path.clock.now())
    throw refusal('policy.backoff', `${hostKey} requested a backoff that hasn't ended.`, url);
  let robotsRequests = 0;
  if (path.checkRobots(host, url) === 'expired') {
    const { outcome, requests, hasResponse } = await path.fetchRobots(
      hostKey,
      host,
      { isOutcome: isRobotsOutcome },
      signal,
    );
    robotsRequests = hasResponse ? requests : 0;
    hosts.setRobots(hostKey, outcome.record);
    host = { ...host, ...makeHostPoliteness(host.state, outcome.record) };
  }
  if (path.checkRobots(host, url) === 'defer') {
    const message = `robots.txt of ${hostKey} is unreachable (status ${host.robots?.status ?? 0}), so nothing else is requested.`;
    throw refusal('policy.robots-unreachable', message, url);
  }
  if (!isAllowed(host, url)) throw robotsRefusal(url);
  return { host, robotsRequests };
}

async function requestFromHost(
  { path, hosts }: RequestAnywhere,
  host: HostRecord,
  request: Omit<FetchRequest, 'before'>,
  signal?: AbortSignal,
): Promise<Document> {
  const hostKey = hostKeyOf(request.url);
  try {
    const { document, delay } = await path.request(host, request, signal);
    path.shareBackoff(hostKey, delay);
    hosts.afterResponse(hostKey, delay, host);
    return document;
  } catch (error) {
    if (error instanceof GeotrawlError) hosts.afterFailure?.(hostKey, path.delayAfterFailure(host, error));
    throw error;
  }
}

export function robotsRefusal(url: string): GeotrawlError {
  return refusal('policy.robots', 'Disallowed by robots.txt.', url);
}

function refusal(code: 'policy.robots' | 'policy.backoff' | 'policy.robots-unreachable', message: string, url: string) {
  return new GeotrawlError(code, message, { facts: { url } });
}
