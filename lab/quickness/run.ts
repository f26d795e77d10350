// Quickness ([ATF] figure 12): how soon each ordering finds the services of webs of 40,000 addresses and more.
import { type OrderingName, orderingNames } from '../../src/model/rank.ts';
import type { CrawlJob, JobResult } from '../crawl/job.ts';
import { runJobs } from '../crawl/run-jobs.ts';
import { type Experiment, type RunOptions, type Spread, spreadOf } from '../report/experiment.ts';
import { standardWeb } from '../web/settings.ts';
import { makeWeb } from '../web/web.ts';
import { knownPaths } from './known-paths.ts';
import { chart, checkpoints, curveSteps, type OrderingResult, type QuicknessResult, section } from './section.ts';

const leading: readonly OrderingName[] = ['fifo', 'atf', 'best-first', 'learned'];
const allSeeds = 10;
const fewSeeds = 3;
/** Larger webs, for the leading orderings. */
const larger = 200_000;

export const quickness: Experiment<QuicknessResult> = {
  name: 'quickness',
  title: 'Quickness: services found by pages crawled',
  isTimed: false,
  hasMore: true,
  run,
  section,
  pictures: (result) => ({
    'quickness.svg': chart(`Services found, ${result.addresses} addresses`, result.standard),
    ...(result.larger.orderings.length > 0 && {
      'larger.svg': chart(`Services found, ${result.larger.addresses} addresses`, result.larger.orderings),
    }),
  }),
};

async function run({ isFull, tell }: RunOptions): Promise<QuicknessResult> {
  const jobs = quicknessJobs(isFull);
  return summarize(jobs, await runJobs(jobs, (done) => tell(`${done} of ${jobs.length} crawls`)));
}

/** Crawls of the standard web first, then those of the larger one. */
export function quicknessJobs(isFull: boolean): CrawlJob[] {
  const standard = orderingNames.flatMap((ordering) => {
    const seeds = isFull || leading.includes(ordering) ? allSeeds : fewSeeds;
    return seedsOf(seeds).map((seed): CrawlJob => ({ ordering, web: { ...standardWeb, seed } }));
  });
  const blank = seedsOf(isFull ? allSeeds : fewSeeds).map(
    (seed): CrawlJob => ({ ordering: 'learned', isBlank: true, web: { ...standardWeb, seed } }),
  );
  const big = leading.map((ordering): CrawlJob => ({ ordering, web: { ...standardWeb, documents: larger } }));
  return [...standard, ...blank, ...big];
}

/** Orderings without a result are skipped. */
export function summarize(jobs: readonly CrawlJob[], results: readonly JobResult[]): QuicknessResult {
  const of = (name: string, documents: number): JobResult[] =>
    results.filter((_, index) => nameOf(jobs[index]!) === name && jobs[index]!.web.documents === documents);
  const summaries = (names: readonly string[], documents: number): OrderingResult[] =>
    names
      .map((name) => ({ name, own: of(name, documents) }))
      .filter(({ own }) => own.length > 0)
      .map(({ name, own }) => summary(name, own));
  const first = of('fifo', standardWeb.documents);
  return {
    addresses: standardWeb.documents,
    services: spreadOf(first.map(({ foundAt }) => foundAt.length)),
    visits: spreadOf(first.map(({ visits }) => visits)),
    knownPaths: rounded(spreadOf(seedsOf(allSeeds).map((seed) => knownPaths(makeWeb({ ...standardWeb, seed }))[8]!))),
    standard: summaries([...orderingNames, blankName], standardWeb.documents),
    larger: { addresses: larger, orderings: summaries(leading, larger) },
  };
}

const blankName = 'learned (blank)';

function nameOf({ ordering, isBlank }: CrawlJob): string {
  return isBlank === true ? blankName : ordering;
}

function seedsOf(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function summary(ordering: string, results: readonly JobResult[]): OrderingResult {
  const share = ({ foundAt, visits }: JobResult, part: number): number =>
    foundAt.filter((at) => at <= part * visits).length / foundAt.length;
  return {
    ordering,
    seeds: results.length,
    found: checkpoints.map((part) => rounded(spreadOf(results.map((result) => share(result, part))))),
    visitsFor90: rounded(
      spreadOf(results.map(({ foundAt, visits }) => foundAt[Math.ceil(0.9 * foundAt.length) - 1]! / visits)),
    ),
    curve: Array.from({ length: curveSteps + 1 }, (_, step) =>
      round(spreadOf(results.map((result) => share(result, step / curveSteps))).mean),
    ),
  };
}

function rounded({ mean, margin }: Spread): Spread {
  return { mean: round(mean), margin: round(margin) };
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
