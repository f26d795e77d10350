// Workers against pages per second under latency ([ATF] figure 10): the real crawler on a simulated web over HTTP.
import { availableParallelism, loadavg } from 'node:os';
import { crawl } from '../../src/crawl/crawl.ts';
import { type Experiment, markdownTable, type RunOptions } from '../report/experiment.ts';
import { drawLineChart } from '../report/line-chart.ts';
import { serveWeb } from '../web/serve.ts';
import { makeWeb } from '../web/web.ts';

const workerCounts = [1, 2, 4, 8, 16, 32, 64, 128] as const;
const addresses = 6000;
/** Long enough that the start, with few known hosts, has little weight. */
const maxTimeMs = 15_000;

interface WorkersResult {
  readonly processors: number;
  /** Load average of the minute before. */
  readonly loadBefore: number;
  readonly points: readonly { readonly workers: number; readonly pages: number; readonly pagesPerSecond: number }[];
}

export const workers: Experiment<WorkersResult> = {
  name: 'workers',
  title: 'Workers against pages per second under latency',
  isTimed: true,
  run: async ({ tell }: RunOptions) => {
    const points: WorkersResult['points'][number][] = [];
    const loadBefore = Number(loadavg()[0]!.toFixed(1));
    for (const count of workerCounts) {
      tell(`${count} workers`);
      points.push(await measure(count));
    }
    return { processors: availableParallelism(), loadBefore, points };
  },
  section: ({
    processors,
    loadBefore,
    points,
  }) => `The real crawler with in-memory store and no politeness delay on a simulated web of ${addresses} addresses over HTTP, every host with its own
latency (median 180 ms), crawler and web in one process on ${processors} processors, where the load average was ${loadBefore}
before it began; at most ${maxTimeMs / 1000} s each.

${markdownTable(
  ['workers', 'pages', 'pages/s'],
  points.map(({ workers: count, pages, pagesPerSecond }) => [count, pages, pagesPerSecond.toFixed(1)]),
)}

Published ([ATF] figure 10): pages per second rise with the number of threads to an optimum of 72 + 72 on their machine, then fall.
Ours has no threads to switch between: the rate rises until the processors are busy or no more hosts are due.

![Pages per second by workers](workers/workers.svg)`,
  pictures: ({ points }) => ({
    'workers.svg': drawLineChart({
      title: 'Pages per second by workers',
      x: 'workers',
      y: 'pages/s',
      isLogarithmic: true,
      lines: [{ name: 'crawler', points: points.map((point) => [point.workers, point.pagesPerSecond] as const) }],
    }),
  }),
};

async function measure(count: number): Promise<WorkersResult['points'][number]> {
  const served = await serveWeb(makeWeb({ seed: 1, documents: addresses, month: 0 }), {
    slowness: 1,
    isReliable: true,
  });
  try {
    const settings = {
      db: ':memory:',
      'crawl.scope': 'web',
      'crawl.depth': 100,
      'crawl.concurrency': count,
      'crawl.probeConcurrency': count,
      'crawl.maxTimeMs': maxTimeMs,
      'politeness.delayMs': 0,
      'network.allowPrivate': true,
      'network.resolve': [...served.resolve],
    } as const;
    const started = performance.now();
    let pages = 0;
    let lastMs = 0;
    for await (const event of crawl({ seeds: [...served.seeds], settings })) {
      if (event.type !== 'page') continue;
      pages++;
      lastMs = performance.now() - started;
    }
    return { workers: count, pages, pagesPerSecond: Number(((1000 * pages) / lastMs).toFixed(1)) };
  } finally {
    await served.close();
  }
}
