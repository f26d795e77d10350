// Data centers: catalogs harvested with one click and their results on the page; and saved searches.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointKey } from '../../src/base/url/endpoint.ts';
import { connectors } from '../../src/kinds/connectors.ts';
import { knownCatalogs } from '../../src/seeds/known-catalogs.ts';
import { type Client, openPeopledServer, type PeopledServer } from '../accounts/server-with-accounts.ts';
import { serveCsw } from '../harvest/csw-server.ts';
import { makeCatalog } from '../harvest/synthetic-catalog.ts';
import { until, untilState } from './watch-crawl.ts';

let server: PeopledServer;
let csw: Awaited<ReturnType<typeof serveCsw>>;
let address: string;
let anna: Client;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
beforeAll(async () => {
  const catalog = makeCatalog(60);
  csw = await serveCsw(catalog, 'none');
  // No services behind the records: only the harvest is tested.
  catalog.services = csw.url;
  address = `${csw.url}/csw`;
  server = await openPeopledServer({ 'network.allowRanges': ['127.0.0.0/8'], 'politeness.delayMs': 0 });
  anna = await server.person('Anna', 'user');
});
afterAll(async () => {
  await server.close();
  await csw.close();
  expect(server.failures).toEqual([]);
});

const rowOf = (page: string, address: string) =>
  page.split('<tr>').find((row) => row.includes('<th scope="row">') && row.includes(`>${address}<`)) ?? '';

it('lists each known catalog once, with a connector for its kind', () => {
  const kinds = new Set(connectors.map(({ kind }) => kind));
  expect(knownCatalogs.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
  expect(knownCatalogs.every(({ url, title }) => new URL(url).protocol === 'https:' && title !== '')).toBe(true);
  expect(new Set(knownCatalogs.map(({ url }) => endpointKey(url))).size).toBe(knownCatalogs.length);
});

describe('a data center', () => {
  it('is listed for everyone and harvested by users with permission to crawl', async () => {
    const page = (await server.client().ask('GET', '/data-centers')).body;
    expect(rowOf(page, 'https://www.geocat.ch/geonetwork/srv/eng/csw')).toContain('Switzerland');
    expect(page).not.toContain('action="/data-centers"');
    expect((await server.client().ask('POST', '/data-centers', { url: address })).status).toBe(401);
    expect((await anna.ask('GET', '/data-centers')).body).toContain('aria-label="Harvest geocat.ch"');
  });

  it('is harvested with one click, and shows when and how many records', async () => {
    const started = await anna.ask('POST', '/data-centers', { url: address, title: 'Test catalog' });
    expect(started.status).toBe(303);
    const id = Number(started.headers.get('location')!.split('/').at(-1));
    const row = async () => rowOf((await anna.ask('GET', '/data-centers')).body, address);
    await until(async () => ((await row()).includes('<td class="number">60</td>') ? true : null), 'all records');
    // While the crawl runs, it visits what the records link to.
    const { body: task } = await anna.ask('GET', `/api/v1/tasks/${id}`);
    expect(task).toMatchObject({ name: 'Harvest of Test catalog', isShared: true, settings: { depth: 0 } });
    await anna.ask('POST', `/api/v1/tasks/${id}/stop`);
    await untilState(anna, id, 'stopped', 'done');
    expect(await row()).toContain('<td>harvested</td>');
    expect(await row()).toContain('Update');
    expect((await server.client().ask('GET', '/data-centers?lang=de')).body).toContain('geerntet');
  });

  it('is rejected with a reason if its address is not public', async () => {
    const { status, body } = await anna.ask('POST', '/data-centers', { url: 'http://10.1.2.3/csw' });
    expect([status, body.includes('is not a public address')]).toEqual([400, true]);
  });
});

describe('a saved search', () => {
  const post = async (client: Client, path: string, fields: string) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...form, origin: server.url, cookie: client.cookie() ?? '' },
      body: fields,
    });
    return response.status;
  };

  it('is stored as entered, and listed, opened and deleted only by its owner', async () => {
    const bert = await server.person('Bert', 'guest');
    expect((await anna.ask('GET', '/?q=rivers')).body).toContain(`formaction="${server.url}/searches"`);
    expect((await server.client().ask('GET', '/?q=rivers')).body).not.toContain('/searches');
    expect(await post(anna, '/searches', 'q=rivers&w=&s=&e=&n=&kind=wms&kind=wfs&nonsense=1')).toBe(303);
    expect(await post(anna, '/searches', 'q=%3Cb%3Elakes%3C%2Fb%3E&w=5&s=45&e=10&n=48')).toBe(303);
    const page = (await anna.ask('GET', '/searches')).body as string;
    expect(page).toContain('?q=rivers&amp;kind=wms&amp;kind=wfs"');
    expect(page).toContain('&lt;b&gt;lakes');
    // Feeds support words and area only: one for the first would contain too much.
    expect(page.match(/\/opensearch\?/g)).toHaveLength(1);
    expect((await bert.ask('GET', '/searches')).body).toContain('None yet');
    const id = /\/searches\/(\d+)\/remove/.exec(page)![1];
    expect(await post(bert, `/searches/${id}/remove`, '')).toBe(404);
    expect(await post(anna, `/searches/${id}/remove`, '')).toBe(303);
    expect((await anna.ask('GET', '/searches')).body.match(/\/remove"/g)).toHaveLength(1);
    expect(await post(server.client(), '/searches', 'q=x')).toBe(401);
  });

  it('is deleted with its owner', async () => {
    const carl = await server.person('Carl', 'user');
    await post(carl, '/searches', 'q=forests');
    const { body } = await server.admin.ask('GET', '/api/v1/users');
    const { id } = body.users.find(({ name }: { name: string }) => name === 'Carl');
    await server.admin.ask('DELETE', `/api/v1/users/${id}`);
    const { openSqlite } = await import('../../src/store/sqlite/sqlite.ts');
    const store = openSqlite(server.db);
    expect(store.database.prepare('SELECT count(*) AS count FROM saved_search WHERE person_id = ?').get(id)).toEqual({
      count: 0,
    });
    await store.close();
  });
});
