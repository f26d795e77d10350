// Hostile metadata is shown as text on every page, runs nothing, and doesn't make pages slow.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { settingsWith } from '../../src/config.ts';
import { findBrowser } from '../../src/fetch/browser/browser.ts';
import { openSqliteSearch } from '../../src/search/sqlite/sqlite-search.ts';
import type { RunningHttp } from '../../src/serve/http/server.ts';
import { serve } from '../../src/serve/serve.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { makeLayer, makeProvenance, makeRequest } from '../conformance/made-records.ts';

const attack = `</title></script><script>window.hit=1</script><img src=x onerror="window.hit=1">'"><svg/onload=window.hit=1>`;
const link = 'javascript:window.hit=1';
const layerCount = 50_000;

let folder: string;
let server: RunningHttp;
let browser: Browser;
const ids: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geotrawl-hostile-'));
  const db = join(folder, 'catalog.db');
  const store = openSqlite(db);
  const catalog = openSqlCatalog(store);
  const search = openSqliteSearch(store, { read: catalog.get });
  const requests = [
    makeRequest({
      endpoint: 'https://one.example/wms',
      provenance: makeProvenance({ source: link, anchor: attack, chain: [link] }),
      description: {
        title: attack,
        abstract: `${attack} ${'forest '.repeat(50_000)}`,
        keywords: [attack, link],
        provider: { organization: attack, person: null, email: null, url: link },
        fees: attack,
        accessConstraints: link,
        license: { id: null, url: link, open: null, fees: null, constraints: null },
        layers: [
          makeLayer({ name: attack, title: attack, abstract: attack }),
          makeLayer({ name: 'b', title: 'ملف الغابات 🌲🌲 forest' }),
        ],
        formats: [attack],
        software: attack,
      },
    }),
    makeRequest({
      endpoint: 'https://two.example/wms',
      description: {
        title: 'Forest with very many layers',
        layers: Array.from({ length: layerCount }, (_, n) =>
          makeLayer({ name: `l${n}`, title: `Layer ${n}`, parent: n === 0 ? null : 0 }),
        ),
      },
    }),
  ];
  await store.transact(async (transaction) => {
    for (const request of requests) {
      const { resource } = await catalog.record(transaction, request);
      await search.index(transaction, resource);
      ids.push(resource.id);
    }
  });
  while (!(await search.tend(1000)));
  await store.close();
  const settings = settingsWith({ db, 'server.port': 0, 'server.rateLimit': 0 });
  server = await serve({ settings, version: '0', onFailure: (error) => expect.soft(error).toBeNull() });
  browser = await chromium.launch({ executablePath: findBrowser(null)!, args: ['--no-sandbox'] });
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('shows scripts in titles as text and makes no links of them', async () => {
  const query = new URLSearchParams({ q: attack, organization: attack, w: attack, from: attack, without: attack });
  const paths = [
    '/?q=forest',
    '/?q=forest&view=table',
    '/?q=forest&each=layer',
    `/?${query}`,
    `/service/${ids[0]}`,
    `/service/${ids[0]}?${new URLSearchParams({ layer: attack, filter: attack })}`,
    `/map?${new URLSearchParams({ l: `${ids[0]}:100:${attack}` })}`,
    '/stats',
    `/${encodeURIComponent(attack)}`,
    '/ogc/collections/services/items?f=html',
  ];
  // Once with the CSP of the server, once without.
  for (const bypassCSP of [false, true]) {
    const context = await browser.newContext({ bypassCSP });
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(server.url + path, { waitUntil: 'load' });
      expect([path, await page.evaluate('window.hit')]).toEqual([path, undefined]);
      expect([
        path,
        await page.locator('[href^="javascript:" i], [src^="javascript:" i], svg[onload], img[onerror]').count(),
      ]).toEqual([path, 0]);
    }
    await page.goto(`${server.url}/service/${ids[0]}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('<script>');
    await context.close();
  }
});

it('shows a service with fifty thousand layers a page at a time, with a filter', async () => {
  const text = await (await fetch(`${server.url}/service/${ids[1]}`)).text();
  expect(text.length).toBeLessThan(300_000);
  expect(text).toContain('Layer 199');
  expect(text).not.toContain('Layer 200<');
  const filtered = await (await fetch(`${server.url}/service/${ids[1]}?filter=Layer+49999`)).text();
  expect(filtered).toContain('<code>l49999</code>');
  const page = await browser.newPage();
  await page.goto(`${server.url}/service/${ids[1]}`);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL(/from=200/);
  expect(await page.locator('ul.layers li').count()).toBe(200);
  await page.close();
});

it('sends a policy that runs nothing but our own files', async () => {
  const { headers } = await fetch(`${server.url}/`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
});
