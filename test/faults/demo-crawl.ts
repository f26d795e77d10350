// A crawl of the demo web for the fault tests: served by the test, so that it outlives the crawlers it kills.
import { type DemoWeb, startDemoWeb } from '../../lab/demo-web/serve.ts';
import type { CrawlOptions } from '../../src/crawl/crawl-task.ts';

export const demoTask = 'faults';

const unlimitedSeries = 10_000;

/** The same for the command, which has no flag for it. */
export const demoEnvironment = { GEOTRAWL_CRAWL__URLS_PER_SERIES: String(unlimitedSeries) };

export function demoOptions(web: DemoWeb, db: string, delayMs: number): CrawlOptions {
  const settings = {
    db,
    'crawl.scope': 'web',
    'crawl.depth': 40,
    // Which pages of a long series are left out depends on the order of visits; here none is.
    'crawl.urlsPerSeries': unlimitedSeries,
    'politeness.delayMs': delayMs,
    'network.allowPrivate': true,
    'network.resolve': [...web.resolve, web.elsewhere],
  } as const;
  return { seeds: web.seeds, task: demoTask, settings };
}

/** The same as arguments of the command. */
export function demoArguments(web: DemoWeb, db: string, delayMs: number): string[] {
  const rules = [...web.resolve, web.elsewhere].flatMap((rule) => ['--resolve', rule]);
  const fixed = [
    '--scope',
    'web',
    '--depth',
    '40',
    '--delay',
    String(delayMs),
    '--allow-private',
    '--task',
    demoTask,
    '--ndjson',
  ];
  return ['crawl', ...web.seeds, '--db', db, ...fixed, ...rules];
}

/** Without the parts that depend on time or on the order of visits: the calendar trap, the slow and the busy host. */
export function startSteadyWeb(): Promise<DemoWeb> {
  return startDemoWeb({ hurry: true });
}
