// The clock on the wall.
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../model/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // Waking early is what the caller asked for; it looks at the signal itself.
      if (!signal?.aborted) throw error;
    }
  },
};
