// Estimates the change rate of a resource from checks that did or didn't see a change. Pure.
import type { Rhythm } from '../../model/monitoring.ts';

const dayMs = 24 * 3_600_000;

/** Observations for the estimate. */
export type SeenChanges = Pick<Rhythm, 'changes' | 'observedMs' | 'changedMs'>;

/** Possible change rates per day: from once in fourteen years to hourly, evenly spaced in logarithms. */
const [slowest, fastest, steps] = [1 / 5000, 24, 21] as const;
/** Prior: slow rates are more frequent than fast ones, in proportion to r to the power of −0.3. */
const slowness = 0.3;
/** Resources that never changed may still die: 168 of 1,126 did in half a year ([ATF] section 6.3). */
const deathsPerDay = 0.0009;

const changeRates = Array.from({ length: steps }, (_, step) => slowest * (fastest / slowest) ** (step / (steps - 1)));
/** Changes and deaths together, per day. */
export const eventRates: readonly number[] = changeRates.map((rate) => rate + deathsPerDay);
const logPriors = changeRates.map((rate) => -slowness * Math.log(rate));

/**
 * Posterior probability of each of `eventRates`, summing to 1. A check after time t sees a change with probability 1 −
 * e^(−rt), however many there were; checks that saw one are assumed to be equally spaced.
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
