// Whether a server sustains a rate of searches while a crawl runs beside it.
//
//   npm run bench:serve                          1.5 million layers at 50 searches a second, 100,000 at 300
//   npm run bench:serve -- --in folder           uses the catalogs there; builds and keeps missing ones
//   npm run bench:serve -- 100000 --seconds 10   one size, for that long
//
// Server, crawl, the web it crawls and the load are four processes; the processor time of each is told apart.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { childOf, processorSeconds, waitedSeconds } from './process-time.ts';
import { machine, writeSection } from './results.ts';
import { type RunningServer, startBuiltServer } from './running-server.ts';
import { copyOf } from './serve-database.ts';
import type { Load } from './serve-load.ts';
import { quantile } from './spread.ts';

const aims: Readonly<Record<number, number>> = { 1500000: 50, 100000: 300 };
const aimMs = 150;
/** Hosts crawled meanwhile, each with the default crawl delay of two seconds. */
const crawledHosts = 20;
const warmSeconds = 10;
/** Seed of queries that are in no cache. */
const newQueries = 501;

interface Measured {
  readonly load: Load;
  readonly seconds: number;
  readonly serverSeconds: number;
  /** Time the server was runnable while another program had the core. */
  readonly waitedSeconds: number;
  /** Null without a crawl. */
  readonly crawl: { readonly cpuSeconds: number; readonly pages: number; readonly found: number } | null;
}

function start(file: string, parameters: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', path, ...parameters], { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function outputOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout!) text += String(chunk);
  return text;
}

/** With a seed, every query is generated from it. */
async function loadOn(server: RunningServer, perSecond: number, seconds: number, seed?: number): Promise<Load> {
  const parameters = [server.url, perSecond, seconds, ...(seed === undefined ? [] : [seed])].map(String);
  return JSON.parse(await outputOf(start('serve-load.ts', parameters))) as Load;
}

interface Crawl {
  readonly pages: number;
  readonly found: number;
}

interface Beside {
  /** Null without a crawl. */
  readonly crawl: (() => Promise<Crawl>) | null;
  readonly seed?: number;
}

async function measure(server: RunningServer, options: Target, { crawl, seed }: Beside): Promise<Measured> {
  const { pid } = server;
  const crawler = crawl === null ? null : childOf(pid);
  const crawledSeconds = () => (crawler === null ? 0 : processorSeconds(crawler));
  const before = { ms: performance.now(), server: processorSeconds(pid), waited: waitedSeconds(pid) };
  const crawlBefore = { cpu: crawledSeconds(), ...(await crawl?.()) };
  const load = await loadOn(server, options.perSecond, options.seconds, seed);
  const after = await crawl?.();
  return {
    load,
    seconds: (performance.now() - before.ms) / 1000,
    serverSeconds: processorSeconds(pid) - before.server,
    waitedSeconds: waitedSeconds(pid) - before.waited,
    crawl:
      after === undefined
        ? null
        : {
            cpuSeconds: crawledSeconds() - crawlBefore.cpu,
            pages: after.pages - (crawlBefore.pages ?? 0),
            found: after.found - (crawlBefore.found ?? 0),
          },
  };
}

interface Target {
  readonly layers: number;
  readonly perSecond: number;
  readonly seconds: number;
}

/** A crawl of endless pages, into the catalog that is searched. */
async function beginCrawl({ url, post }: RunningServer, port: string): Promise<() => Promise<Crawl>> {
  const seeds = Array.from({ length: crawledHosts }, (_, n) => `http://127.1.0.${n + 1}:${port}/page/0`);
  const made = await post('/api/v1/tasks', { seeds, depth: 1000, scope: 'host', start: true });
  const { id } = (await made.json()) as { id: number };
  const look = async () => {
    const task = (await (await fetch(`${url}/api/v1/tasks/${id}`)).json()) as { pages: number; resources: number };
    return { pages: task.pages, found: task.resources };
  };
  while ((await look()).found < crawledHosts) await new Promise((resolve) => setTimeout(resolve, 500));
  return look;
}

async function run(options: Target, kept: string): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-serve-'));
  const db = await copyOf(kept, folder, options.layers);
  const web = start('serve-web.ts', []);
  const port = await new Promise<string>((resolve) => web.stdout!.once('data', (text) => resolve(String(text).trim())));
  const server = await startBuiltServer(db, { GEOTRAWL_SERVER__RATE_LIMIT: '0' });
  try {
    await loadOn(server, options.perSecond, warmSeconds);
    const alone = await measure(server, options, { crawl: null });
    const crawl = await beginCrawl(server, port);
    const crawling = await measure(server, options, { crawl });
    return [alone, crawling, await measure(server, options, { crawl, seed: newQueries })];
  } finally {
    await server.stop();
    web.stdin!.end();
    rmSync(folder, { recursive: true });
  }
}

function report({ layers, perSecond }: Target, measured: readonly Measured[]): string {
  const row = (name: string, of: (one: Measured) => string) => `| ${name} | ${measured.map(of).join(' | ')} |`;
  const share = (used: number, { seconds }: Measured) => `${((100 * used) / seconds).toFixed(0)} %`;
  const at = (quarter: number) => (measured: Measured) => `${quantile(measured.load.ms, quarter)} ms`;
  return [
    `**${layers} layers, ${perSecond} searches a second**: the aim is p99 of ${aimMs} ms while a crawl runs.`,
    '',
    '| | alone | while a crawl runs | the same, every query a new one |',
    '|---|---|---|---|',
    row('searches', ({ load }) => `${load.ms.length} answered, ${load.errors} refused`),
    row('p50', at(0.5)),
    row('p95', at(0.95)),
    row('p99', at(0.99)),
    row('slowest', at(1)),
    row('processor of the server per search', ({ load, serverSeconds }) => {
      return `${((1000 * serverSeconds) / load.ms.length).toFixed(2)} ms`;
    }),
    row('of one core: the server', (measured) => share(measured.serverSeconds, measured)),
    row('the crawl process', (measured) =>
      measured.crawl === null ? '–' : share(measured.crawl.cpuSeconds, measured),
    ),
    row('the load generator', (measured) => share(measured.load.cpuSeconds, measured)),
    row('the server waited for a core', (measured) => share(measured.waitedSeconds, measured)),
    row('the load left late, p99', ({ load }) => `${quantile(load.lateMs, 0.99)} ms`),
    row('crawled', ({ crawl, seconds }) =>
      crawl === null
        ? '–'
        : `${(crawl.pages / seconds).toFixed(0)} pages/s, ${(crawl.found / seconds).toFixed(0)} services/s found`,
    ),
  ].join('\n');
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { in: { type: 'string' }, seconds: { type: 'string' }, rate: { type: 'string' } },
});
const kept = values.in ?? mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
mkdirSync(kept, { recursive: true });
for (const layers of positionals.length === 0 ? [100_000, 1_500_000] : positionals.map(Number)) {
  const options = {
    layers,
    perSecond: Number(values.rate ?? aims[layers] ?? 50),
    seconds: Number(values.seconds ?? 20),
  };
  const text = report(options, await run(options, kept));
  console.log(`${text}\n`);
  const how = `\`npm run bench:serve -- ${layers}\` on ${machine()}`;
  const what = `The queries of bench/search over HTTP, gzip accepted, one after the other on a clock: a search's time counts from when it should have left. The crawl asks ${crawledHosts} hosts, two seconds after the answer before.`;
  if (values.rate === undefined) writeSection(`bench/serve at ${layers} layers`, `${how}\n\n${what}\n\n${text}`);
}
if (values.in === undefined) rmSync(kept, { recursive: true });
