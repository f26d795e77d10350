// Fetching in turn: every request, redirect hops and retries included, waits at the gate of the host it goes to.
import { hostKeyOf } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import { abortFailure } from './failures.ts';
import { createHostGate, type HostGate } from './host-gate.ts';

export interface PoliteRequest extends Omit<FetchRequest, 'before'> {
  /** Pause since the last answer of the same host. */
  readonly delayMs: number;
  /** Whether a redirect or retry may go to this URL within the same fetch. */
  readonly mayHop: (url: string) => boolean;
  /** Asked when the turn has come and when the request is to be written: false where the host may have gone to another worker meanwhile, and is left alone. */
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
        throw abortFailure(url, new Error('the host may be with another worker by now'), false);
      };
      let leave = await enter(request.url);
      const before = async (url: string) => {
        if (!mayHop(url)) return false;
        leave();
        leave = noTurn;
        leave = await enter(url);
        return true;
      };
      try {
        // Connecting takes a while: whoever slept meanwhile looks again.
        return await fetch.get({ ...request, before, mayBegin: isOurs }, signal);
      } finally {
        leave();
      }
    },
  };
}

/** Between leaving one gate and entering the next there is no turn to end. */
function noTurn(): void {}
