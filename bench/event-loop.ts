// Event-loop delay over crawls of the demo web. Run: npx tsx bench/event-loop.ts [CRAWLS]
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startDemoWeb } from '../lab/demo-web/serve.ts';
import { crawl } from '../src/crawl/crawl.ts';

const crawls = Number(process.argv[2] ?? 10);
/** The sampling timer's own period; it is part of every delay measured. */
const resolutionMs = 1;

/** One crawl without delays, into a new database; the demo web's servers run on the same thread. */
async function crawlOnce(folder: string, index: number): Promise<number> {
  const web = await startDemoWeb({ hurry: true });
  const settings = {
    db: join(folder, `${index}.db`),
    'crawl.scope': 'web',
    'crawl.depth': 8,
    'politeness.delayMs': 0,
    'network.allowPrivate': true,
    'network.resolve': [...web.resolve, web.elsewhere],
  } as const;
  let pages = 0;
  delay.enable();
  for await (const event of crawl({ seeds: web.seeds, settings })) if (event.type === 'page') pages++;
  delay.disable();
  await web.close();
  return pages;
}

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
await crawlOnce(folder, 0);
delay.reset();
const started = performance.now();
let pages = 0;
for (let index = 1; index <= crawls; index++) pages += await crawlOnce(folder, index);
const seconds = (performance.now() - started) / 1000;
const ms = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(1)} ms`;
console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`);
console.log(
  `${crawls} crawls, ${pages} pages, ${seconds.toFixed(1)} s, ${delay.count} samples every ${resolutionMs} ms`,
);
console.log(`p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, max ${ms(delay.max)}`);
rmSync(folder, { recursive: true });
