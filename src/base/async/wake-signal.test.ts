import { describe, expect, it } from 'vitest';
import type { Clock } from '../../model/clock.ts';
import { createWakeSignal } from './wake-signal.ts';

describe('a bell', () => {
  it('ends a rest when it rings, and the next one when nobody was resting', async () => {
    const wakeSignal = createWakeSignal(makeClock());
    const resting = wakeSignal.rest(1_000_000);
    wakeSignal.ring();
    await resting;
    wakeSignal.ring();
    await wakeSignal.rest(1_000_000);
  });

  it('ends a rest when the moment comes, also when an earlier rest had set a later one', async () => {
    const clock = makeClock();
    const wakeSignal = createWakeSignal(clock);
    wakeSignal.ring();
    await wakeSignal.rest(5_000);
    const resting = wakeSignal.rest(100);
    clock.advance(100);
    await resting;
    expect(clock.now()).toBe(100);
  });

  it('keeps an alarm that comes soon enough for the next rest', async () => {
    const clock = makeClock();
    const wakeSignal = createWakeSignal(clock);
    for (let rests = 0; rests < 5; rests++) {
      wakeSignal.ring();
      await wakeSignal.rest(1_000 + rests);
    }
    expect(clock.sleeps).toBe(1);
    const resting = wakeSignal.rest(2_000);
    clock.advance(1_000);
    await resting;
  });

  it('tells when the clock fails', async () => {
    const clock: Clock = { now: () => 0, sleep: () => Promise.reject(new Error('no time')) };
    await expect(createWakeSignal(clock).rest(10)).rejects.toThrow('no time');
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
