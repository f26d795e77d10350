// How long to wait before the next look: the least staleness for what a look costs, over all rates of change that are possible. Pure.
import { eventRates } from './change-rate.ts';

/** Bounds of the interval, in days, and the steps between them, evenly in logarithms. */
export interface IntervalBounds {
  readonly leastDays: number;
  readonly mostDays: number;
}

const steps = 64;

/**
 * `shares` says how likely each of `eventRates` is. Of all intervals T the one is taken with the least
 * Σ share · staleness(rate, T) + price / T, where the price of a look is in days of staleness.
 */
export function createBestInterval({ leastDays, mostDays }: IntervalBounds, price: number) {
  const intervals = Array.from(
    { length: steps },
    (_, step) => leastDays * (mostDays / leastDays) ** (step / (steps - 1)),
  );
  const costs = intervals.map((days) => eventRates.map((rate) => staleness(rate, days)));
  return (shares: readonly number[]): number => {
    let [best, least] = [leastDays, Number.POSITIVE_INFINITY];
    for (const [step, days] of intervals.entries()) {
      const stale = costs[step]!;
      let cost = price / days;
      for (let rate = 0; rate < shares.length; rate++) cost += shares[rate]! * stale[rate]!;
      if (cost < least) [best, least] = [days, cost];
    }
    return best;
  };
}

/**
 * Mean age of the oldest change that was not seen, where changes come at a rate r and looks every T: the integral of
 * r·e^(−rt)·(T − t)²/2 over a look, by T. For rare changes r·T²/6; never more than T/2, however frequent they are.
 */
export function staleness(rate: number, days: number): number {
  const expected = rate * days;
  // The terms of the formula cancel out there.
  if (expected < 1e-3) return (expected * days * (1 - expected / 4)) / 6;
  return days / 2 - 1 / rate - Math.expm1(-expected) / (expected * rate);
}
