// Faults of a cluster, all known from practice.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import type { PostgresServer } from '../servers/postgres.ts';
import type { RedisServer } from '../servers/redis.ts';

/**
 * `kill`: a worker is killed, and another one is started. `sleep`: a worker is stopped past its lease, then continues unaware of it.
 * `flush`: Redis is emptied. The others: a server goes down and comes back.
 */
const faultKinds = ['kill', 'sleep', 'flush', 'redis', 'postgres'] as const;

export type Fault = (typeof faultKinds)[number];
export type FaultCounts = Readonly<Record<Fault, number>>;

export interface Scene {
  readonly workers: readonly ChildProcess[];
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly leaseMs: number;
  readonly delayMs: number;
  startWorker(): void;
}

export function faultsOf(counts: FaultCounts): Fault[] {
  return faultKinds.flatMap((fault) => Array.from({ length: counts[fault] }, () => fault));
}

export async function strike(fault: Fault, scene: Scene, random: SeededRandom): Promise<void> {
  const alive = scene.workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const one = alive[random.below(alive.length)];
  if (one === undefined) throw new Error('no worker is left');
  if (fault === 'kill') {
    one.kill('SIGKILL');
    scene.startWorker();
  } else if (fault === 'sleep') {
    one.kill('SIGSTOP');
    await wait(2 * scene.leaseMs + 10 * scene.delayMs);
    one.kill('SIGCONT');
  } else if (fault === 'flush') {
    await emptyRedis(scene.redis.url);
  } else if (fault === 'redis') {
    await scene.redis.kill();
    await wait(300);
    await scene.redis.start();
  } else {
    await scene.postgres.kill();
    await wait(300);
    await scene.postgres.start();
  }
}

async function emptyRedis(url: string): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}
