// Workers that are killed, stopped and started while their database and Redis are, too; and what may not happen all the same.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { seededRandom } from '../../src/base/seeded-random.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres.ts';
import { type PostgresServer, startPostgres } from '../servers/postgres.ts';
import { type RedisServer, startRedis } from '../servers/redis.ts';
import { type PlainWeb, startPlainWeb } from './plain-web.ts';

const command = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;

export interface ChaosPlan {
  readonly workers: number;
  readonly hosts: number;
  readonly pagesPerHost: number;
  readonly delayMs: number;
  readonly leaseMs: number;
  readonly kills: number;
  /** Workers that are put to sleep past their lease. */
  readonly sleepers: number;
}

export interface ChaosReport {
  readonly seconds: number;
  readonly requests: number;
  readonly pages: number;
  readonly services: number;
  readonly duplicates: number;
  readonly smallestGapMs: number;
  readonly kills: number;
}

interface Scene {
  readonly plan: ChaosPlan;
  readonly web: PlainWeb;
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly db: string;
  readonly workers: ChildProcess[];
  readonly store: PostgresStore;
}

/** Lets a crawl live through the plan, and checks what must hold whatever happens. */
export async function liveThrough(plan: ChaosPlan): Promise<ChaosReport> {
  const web = await startPlainWeb({ hosts: plan.hosts, pagesPerHost: plan.pagesPerHost, latencyMs: 20 });
  const [postgres, redis] = await Promise.all([startPostgres(['synchronous_commit=on']), startRedis()]);
  const db = await postgres.createDatabase();
  const store = openPostgres(db);
  await store.ready();
  const scene: Scene = { plan, web, postgres, redis, db, workers: [], store };
  const begunMs = performance.now();
  try {
    await beginAndForget(scene);
    for (let n = 0; n < plan.workers; n++) startWorker(scene);
    const kills = await disturb(scene);
    await untilDone(store);
    return await check(scene, kills, (performance.now() - begunMs) / 1000);
  } finally {
    for (const worker of scene.workers) worker.kill('SIGKILL');
    await store.close();
    await Promise.all([web.close(), postgres.close(), redis.close()]);
  }
}

function environment({ plan, redis }: Scene): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GEOTRAWL_WORKERS__LEASE_MS: String(plan.leaseMs),
    GEOTRAWL_WORKERS__DISPATCHER: 'bullmq',
    GEOTRAWL_WORKERS__REDIS: redis.url,
  };
}

/** Whoever began the crawl is gone as soon as it stands in the database. */
async function beginAndForget(scene: Scene): Promise<void> {
  const { web, db, plan, store } = scene;
  const rules = web.resolve.flatMap((rule) => ['--resolve', rule]);
  const fixed = [
    '--scope',
    'web',
    '--depth',
    '40',
    '--delay',
    String(plan.delayMs),
    '--allow-private',
    '--task',
    'chaos',
  ];
  const args = ['crawl', ...web.seeds, '--db', db, ...fixed, '--strategy', 'fifo', '--no-progress', ...rules];
  const child = spawn(process.execPath, [command, ...args], { stdio: 'ignore', env: environment(scene) });
  while ((await store.query('SELECT 1 FROM lane')).length === 0) await wait(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function startWorker(scene: Scene): ChildProcess {
  const rules = scene.web.resolve.flatMap((rule) => ['--resolve', rule]);
  const args = ['worker', '--db', scene.db, '--concurrency', '4', '--probe-concurrency', '2', ...rules];
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', 'ignore', process.env.GEOTRAWL_TEST_LOUD === '1' ? 'inherit' : 'ignore'],
    env: environment(scene),
  });
  scene.workers.push(child);
  return child;
}

async function disturb(scene: Scene): Promise<number> {
  const { plan, web, postgres, redis, workers } = scene;
  const random = seededRandom(20_261_116);
  const alive = () => workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  let kills = 0;
  for (let n = 0; n < plan.kills; n++) {
    // Spread over the crawl, whatever the speed of the machine: all are at work when one of them goes.
    while (web.requests.length < ((n + 1) * plan.hosts * plan.pagesPerHost) / (plan.kills + plan.sleepers + 2))
      await wait(20);
    await wait(random.below(500));
    const one = alive()[random.below(alive().length)];
    if (one?.kill('SIGKILL')) kills++;
    startWorker(scene);
    if (n === 0) await emptyRedis(redis.url);
    if (n === 1) {
      await redis.kill();
      await redis.start();
    }
    if (n === Math.floor(plan.kills / 2)) {
      await postgres.kill();
      await wait(300);
      await postgres.start();
    }
  }
  for (let n = 0; n < plan.sleepers; n++) {
    const sleeper = alive()[random.below(alive().length)]!;
    sleeper.kill('SIGSTOP');
    await wait(2 * plan.leaseMs + 10 * plan.delayMs);
    sleeper.kill('SIGCONT');
  }
  return kills;
}

async function emptyRedis(url: string): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}

async function untilDone(store: PostgresStore): Promise<void> {
  for (;;) {
    const [task] = await store.query<{ state: string }>('SELECT state FROM task');
    if (task?.state === 'done') return;
    await wait(100);
  }
}

async function check({ plan, web, store }: Scene, kills: number, seconds: number): Promise<ChaosReport> {
  const pages = plan.hosts * plan.pagesPerHost;
  const urls = await store.query<{ state: number; pool: number; n: number }>(
    'SELECT state, pool, count(*) AS n FROM url GROUP BY 1, 2 ORDER BY 1, 2',
  );
  const [task] = await store.query<{ pages: number; resources: number; done: number }>('SELECT * FROM task');
  const [stored] = await store.query<{ services: number; states: number }>(
    'SELECT count(*) AS services, (SELECT count(*) FROM history) AS states FROM resource',
  );
  // Every URL is done, once; every service is found, once, with one state of its description.
  expect(urls.filter(({ state }) => state === 0)).toEqual([]);
  expect(urls.find(({ state, pool }) => state === 1 && pool === 0)?.n).toBe(pages);
  expect(task).toMatchObject({ pages, resources: plan.hosts });
  expect(stored).toEqual({ services: plan.hosts, states: plan.hosts });
  const asked = web.requests.map(({ host, path }) => `${host}${path}`);
  const duplicates = asked.length - new Set(asked).size;
  return {
    ...{ seconds, kills, pages, services: stored!.services, requests: asked.length, duplicates },
    smallestGapMs: smallestGap(web),
  };
}

function smallestGap({ requests }: PlainWeb): number {
  const last = new Map<string, number>();
  let smallest = Number.POSITIVE_INFINITY;
  for (const { host, atMs } of requests) {
    smallest = Math.min(smallest, atMs - (last.get(host) ?? Number.NEGATIVE_INFINITY));
    last.set(host, atMs);
  }
  return smallest;
}
