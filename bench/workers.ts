// How much faster a crawl gets by adding workers, on a web whose servers take their time ([GEOWEB] fig. 12).
//
//   npm run bench:workers -- [--workers 1,2,4,8] [--seconds 20] [--latency 200] [--concurrency 8]
//
// PostgreSQL is started for it, and the web is served by this process on loopback: many hosts, each answering after the latency. No worker
// has more than `concurrency` visits under way, so that the web's slowness and not this machine is what is waited for.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostgres, type PostgresStore } from '../src/store/postgres.ts';
import { type PlainWeb, startPlainWeb } from '../test/cluster/plain-web.ts';
import { startPostgres } from '../test/servers/postgres.ts';

const command = new URL('../dist/src/cli/main.js', import.meta.url).pathname;

interface Measured {
  readonly workers: number;
  readonly pagesPerSecond: number;
  /** Of one core, by all workers. */
  readonly cpu: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      workers: { type: 'string', default: '1,2,4,8' },
      seconds: { type: 'string', default: '20' },
      latency: { type: 'string', default: '200' },
      concurrency: { type: 'string', default: '8' },
    },
  });
  const counts = values.workers.split(',').map(Number);
  const postgres = await startPostgres();
  const web = await startPlainWeb({ hosts: 400, pagesPerHost: 500, latencyMs: Number(values.latency) });
  const measured: Measured[] = [];
  try {
    for (const workers of counts)
      measured.push(
        await measure(web, await postgres.createDatabase(), { ...values, workers, seconds: Number(values.seconds) }),
      );
  } finally {
    await Promise.all([web.close(), postgres.close()]);
  }
  show(measured, `${values.latency} ms latency, ${values.concurrency} visits per worker, ${values.seconds} s each`);
}

interface Round {
  readonly workers: number;
  readonly seconds: number;
  readonly concurrency: string;
}

async function measure(web: PlainWeb, db: string, { workers, seconds, concurrency }: Round): Promise<Measured> {
  const rules = web.resolve.flatMap((rule) => ['--resolve', rule]);
  const seeds = web.resolve.map((rule) => `http://${rule.split('=')[0]}/`);
  const fixed = [
    '--scope',
    'web',
    '--depth',
    '40',
    '--delay',
    '0',
    '--allow-private',
    '--task',
    'bench',
    '--strategy',
    'fifo',
  ];
  const begun = start([
    'crawl',
    ...seeds,
    '--db',
    db,
    ...fixed,
    '--concurrency',
    concurrency,
    '--no-progress',
    '-q',
    ...rules,
  ]);
  const store = openPostgres(db);
  while ((await pagesOf(store)) === 0) await wait(50);
  const others = Array.from({ length: workers - 1 }, () =>
    start(['worker', '--db', db, '--concurrency', concurrency, '--probe-concurrency', '2', '-q', ...rules]),
  );
  // Until all are there and at work.
  while ((await workersAtWork(store)) < workers) await wait(100);
  await wait(3000);
  const [from, cpuFrom] = [await pagesOf(store), await cpuOf([begun, ...others])];
  const fromMs = performance.now();
  await wait(1000 * seconds);
  const [to, cpuTo] = [await pagesOf(store), await cpuOf([begun, ...others])];
  const passed = (performance.now() - fromMs) / 1000;
  for (const child of [begun, ...others]) child.kill('SIGKILL');
  await Promise.all([begun, ...others].map((child) => once(child, 'exit')));
  await store.close();
  return { workers, pagesPerSecond: (to - from) / passed, cpu: (cpuTo - cpuFrom) / passed };
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function pagesOf(store: PostgresStore): Promise<number> {
  const [row] = await store.query<{ pages: number }>('SELECT coalesce(sum(pages), 0) AS pages FROM task');
  return row!.pages;
}

async function workersAtWork(store: PostgresStore): Promise<number> {
  const [row] = await store.query<{ n: number }>('SELECT count(*) AS n FROM worker WHERE visits > 0');
  return row!.n;
}

/** Seconds of CPU the processes have had (proc(5), fields 14 and 15, in hundredths). */
async function cpuOf(children: readonly ChildProcess[]): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const each = await Promise.all(
    children.map(async ({ pid }) => {
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    }),
  );
  return each.reduce((sum, one) => sum + one, 0);
}

function show(measured: readonly Measured[], how: string): void {
  const one = measured[0]!.pagesPerSecond / measured[0]!.workers;
  console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]!.toFixed(1)}; ${how}\n`);
  console.log('| workers | pages/s | speedup | efficiency | cores used by workers |');
  console.log('|---:|---:|---:|---:|---:|');
  for (const { workers, pagesPerSecond, cpu } of measured) {
    const speedup = pagesPerSecond / one;
    const efficiency = `${Math.round((100 * speedup) / workers)} %`;
    console.log(
      `| ${workers} | ${pagesPerSecond.toFixed(1)} | ${speedup.toFixed(2)} | ${efficiency} | ${cpu.toFixed(2)} |`,
    );
  }
}

await main();
