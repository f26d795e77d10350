import { describe, expect, it } from 'vitest';
import type { Clock } from '../../model/clock.ts';
import { createWakeSignal } from './wake-signal.ts';

describe('createWakeSignal', () => {
  it('ends a wait when notified, or the next one if none is active', async () => {
    const wakeSignal = createWakeSignal(makeClock());
    const waiting = wakeSignal.wait(1_000_000);
    wakeSignal.notify();
    await waiting;
    wakeSignal.notify();
    await wakeSignal.wait(1_000_000);
  });

  it('ends a wait at its time, also if an earlier wait set a later timer', async () => {
    const clock = makeClock();
    const wakeSignal = createWakeSignal(clock);
    wakeSignal.notify();
    await wakeSignal.wait(5_000);
    const waiting = wakeSignal.wait(100);
    clock.advance(100);
    await waiting;
    expect(clock.now()).toBe(100);
  });

  it('keeps a timer that is early enough for the next wait', async () => {
    const clock = makeClock();
    const wakeSignal = createWakeSignal(clock);
    for (let waits = 0; waits < 5; waits++) {
      wakeSignal.notify();
      await wakeSignal.wait(1_000 + waits);
    }
    expect(clock.sleeps).toBe(1);
    const waiting = wakeSignal.wait(2_000);
    clock.advance(1_000);
    await waiting;
  });

  it('reports a failing clock', async () => {
    const clock: Clock = { now: () => 0, sleep: () => Promise.reject(new Error('no time')) };
    await expect(createWakeSignal(clock).wait(10)).rejects.toThrow('no time');
  });
});

/** A clock that only moves when advanced. */
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
