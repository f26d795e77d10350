// Six months in the life of services: birth, changes, outages and death.
import { type SeededRandom, seededRandom } from '../../src/base/random/seeded-random.ts';

export interface Life {
  /** Days; 0 for those known at the start. */
  readonly bornDay: number;
  /** Infinite for those that survive. */
  readonly diesDay: number;
  /** Expected changes and deaths per day. */
  readonly eventsPerDay: number;
  /** Days on which the description changes, in order. */
  readonly changes: readonly number[];
  /** Outages it recovers from. */
  readonly outages: readonly (readonly [fromDay: number, toDay: number])[];
}

export const days = 182;
/** [ATF] section 6.3: services known, new and dead within six months. */
export const published = { known: 1126, born: 228, died: 168 } as const;

/**
 * How often descriptions change is unpublished. Assumed: most rarely, a few daily, over three orders of
 * magnitude, like web pages. The other worlds show the sensitivity to it; the last has nothing to learn.
 */
const changesPerDay: readonly (readonly [share: number, perDay: number])[] = [
  [0.55, 1 / 1000],
  [0.25, 1 / 60],
  [0.12, 1 / 10],
  [0.06, 1 / 2],
  [0.02, 2],
];
export const worlds = {
  assumed: rateOfClass,
  'log-normal, median 200 days, a factor of 9 either way': (random: SeededRandom) =>
    Math.exp(-Math.log(200) + 2.2 * normal(random)),
  'evenly in logarithms, 2,000 days to 6 hours': (random: SeededRandom) => 8000 ** random.next() / 2000,
  'all alike, every 30 days': () => 1 / 30,
} as const satisfies Readonly<Record<string, (random: SeededRandom) => number>>;
export type World = keyof typeof worlds;
/** Outages by service and day, and their mean length in days. Assumed. */
const [outagesPerDay, meanOutageDays] = [1 / 60, 0.25] as const;

export function makeLives(seed: number, world: World = 'assumed'): readonly Life[] {
  const random = seededRandom(seed);
  const deathsPerDay = -Math.log(1 - published.died / published.known) / days;
  return Array.from({ length: published.known + published.born }, (_, index) => {
    const bornDay = index < published.known ? 0 : random.next() * days;
    const diesDay = bornDay + wait(random, deathsPerDay);
    const end = Math.min(diesDay, days);
    const perDay = worlds[world](random);
    return {
      eventsPerDay: perDay + deathsPerDay,
      bornDay,
      diesDay: diesDay > days ? Number.POSITIVE_INFINITY : diesDay,
      changes: moments(random, perDay, bornDay, end),
      outages: moments(random, outagesPerDay, bornDay, end).map(
        (from) => [from, from + wait(random, 1 / meanOutageDays)] as const,
      ),
    };
  });
}

function rateOfClass(random: SeededRandom): number {
  let left = random.next();
  for (const [share, perDay] of changesPerDay) {
    if (left < share) return perDay;
    left -= share;
  }
  return changesPerDay[0]![1];
}

function moments(random: SeededRandom, perDay: number, from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let day = from + wait(random, perDay); day < to; day += wait(random, perDay)) found.push(day);
  return found;
}

/** Box–Muller transform. */
function normal(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Until the next event of a Poisson process. */
function wait(random: SeededRandom, perDay: number): number {
  return -Math.log(1 - random.next()) / perDay;
}
