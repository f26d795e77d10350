// How often a resource changes, as far as can be told from the times it was seen to have changed or not. Pure.
import type { Rhythm } from '../model/check.ts';

const dayMs = 24 * 3_600_000;

/** Rates of change taken to be possible, per day: from once in fourteen years to every hour, evenly in logarithms. */
const [slowest, fastest, steps] = [1 / 5000, 24, 21] as const;
/** Slow ones are more frequent than fast ones: with rate r, in proportion to r to the power of −0.3. */
const slowness = 0.3;
/** What has never been seen to change may die all the same: 168 of 1,126 did in half a year ([ATF] section 6.3). */
const deathsPerDay = 0.0009;

const rates = Array.from({ length: steps }, (_, step) => slowest * (fastest / slowest) ** (step / (steps - 1)));
const logPriors = rates.map((rate) => -slowness * Math.log(rate));

/**
 * Events per day to be expected: the mean over all rates, each weighed by how well it explains what was seen. A look
 * after a time t sees a change with probability 1 − e^(−rt), however many there were; looks that saw one are taken to
 * have been equally long.
 */
export function expectedChangesPerDay({ changes, observedMs, changedMs = 0 }: Omit<Rhythm, 'step' | 'intervalMs'>) {
  const quietDays = Math.max(0, observedMs - changedMs) / dayMs;
  const lookDays = changes === 0 ? 0 : Math.max(changedMs / changes, 60_000) / dayMs;
  const logs = rates.map((rate, step) => {
    const seen = changes === 0 ? 0 : changes * Math.log(-Math.expm1(-rate * lookDays));
    return logPriors[step]! + seen - rate * quietDays;
  });
  const best = Math.max(...logs);
  let [sum, mean] = [0, 0];
  for (const [step, log] of logs.entries()) {
    const weight = Math.exp(log - best);
    sum += weight;
    mean += weight * rates[step]!;
  }
  return mean / sum + deathsPerDay;
}
