// Two crawls on the same workers, one with a hundred times as many hosts: the small one is not starved.
import { expect, it } from 'vitest';
import { runWorker } from '../../src/cluster/worker.ts';
import { type Config, settingsWith } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';
import { startPlainWeb } from './plain-web.ts';

const hosts = 202;
const pagesPerHost = 30;
const smallPages = 2 * pagesPerHost;

describeWith('postgis', () => {
  it('gives a small crawl its share beside a large one', async () => {
    const web = await startPlainWeb({ hosts, pagesPerHost, latencyMs: 10 });
    const db = await freshDatabase();
    const settings: Partial<Config> = {
      db,
      'crawl.scope': 'host',
      'crawl.strategy': 'fifo',
      'crawl.depth': 40,
      'politeness.delayMs': 5,
      'network.allowPrivate': true,
      'network.resolve': web.resolve,
      'crawl.concurrency': 4,
    };
    const seeds = web.resolve.map((rule) => `http://${rule.split('=')[0]}/`);
    const store = openPostgres(db);
    // Started, and left to the workers.
    for (const [task, own] of [['large', seeds.slice(0, 200)] as const, ['small', seeds.slice(200)] as const])
      for await (const _ of crawl({ seeds: own, task, settings }, AbortSignal.abort()));
    await store.query(`UPDATE task SET state = 'running'`);
    const stop = new AbortController();
    const read = { large: 0, small: 0 };
    const begunMs = performance.now();
    const work = () =>
      runWorker(
        {
          settings: settingsWith(settings),
          roles: ['fetch'],
          log: () => undefined,
          onEvent: (task, event) => {
            if (event.type === 'page') read[task as keyof typeof read]++;
            if (read.small === smallPages) stop.abort();
          },
        },
        stop.signal,
      );
    await Promise.all([work(), work()]);
    const seconds = (performance.now() - begunMs) / 1000;
    console.log(`small ${(read.small / seconds).toFixed(1)}/s, large ${(read.large / seconds).toFixed(1)}/s`);
    await Promise.all([store.close(), web.close()]);
    expect(read.small).toBe(smallPages);
    // By the number of hosts it would have been a hundred times as many; two hosts can use two of eight slots.
    expect(read.large).toBeGreaterThan(smallPages / 2);
    expect(read.large).toBeLessThan(12 * smallPages);
  });
});
