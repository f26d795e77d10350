// The moment it is by the clock of others, at the latest: from there pauses are counted.
import type { Clock } from '../../model/clock.ts';

/** The clock counts whole milliseconds and rounds down, and may be behind; no pause may come out shorter for it. */
export function conservativeNow(clock: Pick<Clock, 'now' | 'behindMs'>): number {
  return clock.now() + 1 + (clock.behindMs?.() ?? 0);
}
