// A limit on pages holds over all workers of a crawl, to the page.
import { expect, it } from 'vitest';
import { runWorker } from '../../src/cluster/worker.ts';
import { type Config, settingsWith } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlEvent } from '../../src/model/report.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';
import { type PlainWeb, startPlainWeb } from './plain-web.ts';

const limit = 100;

function settingsFor(web: PlainWeb, db: string): Partial<Config> {
  return {
    db,
    'crawl.scope': 'web',
    'crawl.strategy': 'fifo',
    'politeness.delayMs': 5,
    'crawl.concurrency': 4,
    'network.allowPrivate': true,
    'network.resolve': web.resolve,
    'crawl.maxPages': limit,
    'crawl.depth': 40,
  };
}

/** Crawls with two workers besides, and tells how it ended and how many pages each has read. */
async function crawlTogether(web: PlainWeb, db: string, resume?: string): Promise<{ end: CrawlEvent; read: number[] }> {
  const stop = new AbortController();
  const read = [0, 0, 0];
  const settings = settingsFor(web, db);
  const workers = [1, 2].map((index) =>
    runWorker(
      {
        settings: settingsWith(settings),
        roles: ['fetch'],
        log: () => undefined,
        onEvent: (_task, event) => {
          if (event.type === 'page') read[index]!++;
        },
      },
      stop.signal,
    ),
  );
  let end: CrawlEvent | null = null;
  const options = resume === undefined ? { seeds: web.seeds, task: 'limited', settings } : { resume, settings };
  for await (const event of crawl(options)) {
    if (event.type === 'page') read[0]!++;
    end = event;
  }
  stop.abort();
  await Promise.all(workers);
  return { end: end!, read };
}

describeWith('postgis', () => {
  it('visits exactly the requested number of pages, and as many again when resumed', async () => {
    const web = await startPlainWeb({ hosts: 30, pagesPerHost: 40, latencyMs: 10 });
    const db = await freshDatabase();
    const requestedPages = () => web.requests.filter(({ path }) => path === '/' || path.startsWith('/p/')).length;
    try {
      const first = await crawlTogether(web, db);
      expect(first.end).toMatchObject({ type: 'done', stopped: 'max-pages', pages: limit });
      expect(requestedPages()).toBe(limit);
      expect(first.read.filter((pages) => pages > 0).length).toBeGreaterThan(1);
      const second = await crawlTogether(web, db, 'limited');
      expect(second.end).toMatchObject({ stopped: 'max-pages', pages: 2 * limit });
      expect(requestedPages()).toBe(2 * limit);
      const store = openPostgres(db);
      expect(await store.query('SELECT state FROM task')).toEqual([{ state: 'stopped' }]);
      expect(await store.query('SELECT host_id FROM lease')).toEqual([]);
      await store.close();
    } finally {
      await web.close();
    }
  });
});
