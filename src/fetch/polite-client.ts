// Single requests to any host, outside of a crawl, under the same robots.txt, crawl delays and guard as every visit.
import { LRUCache } from 'lru-cache';
import type { Document } from '../model/document.ts';
import type { FetchRequest } from '../model/fetch.ts';
import type { RobotsRecord } from '../model/frontier.ts';
import { type DelayState, initialDelayState } from './crawl-delay.ts';
import {
  type HostPoliteness,
  type HostRecords,
  makeHostPoliteness,
  openPolitePath,
  type PolitePathDependencies,
  requestAnywhere,
} from './polite-request.ts';

/** Throws GeotrawlError `fetch.*` or `policy.*`, as a fetch does. Redirects to other hosts follow those hosts' rules. */
export type PoliteClient = (request: Omit<FetchRequest, 'before'>, signal?: AbortSignal) => Promise<Document>;

interface HostEntry {
  robots: RobotsRecord | null;
  /** Parsed once for short files; null where they are parsed for each request. */
  parsed: HostPoliteness | null;
  delay: Pick<DelayState, 'latencyEwmaMs' | 'strikes' | 'forgiveAtMs'>;
  blockedUntilMs: number;
}

/** Hosts kept; robots.txt of a dropped host is fetched again. */
const maxHosts = 100_000;
/** Longer robots files are parsed for each request, to keep memory for the many hosts with short ones. */
const maxParsedCharacters = 4_096;

export function createPoliteClient(dependencies: PolitePathDependencies): PoliteClient {
  const path = openPolitePath(dependencies);
  const hosts = createHostRecords();
  // A host that can't be reached for robots.txt can't be reached at all: the failure is thrown and not remembered.
  const context = { path, hosts, isRobotsOutcome: ({ code }: { code: string }) => code.startsWith('fetch.redirect-') };
  return async (request, signal) => {
    const { document, redirects, requests } = await requestAnywhere(context, request, signal);
    return { ...document, url: request.url, redirects, requests };
  };
}

function createHostRecords(): HostRecords {
  const entries = new LRUCache<string, HostEntry>({ max: maxHosts });
  const entryOf = (hostKey: string): HostEntry => {
    const known = entries.get(hostKey);
    if (known !== undefined) return known;
    const { latencyEwmaMs, strikes, forgiveAtMs } = initialDelayState;
    const delay = { latencyEwmaMs, strikes, forgiveAtMs };
    const entry: HostEntry = { robots: null, parsed: null, delay, blockedUntilMs: 0 };
    entries.set(hostKey, entry);
    return entry;
  };
  return {
    get: async (hostKey) => {
      const { robots, parsed, delay, blockedUntilMs } = entryOf(hostKey);
      const host = parsed ?? makeHostPoliteness(initialDelayState, robots);
      return { ...host, state: { ...host.state, ...delay }, blockedUntilMs };
    },
    setRobots(hostKey, robots) {
      const parsed = robots.body.length > maxParsedCharacters ? null : makeHostPoliteness(initialDelayState, robots);
      Object.assign(entryOf(hostKey), { robots, parsed });
    },
    afterResponse(hostKey, { latencyEwmaMs = null, strikes, forgiveAtMs, nextAtMs, why }) {
      const entry = entryOf(hostKey);
      entry.delay = { latencyEwmaMs, strikes, forgiveAtMs };
      if (why === 'policy.backoff') entry.blockedUntilMs = nextAtMs;
    },
  };
}
