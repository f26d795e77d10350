// Speedup of a crawl with more workers, on a web of slow servers ([GEOWEB] fig. 12).
//
//   npm run bench:workers -- [--workers 1,2,4,8] [--rounds 3] [--seconds 15] [--latency 1000] [--concurrency 3,24]
//
// Starts PostgreSQL; this process serves the web on loopback: many hosts, each responding after the latency, with a crawl delay of
// five times the latency, as usual. No worker has more than `concurrency` visits in progress: with three, eight workers wait
// for the web and not for the two cores of a small machine; with many, the machine's limit shows.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drawLineChart } from '../lab/report/line-chart.ts';
import { openPostgres, type PostgresStore } from '../src/store/postgres/postgres.ts';
import { type PlainWeb, startPlainWeb } from '../test/cluster/plain-web.ts';
import { startPostgres } from '../test/servers/postgres.ts';
import { postmasterOf, processorSeconds, serverSeconds } from './process-time.ts';
import { givenArguments, machine, writeSection } from './results.ts';

const command = new URL('../dist/src/cli/main.js', import.meta.url).pathname;
/** Enough that hosts are always due: a worker waits for responses, never for crawl delays. */
const hosts = 800;
const pagesPerHost = 200;

interface Round {
  readonly workers: number;
  readonly seconds: number;
  readonly concurrency: string;
}

/** Requests per second to the web, and cores used. */
interface Measured {
  readonly workers: number;
  readonly concurrency: string;
  readonly perSecond: number;
  readonly workerCores: number;
  readonly databaseCores: number;
  readonly webCores: number;
}

async function measure(web: PlainWeb, db: string, { workers, seconds, concurrency }: Round): Promise<Measured> {
  const rules = web.resolve.flatMap((rule) => ['--resolve', rule]);
  const seeds = web.resolve.map((rule) => `http://${rule.split('=')[0]}/`);
  const store = openPostgres(db);
  await store.ready();
  const options = ['--scope', 'web', '--depth', '40', '--delay', '0', '--task', 'bench', '--strategy', 'fifo'];
  const places = ['--concurrency', concurrency, '--probe-concurrency', '1'];
  const begun = start([
    'crawl',
    ...seeds,
    '--db',
    db,
    ...options,
    '--allow-private',
    ...places,
    '--no-progress',
    '-q',
    ...rules,
  ]);
  while ((await store.query('SELECT 1 FROM lane LIMIT 1')).length === 0) await wait(50);
  const others = Array.from({ length: workers - 1 }, () => start(['worker', '--db', db, ...places, '-q', ...rules]));
  const all = [begun, ...others];
  while ((await workersAtWork(store)) < workers) await wait(100);
  await wait(3000);
  const postmaster = await postmasterOf(store);
  const look = () => ({
    atMs: performance.now(),
    requests: web.requests.length,
    worker: all.reduce((sum, { pid }) => sum + processorSeconds(pid!), 0),
    database: serverSeconds(postmaster),
    web: processorSeconds(process.pid),
  });
  const from = look();
  await wait(1000 * seconds);
  const to = look();
  for (const child of all) child.kill('SIGKILL');
  await Promise.all(all.map((child) => once(child, 'exit')));
  await store.close();
  const passed = (to.atMs - from.atMs) / 1000;
  const share = (name: 'requests' | 'worker' | 'database' | 'web') => (to[name] - from[name]) / passed;
  const cores = { workerCores: share('worker'), databaseCores: share('database'), webCores: share('web') };
  return { workers, concurrency, perSecond: share('requests'), ...cores };
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function workersAtWork(store: PostgresStore): Promise<number> {
  const [row] = await store.query<{ n: number }>('SELECT count(*) AS n FROM worker WHERE visits > 0');
  return row!.n;
}

interface Row {
  readonly workers: number;
  readonly perSecond: number;
  readonly least: number;
  readonly most: number;
  readonly cores: readonly [worker: number, database: number, web: number];
}

/** The median round. */
function rowOf(workers: number, measured: readonly Measured[]): Row {
  const own = measured.filter((one) => one.workers === workers).sort((one, other) => one.perSecond - other.perSecond);
  const { perSecond, workerCores, databaseCores, webCores } = own[Math.floor((own.length - 1) / 2)]!;
  const cores = [workerCores, databaseCores, webCores] as const;
  return { workers, perSecond, least: own[0]!.perSecond, most: own.at(-1)!.perSecond, cores };
}

const beside = `[GEOWEB] figure 12 has the latency of their crawl on 1, 4 and 8 machines: it falls with the machines, in proportion to them at best. The line
"ideal" is that, for the first table.

![Requests per second by workers](workers.svg)`;

function table(rows: readonly Row[], concurrency: string): string {
  const one = rows[0]!.perSecond / rows[0]!.workers;
  const lines = rows.map(({ workers, perSecond, least, most, cores }) => {
    const speedup = perSecond / one;
    const used = cores.reduce((sum, core) => sum + core, 0);
    const range = `${perSecond.toFixed(1)} (${least.toFixed(1)}–${most.toFixed(1)})`;
    const efficiency = `${Math.round((100 * speedup) / workers)} %`;
    return `| ${workers} | ${range} | ${speedup.toFixed(2)} | ${efficiency} | ${cores.map((core) => core.toFixed(2)).join(' | ')} | ${used.toFixed(2)} of ${cpus().length} |`;
  });
  return [
    `${concurrency} page visits and one probe at a time per worker:`,
    '',
    '| workers | requests/s, median (range) | speedup | efficiency | cores: workers | PostgreSQL | the web | together |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

interface Planned {
  readonly workers: number;
  readonly concurrency: string;
}

/** Rounds are interleaved, so that other load on the machine affects all equally. */
function plans(concurrencies: string, counts: readonly number[], rounds: number): readonly Planned[] {
  const each = concurrencies.split(',').flatMap((concurrency) => counts.map((workers) => ({ workers, concurrency })));
  return Array.from({ length: rounds }, () => each).flat();
}

function picture(rows: readonly Row[]): string {
  const one = rows[0]!.perSecond / rows[0]!.workers;
  return drawLineChart({
    title: 'Requests per second by workers',
    x: 'workers',
    y: 'requests/s',
    isLogarithmic: true,
    lines: [
      { name: 'measured', points: rows.map(({ workers, perSecond }) => [workers, perSecond] as const) },
      { name: 'ideal', points: rows.map(({ workers }) => [workers, one * workers] as const) },
    ],
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      workers: { type: 'string', default: '1,2,4,8' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '15' },
      latency: { type: 'string', default: '1000' },
      concurrency: { type: 'string', default: '3,24' },
    },
  });
  const counts = values.workers.split(',').map(Number);
  const postgres = await startPostgres(['max_connections=300']);
  const measured: Measured[] = [];
  try {
    for (const { workers, concurrency } of plans(values.concurrency, counts, Number(values.rounds))) {
      const web = await startPlainWeb({ hosts, pagesPerHost, latencyMs: Number(values.latency) });
      const plan = { workers, seconds: Number(values.seconds), concurrency };
      measured.push(await measure(web, await postgres.createDatabase(), plan));
      await web.close();
      console.error(JSON.stringify(measured.at(-1)));
    }
  } finally {
    await postgres.close();
  }
  const how = `${values.latency} ms latency on ${hosts} hosts, n = ${values.rounds} rounds of ${values.seconds} s each.`;
  const tables = values.concurrency.split(',').map((concurrency) => {
    const own = measured.filter((one) => one.concurrency === concurrency);
    return { concurrency, rows: counts.map((workers) => rowOf(workers, own)) };
  });
  const text = [how, ...tables.map(({ concurrency, rows }) => table(rows, concurrency)), beside].join('\n\n');
  console.log(text);
  writeFileSync(new URL('workers.svg', import.meta.url), picture(tables[0]!.rows));
  writeSection('bench/workers', `\`npx tsx bench/workers.ts${givenArguments()}\` on ${machine()}\n\n${text}`);
}

await main();
