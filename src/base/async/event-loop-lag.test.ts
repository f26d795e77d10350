// Detection of a blocked event loop.
import { expect, it } from 'vitest';
import { watchEventLoopLag } from './event-loop-lag.ts';

it('reports strain for a minute after a delay', () => {
  let nowMs = 0;
  const lag = watchEventLoopLag(() => nowMs);
  nowMs = 900;
  expect(lag.isStrained()).toBe(false);
  nowMs += 10_000;
  expect(lag.isStrained()).toBe(true);
  for (let passed = 0; passed < 59; passed++) {
    nowMs += 1000;
    expect(lag.isStrained()).toBe(true);
  }
  nowMs += 1000;
  expect(lag.isStrained()).toBe(false);
  lag.stop();
});
