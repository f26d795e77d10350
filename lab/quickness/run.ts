// Quickness ([ATF] figure 12): how soon each ordering has found the services of a web of 40,000 addresses, and of larger ones.
import { type OrderingName, orderings } from '../../src/rank/orderings.ts';
import type { CrawlJob, JobResult } from '../crawl/job.ts';
import { runJobs } from '../crawl/run-jobs.ts';
import {
  type Experiment,
  markdownTable,
  percent,
  type RunOptions,
  type Spread,
  spreadOf,
} from '../report/experiment.ts';
import { drawLineChart } from '../report/line-chart.ts';
import { standardWeb } from '../web/settings.ts';

const checkpoints = [0.05, 0.1, 0.15, 0.25, 0.5, 0.9] as const;
const curveSteps = 40;
const leading: readonly OrderingName[] = ['fifo', 'atf', 'best-first', 'learned'];
const allSeeds = 10;
const fewSeeds = 3;
/** Larger webs, for orderings that are to hold there as well. */
const larger = 200_000;

interface OrderingResult {
  readonly ordering: string;
  readonly seeds: number;
  /** Share of services found at each checkpoint of visits. */
  readonly found: readonly Spread[];
  /** Share of visits that found 90 % of the services. */
  readonly visitsFor90: Spread;
  /** Mean share found at equal steps of visits, from none to all. */
  readonly curve: readonly number[];
}

interface QuicknessResult {
  readonly addresses: number;
  readonly services: Spread;
  readonly visits: Spread;
  readonly standard: readonly OrderingResult[];
  readonly larger: { readonly addresses: number; readonly orderings: readonly OrderingResult[] };
}

export const quickness: Experiment<QuicknessResult> = {
  name: 'quickness',
  title: 'Quickness: services found by pages crawled',
  isTimed: false,
  run,
  section,
  pictures: (result) => ({
    'quickness.svg': chart(`Services found, ${result.addresses} addresses`, result.standard),
    'larger.svg': chart(`Services found, ${result.larger.addresses} addresses`, result.larger.orderings),
  }),
};

async function run({ isFull, tell }: RunOptions): Promise<QuicknessResult> {
  const jobs = quicknessJobs(isFull);
  return summarize(jobs, await runJobs(jobs, (done) => tell(`${done} of ${jobs.length} crawls`)));
}

const names = Object.keys(orderings) as OrderingName[];

/** Crawls of the standard web first, then those of the larger one. */
export function quicknessJobs(isFull: boolean): CrawlJob[] {
  const standard = names.flatMap((ordering) => {
    const seeds = isFull || leading.includes(ordering) ? allSeeds : fewSeeds;
    return Array.from(
      { length: seeds },
      (_, index): CrawlJob => ({ ordering, web: { ...standardWeb, seed: index + 1 } }),
    );
  });
  const big = leading.map((ordering): CrawlJob => ({ ordering, web: { ...standardWeb, documents: larger } }));
  return [...standard, ...big];
}

export function summarize(jobs: readonly CrawlJob[], results: readonly JobResult[]): QuicknessResult {
  const of = (name: string, documents: number): JobResult[] =>
    results.filter((_, index) => jobs[index]!.ordering === name && jobs[index]!.web.documents === documents);
  const first = of('fifo', standardWeb.documents);
  return {
    addresses: standardWeb.documents,
    services: spreadOf(first.map(({ foundAt }) => foundAt.length)),
    visits: spreadOf(first.map(({ visits }) => visits)),
    standard: names.map((name) => summary(name, of(name, standardWeb.documents))),
    larger: { addresses: larger, orderings: leading.map((name) => summary(name, of(name, larger))) },
  };
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

function chart(title: string, results: readonly OrderingResult[]): string {
  return drawLineChart({
    title,
    x: 'visits, % of all',
    y: 'services found, %',
    top: 100,
    lines: results.map(({ ordering, curve }) => ({
      name: ordering,
      points: curve.map((value, step) => [(100 * step) / curveSteps, 100 * value] as const),
    })),
  });
}

function section({ addresses, services, visits, standard, larger: big }: QuicknessResult): string {
  const head = ['ordering', 'webs', ...checkpoints.map((part) => `found at ${100 * part} %`), '90 % found at'];
  const table = (results: readonly OrderingResult[]): string =>
    markdownTable(
      head,
      results.map(({ ordering, seeds, found, visitsFor90 }) => [
        ordering,
        seeds,
        ...found.map(percent),
        percent(visitsFor90),
      ]),
    );
  return `Simulated webs of ${addresses} addresses with ${services.mean.toFixed(0)} services on average, crawled to the end
(${visits.mean.toFixed(0)} visits: pages, services, dead links, and failures tried again). Percentages of services and of visits, mean and 95 %
interval over webs of different seeds.

${table(standard)}

Published ([ATF] figure 12, 40,000 pages): at 50 % of the pages ATF had about 90 % of the services and FIFO 50 %; at 90 % of the
pages ATF had 100 % and FIFO 90 %.

![Services found against visits](quickness/quickness.svg)

One web of ${big.addresses} addresses:

${table(big.orderings)}

![Services found against visits, larger web](quickness/larger.svg)`;
}
