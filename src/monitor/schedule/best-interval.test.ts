// The optimal interval, compared with numerical integration and exhaustive search.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBestInterval, staleness } from './best-interval.ts';
import { eventRates } from './change-rate.ts';

const bounds = { leastDays: 0.25, mostDays: 7 };
const only = (rate: number) => eventRates.map((_, step) => (step === rate ? 1 : 0));

describe('staleness', () => {
  it('equals the numerical integral', () => {
    for (const rate of [0.0005, 0.02, 0.5, 2, 20]) {
      for (const days of [0.3, 1, 7]) {
        const parts = 20_000;
        let sum = 0;
        for (let n = 0; n < parts; n++) {
          const t = ((n + 0.5) / parts) * days;
          sum += (rate * Math.exp(-rate * t) * (days - t) ** 2) / 2;
        }
        expect(staleness(rate, days) / (sum / parts)).toBeCloseTo(1, 4);
      }
    }
  });

  it('grows with rate and interval, and never exceeds half of it', () => {
    const [rate, days] = [
      fc.double({ min: 1e-5, max: 50, noNaN: true }),
      fc.double({ min: 0.1, max: 30, noNaN: true }),
    ];
    fc.assert(
      fc.property(rate, days, (r, t) => {
        expect(staleness(r, t)).toBeLessThanOrEqual(t / 2);
        expect(staleness(1.1 * r, t)).toBeGreaterThan(staleness(r, t) * (1 - 1e-9));
        expect(staleness(r, 1.1 * t)).toBeGreaterThan(staleness(r, t));
      }),
    );
  });
});

describe('createBestInterval', () => {
  const best = createBestInterval(bounds, 0.17);

  it('shortens the interval as the change rate grows', () => {
    const days = eventRates.map((_, step) => best(only(step)));
    expect(days).toEqual([...days].sort((one, other) => other - one));
  });

  it('follows the cube root for rare changes', () => {
    const [slow, fast] = [6, 9];
    const ratio = best(only(slow)) / best(only(fast));
    expect(ratio).toBeCloseTo((eventRates[fast]! / eventRates[slow]!) ** (1 / 3), 0);
  });

  it('is optimal within its bounds', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 21, maxLength: 21 }), (raw) => {
        const sum = raw.reduce((all, one) => all + one, 1e-9);
        const shares = raw.map((one) => one / sum);
        const cost = (days: number) =>
          0.17 / days + shares.reduce((all, share, step) => all + share * staleness(eventRates[step]!, days), 0);
        const found = cost(best(shares));
        for (const days of [0.25, 0.4, 0.7, 1, 1.6, 2.5, 4, 7]) expect(found).toBeLessThanOrEqual(cost(days) * 1.001);
      }),
    );
  });
});
