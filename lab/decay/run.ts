// Six months of revisits: new and dead services as [ATF] counted them, and what the learned schedule saves against fixed ones.
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import { type Experiment, markdownTable, type RunOptions, type Spread, spreadOf } from '../report/experiment.ts';
import { drawLineChart } from '../report/line-chart.ts';
import { days, type Life, makeLives, published, type World, worlds } from './lives.ts';
import { type Schedule, visitLife } from './visit-life.ts';

const seeds = 10;
const fixedDays = [0.25, 0.5, 1, 2, 3, 7] as const;
const factors = [0.5, 0.7, 1, 1.4] as const;
/** The other worlds need fewer runs to be distinguished. */
const worldSeeds = 4;

interface Measured {
  /** Requests by service and day. */
  readonly requests: Spread;
  /** Mean age of the oldest unseen change or death, in hours. */
  readonly staleHours: Spread;
  /** Share of the time in which the shown state was wrong. */
  readonly wrong: Spread;
}

export interface DecayResult {
  readonly seeds: number;
  readonly fixed: readonly (Measured & { readonly everyDays: number })[];
  readonly learned: readonly (Measured & { readonly factor: number })[];
  readonly born: Spread;
  readonly died: Spread;
  readonly seenDown: Spread;
  /** New and dead by month, as the monitor saw them. */
  readonly curves: readonly { readonly month: number; readonly born: number; readonly down: number }[];
  /** Requests of the learned schedule, stretched until it is as stale as daily revisits, against theirs. */
  readonly requestsAtDailyStaleness: number;
  /** The same with known change rates. */
  readonly knownAtDailyStaleness: number;
  /** Like the first, with other change rates. */
  readonly worlds: Readonly<Record<string, number>>;
}

export const decay: Experiment<DecayResult> = {
  name: 'decay',
  title: 'Six months of revisits',
  isTimed: false,
  run: async ({ tell }: RunOptions) => {
    const lives = Array.from({ length: seeds }, (_, index) => makeLives(index + 1));
    const fixed = fixedDays.map((everyDays) => {
      tell(`every ${everyDays} days`);
      return { everyDays, ...measure(lives, { everyDays }) };
    });
    const learned = factors.map((factor) => {
      tell(`learned, ${factor} ×`);
      return { factor, ...measure(lives, { factor }) };
    });
    tell('with rates known');
    const known = factors.map((factor) => measure(lives, { factor, isKnown: true }));
    const daily = fixed.find(({ everyDays }) => everyDays === 1)!;
    const others = (Object.keys(worlds) as World[]).filter((world) => world !== 'assumed');
    return {
      seeds,
      fixed,
      learned,
      ...lifeCounts(lives),
      requestsAtDailyStaleness: againstDaily(learned, daily),
      knownAtDailyStaleness: againstDaily(known, daily),
      worlds: Object.fromEntries(others.map((world) => [world, measureWorld(world, tell)] as const)),
    };
  },
  section,
  pictures: ({ fixed, learned }) => ({
    'decay.svg': drawLineChart({
      title: 'Mean staleness against requests by service and day',
      x: 'requests by service and day',
      y: 'hours',
      lines: [
        { name: 'fixed interval', points: pointsOf(fixed) },
        { name: 'learned', points: pointsOf(learned) },
      ],
    }),
  }),
};

function pointsOf(measured: readonly Measured[]): readonly (readonly [number, number])[] {
  return measured
    .filter(({ requests }) => requests.mean < 2.5)
    .map(({ requests, staleHours }) => [requests.mean, staleHours.mean] as const)
    .sort(([one], [other]) => one - other);
}

function measure(lives: readonly (readonly Life[])[], schedule: Schedule): Measured {
  const runs = lives.map((some, index) => {
    const random = seededRandom(1000 + index);
    const visited = some.map((life) => visitLife(life, schedule, () => random.next()));
    const sum = (read: (one: (typeof visited)[number]) => number) => visited.reduce((all, one) => all + read(one), 0);
    const lived = sum(({ livedDays }) => livedDays);
    return {
      requests: sum(({ requests }) => requests) / lived,
      staleHours: (24 * sum(({ staleness }) => staleness)) / lived,
      wrong: sum(({ wrongDays }) => wrongDays) / lived,
    };
  });
  const of = (read: (one: (typeof runs)[number]) => number) => spreadOf(runs.map(read));
  return {
    requests: of(({ requests }) => requests),
    staleHours: of(({ staleHours }) => staleHours),
    wrong: of(({ wrong }) => wrong),
  };
}

function measureWorld(world: World, tell: RunOptions['tell']): number {
  tell(world);
  const lives = Array.from({ length: worldSeeds }, (_, index) => makeLives(index + 1, world));
  const learned = factors.map((factor) => measure(lives, { factor }));
  return againstDaily(learned, measure(lives, { everyDays: 1 }));
}

function againstDaily(learned: readonly Measured[], daily: Measured): number {
  return requestsAt(learned, daily.staleHours.mean) / daily.requests.mean;
}

/** Requests of a schedule with this staleness, interpolated linearly in logarithms. */
function requestsAt(measured: readonly Measured[], staleHours: number): number {
  const sorted = [...measured].sort((one, other) => one.staleHours.mean - other.staleHours.mean);
  for (let index = 1; index < sorted.length; index++) {
    const [less, more] = [sorted[index - 1]!, sorted[index]!];
    if (staleHours > more.staleHours.mean && index < sorted.length - 1) continue;
    const [from, to] = [Math.log(less.staleHours.mean), Math.log(more.staleHours.mean)];
    const share = (Math.log(staleHours) - from) / (to - from);
    return Math.exp(Math.log(less.requests.mean) * (1 - share) + Math.log(more.requests.mean) * share);
  }
  return Number.NaN;
}

function lifeCounts(lives: readonly (readonly Life[])[]): Pick<DecayResult, 'born' | 'died' | 'seenDown' | 'curves'> {
  const downDays = lives.map((some, index) => {
    const random = seededRandom(2000 + index);
    return some.map((life) => visitLife(life, { factor: 1 }, () => random.next()).seenDownDay);
  });
  const known = (some: readonly Life[]) => some.filter(({ bornDay }) => bornDay === 0);
  const curves = Array.from({ length: 7 }, (_, month) => {
    const day = (month * days) / 6;
    const mean = (count: (index: number) => number) =>
      lives.reduce((sum, _, index) => sum + count(index), 0) / lives.length;
    return {
      month,
      born: Math.round(mean((index) => lives[index]!.filter(({ bornDay }) => bornDay > 0 && bornDay <= day).length)),
      down: Math.round(
        mean((index) => downDays[index]!.filter((down, n) => down <= day && lives[index]![n]!.bornDay === 0).length),
      ),
    };
  });
  return {
    born: spreadOf(lives.map((some) => some.length - known(some).length)),
    died: spreadOf(lives.map((some) => known(some).filter(({ diesDay }) => diesDay < days).length)),
    seenDown: spreadOf(
      downDays.map((down, index) => down.filter((day, n) => day < days && lives[index]![n]!.bornDay === 0).length),
    ),
    curves,
  };
}

function section(result: DecayResult): string {
  const row = (name: string, { requests, staleHours, wrong }: Measured) => [
    name,
    requests.mean.toFixed(2),
    `${staleHours.mean.toFixed(2)} ± ${staleHours.margin.toFixed(2)}`,
    `${(100 * wrong.mean).toFixed(2)} %`,
  ];
  const daily = result.fixed.find(({ everyDays }) => everyDays === 1)!;
  const ours = result.learned.find(({ factor }) => factor === 1)!;
  return `${published.known} services and ${published.born} that come within six months, as [ATF] counted them (${result.seeds} seeds). How often descriptions
change is assumed, over three orders of magnitude, and so are outages. Staleness is the mean age of the oldest change or death that was not seen.

${markdownTable(
  ['schedule', 'requests by service and day', 'staleness in hours', 'state shown is wrong'],
  [
    ...result.fixed.map((one) =>
      row(one.everyDays < 1 ? `every ${24 * one.everyDays} hours` : `every ${one.everyDays} days`, one),
    ),
    ...result.learned.map((one) => row(one.factor === 1 ? 'learned' : `learned, intervals × ${one.factor}`, one)),
  ],
)}

Against daily revisits the learned schedule sends ${(ours.requests.mean / daily.requests.mean).toFixed(2)} times the requests at ${(ours.staleHours.mean / daily.staleHours.mean).toFixed(2)} times the staleness;
stretched until it is as stale as they are, ${result.requestsAtDailyStaleness.toFixed(2)} times the requests. Had it known how often
each service changes, ${result.knownAtDailyStaleness.toFixed(2)} times: that much the looks at what is new and the second looks at what fails leave. Where services
change otherwise:

${markdownTable(
  ['how often services change', 'requests against daily revisits, as stale'],
  Object.entries(result.worlds).map(([world, ratio]) => [world, ratio.toFixed(2)]),
)}

${markdownTable(
  ['month', ...result.curves.map(({ month }) => String(month))],
  [
    ['new', ...result.curves.map(({ born }) => String(born))],
    ['of the known: seen to be down for good', ...result.curves.map(({ down }) => String(down))],
  ],
)}

[ATF] counted ${published.born} new and ${published.died} dead; here ${result.died.mean.toFixed(0)} of the known die, and ${result.seenDown.mean.toFixed(0)} are told as down by the end.

![Staleness against requests](decay/decay.svg)`;
}
