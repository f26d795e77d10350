// Hints between two processes through each dispatcher: subscribers receive them, also after the carrier lost everything.
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../../../test/servers/needs.ts';
import { freshDatabase } from '../../../test/servers/postgres.ts';
import { type RedisServer, startRedis } from '../../../test/servers/redis.ts';
import type { Dispatcher } from '../../model/dispatcher.ts';
import { openPostgres, type PostgresStore } from '../../store/postgres/postgres.ts';
import { createBullmqDispatcher } from './bullmq-dispatcher.ts';
import { createInlineDispatcher } from './inline-dispatcher.ts';
import { createPostgresDispatcher } from './postgres-dispatcher.ts';

/** Hints may be lost: they are sent again until one is received. */
async function untilReceived(received: readonly unknown[], count: number, hint: () => void): Promise<void> {
  while (received.length < count) {
    hint();
    await wait(50);
  }
}

async function testQueues(one: Dispatcher, other: Dispatcher, forget: () => Promise<void>): Promise<void> {
  const [checks, visits]: [number[], number[]] = [[], []];
  const silence = other.onHint('check', (task) => checks.push(task));
  other.onHint('visit', (task) => visits.push(task));
  await untilReceived(checks, 1, () => one.hint('check', 7));
  expect(new Set(checks)).toEqual(new Set([7]));
  expect(visits).toEqual([]);
  // No one subscribes to these.
  one.hint('render', 1);
  await forget();
  await untilReceived(visits, 1, () => one.hint('visit', 3));
  expect(new Set(visits)).toEqual(new Set([3]));
  silence();
  const before = checks.length;
  one.hint('check', 8);
  await untilReceived(visits, visits.length + 1, () => one.hint('visit', 4));
  expect(checks).toHaveLength(before);
}

describeWith('postgis+redis', () => {
  let redis: RedisServer;
  let store: PostgresStore;

  beforeAll(async () => {
    redis = await startRedis();
    store = openPostgres(await freshDatabase());
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await redis.close();
  });

  it('passes hints through BullMQ, with Redis emptied in between', async () => {
    const open = () => createBullmqDispatcher({ url: redis.url, onError: () => undefined });
    const [one, other] = [open(), open()];
    await testQueues(one, other, async () => {
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
    });
    await Promise.all([one.close(), other.close()]);
  });

  it('passes hints through BullMQ, with Redis restarted in between', async () => {
    const open = () => createBullmqDispatcher({ url: redis.url, onError: () => undefined });
    const [one, other] = [open(), open()];
    await testQueues(one, other, async () => {
      await redis.kill();
      one.hint('check', 9);
      await redis.start();
    });
    await Promise.all([one.close(), other.close()]);
  });

  it('passes hints through PostgreSQL, with the connections cut in between', async () => {
    const [one, other] = [createPostgresDispatcher(store), createPostgresDispatcher(store)];
    await testQueues(one, other, async () => {
      await store.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'
        AND datname = current_database()`);
    });
    await Promise.all([one.close(), other.close()]);
  });

  it('passes hints within one process', async () => {
    const only = createInlineDispatcher();
    await testQueues(only, only, async () => undefined);
    await only.close();
  });
});
