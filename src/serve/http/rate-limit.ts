// Request rate per client: a token bucket for each network address.
import { LRUCache } from 'lru-cache';
import { clientNetwork } from './client-network.ts';

/** Requests that one request counts as: exports read thousands of records, and hashing a password takes half a second of CPU. */
const costs = { standard: 1, costly: 20 } as const;
export type RateClass = keyof typeof costs;

export interface RateLimit {
  /** Counts a request; returns the headers to send, and whether the client is over its limit. */
  count(
    request: { readonly address: string; readonly rate: RateClass },
    nowMs: number,
  ): { readonly isOver: boolean; readonly headers: Readonly<Record<string, string>> };
}

interface Bucket {
  left: number;
  atMs: number;
}

/** Clients kept, the most recent ones. A dropped client starts again with a full bucket. */
const maxAddresses = 10_000;

/** `perMinute` 0 disables the limit. */
export function openRateLimit(perMinute: number): RateLimit {
  const buckets = new LRUCache<string, Bucket>({ max: maxAddresses });
  return {
    count: ({ address, rate }, nowMs) => {
      if (perMinute === 0) return { isOver: false, headers: {} };
      // Costly requests are possible under any limit.
      const cost = Math.min(costs[rate], perMinute);
      const client = clientNetwork(address);
      const bucket = buckets.get(client) ?? { left: perMinute, atMs: nowMs };
      buckets.set(client, bucket);
      bucket.left = Math.min(perMinute, bucket.left + ((nowMs - bucket.atMs) * perMinute) / 60_000);
      bucket.atMs = nowMs;
      const isOver = bucket.left < cost;
      if (!isOver) bucket.left -= cost;
      const secondsUntil = (tokens: number) => Math.ceil(((tokens - bucket.left) * 60) / perMinute);
      const headers = {
        'ratelimit-limit': String(perMinute),
        'ratelimit-remaining': String(Math.floor(bucket.left)),
        'ratelimit-reset': String(secondsUntil(perMinute)),
      };
      return {
        isOver,
        headers: isOver ? { ...headers, 'retry-after': String(Math.max(1, secondsUntil(cost))) } : headers,
      };
    },
  };
}
