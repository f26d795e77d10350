// What the API returns for datasets with several distributions.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlDuplicates } from '../../src/catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { settingsWith } from '../../src/config.ts';
import { openSqliteSearch } from '../../src/search/sqlite/sqlite-search.ts';
import type { RunningHttp } from '../../src/serve/http/server.ts';
import { serve } from '../../src/serve/serve.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { makeLayer, makeRequest } from '../conformance/made-records.ts';
import type { Json } from './open-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-distributions-'));
const db = join(folder, 'catalog.db');
let running: RunningHttp;
const ids = new Map<string, string>();

beforeAll(async () => {
  const store = openSqlite(db);
  const catalog = openSqlCatalog(store);
  const search = openSqliteSearch(store, { read: catalog.get });
  const duplicates = openSqlDuplicates(store, catalog.get);
  const layers = ['Rivers', 'Lakes'].map((title) =>
    makeLayer({
      name: title.toLowerCase(),
      title: `${title} of the valley`,
      extent: [7.4312, 47.0128, 7.9873, 47.3391],
    }),
  );
  for (const kind of ['wms', 'wfs', 'wmts'])
    await store.transact(async (transaction) => {
      const own = kind === 'wmts' ? layers.slice(1) : layers;
      const description = { title: 'Waters of the valley', layers: own };
      const request = makeRequest({ kind, endpoint: `https://geo.example/${kind}`, description });
      const { resource } = await catalog.record(transaction, request);
      ids.set(kind, resource.id);
      await search.index(transaction, resource);
    });
  while (!((await search.tend(1000)) && (await duplicates.tend(1000))));
  await store.close();
  const settings = settingsWith({ db, 'server.port': 0, 'server.rateLimit': 0 });
  running = await serve({ settings, version: '0.0.0-test', onFailure: (error) => Promise.reject(error) });
});

afterAll(async () => {
  await running.close(0);
  rmSync(folder, { recursive: true });
});

async function ask(path: string): Promise<Json> {
  const response = await fetch(running.url + path);
  return { status: response.status, ...((await response.json()) as object) } as Json;
}

it('returns one result per dataset with its distributions, or every copy', async () => {
  const folded = await ask('/api/v1/search?q=waters&kind=wms,wfs');
  expect(folded.items.map(({ kind }: Json) => kind)).toEqual(['wfs']);
  expect(folded.items[0].distributions.map(({ kind }: Json) => kind)).toEqual(['wfs', 'wms']);
  expect(folded.total).toBe(2);
  const all = await ask('/api/v1/search?q=waters&kind=wms,wfs&copies=true');
  expect(all.items).toHaveLength(2);
  expect((await ask('/api/v1/search?q=waters&copies=maybe')).status).toBe(400);
});

it('lists the distributions of a record and of a layer, with reasons', async () => {
  const wms = `/api/v1/resources/${ids.get('wms')}`;
  expect((await ask(wms)).distributions.map(({ kind }: Json) => kind)).toEqual(['wfs', 'wms']);
  const { items } = await ask(`${wms}/distributions?layer=lakes`);
  expect(items.map(({ kind }: Json) => kind)).toEqual(['wfs', 'wms', 'wmts']);
  expect(items[0].reasons).toEqual(['the same server offers it under the same name']);
  expect((await ask(`${wms}/distributions?layer=seas`)).status).toBe(400);
});
