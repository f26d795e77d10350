// The optimal check interval: minimal staleness for the cost of a check, over all possible change rates. Pure.
import { eventRates } from './change-rate.ts';

/** Bounds of the interval in days, and steps between them, evenly spaced in logarithms. */
export interface IntervalBounds {
  readonly leastDays: number;
  readonly mostDays: number;
}

const steps = 64;

/**
 * `shares` is the probability of each of `eventRates`. Returns the interval T that minimizes Σ share · staleness(rate,
 * T) + price / T, with the price of a check in days of staleness.
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
 * Mean age of the oldest unseen change for changes at rate r and checks every T: the integral of r·e^(−rt)·(T − t)²/2
 * over an interval, divided by T. About r·T²/6 for rare changes; never more than T/2.
 */
export function staleness(rate: number, days: number): number {
  const expected = rate * days;
  // The terms of the formula cancel for small values.
  if (expected < 1e-3) return (expected * days * (1 - expected / 4)) / 6;
  return days / 2 - 1 / rate - Math.expm1(-expected) / (expected * rate);
}
