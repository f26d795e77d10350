// Searches in threads return what searches in this thread return, on both engines; their errors arrive here.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsWith } from '../src/config.ts';
import type { SearchQuery } from '../src/model/search.ts';
import { openCatalogIn, openCatalogSearch } from '../src/open-catalog.ts';
import { openSearchThreads } from '../src/search/threads/search-pool.ts';
import { serve } from '../src/serve/serve.ts';
import { openStore } from '../src/store/open-store.ts';
import { makeLayer, makeRequest } from './conformance/made-records.ts';
import { describeWith } from './servers/needs.ts';
import { freshDatabase } from './servers/postgres.ts';

const titles = ['Land cover of the valley', 'Rivers and lakes', 'Forest roads', 'Noise of roads', 'Wald und Wege'];

/** Three services of each title, two of which offer the same. */
async function fill(db: string, cacheFolder: string): Promise<void> {
  const store = openStore(db, { cacheFolder });
  const { catalog, search, duplicates } = openCatalogSearch(store, {});
  for (const [n, title] of titles.entries())
    for (const kind of ['wms', 'wfs', 'wmts'])
      await store.transact(async (transaction) => {
        const extent = [n, 40 + n, n + 2.25, 42 + n] as const;
        const layers = ['a', 'b'].map((name) => makeLayer({ name, title: `${title} ${name}`, extent }));
        const endpoint = `https://${n % 2 === 0 ? 'one' : 'two'}.example/${n}/${kind}`;
        const request = makeRequest({ kind, endpoint, description: { title, layers, extent } });
        const { resource } = await catalog.record(transaction, request);
        await search.index(transaction, resource);
      });
  while (!((await search.tend(1000)) && (await duplicates.tend(1000))));
  await store.close();
}

const queries: readonly SearchQuery[] = [
  {},
  { words: 'forest', facets: ['kind', 'country', 'year'] },
  { words: 'roads', each: 'layer', limit: 3 },
  { words: 'roads -noise', copies: true, spread: false },
  { words: 'forset', sort: { by: 'title' } },
  { extent: [0, 40, 1, 41], relation: 'intersects', facets: ['topic'] },
  { words: 'nothing of the sort' },
  { filter: { op: 'text', phrase: 'lakes' }, expand: false },
];

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-threads-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a client sees of it. */
async function seen(catalog: Pick<ReturnType<typeof openCatalogIn>, 'search'>, query: SearchQuery): Promise<unknown> {
  return JSON.parse(JSON.stringify(await catalog.search(query)));
}

async function compare(db: string, cacheFolder: string): Promise<void> {
  await fill(db, cacheFolder);
  const threads = openSearchThreads(2, { db, cacheFolder, hostCountries: null, isTended: false });
  const here = openCatalogIn(openStore(db, { cacheFolder }));
  const there = openCatalogIn(openStore(db, { cacheFolder }), { finder: threads });
  try {
    const found = await Promise.all(queries.map((query) => seen(there, query)));
    for (const [n, query] of queries.entries()) expect(found[n]).toEqual(await seen(here, query));
    const grid = { columns: 8, rows: 4 };
    expect(await there.density(grid)).toEqual(await here.density(grid));
    expect(await there.growth()).toEqual(await here.growth());
    const wrong = { words: 'forest', after: 'no cursor' };
    const error = await here.search(wrong).catch((thrown: unknown) => thrown as Error);
    await expect(there.search(wrong)).rejects.toMatchObject({
      name: 'GeotrawlError',
      message: (error as Error).message,
    });
    const last = threads.find({ words: 'forest' });
    await threads.close();
    expect((await last).total).toBeGreaterThan(0);
  } finally {
    await threads.close();
    await here.close();
    await there.close();
  }
}

describe('searching in threads', () => {
  it('finds the same on SQLite', () => withFolder((folder) => compare(join(folder, 'catalog.db'), folder)));

  it('serves all APIs', () =>
    withFolder(async (folder) => {
      const db = join(folder, 'catalog.db');
      await fill(db, folder);
      const failures: unknown[] = [];
      const settings = settingsWith({ db, 'cache.folder': folder, 'server.port': 0, 'server.searchThreads': 1 });
      const running = await serve({ settings, version: '0', onFailure: (error) => failures.push(error) });
      const get = async (path: string) => (await fetch(running.url + path)).json() as Promise<{ total: number }>;
      const paths = ['forest', 'roads', 'rivers'].map((word) => `/api/v1/search?q=${word}&expand=false&copies=true`);
      const answers = await Promise.all(paths.map(get));
      expect(answers.map(({ total }) => total)).toEqual([3, 6, 3]);
      await running.close();
      expect(failures).toEqual([]);
    }));
});

describeWith('postgis', () => {
  it('finds the same on PostgreSQL', () => withFolder(async (folder) => compare(await freshDatabase(), folder)));
});
