// Estimated change rates, compared with known rates.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/random/seeded-random.ts';
import { eventRates, rateShares, type SeenChanges } from './change-rate.ts';

const dayMs = 24 * 3_600_000;

/** A resource that changes at a rate, looked at every so many days. */
function look(perDay: number, everyDays: number, looks: number) {
  const random = seededRandom(7);
  let changes = 0;
  for (let n = 0; n < looks; n++) if (random.next() < 1 - Math.exp(-perDay * everyDays)) changes++;
  const everyMs = everyDays * dayMs;
  return { changes, observedMs: looks * everyMs, changedMs: changes * everyMs };
}

/** Events per day to be expected. */
function expectedChangesPerDay(seen: SeenChanges): number {
  return rateShares(seen).reduce((mean, share, step) => mean + share * eventRates[step]!, 0);
}

describe('rateShares', () => {
  it('approaches the true rate after many checks', () => {
    for (const perDay of [1 / 60, 1 / 10, 1 / 2, 2])
      expect(expectedChangesPerDay(look(perDay, 1, 600)) / perDay).toBeCloseTo(1, 0);
  });

  it('estimates a rate above the check rate if every check saw a change', () => {
    expect(expectedChangesPerDay({ changes: 20, observedMs: 20 * dayMs, changedMs: 20 * dayMs })).toBeGreaterThan(2);
  });

  it('falls the longer nothing changes, but never to zero', () => {
    const quiet = [0, 1, 10, 100, 1000].map((days) => expectedChangesPerDay({ changes: 0, observedMs: days * dayMs }));
    expect(quiet).toEqual([...quiet].sort((one, other) => other - one));
    expect(quiet.at(-1)).toBeGreaterThan(0.0009);
  });

  it('returns a number for any stored state', () => {
    for (const changes of [0, 0.001, 5, 1e6])
      for (const observedMs of [0, 1, dayMs, 1e15])
        for (const changedMs of [0, observedMs, 2 * observedMs])
          expect(expectedChangesPerDay({ changes, observedMs, changedMs })).toSatisfy(
            (rate: number) => rate > 0.0009 && rate < 25,
          );
  });
});
