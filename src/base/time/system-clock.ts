// The system clock.
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../model/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // The caller requested the early wake-up and checks the signal itself.
      if (!signal?.aborted) throw error;
    }
  },
};

/**
 * The latest time it may be by the clocks of other workers; crawl delays are counted from there. The clock counts whole
 * milliseconds and rounds down, and may be behind; no delay may become shorter for it.
 */
export function conservativeNow(clock: Pick<Clock, 'now' | 'behindMs'>): number {
  return clock.now() + 1 + (clock.behindMs?.() ?? 0);
}
