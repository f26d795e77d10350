// Discovery by link-hop ([GEOWEB] figures 10 and 11): number of services by distance in links from search results.
import type { CrawlJob } from '../crawl/job.ts';
import { runJobs } from '../crawl/run-jobs.ts';
import { type Experiment, markdownTable, type RunOptions, type Spread, spreadOf } from '../report/experiment.ts';
import { drawLineChart } from '../report/line-chart.ts';
import { standardWeb } from '../web/settings.ts';

const hops = 5;
const seeds = 10;

interface HopResult {
  readonly hop: number;
  readonly visits: Spread;
  readonly services: Spread;
  /** Services by visit at this hop. */
  readonly ratio: Spread;
}

interface LinkHopResult {
  readonly addresses: number;
  readonly webs: number;
  readonly byHop: readonly HopResult[];
  /** Of all services. */
  readonly reached: Spread;
}

export const linkHop: Experiment<LinkHopResult> = {
  name: 'link-hop',
  title: 'Discovery by link-hop',
  isTimed: false,
  run: async ({ tell }: RunOptions) => {
    const jobs = Array.from(
      { length: seeds },
      (_, index): CrawlJob => ({ ordering: 'fifo', web: { ...standardWeb, seed: index + 1 }, hops }),
    );
    const results = await runJobs(jobs, (done) => tell(`${done} of ${seeds} crawls`));
    const found = results.map(({ depths }) =>
      Array.from({ length: hops + 1 }, (_, hop) => depths.filter((depth) => depth === hop).length),
    );
    const visits = results.map(({ visitsByDepth }) => visitsByDepth);
    return {
      addresses: standardWeb.documents,
      webs: seeds,
      reached: spreadOf(results.map(({ foundAt, expected }) => foundAt.length / expected)),
      byHop: Array.from({ length: hops + 1 }, (_, hop) => ({
        hop,
        visits: spreadOf(visits.map((counts) => counts[hop] ?? 0)),
        services: spreadOf(found.map((counts) => counts[hop]!)),
        ratio: spreadOf(found.map((counts, web) => counts[hop]! / Math.max(1, visits[web]![hop] ?? 0))),
      })),
    };
  },
  section: ({
    addresses,
    webs,
    byHop,
    reached,
  }) => `The hundred best results of a search for "web map service" on webs of ${addresses} addresses (${webs} seeds), followed
breadth-first to ${hops} link-hops: ${(100 * reached.mean).toFixed(1)} % of all services stand within them.

${markdownTable(
  ['link-hop', 'visits', 'services', 'services by 100 visits'],
  byHop.map(({ hop, visits, services, ratio }) => [hop, whole(visits), whole(services), figure(ratio)]),
)}

Published ([GEOWEB] figures 10 and 11): most resources are found within the first hops and the discovery ratio falls with every level.
${verdict(byHop)}

![Services and ratio by link-hop](link-hop/link-hop.svg)`,
  pictures: ({ byHop }) => ({
    'link-hop.svg': drawLineChart({
      title: 'Services by 100 visits, by link-hop',
      x: 'link-hops from a search result',
      y: 'services by 100 visits',
      lines: [{ name: 'fifo', points: byHop.map(({ hop, ratio }) => [hop, 100 * ratio.mean] as const) }],
    }),
  }),
};

function whole({ mean, margin }: Spread): string {
  return `${mean.toFixed(0)} ± ${margin.toFixed(0)}`;
}

function figure({ mean, margin }: Spread): string {
  return `${(100 * mean).toFixed(2)} ± ${(100 * margin).toFixed(2)}`;
}

/** Reports where the ratio rises instead. Search results are pages, so hop 0 has no services by construction. */
function verdict(byHop: readonly HopResult[]): string {
  const rising = byHop.slice(2).filter(({ ratio }, index) => ratio.mean > byHop[index + 1]!.ratio.mean);
  const start = 'Ours: search results are pages, so services begin at hop 1;';
  if (rising.length === 0) return `${start} from there the ratio falls with every level.`;
  return `${start} the ratio does not fall at hop ${rising.map(({ hop }) => hop).join(', ')}.`;
}
