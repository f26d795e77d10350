// A recurring crawl with two servers on one database: each run is created once, even if Redis is emptied or a server is killed.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { openPeopledServer } from '../accounts/server-with-accounts.ts';
import { startChainWeb, until, untilState } from '../crawls/watch-crawl.ts';
import { type Running, start } from '../e2e/command.ts';
import type { SmallWeb } from '../e2e/small-web.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';
import { type RedisServer, startRedis } from '../servers/redis.ts';

describeWith('postgis+redis', () => {
  let web: SmallWeb;
  let redis: RedisServer;
  let db: string;
  let store: PostgresStore;
  const servers: Running[] = [];

  beforeAll(async () => {
    [web, redis, db] = await Promise.all([startChainWeb(2), startRedis(), freshDatabase()]);
    store = openPostgres(db);
    const network = { 'network.allowPrivate': true, 'politeness.delayMs': 30 };
    const server = await openPeopledServer({ db, ...network });
    const task = { seeds: [`${web.origin}/`], scope: 'host', every: 'day', start: true };
    const { body } = await server.admin.ask('POST', '/api/v1/tasks', task);
    await untilState(server.admin, body.id, 'done');
    await server.close();
  }, 60_000);
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await store.close();
    await Promise.all([web.close(), redis.close()]);
  });

  const startServer = async () => {
    const env = {
      GEOTRAWL_NETWORK__ALLOW_PRIVATE: 'true',
      GEOTRAWL_POLITENESS__DELAY_MS: '30',
      GEOTRAWL_WORKERS__DISPATCHER: 'bullmq',
      GEOTRAWL_WORKERS__REDIS: redis.url,
    };
    const server = start(['serve', '--db', db, '--port', '0'], { env });
    servers.push(server);
    await server.says('Press Ctrl-C to stop.');
    return server;
  };
  /** Servers that were there before have looked already, so they are started after this. */
  const setDue = (inMs: number) =>
    store.query(
      `UPDATE owned_task SET next_ms = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $1 WHERE every_ms IS NOT NULL`,
      [inMs],
    );
  const emptyRedis = async () => {
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
  };
  const crawls = () =>
    store.query<{ ended: string | null; isDue: boolean }>(
      `SELECT ended, next_ms IS NOT NULL AS "isDue" FROM owned_task ORDER BY task_id`,
    );
  const untilEnded = (count: number) =>
    until(async () => {
      const made = await crawls();
      return made.length >= count && made.every(({ ended }) => ended === 'complete') ? made : null;
    }, `${count} crawls`);
  const frontPages = () => web.requested.filter((path) => path === '/').length;

  it('is created once if two servers wait for the same time', async () => {
    await setDue(8000);
    await Promise.all([startServer(), startServer()]);
    expect(await crawls()).toHaveLength(1);
    await emptyRedis();
    expect((await untilEnded(2)).map(({ isDue }) => isDue)).toEqual([false, true]);
    expect(frontPages()).toBe(2);
  }, 60_000);

  it('is created by the other server if one is killed before', async () => {
    for (const { child } of servers.splice(0)) child.kill('SIGKILL');
    await setDue(9000);
    const [one] = await Promise.all([startServer(), startServer()]);
    one!.child.kill('SIGKILL');
    await emptyRedis();
    expect((await untilEnded(3)).map(({ isDue }) => isDue)).toEqual([false, false, true]);
    expect(frontPages()).toBe(3);
  }, 60_000);
});
