// A process that is late, and what it says of itself.
import { expect, it } from 'vitest';
import { watchStrain } from './event-loop-lag.ts';

it('knows for a minute that it was late', () => {
  let nowMs = 0;
  const strain = watchStrain(() => nowMs);
  nowMs = 900;
  expect(strain.isStrained()).toBe(false);
  nowMs += 10_000;
  expect(strain.isStrained()).toBe(true);
  for (let passed = 0; passed < 59; passed++) {
    nowMs += 1000;
    expect(strain.isStrained()).toBe(true);
  }
  nowMs += 1000;
  expect(strain.isStrained()).toBe(false);
  strain.stop();
});
