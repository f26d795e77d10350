// What a rendered page loads from any host, under the same robots.txt, crawl delays and guard as every visit.
import { LRUCache } from 'lru-cache';
import type { Document } from '../model/document.ts';
import type { Frontier, HostUpdate, RobotsRecord } from '../model/frontier.ts';
import { type HostDelay, initialDelayState } from './crawl-delay.ts';
import { type HostRecords, makeHostPoliteness, type PolitePath, requestAnywhere } from './polite-request.ts';

export interface LoadedResource {
  readonly document: Document;
  /** Including robots.txt and redirects; 0 for a cached document. */
  readonly requests: number;
}

/** Throws GeotrawlError `fetch.*` or `policy.*`, as a fetch does. */
export type LoadResource = (
  url: string,
  options: { readonly accept?: string; readonly maxBytes?: number },
  signal: AbortSignal,
) => Promise<LoadedResource>;

export interface ResourceLoaderDependencies {
  readonly path: PolitePath;
  readonly frontier: Pick<Frontier, 'hostByKey'>;
  /** Stores what was learned about a host that the frontier has. */
  readonly learn: (update: HostUpdate) => void;
}

const maxHosts = 2_000;

export function createResourceLoader({ path, frontier, learn }: ResourceLoaderDependencies): LoadResource {
  const hosts = createHostRecords(frontier, learn);
  // A refusal by the address guard is final; other failures to fetch robots.txt are remembered.
  const isRobotsOutcome = ({ code }: { code: string }) => code.startsWith('fetch.') && code !== 'fetch.aborted';
  return async (url, options, signal) => {
    // Any page decides what is requested here and sees the response: no credentials.
    const request = { ...options, url, isAnonymous: true };
    const { document, requests, robotsRequests } = await requestAnywhere(
      { path, hosts, isRobotsOutcome },
      request,
      signal,
    );
    return { document, requests: requests + robotsRequests };
  };
}

/** By host key: hosts that only pages lead to aren't in the frontier. */
function createHostRecords(
  frontier: ResourceLoaderDependencies['frontier'],
  learn: ResourceLoaderDependencies['learn'],
): HostRecords {
  const robotsRecords = new LRUCache<string, RobotsRecord>({ max: maxHosts });
  const blockedUntil = new LRUCache<string, number>({ max: maxHosts });
  const block = (hostKey: string, { why, nextAtMs }: HostDelay) => {
    if (why !== null) blockedUntil.set(hostKey, nextAtMs);
  };
  return {
    async get(hostKey) {
      const state = await frontier.hostByKey(hostKey);
      const host = makeHostPoliteness(state ?? initialDelayState, robotsRecords.get(hostKey) ?? state?.robots ?? null);
      const storedMs = state === null || state.why === null ? 0 : state.nextAtMs;
      return { ...host, number: state?.host, blockedUntilMs: Math.max(storedMs, blockedUntil.get(hostKey) ?? 0) };
    },
    setRobots: (hostKey, record) => void robotsRecords.set(hostKey, record),
    afterResponse(hostKey, delay, { number }) {
      block(hostKey, delay);
      if (delay.why !== null && number !== undefined) learn({ host: number, ...delay });
    },
    afterFailure: block,
  };
}
