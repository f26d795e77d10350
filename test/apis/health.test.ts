// Health over HTTP of a service that was up, failed and recovered, checked on loopback.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsWith } from '../../src/config.ts';
import { serve } from '../../src/serve/serve.ts';
import { makeDescription, makeLayer } from '../conformance/made-records.ts';
import { openBench } from '../monitor/check-bench.ts';
import type { Json } from './open-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-health-'));
const db = join(folder, 'catalog.db');
const features = JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature' }] });
const landingPage = () =>
  JSON.stringify({
    title: '<Lakes> & more',
    conformsTo: ['http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core'],
    links: [
      { rel: 'conformance', type: 'application/json', href: `${origin}/api/conformance` },
      { rel: 'data', type: 'application/json', href: `${origin}/api/collections` },
    ],
  });
let origin = '';
let id = '';
let status = 200;
let source: Server;
let running: Awaited<ReturnType<typeof serve>>;
const failures: unknown[] = [];

beforeAll(async () => {
  source = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (request.url?.startsWith('/api?') && status === 200)
      response.writeHead(200, { 'content-type': 'application/json' }).end(landingPage());
    else response.writeHead(status, { 'content-type': 'application/geo+json' }).end(status === 200 ? features : '');
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  const bench = await openBench({ db }, Date.now() - 10 * 3_600_000);
  id = await bench.addDiscovery(
    {
      identity: { kind: 'ogc-api-features', version: '1.0', endpoint: `${origin}/api` },
      family: 'service',
      description: makeDescription({
        title: '<Lakes> & more',
        layers: [makeLayer({ name: 'lakes', queryable: true })],
      }),
      requests: 1,
    },
    `${origin}/api?f=json`,
  );
  for (const [next, hours] of [
    [200, 0],
    [500, 1],
    [200, 2],
  ] as const) {
    status = next;
    bench.clock.pass(hours);
    await bench.check(id);
  }
  await bench.close();
  running = await serve({
    settings: settingsWith({ db, 'server.port': 0 }),
    version: '0.0.0',
    onFailure: (error) => failures.push(error),
  });
});

afterAll(async () => {
  await running.close();
  source.close();
  rmSync(folder, { recursive: true });
  expect(failures).toEqual([]);
});

const get = (path: string) => fetch(`${running.url}${path}`);
const json = async (path: string): Promise<Json> => (await get(path)).json();

it('returns the state and the score with its components', async () => {
  const health = await json(`/api/v1/resources/${id}/health`);
  expect(health).toMatchObject({ id, state: 'up', reason: null, rounds: 3, capacity: 'not measured' });
  expect(health.score).toMatchObject({ scoreVersion: 1, isProvisional: true, availability: { of: 40 } });
  expect(Object.keys(health.score)).toEqual(expect.arrayContaining(['performance', 'correctness', 'metadata']));
});

it('returns every check with its exact request, status, size, times and reason', async () => {
  const { items } = await json(`/api/v1/resources/${id}/checks`);
  expect(items.map(({ outcome }: Json) => outcome)).toEqual(['ok', 'failed', 'ok']);
  expect(items[1].reason.code).toBe('server-error');
  expect(items[1].requests[0]).toMatchObject({ method: 'GET', status: 500 });
  expect(items[2].requests[0]).toMatchObject({
    url: `${origin}/api/collections/lakes/items?limit=1&f=json`,
    method: 'GET',
    status: 200,
    operation: 'items',
    dataset: 'lakes',
  });
  expect((await json(`/api/v1/resources/${id}/checks?limit=1`)).items).toHaveLength(1);
});

it('returns events and feeds, with harvested text escaped', async () => {
  const { items } = await json('/api/v1/events');
  expect(items.map(({ type }: Json) => type)).toEqual(['up', 'degraded', 'up']);
  for (const path of ['/api/v1/feed', `/api/v1/resources/${id}/feed`]) {
    const answer = await get(path);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('application/atom+xml');
    expect(text.match(/<entry>/g)).toHaveLength(3);
    expect(text).toContain('&lt;Lakes&gt; &amp; more: degraded');
  }
});

it('returns what is new among the results of a search', async () => {
  for (const path of ['/feeds/search', '/api/v1/search/feed']) {
    const text = await (await get(`${path}?q=lakes`)).text();
    expect(text.match(/<category term="(\w+)"/g)).toHaveLength(4);
    expect(text).toContain('&lt;Lakes&gt; &amp; more: found');
    expect(text).toContain(`href="${running.url}${path}?q=lakes"`);
  }
  expect(await (await get('/feeds/search?q=volcanoes')).text()).not.toContain('<entry>');
  expect(await (await get('/feeds/search?q=lakes&kind=wms')).text()).not.toContain('<entry>');
  expect((await get('/feeds/search?sortby=title')).status).toBe(400);
});

it('returns the report in two formats, and the badge', async () => {
  const report = await json(`/api/v1/resources/${id}/report`);
  expect(report.discoveries).toContainEqual(
    expect.objectContaining({ part: 'availability', what: '1 of the last 3 checks' }),
  );
  const markdown = await (await get(`/api/v1/resources/${id}/report?f=markdown`)).text();
  expect(markdown).toContain('# \\<Lakes\\> & more');
  expect(markdown).toContain('## What to fix');
  const badge = await get(`/api/v1/resources/${id}/badge.svg`);
  expect([badge.headers.get('content-type'), await badge.text()]).toEqual([
    'image/svg+xml',
    expect.stringContaining('<title>service: up · '),
  ]);
});

it('has metrics for Prometheus, a liveness and a readiness check', async () => {
  const metrics = await (await get('/metrics')).text();
  expect(metrics).toContain('geotrawl_health{state="up"} 1\n');
  expect(metrics).toContain('geotrawl_check_rounds_stored 3\n');
  for (const line of metrics.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"\})? [\d.e+-]+)$/);
  expect(await json('/health')).toEqual({ status: 'ok' });
  expect(await json('/ready')).toEqual({ status: 'ready', resources: 1 });
});

it('filters searches by state', async () => {
  expect((await json('/api/v1/search?q=lakes&facets=state')).facets.state).toEqual([{ value: 'up', count: 1 }]);
  expect((await json("/api/v1/resources?filter=state='down'")).total).toBe(0);
  expect((await json("/api/v1/resources?filter=state='up' AND score >= 1")).total).toBe(1);
});

it('responds 404 for unknown records', async () => {
  expect((await get('/api/v1/resources/0000000000000000/health')).status).toBe(404);
});

it('has a page with all of it, with harvested text escaped', async () => {
  const page = await (await get('/monitor')).text();
  expect(page).toContain('<span class="state up">Up</span></a></dt><dd>1</dd>');
  expect(page.match(/<span class="state (?:up|degraded)">(?:Up|Degraded)/g)!.length).toBeGreaterThanOrEqual(4);
  expect(page).toContain('&lt;Lakes&gt; &amp; more');
  expect(page).toContain('/api/v1/feed');
  expect(page).toContain('Nothing is down.');
  expect(page).toMatch(/<span class="number">[\d,]+ ms<\/span>/);
  expect(await (await get('/monitor?lang=de')).text()).toContain('Am längsten ausgefallen');
});
