// Request rate per client: a token bucket for each network address.
import { LRUCache } from 'lru-cache';
import { clientNetwork } from './client-network.ts';

export interface RateLimit {
  /** Counts a request; the headers to send along, and whether it was one too many. */
  count(
    address: string,
    nowMs: number,
  ): { readonly isOver: boolean; readonly headers: Readonly<Record<string, string>> };
}

interface Bucket {
  left: number;
  atMs: number;
}

/** Clients kept, the most recent ones. A dropped client starts again with a full bucket. */
const maxAddresses = 10_000;

/** `perMinute` 0 is no limit. */
export function openRateLimit(perMinute: number): RateLimit {
  const buckets = new LRUCache<string, Bucket>({ max: maxAddresses });
  return {
    count: (address, nowMs) => {
      if (perMinute === 0) return { isOver: false, headers: {} };
      const client = clientNetwork(address);
      const bucket = buckets.get(client) ?? { left: perMinute, atMs: nowMs };
      buckets.set(client, bucket);
      bucket.left = Math.min(perMinute, bucket.left + ((nowMs - bucket.atMs) * perMinute) / 60_000);
      bucket.atMs = nowMs;
      const isOver = bucket.left < 1;
      if (!isOver) bucket.left--;
      const secondsToFull = Math.ceil(((perMinute - bucket.left) * 60) / perMinute);
      const headers = {
        'ratelimit-limit': String(perMinute),
        'ratelimit-remaining': String(Math.floor(bucket.left)),
        'ratelimit-reset': String(secondsToFull),
      };
      const secondsToOne = Math.max(1, Math.ceil(((1 - bucket.left) * 60) / perMinute));
      return { isOver, headers: isOver ? { ...headers, 'retry-after': String(secondsToOne) } : headers };
    },
  };
}
