// Bounds of another clock: valid for any response latency, and tightened by the fastest response.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createClockOffset } from './clock-offset.ts';

it('is valid for any latency in either direction', () => {
  const reading = fc.record({
    gapMs: fc.double({ min: 0, max: 1000, noNaN: true }),
    thereMs: fc.double({ min: 0, max: 200, noNaN: true }),
    backMs: fc.double({ min: 0, max: 200, noNaN: true }),
  });
  const offset = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(offset, fc.array(reading, { minLength: 1, maxLength: 60 }), (aheadMs, readings) => {
      const clock = createClockOffset();
      let nowMs = 1.7e12;
      for (const { gapMs, thereMs, backMs } of readings) {
        nowMs += gapMs;
        const beforeMs = Math.floor(nowMs);
        nowMs += thereMs;
        const theirsMs = Math.round(nowMs + aheadMs);
        nowMs += backMs;
        clock.note({ beforeMs, theirsMs, afterMs: Math.floor(nowMs) });
      }
      const { earliestMs, latestMs } = clock.bounds(Math.floor(nowMs));
      expect(earliestMs).toBeLessThanOrEqual(nowMs + aheadMs);
      expect(latestMs).toBeGreaterThanOrEqual(nowMs + aheadMs);
    }),
  );
});

it('is as precise as the fastest response, and less so with time', () => {
  const clock = createClockOffset();
  const width = (nowMs: number) => clock.bounds(nowMs).latestMs - clock.bounds(nowMs).earliestMs;
  clock.note({ beforeMs: 1000, theirsMs: 5000, afterMs: 1090 });
  expect(width(1090)).toBeGreaterThan(90);
  clock.note({ beforeMs: 2000, theirsMs: 6001, afterMs: 2002 });
  clock.note({ beforeMs: 3000, theirsMs: 7002, afterMs: 3090 });
  expect(width(3090)).toBeLessThan(12);
  expect(width(3090 + 60_000)).toBeGreaterThan(60);
});

it('uses the latest reading after a clock was set', () => {
  const clock = createClockOffset();
  clock.note({ beforeMs: 1000, theirsMs: 1000, afterMs: 1001 });
  clock.note({ beforeMs: 2000, theirsMs: 602_000, afterMs: 2001 });
  expect(Math.abs(clock.bounds(2001).earliestMs - 602_000)).toBeLessThan(5);
});
