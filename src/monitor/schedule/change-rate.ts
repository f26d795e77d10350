// How often a resource changes, as far as can be told from the times it was seen to have changed or not. Pure.
import type { Rhythm } from '../../model/monitoring.ts';

const dayMs = 24 * 3_600_000;

/** What the rate of change is told from. */
export type SeenChanges = Pick<Rhythm, 'changes' | 'observedMs' | 'changedMs'>;

/** Rates of change taken to be possible, per day: from once in fourteen years to every hour, evenly in logarithms. */
const [slowest, fastest, steps] = [1 / 5000, 24, 21] as const;
/** Slow ones are more frequent than fast ones: with rate r, in proportion to r to the power of −0.3. */
const slowness = 0.3;
/** What has never been seen to change may die all the same: 168 of 1,126 did in half a year ([ATF] section 6.3). */
const deathsPerDay = 0.0009;

const changeRates = Array.from({ length: steps }, (_, step) => slowest * (fastest / slowest) ** (step / (steps - 1)));
/** Changes and deaths together, per day. */
export const eventRates: readonly number[] = changeRates.map((rate) => rate + deathsPerDay);
const logPriors = changeRates.map((rate) => -slowness * Math.log(rate));

/**
 * How likely each of `eventRates` is, in all 1: by how well it explains what was seen. A look after a time t sees a change
 * with probability 1 − e^(−rt), however many there were; looks that saw one are taken to have been equally long.
 */
export function rateShares({ changes, observedMs, changedMs = 0 }: SeenChanges): readonly number[] {
  const quietDays = Math.max(0, observedMs - changedMs) / dayMs;
  const lookDays = changes === 0 ? 0 : Math.max(changedMs / changes, 60_000) / dayMs;
  const logs = changeRates.map((rate, step) => {
    const seen = changes === 0 ? 0 : changes * Math.log(-Math.expm1(-rate * lookDays));
    return logPriors[step]! + seen - rate * quietDays;
  });
  const best = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - best));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}
