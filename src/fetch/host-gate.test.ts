import { describe, expect, it } from 'vitest';
import type { Clock } from '../model/clock.ts';
import { createHostGate } from './host-gate.ts';

/** A clock that jumps: sleeping moves it, a little too early the first time, as timers do. */
function jumpingClock(): Clock & { set(ms: number): void } {
  let nowMs = 1000;
  return {
    now: () => nowMs,
    sleep: async (ms, signal) => {
      if (!signal?.aborted) nowMs += ms > 1 ? ms - 1 : ms;
    },
    set: (ms) => {
      nowMs = ms;
    },
  };
}

describe('host gate', () => {
  it('lets the first request through at once', async () => {
    const clock = jumpingClock();
    const gate = createHostGate(clock);
    await gate.enter('http://a.example', 500);
    expect(clock.now()).toBe(1000);
  });

  it('counts the delay from the end of the response, whatever early timers do', async () => {
    const clock = jumpingClock();
    const gate = createHostGate(clock);
    const leave = await gate.enter('http://a.example', 500);
    clock.set(1300);
    leave();
    await gate.enter('http://a.example', 500);
    expect(clock.now()).toBeGreaterThan(1800);
  });

  it('keeps hosts apart from each other', async () => {
    const clock = jumpingClock();
    const gate = createHostGate(clock);
    (await gate.enter('http://a.example', 500))();
    await gate.enter('http://b.example', 500);
    expect(clock.now()).toBe(1000);
  });

  it('runs one request per host at a time, in order', async () => {
    const gate = createHostGate(jumpingClock());
    const order: string[] = [];
    const leave = await gate.enter('http://a.example', 0);
    const second = gate.enter('http://a.example', 0).then((done) => {
      order.push('second');
      done();
    });
    const third = gate.enter('http://a.example', 0).then((done) => {
      order.push('third');
      done();
    });
    order.push('first');
    leave();
    await Promise.all([second, third]);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('lets the next one in when a waiting request is aborted', async () => {
    const clock = jumpingClock();
    const gate = createHostGate(clock);
    (await gate.enter('http://a.example', 500))();
    await expect(gate.enter('http://a.example', 500, AbortSignal.abort())).rejects.toMatchObject({
      facts: { isRequested: false },
    });
    await expect(gate.enter('http://a.example', 0)).resolves.toBeTypeOf('function');
  });

  it('reports when a host will be free', async () => {
    const clock = jumpingClock();
    const gate = createHostGate(clock);
    expect(gate.freeAtMs('http://a.example', 500)).toBeLessThan(clock.now());
    const leave = await gate.enter('http://a.example', 500);
    expect(gate.freeAtMs('http://a.example', 500)).toBeGreaterThan(clock.now());
    leave();
    expect(gate.freeAtMs('http://a.example', 500)).toBe(clock.now() + 501);
    gate.rest('http://a.example', clock.now() + 9000);
    expect(gate.freeAtMs('http://a.example', 500)).toBe(clock.now() + 9000);
    expect(gate.freeAtMs('http://b.example', 500)).toBeLessThan(clock.now());
  });

  it('does not sweep all hosts for each new one, however many are in use', async () => {
    let requests = 0;
    const clock: Clock = { now: () => ++requests, sleep: async () => undefined };
    const gate = createHostGate(clock);
    const hosts = 50_000;
    for (let host = 0; host < hosts; host++) (await gate.enter(`http://h${host}.example`, 0))();
    // Once on entering, once on leaving; and once for each sweep.
    expect(requests).toBeLessThan(2 * hosts + 10);
  });
});
