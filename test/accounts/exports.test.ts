// Downloads of many records need an account; others get an explanation with the alternatives.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { openSqliteSearch } from '../../src/search/sqlite/sqlite-search.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { makeLayer, makeRequest } from '../conformance/made-records.ts';
import { type Client, openPeopledServer, type PeopledServer } from './server-with-accounts.ts';

const count = 450;
let server: PeopledServer;
let user: Client;
let guest: Client;
beforeAll(async () => {
  server = await openPeopledServer();
  user = await server.person('Uli', 'user');
  guest = await server.person('Gus', 'guest');
  const store = openSqlite(server.db);
  const catalog = openSqlCatalog(store);
  const search = openSqliteSearch(store, { read: catalog.get });
  await store.transact(async (transaction) => {
    for (let n = 0; n < count; n++) {
      const layers = [makeLayer({ name: `layer${n}`, title: n % 2 === 0 ? 'Forest' : 'River' })];
      const request = makeRequest({
        endpoint: `https://geo${n}.example/wms`,
        description: { title: '=cmd()', layers },
      });
      await search.index(transaction, (await catalog.record(transaction, request)).resource);
    }
  });
  while (!(await search.tend(1000)));
  await store.close();
}, 60_000);
afterAll(() => server.close());

it('exports every result of a search once', async () => {
  const { status, headers, body } = await user.ask('GET', '/api/v1/export?q=forest&f=url');
  expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="geotrawl.txt"']);
  const addresses = String(body).trim().split('\n');
  expect(addresses).toHaveLength(count / 2);
  expect(new Set(addresses).size).toBe(count / 2);
  const all = String((await user.ask('GET', '/export/csv?kind=wms')).body);
  expect(all.trim().split('\n')).toHaveLength(1 + count);
  // Spreadsheets must not interpret a title as a formula.
  expect(all).not.toMatch(/(?:^|,)"?=cmd/m);
  const { features } = (await user.ask('GET', '/export/geojson?q=river')).body;
  expect(features).toHaveLength(count / 2);
  expect((await user.ask('GET', '/api/v1/export?f=exe')).status).toBe(400);
  expect((await user.ask('GET', '/api/v1/export?limit=5')).status).toBe(400);
});

it('explains to guests what needs an account, and what to do', async () => {
  for (const path of ['/api/v1/export', '/export/csv']) {
    const unknown = await server.client().ask('GET', path);
    expect([unknown.status, unknown.body.code]).toEqual([401, 'access.needed']);
    expect(unknown.body.detail).toMatch(/Exports need an account.*\/ogc, \/csw, \/stac.*Log in/s);
    const known = await guest.ask('GET', path);
    expect([known.status, known.body.code]).toEqual([403, 'access.denied']);
    expect(known.body.detail).toMatch(/Ask an administrator to make you a user/);
  }
  const crawl = await guest.ask('POST', '/api/v1/tasks', { seeds: ['https://geo.example/'] });
  expect([crawl.status, crawl.body.detail]).toEqual([
    403,
    expect.stringMatching(/Crawls need an account.*make you a user/),
  ]);
  const page = await server.client().ask('GET', '/?q=forest', undefined, { accept: 'text/html' });
  expect(page.body).toContain('Downloading many records needs an account');
  expect(page.body).toContain('/login?next=%2F%3Fq%3Dforest');
  const sent = await server.client().ask('GET', '/export/csv?q=forest', undefined, { accept: 'text/html' });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringMatching(/\/login\?next=/)]);
  const own = await user.ask('GET', '/?q=forest', undefined, { accept: 'text/html' });
  expect(own.body).toContain('/export/csv?q=forest');
});

it('keeps records and standard APIs open to everyone', async () => {
  const [{ id }] = (await server.client().ask('GET', '/api/v1/resources?limit=1')).body.items;
  const open = [`/service/${id}`, `/api/v1/resources/${id}`, '/ogc/collections/services/items?limit=5', '/stac'];
  const statuses = await Promise.all(open.map(async (path) => (await server.client().ask('GET', path)).status));
  expect(statuses).toEqual(open.map(() => 200));
});
