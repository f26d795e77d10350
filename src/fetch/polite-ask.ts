// Single questions to any host, outside of a crawl: under the same robots.txt, pauses and guard as every visit.
import { latestMoment } from '../base/time/conservative-now.ts';
import { hostKeyOf, readUrl } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import type { RobotsRecord } from '../model/frontier.ts';
import { delayFor, freshPace, nextLatencyEwma, type PacePolicy, paceAfterAnswer } from './crawl-delay.ts';
import { createHostGate, type HostGate } from './host-gate.ts';
import { productToken } from './policy.ts';
import { createPoliteFetch, type PoliteFetch } from './polite-fetch.ts';
import { isRedirect } from './response.ts';
import { parseRobots, type RobotsRules } from './robots/robots.ts';
import { readRobotsVerdict, robotsFromAnswer, robotsFromFailure, robotsRequest } from './robots/robots-record.ts';

export interface AskerParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly pace: PacePolicy;
  /** That of the crawls in the same process: to a host, both together are as polite as one. */
  readonly gate?: HostGate;
}

/** Throws GeotrawlError `fetch.*` or `policy.*`, as a fetch does. Redirects to other hosts are followed by their rules. */
export type PoliteAsk = (request: Omit<FetchRequest, 'before'>, signal?: AbortSignal) => Promise<Document>;

interface HostMemory {
  robots: RobotsRecord | null;
  rules: RobotsRules | null;
  latencyEwmaMs: number | null;
  strikes: number;
  forgiveAtMs: number;
  restUntilMs: number;
}

interface Desk extends AskerParts {
  readonly gate: HostGate;
  readonly polite: PoliteFetch;
  readonly hosts: Map<string, HostMemory>;
}

const maxHops = 5;
/** Hosts remembered; what is forgotten is asked for its robots.txt once more. */
const maxHosts = 100_000;
/** Longer rules are parsed anew each time, so that memory stays with the many hosts that have short ones. */
const maxKeptRules = 4_096;

export function createPoliteAsk(parts: AskerParts): PoliteAsk {
  const gate = parts.gate ?? createHostGate(parts.clock);
  const desk: Desk = { ...parts, gate, polite: createPoliteFetch(parts.fetch, parts.clock, gate), hosts: new Map() };
  return async (request, signal) => {
    const passed: string[] = [];
    let at = request.url;
    let requests = 0;
    for (let hop = 0; hop <= maxHops; hop++) {
      const document = await askHost(desk, { ...request, url: at }, signal);
      requests += document.requests;
      const { location } = document.headers;
      const isElsewhere = isRedirect(document.status) && location !== undefined;
      const target = isElsewhere ? readUrl(location, document.finalUrl) : null;
      passed.push(...document.redirects);
      if (target === null) return { ...document, url: request.url, redirects: passed, requests };
      passed.push(document.finalUrl);
      at = target.href;
    }
    throw new GeotrawlError('fetch.redirect-limit', `More than ${maxHops} redirects.`, { facts: { url: request.url } });
  };
}

async function askHost(desk: Desk, request: Omit<FetchRequest, 'before'>, signal?: AbortSignal): Promise<Document> {
  const key = hostKeyOf(request.url);
  const memory = memoryOf(desk, key);
  if (Math.max(memory.restUntilMs, desk.gate.restUntilMs(key)) > desk.clock.now())
    throw refusal('policy.backoff', 'The host asked for a rest, which is not over.', request.url);
  const rules = await rulesOf(desk, key, memory, signal);
  const allows = (url: string) => rules === null || rules.allows(url, productToken);
  if (!allows(request.url))
    throw refusal('policy.robots', 'The site asks programs not to fetch this (robots.txt).', request.url);
  const crawlDelayMs = rules?.crawlDelayMs(productToken) ?? null;
  const delayMs = delayFor(desk.pace, crawlDelayMs, memory.latencyEwmaMs);
  const mayHop = (next: string) => hostKeyOf(next) === key && allows(next);
  const document = await desk.polite.get({ ...request, mayHop, delayMs }, signal);
  const { strikes, forgiveAtMs } = memory;
  const state = { ...freshPace, strikes, forgiveAtMs, latencyEwmaMs: memory.latencyEwmaMs, crawlDelayMs };
  const pace = paceAfterAnswer(state, document, desk.pace, latestMoment(desk.clock));
  memory.latencyEwmaMs = nextLatencyEwma(memory.latencyEwmaMs, document.latencyMs);
  [memory.strikes, memory.forgiveAtMs] = [pace.strikes, pace.forgiveAtMs];
  if (pace.why === 'policy.backoff') {
    memory.restUntilMs = pace.nextAtMs;
    desk.gate.rest(key, pace.nextAtMs);
  }
  return document;
}

/** The most recently used are last; the first is forgotten when there are too many. */
function memoryOf({ hosts }: Desk, key: string): HostMemory {
  const known = hosts.get(key);
  const fresh = { robots: null, rules: null, latencyEwmaMs: null, strikes: 0, forgiveAtMs: 0, restUntilMs: 0 };
  const memory = known ?? fresh;
  hosts.delete(key);
  if (hosts.size >= maxHosts) hosts.delete(hosts.keys().next().value!);
  hosts.set(key, memory);
  return memory;
}

async function rulesOf(desk: Desk, key: string, memory: HostMemory, signal?: AbortSignal): Promise<RobotsRules | null> {
  const nowMs = desk.clock.now();
  if (readRobotsVerdict(memory.robots, nowMs) === 'expired') {
    memory.robots = await askRobots(desk, key, memory, signal);
    const { body } = memory.robots;
    memory.rules = body === '' || body.length > maxKeptRules ? null : parseRobots(body);
  }
  const record = memory.robots!;
  if (readRobotsVerdict(record, nowMs) === 'defer') {
    const message = `robots.txt could not be read (status ${record.status}), so nothing else is asked for.`;
    throw refusal('policy.robots-unreachable', message, `${key}/robots.txt`);
  }
  return memory.rules ?? (record.body === '' ? null : parseRobots(record.body));
}

/**
 * A host that cannot be reached for its robots.txt cannot be reached: that failure is the answer, and nothing is
 * remembered of it but for the host's own words.
 */
async function askRobots(
  { polite, pace, clock }: Desk,
  key: string,
  { robots }: HostMemory,
  signal?: AbortSignal,
): Promise<RobotsRecord> {
  try {
    const document = await polite.get({ ...robotsRequest(key), mayHop: () => true, delayMs: pace.baseDelayMs }, signal);
    return robotsFromAnswer(document, robots, clock.now()).record;
  } catch (error) {
    const isAstray = error instanceof GeotrawlError && error.code.startsWith('fetch.redirect-');
    if (!isAstray) throw error;
    return robotsFromFailure(error, robots, clock.now()).record;
  }
}

function refusal(code: 'policy.robots' | 'policy.backoff' | 'policy.robots-unreachable', message: string, url: string) {
  return new GeotrawlError(code, message, { facts: { url } });
}
