// Every request, redirect hops and retries included, waits at the gate of its host.
import { hostKeyOf } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import { abortFailure } from './failures.ts';
import { createHostGate, type HostGate } from './host-gate.ts';

export interface PoliteRequest extends Omit<FetchRequest, 'before'> {
  /** Crawl delay since the host's last response. */
  readonly delayMs: number;
  /** Whether a redirect or retry may go to this URL within the same fetch. */
  readonly mayHop: (url: string) => boolean;
  /** Called after the wait and again before the request is written; false if the host's lease may have passed to another worker. */
  readonly isOurs?: () => boolean;
}

export interface PoliteFetch {
  get(request: PoliteRequest, signal?: AbortSignal): Promise<Document>;
}

/** Crawls that run side by side share one gate. */
export function createPoliteFetch(fetch: Fetch, clock: Clock, gate: HostGate = createHostGate(clock)): PoliteFetch {
  return {
    async get({ delayMs, mayHop, isOurs = () => true, ...request }, signal) {
      const enter = async (url: string) => {
        const left = await gate.enter(hostKeyOf(url), delayMs, signal);
        if (isOurs()) return left;
        left();
        throw abortFailure(url, new Error('another worker may hold the host by now'), false);
      };
      let leave = await enter(request.url);
      const before = async (url: string) => {
        if (!mayHop(url)) return false;
        leave();
        leave = nothingToLeave;
        leave = await enter(url);
        return true;
      };
      try {
        // Connecting takes a while: the lease is checked again before the request is written.
        return await fetch.get({ ...request, before, mayBegin: isOurs }, signal);
      } finally {
        leave();
      }
    },
  };
}

/** Between leaving one gate and entering the next. */
function nothingToLeave(): void {}
