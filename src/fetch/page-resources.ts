// What a rendered page needs besides itself, from any host: under the same robots.txt, pauses and guard as every visit.
import { latestMoment } from '../base/time/conservative-now.ts';
import { hostKeyOf, readUrl } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Frontier, HostNews, HostState, RobotsRecord } from '../model/frontier.ts';
import { delayFor, freshPace, type PacePolicy, paceAfterAnswer, paceAfterFailure } from './crawl-delay.ts';
import { productToken } from './policy.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import { isRedirect } from './response.ts';
import { parseRobots, type RobotsRules } from './robots/robots.ts';
import { readRobotsVerdict, robotsFromAnswer, robotsFromFailure, robotsRequest } from './robots/robots-record.ts';

export interface LoadedResource {
  readonly document: Document;
  /** What it took, robots.txt and redirects included; 0 for what was at hand. */
  readonly requests: number;
}

/** Throws GeotrawlError `fetch.*` or `policy.*`, as a fetch does. */
export type LoadResource = (
  url: string,
  options: { readonly accept?: string; readonly maxBytes?: number },
  signal: AbortSignal,
) => Promise<LoadedResource>;

export interface LoaderParts {
  readonly polite: PoliteFetch;
  readonly frontier: Pick<Frontier, 'hostByKey'>;
  readonly clock: Clock;
  readonly pace: PacePolicy;
  /** Tells what was learned of a host that the crawl knows. */
  readonly learn: (news: HostNews) => void;
}

interface Desk extends LoaderParts {
  /** By host key; hosts that only pages lead to are not in the frontier. */
  readonly robots: Map<string, RobotsRecord>;
  /** Hosts that asked for a rest, until when. */
  readonly resting: Map<string, number>;
}

interface CountingDesk extends Desk {
  readonly count: { requests: number };
}

interface Host {
  readonly key: string;
  readonly state: HostState | null;
  readonly rules: RobotsRules | null;
  readonly delayMs: number;
}

const maxHops = 5;
const maxHosts = 2_000;

export function createResourceLoader(parts: LoaderParts): LoadResource {
  const desk: Desk = { ...parts, robots: new Map(), resting: new Map() };
  return async (url, options, signal) => {
    const count = { requests: 0 };
    let at = url;
    for (let hop = 0; hop <= maxHops; hop++) {
      const host = await hostOf({ ...desk, count }, hostKeyOf(at), signal);
      if (!allows(host, at)) throw refusal('policy.robots', 'The site asks crawlers not to fetch this.', at);
      const document = await get(desk, host, { ...options, url: at }, signal);
      count.requests += document.requests;
      const { location } = document.headers;
      const isElsewhere = isRedirect(document.status) && location !== undefined;
      const target = isElsewhere ? readUrl(location, document.finalUrl) : null;
      if (target === null) return { document, ...count };
      at = target.href;
    }
    throw new GeotrawlError('fetch.redirect-limit', `More than ${maxHops} redirects.`, { facts: { url } });
  };
}

async function get(
  desk: Desk,
  host: Host,
  request: { readonly url: string; readonly accept?: string; readonly maxBytes?: number },
  signal: AbortSignal,
): Promise<Document> {
  // Another host has a pause and rules of its own: a redirect there is a request of its own.
  const mayHop = (next: string) => hostKeyOf(next) === host.key && allows(host, next);
  const state = { ...(host.state ?? freshPace), crawlDelayMs: null };
  try {
    // A page of anybody's decides what is asked for here, and sees the answer.
    const asked = { ...request, isAnonymous: true, mayHop, delayMs: host.delayMs };
    const document = await desk.polite.get(asked, signal);
    const pace = paceAfterAnswer(state, document, desk.pace, latestMoment(desk.clock));
    if (pace.why !== null) rest(desk, host, pace.nextAtMs);
    if (pace.why !== null && host.state !== null) desk.learn({ host: host.state.host, ...pace });
    return document;
  } catch (error) {
    if (!(error instanceof GeotrawlError)) throw error;
    const pace = paceAfterFailure(state, error, desk.pace, latestMoment(desk.clock));
    if (pace.why !== null) rest(desk, host, pace.nextAtMs);
    throw error;
  }
}

function rest(desk: Desk, host: Host, untilMs: number): void {
  remember(desk.resting, host.key, untilMs);
}

function allows({ rules }: Host, url: string): boolean {
  return rules === null || rules.allows(url, productToken);
}

async function hostOf(desk: CountingDesk, key: string, signal: AbortSignal): Promise<Host> {
  const state = await desk.frontier.hostByKey(key);
  const nowMs = desk.clock.now();
  const isResting = (state !== null && state.why !== null && state.nextAtMs > nowMs) || isAsleep(desk, key);
  if (isResting) throw refusal('policy.backoff', 'The host asked for a rest.', key);
  const known = desk.robots.get(key) ?? state?.robots ?? null;
  const isKnown = readRobotsVerdict(known, nowMs) !== 'expired';
  const record = isKnown && known !== null ? known : await askRobots(desk, key, known, signal);
  if (readRobotsVerdict(record, nowMs) === 'defer')
    throw refusal('policy.robots-unreachable', 'robots.txt could not be read.', key);
  const rules = record.body === '' ? null : parseRobots(record.body);
  const crawlDelayMs = rules?.crawlDelayMs(productToken) ?? null;
  return { key, state, rules, delayMs: delayFor(desk.pace, crawlDelayMs, state?.latencyEwmaMs ?? null) };
}

function isAsleep(desk: Desk, key: string): boolean {
  return (desk.resting.get(key) ?? 0) > desk.clock.now();
}

async function askRobots(
  desk: CountingDesk,
  key: string,
  previous: RobotsRecord | null,
  signal: AbortSignal,
): Promise<RobotsRecord> {
  const request = { ...robotsRequest(key), mayHop: () => true, delayMs: desk.pace.baseDelayMs };
  const { record } = await desk.polite.get(request, signal).then(
    (document) => {
      desk.count.requests += document.requests;
      return robotsFromAnswer(document, previous, desk.clock.now());
    },
    (error: unknown) => {
      // A guarded address is not asked again for the page's sake: the guard's word is final.
      if (!(error instanceof GeotrawlError) || !/^fetch\.(?!aborted)/.test(error.code)) throw error;
      return robotsFromFailure(error, previous, desk.clock.now());
    },
  );
  remember(desk.robots, key, record);
  return record;
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= maxHosts) map.clear();
  map.set(key, value);
}

function refusal(code: 'policy.robots' | 'policy.backoff' | 'policy.robots-unreachable', message: string, url: string) {
  return new GeotrawlError(code, message, { facts: { url } });
}
