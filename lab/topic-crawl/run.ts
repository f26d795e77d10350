// Topic crawl ([ROUGH] tables 10 to 17) on the simulated web: harvest rate and target recall of every ordering, sixteen topics.
import { type OrderingName, orderingNames } from '../../src/model/rank.ts';
import type { CrawlJob, JobResult } from '../crawl/job.ts';
import { runJobs } from '../crawl/run-jobs.ts';
import { type Experiment, markdownTable, type RunOptions, type Spread, spreadOf } from '../report/experiment.ts';
import { drawLineChart } from '../report/line-chart.ts';
import { topics } from '../web/topics.ts';
import { type RuleCertainties, ruleCertainties } from './rule-certainties.ts';

const checkpoints = [500, 1000, 2000, 3000] as const;
const fullCheckpoints = [1000, 2000, 3000, 4000, 5000, 6000] as const;
const addresses = 200_000;
/** Every second topic in the short run. */
const shortTopics = topics.filter((_, index) => index % 2 === 0);

/** Harvest rate at 1,000 pages and target recall at 3,000, as published. */
const published: Readonly<Partial<Record<OrderingName, readonly [string, string]>>> = {
  'rough-ensemble': ['0.587', '0.216'],
  'best-first': ['0.565', '0.203'],
  'topic-pagerank': ['0.538', '0.166'],
  infospiders: ['0.524', '0.187'],
  'shark-search': ['0.502', '0.174'],
  vote: ['0.521', '0.100'],
  f1: ['0.357', '–'],
  f2: ['0.333', '–'],
  f3: ['0.308', '–'],
  f4: ['0.284', '–'],
  f5: ['0.331', '–'],
  f6: ['0.144', '–'],
};

interface TopicOrdering {
  readonly ordering: OrderingName;
  readonly harvest: readonly Spread[];
  readonly recall: readonly Spread[];
}

interface TopicResult {
  readonly addresses: number;
  readonly topics: readonly string[];
  readonly checkpoints: readonly number[];
  readonly orderings: readonly TopicOrdering[];
  readonly rules: RuleCertainties;
}

export const topicCrawl: Experiment<TopicResult> = {
  name: 'topic-crawl',
  title: 'Topic crawl: harvest rate and target recall on the simulated web',
  isTimed: false,
  hasMore: true,
  run: async ({ isFull, tell }: RunOptions) => {
    const points = isFull ? fullCheckpoints : checkpoints;
    const chosen = isFull ? topics : shortTopics;
    const jobs = orderingNames.flatMap((ordering) =>
      chosen.map(
        ({ name }): CrawlJob => ({
          ordering,
          topic: name,
          limit: points.at(-1)!,
          web: { seed: 1, documents: addresses, month: 0 },
        }),
      ),
    );
    const results = await runJobs(jobs, (done) => tell(`${done} of ${jobs.length} crawls`));
    const count = ({ foundAt }: JobResult, visits: number): number => foundAt.filter((at) => at <= visits).length;
    return {
      addresses,
      rules: ruleCertainties(chosen[0]!.name),
      topics: chosen.map(({ name }) => name),
      checkpoints: points,
      orderings: orderingNames.map((ordering) => {
        const own = results.filter((_, index) => jobs[index]!.ordering === ordering);
        return {
          ordering,
          harvest: points.map((visits) => spreadOf(own.map((result) => count(result, visits) / visits))),
          recall: points.map((visits) => spreadOf(own.map((result) => count(result, visits) / result.expected))),
        };
      }),
    };
  },
  section: ({
    topics: names,
    checkpoints: points,
    orderings: all,
    ...rest
  }) => `One web of ${rest.addresses} addresses; topics ${names.join(', ')} in turn, each from ten home pages of hosts about it. Before
a crawl every ordering was shown the same 1,000 labeled links of another web. Relevance is the ground truth. Mean and 95 % interval over topics.

${markdownTable(
  [
    'ordering',
    ...points.map((visits) => `harvest at ${visits}`),
    'published at 1000',
    'recall at 3000',
    'published at 3000',
  ],
  [...all]
    .sort((one, other) => harvestOf(other, points) - harvestOf(one, points))
    .map(({ ordering, harvest, recall }) => [
      ordering,
      ...harvest.map(rate),
      published[ordering]?.[0] ?? '–',
      rate(recall[points.indexOf(3000)]!),
      published[ordering]?.[1] ?? '–',
    ]),
)}

Published: [ROUGH] tables 10 to 17, sixteen topics of a web directory. How rich a web is in a topic decides the height of a harvest rate, so only the
order compares. ${orderVerdict(all, points)}

${roughVerdict(all, points, rest.rules)}

![Harvest rate by pages](topic-crawl/harvest.svg)`,
  pictures: ({ checkpoints: points, orderings: all }) => ({
    'harvest.svg': drawLineChart({
      title: 'Harvest rate',
      x: 'pages',
      y: 'relevant pages / pages',
      lines: all.map(({ ordering, harvest }) => ({
        name: ordering,
        points: harvest.map(({ mean }, index) => [points[index]!, mean] as const),
      })),
    }),
  }),
};

function rate({ mean, margin }: Spread): string {
  return `${mean.toFixed(3)} ± ${margin.toFixed(3)}`;
}

/** After 1,000 pages, as harvest rates were published. */
function harvestOf({ harvest }: TopicOrdering, points: readonly number[]): number {
  return harvest[points.indexOf(1000)]!.mean;
}

/** Spearman's rank correlation of our harvest rates with the published ones, and which pairs are swapped. */
function orderVerdict(all: readonly TopicOrdering[], points: readonly number[]): string {
  const both = all
    .filter(({ ordering }) => published[ordering] !== undefined)
    .map((own) => ({ ours: harvestOf(own, points), theirs: Number(published[own.ordering]![0]) }));
  const rank = (values: readonly number[], value: number): number => values.filter((other) => other > value).length;
  const distance = both.reduce((sum, { ours, theirs }) => {
    const gap =
      rank(
        both.map((one) => one.ours),
        ours,
      ) -
      rank(
        both.map((one) => one.theirs),
        theirs,
      );
    return sum + gap ** 2;
  }, 0);
  const count = both.length;
  const correlation = 1 - (6 * distance) / (count * (count ** 2 - 1));
  return `Rank correlation of the ${count} published orderings with ours (Spearman): ${correlation.toFixed(2)}.`;
}

/** Whether the published order holds, and which pairs violate it. */
function roughVerdict(all: readonly TopicOrdering[], points: readonly number[], rules: RuleCertainties): string {
  const of = (name: OrderingName): number => harvestOf(all.find(({ ordering }) => ordering === name)!, points);
  const before = all.filter(
    (own) => published[own.ordering] !== undefined && harvestOf(own, points) > of('rough-ensemble'),
  );
  if (before.length === 0) return 'The rough ensemble is first, as published.';
  const names = before.map(({ ordering }) => `\`${ordering}\``).join(', ');
  return `Published is the rough ensemble before all others. Here ${names} are before it. Its rules order links too coarsely: of the
${rules.combinations} combinations of predictions in its table after the examples for "${rules.topic}", ${rules.certain} are relevant without exception,
and links under equally certain rules come as they are found. And the words of the link alone (\`f2\`) tell more of a page here
(${of('f2').toFixed(3)}) than in the published experiment (${published.f2![0]}), so that what is combined with them adds less.`;
}
