// Workers, their database and Redis are killed, stopped and started; and the invariants that must hold.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { type SeededRandom, seededRandom } from '../../src/base/random/seeded-random.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { startPostgres } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis.ts';
import { type Fault, type FaultCounts, faultsOf, type Scene, strike } from './faults.ts';
import { type PlainWeb, startPlainWeb, type WebRequest } from './plain-web.ts';

const command = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
/** Nothing takes this long but being stuck: leases of the dead have run out several times by then. */
const stuckMs = 60_000;

const [pagesAtOnce, probesAtOnce] = [4, 2];
/** Of one worker. */
export const visitsAtOnce = pagesAtOnce + probesAtOnce;

export interface ChaosPlan {
  readonly seed: number;
  readonly workers: number;
  readonly hosts: number;
  readonly pagesPerHost: number;
  readonly delayMs: number;
  readonly leaseMs: number;
  /** How often each befalls the crawl, in an order by the seed, spread over all of it. */
  readonly faults: FaultCounts;
}

export interface ChaosReport {
  readonly seed: number;
  readonly seconds: number;
  readonly faults: readonly Fault[];
  readonly requests: number;
  readonly pages: number;
  readonly services: number;
  readonly duplicates: number;
  /** Between two requests to one host as the web read them; and at most, since it may have read the first one late. */
  readonly smallestGapMs: number;
  readonly surelyAtMostMs: number;
  /** The two that were closest, and what had happened last by then: where to begin to look. */
  readonly closest: string;
}

/** Lets a crawl live through the plan, and checks what must hold whatever happens. */
export async function liveThrough(plan: ChaosPlan): Promise<ChaosReport> {
  const web = await startPlainWeb({ hosts: plan.hosts, pagesPerHost: plan.pagesPerHost, latencyMs: 20 });
  const [postgres, redis] = await Promise.all([startPostgres(['synchronous_commit=on']), startRedis()]);
  const db = await postgres.createDatabase();
  const store = openPostgres(db);
  await store.ready();
  const workers: ChildProcess[] = [];
  const environment = {
    ...process.env,
    GEOTRAWL_WORKERS__LEASE_MS: String(plan.leaseMs),
    GEOTRAWL_WORKERS__DISPATCHER: 'bullmq',
    GEOTRAWL_WORKERS__REDIS: redis.url,
  };
  const rules = web.resolve.flatMap((rule) => ['--resolve', rule]);
  const startWorker = () => {
    const args = [
      'worker',
      '--db',
      db,
      '--concurrency',
      String(pagesAtOnce),
      '--probe-concurrency',
      String(probesAtOnce),
      ...rules,
    ];
    const said = process.env.GEOTRAWL_TEST_LOUD === '1' ? 'inherit' : 'ignore';
    workers.push(spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'ignore', said], env: environment }));
  };
  const scene: Scene = { workers, postgres, redis, startWorker, leaseMs: plan.leaseMs, delayMs: plan.delayMs };
  const begunMs = performance.now();
  try {
    await beginAndForget(plan, { web, db, store, environment });
    for (let n = 0; n < plan.workers; n++) startWorker();
    const struck = await disturb(plan, scene, web);
    await untilDone(store);
    await check(plan, store);
    return reportOf(plan, web, struck, (performance.now() - begunMs) / 1000);
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await store.close();
    await Promise.all([web.close(), postgres.close(), redis.close()]);
  }
}

interface Beginning {
  readonly web: PlainWeb;
  readonly db: string;
  readonly store: PostgresStore;
  readonly environment: NodeJS.ProcessEnv;
}

/** The process that started the crawl is gone as soon as the crawl is in the database. */
async function beginAndForget({ delayMs }: ChaosPlan, { web, db, store, environment }: Beginning): Promise<void> {
  const rules = web.resolve.flatMap((rule) => ['--resolve', rule]);
  const options = [
    '--scope',
    'web',
    '--depth',
    '40',
    '--delay',
    String(delayMs),
    '--strategy',
    'fifo',
    '--task',
    'chaos',
  ];
  const args = ['crawl', ...web.seeds, '--db', db, ...options, '--allow-private', '--no-progress', ...rules];
  const child = spawn(process.execPath, [command, ...args], { stdio: 'ignore', env: environment });
  while ((await store.query('SELECT 1 FROM lane')).length === 0) await wait(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

interface Struck {
  readonly fault: Fault;
  readonly atMs: number;
}

/** Spread over the crawl, whatever the speed of the machine: all are at work when something happens. */
async function disturb(plan: ChaosPlan, scene: Scene, web: PlainWeb): Promise<readonly Struck[]> {
  const random = seededRandom(plan.seed);
  const faults = shuffled(faultsOf(plan.faults), random);
  const struck: Struck[] = [];
  const pages = plan.hosts * plan.pagesPerHost;
  for (const [n, fault] of faults.entries()) {
    const expected = ((n + 1) * pages) / (faults.length + 2);
    const untilMs = performance.now() + stuckMs;
    while (web.requests.length < expected && performance.now() < untilMs) await wait(20);
    if (web.requests.length < expected) break;
    await wait(random.below(300));
    struck.push({ fault, atMs: performance.now() });
    await strike(fault, scene, random);
  }
  return struck;
}

function shuffled<One>(values: readonly One[], random: SeededRandom): One[] {
  const keyed = values.map((value) => ({ value, key: random.next() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}

async function untilDone(store: PostgresStore): Promise<void> {
  let last = { done: -1, atMs: performance.now() };
  for (;;) {
    const [task] = await store.query<{ state: string; done: number }>('SELECT state, done + refused AS done FROM task');
    if (task?.state === 'done') return;
    if (task!.done !== last.done) last = { done: task!.done, atMs: performance.now() };
    if (performance.now() - last.atMs > stuckMs) throw new Error(`the crawl is stuck: ${await whatStands(store)}`);
    await wait(100);
  }
}

/** What a person would ask the database then. */
async function whatStands(store: PostgresStore): Promise<string> {
  const questions = [
    'SELECT state, pages, done FROM task',
    'SELECT worker_id, pid, active, visits, seen_ms FROM worker',
    'SELECT host_id, holder, epoch, until_ms FROM lease',
    'SELECT host_id, due_ms, page_cls, probe_cls, pages, probes FROM lane WHERE pages + probes > 0 LIMIT 10',
    `SELECT pid, state, wait_event_type, wait_event, left(query, 80) AS query, now() - xact_start AS since
     FROM pg_stat_activity WHERE xact_start IS NOT NULL`,
  ];
  const answers = [];
  for (const question of questions) answers.push(JSON.stringify(await store.query(question)));
  return answers.join('\n');
}

/** Every URL is done, once; every service is found, once, with one state of its description. */
async function check(plan: ChaosPlan, store: PostgresStore): Promise<void> {
  const pages = plan.hosts * plan.pagesPerHost;
  const urls = await store.query<{ state: number; pool: number; n: number }>(
    'SELECT state, pool, count(*) AS n FROM url GROUP BY 1, 2 ORDER BY 1, 2',
  );
  expect(urls.filter(({ state }) => state === 0)).toEqual([]);
  expect(urls.find(({ state, pool }) => state === 1 && pool === 0)?.n).toBe(pages);
  const [task] = await store.query('SELECT pages, resources FROM task');
  expect(task).toEqual({ pages, resources: plan.hosts });
  const [stored] = await store.query(
    `SELECT count(*) AS services, (SELECT count(*) FROM history) AS states, (SELECT count(*) FROM provenance) AS origins,
      (SELECT sum(spent) FROM lane)::bigint AS spent, (SELECT sum(pages + probes) FROM lane)::bigint AS waiting FROM resource`,
  );
  const { hosts } = plan;
  expect(stored).toEqual({ services: hosts, states: hosts, origins: hosts, spent: pages, waiting: 0 });
}

function reportOf(plan: ChaosPlan, web: PlainWeb, struck: readonly Struck[], seconds: number): ChaosReport {
  const requested = web.requests.map(({ host, path }) => `${host}${path}`);
  const counts = { requests: requested.length, pages: plan.hosts * plan.pagesPerHost, services: plan.hosts };
  const duplicates = requested.length - new Set(requested).size;
  const faults = struck.map(({ fault }) => fault);
  return { seed: plan.seed, seconds, faults, ...counts, duplicates, ...smallestGaps(web, struck) };
}

function smallestGaps(
  { requests }: PlainWeb,
  struck: readonly Struck[],
): Pick<ChaosReport, 'smallestGapMs' | 'surelyAtMostMs' | 'closest'> {
  const latest = new Map<string, WebRequest>();
  const smallest = { smallestGapMs: Number.POSITIVE_INFINITY, surelyAtMostMs: Number.POSITIVE_INFINITY, closest: '' };
  for (const request of requests) {
    const before = latest.get(request.host);
    latest.set(request.host, request);
    if (before === undefined) continue;
    smallest.smallestGapMs = Math.min(smallest.smallestGapMs, request.atMs - before.atMs);
    if (request.atMs - before.notBeforeMs >= smallest.surelyAtMostMs) continue;
    smallest.surelyAtMostMs = request.atMs - before.notBeforeMs;
    const last = struck.findLast(({ atMs }) => atMs < request.atMs);
    const since = last === undefined ? '' : `, ${Math.round(request.atMs - last.atMs)} ms after ${last.fault}`;
    smallest.closest = `${request.host} ${before.path} ${request.path}${since}`;
  }
  return smallest;
}
