// A crawl and checks of one host on two machines: both make progress, with the crawl delay between any two requests.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { start } from '../e2e/command.ts';
import { closeServer, linksTo } from '../e2e/small-web.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';

const delayMs = 250;
const pages = ['forest', 'lake', 'road', 'hill', 'town', 'dune', 'moor', 'isle', 'cape', 'glen', 'weir', 'mine'];
const services = 4;
const collection = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { name: 'A' }, geometry: { type: 'Point', coordinates: [7, 47] } }],
});

describeWith('postgis', () => {
  const requests: { readonly path: string; readonly startMs: number; readonly endMs: number }[] = [];
  const server = createServer((request, response) => {
    const [startMs, path] = [performance.now(), request.url ?? '/'];
    const isPage = path === '/' || pages.includes(path.slice(1));
    const isData = path.startsWith('/data/');
    response.writeHead(isPage || isData ? 200 : 404, { 'content-type': isData ? 'application/geo+json' : 'text/html' });
    // Before the client can have the answer: a pause seen from here is never shorter than the one it kept.
    requests.push({ path, startMs, endMs: performance.now() });
    response.end(isData ? collection : linksTo(...pages.map((page) => `/${page}`)));
  });
  let origin: string;
  let db: string;
  let store: PostgresStore;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    db = await freshDatabase();
    store = openPostgres(db);
    const catalog = openSqlCatalog(store);
    for (let n = 0; n < services; n++) {
      const url = `${origin}/data/${n}.geojson`;
      const [discovery] = identify(makeDocument({ url, bytes: Buffer.from(collection) }), kinds);
      const request = { discovery: discovery!, url, provenance: null, task: null, nowMs: Date.now() };
      await store.transact((transaction) => catalog.record(transaction, request));
    }
    const settings: Partial<Config> = {
      db,
      'network.allowPrivate': true,
      'politeness.delayMs': delayMs,
      'crawl.scope': 'host',
      'render.mode': 'off',
    };
    // Begun and left at once: it is for the worker to do.
    const begun = crawl({ seeds: [`${origin}/`], task: 'shared', settings }, AbortSignal.abort());
    for await (const _ of begun);
    await store.query(`UPDATE task SET state = 'running'`);
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await closeServer(server);
  });

  it('keeps the crawl delay, and both make progress', async () => {
    const args = ['--db', db, '--allow-private', '--delay', String(delayMs), '--until-idle'];
    const ran = await Promise.all([
      start(['worker', '--roles', 'fetch', ...args]).ended,
      start(['worker', '--roles', 'check', ...args]).ended,
    ]);
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    const requested = requests.map(({ path }) => path);
    for (const page of pages) expect(requested.filter((path) => path === `/${page}`)).toHaveLength(1);
    for (let n = 0; n < services; n++) expect(requested).toContain(`/data/${n}.geojson`);
    expect(await store.query('SELECT state, pages FROM task')).toEqual([{ state: 'done', pages: pages.length + 1 }]);
    expect(await store.query('SELECT 1 FROM lease')).toEqual([]);
    // Neither waited for the other to be done.
    const [firstCheck, lastPage] = [
      requested.findIndex((path) => path.startsWith('/data')),
      requested.lastIndexOf('/mine'),
    ];
    expect(firstCheck).toBeLessThan(lastPage);
    const gaps = requests.slice(1).map(({ startMs }, index) => startMs - requests[index]!.endMs);
    // Timers of Node may ring a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs - 2);
  }, 120_000);
});
