// The whole pipeline against loops and crawlers on the same loopback site. Writes its section of bench/RESULTS.md.
//
//   npm run build && npx tsx bench/crawl.ts [--rounds 3] [--only ours]
//
// Ours runs with everything enabled: robots.txt, durable frontier, extraction, identification, catalog, events
// printed; only the delay is 0, and the series limit is raised, since the site is one long series of numbered pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { crawl } from '../src/crawl/crawl.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { type Program, runMeasured } from './measured-run.ts';
import { type Peer, preparePeers, type Site, siteHosts, sitePages, startSite } from './peers.ts';
import { machine, writeSection } from './results.ts';
import { spread } from './spread.ts';

const ours = 'geotrawl crawl, everything on';
const command = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
const database = join(folder, 'crawl.db');
const seriesLimit = 10 * sitePages;

interface Measured {
  readonly pages: number;
  readonly pagesPerSecond: number;
  /** CPU-seconds per 1,000 pages. */
  readonly cpu: number;
  readonly peakRssMb: number;
}

type Results = Map<string, Measured[]>;

function ourProgram(site: Site): Program {
  const flags = '--scope web --depth 1000 --delay 0 --allow-private --concurrency 64 --ndjson --no-progress'.split(' ');
  const limits = ['--max-pages', `${sitePages}`, '--db', database];
  return {
    command: process.execPath,
    parameters: [command, 'crawl', site.seed, ...flags, ...limits],
    environment: { GEOTRAWL_CRAWL__URLS_PER_SERIES: `${seriesLimit}` },
  };
}

function removeDatabase(): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(database + ending, { force: true });
}

/** Every page of the site was visited once and is stored in the database. */
async function checkOurs(served: number): Promise<void> {
  const store = openSqlite(database);
  const count = (where: string) =>
    (store.database.prepare(`SELECT count(*) AS n FROM url WHERE ${where}`).get() as { n: number }).n;
  const found = { served, done: count('state = 1'), other: count('state <> 1') };
  await store.close();
  if (served !== sitePages || found.done !== sitePages || found.other !== 0) {
    throw new Error(`not every page was visited once: ${JSON.stringify(found)}`);
  }
}

async function measure(site: Site, name: string, program: Program): Promise<Measured> {
  removeDatabase();
  const before = await site.served();
  const cost = await runMeasured(program);
  const pages = (await site.served()) - before;
  if (cost.exitCode !== 0 || pages === 0) throw new Error(`${name} ended with ${cost.exitCode}: ${cost.lastWords}`);
  if (name === ours) await checkOurs(pages);
  const { wallSeconds, cpuSeconds, peakRssMb } = cost;
  return { pages, pagesPerSecond: pages / wallSeconds, cpu: (cpuSeconds / pages) * 1000, peakRssMb };
}

async function measureAll(site: Site, peers: readonly Peer[], rounds: number): Promise<Results> {
  const results: Results = new Map();
  for (let round = 1; round <= rounds; round++) {
    for (const { name, program } of peers) {
      if (program === null) continue;
      const one = await measure(site, name, program(site));
      results.set(name, [...(results.get(name) ?? []), one]);
      console.log(
        `round ${round}  ${name.padEnd(40)} ${one.pages} pages  ${one.pagesPerSecond.toFixed(0)} pages/s  ${one.cpu.toFixed(3)} CPU-s per 1,000  ${one.peakRssMb.toFixed(0)} MB`,
      );
    }
  }
  return results;
}

/** Event-loop delay, measured in a separate crawl, since sampling costs time. */
async function measureStalls(site: Site): Promise<string> {
  removeDatabase();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const settings = {
    db: database,
    'crawl.scope': 'web',
    'crawl.depth': 1000,
    'crawl.concurrency': 64,
    'crawl.maxPages': sitePages,
    'crawl.urlsPerSeries': seriesLimit,
    'politeness.delayMs': 0,
    'network.allowPrivate': true,
  } as const;
  let pages = 0;
  for await (const event of crawl({ seeds: [site.seed], settings })) if (event.type === 'page') pages++;
  delay.disable();
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
  return `Event-loop delay over ${pages} pages at full speed (sampled every ms): median ${ms(delay.percentile(50))} ms, 99th percentile ${ms(delay.percentile(99))} ms, longest ${ms(delay.max)} ms.`;
}

function table(peers: readonly Peer[], results: Results): string {
  const base = results.get(ours) ?? [];
  const rows = peers.map(({ name, absence }) => {
    const runs = results.get(name);
    if (runs === undefined) return `| ${name} | absent: ${absence} | | | | |`;
    const ratios = runs.flatMap(({ cpu }, round) => (base[round] === undefined ? [] : [cpu / base[round].cpu]));
    const speed = spread(
      runs.map((run) => run.pagesPerSecond),
      0,
    );
    const cpu = spread(
      runs.map((run) => run.cpu),
      3,
    );
    const ratio = ratios.length === 0 ? '' : spread(ratios, 2);
    const rss = Math.max(...runs.map((run) => run.peakRssMb)).toFixed(0);
    return `| ${name} | ${runs[0]?.pages} | ${speed} | ${cpu} | ${ratio} | ${rss} |`;
  });
  return [
    '| crawler | pages | pages/s | CPU-s per 1,000 pages | CPU, ours = 1 | peak RSS MB |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, only: { type: 'string' } } });
  const rounds = Number(values.rounds);
  const peers: Peer[] = [...preparePeers(), { name: ours, program: ourProgram }];
  const chosen = values.only === 'ours' ? peers.slice(-1) : peers;
  const site = await startSite();
  try {
    const started = machine();
    const results = await measureAll(site, chosen, rounds);
    const stalls = await measureStalls(site);
    const body = `${table(chosen, results)}\n\n${stalls}`;
    console.log(`\n${body}`);
    if (values.only !== undefined) return;
    writeSection(
      'bench/crawl',
      `\`npm run bench:crawl\` on ${started}

${sitePages} pages of 20.5 KB with 40 links each on ${siteHosts} loopback hosts; every crawler once per round, n = ${rounds} rounds. Median (smallest–largest);
ratios are taken within a round. Pages are counted by the server, CPU time by the kernel (user + system of the crawler).
Ours has at most one request per host under way, so ${siteHosts} here; the others have 64. None of the others has robots.txt, a
durable frontier or recognition switched on. Each of our runs was checked: every page served once, and done in the database.

${body}`,
    );
  } finally {
    site.stop();
    rmSync(folder, { recursive: true });
  }
}

await main();
