import { describe, expect, it } from 'vitest';
import type { Clock } from '../../model/clock.ts';
import { createBell } from './wake-signal.ts';

describe('a bell', () => {
  it('ends a rest when it rings, and the next one when nobody was resting', async () => {
    const bell = createBell(makeClock());
    const resting = bell.rest(1_000_000);
    bell.ring();
    await resting;
    bell.ring();
    await bell.rest(1_000_000);
  });

  it('ends a rest when the moment comes, also when an earlier rest had set a later one', async () => {
    const clock = makeClock();
    const bell = createBell(clock);
    bell.ring();
    await bell.rest(5_000);
    const resting = bell.rest(100);
    clock.advance(100);
    await resting;
    expect(clock.now()).toBe(100);
  });

  it('keeps an alarm that comes soon enough for the next rest', async () => {
    const clock = makeClock();
    const bell = createBell(clock);
    for (let rests = 0; rests < 5; rests++) {
      bell.ring();
      await bell.rest(1_000 + rests);
    }
    expect(clock.sleeps).toBe(1);
    const resting = bell.rest(2_000);
    clock.advance(1_000);
    await resting;
  });

  it('tells when the clock fails', async () => {
    const clock: Clock = { now: () => 0, sleep: () => Promise.reject(new Error('no time')) };
    await expect(createBell(clock).rest(10)).rejects.toThrow('no time');
  });
});

/** A clock that stands until it is advanced. */
function makeClock(): Clock & { sleeps: number; advance(ms: number): void } {
  let nowMs = 0;
  const sleepers = new Map<() => void, number>();
  return {
    sleeps: 0,
    now: () => nowMs,
    sleep(ms, signal) {
      this.sleeps++;
      return new Promise((resolve) => {
        sleepers.set(resolve, nowMs + ms);
        signal?.addEventListener('abort', () => resolve());
      });
    },
    advance(ms) {
      nowMs += ms;
      for (const [wake, atMs] of sleepers) if (atMs <= nowMs) wake();
    },
  };
}
