// Crawls that start with keywords: widths in order, a stored position, and engines that reject requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DemoWeb, startDemoWeb } from '../../lab/demo-web/serve.ts';
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlOptions } from '../../src/crawl/crawl-task.ts';
import { getTask } from '../../src/frontier/task-table.ts';
import type { CrawlEvent } from '../../src/model/report.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { goodKey, type Reply, type SearchServer, startSearchServer } from '../servers/search-engines.ts';

const pages = [
  ...Array.from({ length: 9 }, (_, index) => `http://www.geodata-agency.example/none-${index}.html`),
  'http://maps.geodata-agency.example/',
  ...Array.from({ length: 9 }, (_, index) => `http://www.lindholm.example/inget-${index}.html`),
  'http://ncwms.ocean-lab.example/',
  'http://geo.university-tejo.example/',
];

let folder: string;
let web: DemoWeb;
let engine: SearchServer | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'geotrawl-keywords-'));
  web = await startDemoWeb({ hurry: true });
});

afterEach(async () => {
  await Promise.all([web.close(), engine?.close()]);
  engine = null;
  rmSync(folder, { recursive: true });
});

async function searchFor(
  instead?: (number: number) => Reply | null,
  results: readonly string[] = pages,
): Promise<void> {
  engine = await startSearchServer('google', () => results, instead);
}

function settings(given: Partial<Config> = {}): Partial<Config> {
  const port = new URL(engine?.url ?? 'http://127.0.0.1:9/').port;
  return {
    db: join(folder, 'crawl.db'),
    'crawl.depth': 0,
    'politeness.delayMs': 0,
    'network.allowPrivate': true,
    'network.resolve': [...web.resolve, `127.0.0.1=127.0.0.1:${port}`, web.elsewhere],
    'search.engine': 'google',
    'search.url': engine?.url ?? null,
    'search.key': goodKey,
    'search.account': 'cx-1',
    'search.width': 3,
    ...given,
  };
}

async function run(options: CrawlOptions): Promise<CrawlEvent[]> {
  const events: CrawlEvent[] = [];
  for await (const event of crawl(options)) events.push(event);
  return events;
}

const widths = (events: readonly CrawlEvent[]) =>
  events.flatMap((event) => (event.type === 'search' ? [[event.width, event.results]] : []));
const requestedStarts = () =>
  engine?.requests.map(({ path }) => new URL(path, 'http://a.example').searchParams.get('start'));

it('crawls all results of a width before requesting the next', async () => {
  await searchFor();
  const events = await run({ keywords: ['forest'], settings: settings() });
  expect(widths(events)).toEqual([
    [1, 10],
    [2, 10],
    [3, 1],
  ]);
  const order = events.flatMap((event) =>
    event.type === 'search' ? [`width ${event.width}`] : event.type === 'page' ? [new URL(event.url).hostname] : [],
  );
  const results = order.filter((name) => !name.startsWith('www.'));
  expect(results).toEqual([
    'width 1',
    'maps.geodata-agency.example',
    'width 2',
    'ncwms.ocean-lab.example',
    'width 3',
    'geo.university-tejo.example',
  ]);
  expect(new URL(engine!.requests[0]!.path, 'http://a.example').searchParams.get('q')).toBe('WMS forest');
  expect(events.at(-1)).toMatchObject({ type: 'done', stopped: 'complete' });
});

it('resumes at its position after a stop, and never requests a page of results twice', async () => {
  await searchFor();
  const first = await run({ keywords: ['forest'], task: 'k', settings: settings({ 'crawl.maxPages': 10 }) });
  expect([widths(first).length, first.at(-1)]).toEqual([1, expect.objectContaining({ stopped: 'max-pages' })]);
  const second = await run({ resume: 'k', settings: settings({ 'crawl.maxPages': null }) });
  expect(widths(second)).toEqual([
    [2, 10],
    [3, 1],
  ]);
  expect(requestedStarts()).toEqual(['1', '11', '21']);
});

it('keeps the key out of the database and its output', async () => {
  await searchFor((number) => (number === 2 ? { status: 429, body: {} } : null));
  const events = await run({ keywords: ['forest'], task: 'k', settings: settings() });
  const store = openSqlite(join(folder, 'crawl.db'));
  const { options } = await getTask(store, 'k');
  await store.close();
  expect(JSON.stringify(options)).toContain('WMS forest');
  expect(JSON.stringify(options)).not.toContain(goodKey);
  expect(JSON.stringify(events)).not.toContain(goodKey);
});

it('stops when the search engine limits requests, and continues with --resume', async () => {
  let isBusy = true;
  await searchFor((number) => (number === 2 && isBusy ? { status: 429, body: {} } : null));
  const first = await run({ keywords: ['forest'], task: 'k', settings: settings() });
  expect(first.filter((event) => event.type === 'problem' && event.code === 'search.quota')).toHaveLength(1);
  expect(first.at(-1)).toMatchObject({ stopped: 'deferred' });
  isBusy = false;
  const second = await run({ resume: 'k', settings: settings() });
  expect(widths(second)).toEqual([
    [2, 10],
    [3, 1],
  ]);
  expect(second.at(-1)).toMatchObject({ stopped: 'complete' });
});

it('fails at once if the engine never responded', async () => {
  await searchFor();
  const wrong = settings({ 'search.key': 'wrong' });
  await expect(run({ keywords: ['forest'], settings: wrong })).rejects.toMatchObject({ code: 'search.denied' });
});

it('reports missing settings of an engine before anything is created', async () => {
  const without = settings({ 'search.engine': 'none' });
  await expect(run({ keywords: ['forest'], settings: without })).rejects.toMatchObject({
    code: 'usage.no-search-engine',
  });
});

it('composes new queries from productive pages, up to the limit', async () => {
  await searchFor(
    undefined,
    ['land-cover', 'elevation', 'boundaries'].map((name) => `http://www.geodata-agency.example/services/${name}.html`),
  );
  const expected = settings({ 'search.newQueries': 2, 'search.width': 1 });
  const events = await run({ keywords: ['forest'], settings: expected });
  const queries = events.flatMap((event) => (event.type === 'search' ? event.queries : []));
  expect(queries).toHaveLength(3);
  for (const query of queries) expect(query).toMatch(/^WMS \p{L}+$/u);
});

it('probes the known URLs of registered portals once, without reporting missing ones', async () => {
  const options = { seeds: ['http://geoserver.rift-atlas.example/'], settings: settings({ 'crawl.depth': 0 }) };
  const guesses = [
    'http://geoserver.rift-atlas.example/geoserver/ows?SERVICE=WMS&REQUEST=GetCapabilities',
    'http://geoserver.rift-atlas.example/elsewhere/ows?SERVICE=WFS&REQUEST=GetCapabilities',
  ];
  const events = await run({ ...options, guesses });
  const found = events.flatMap((event) => (event.type === 'found' ? [event.resource.endpoint] : []));
  expect(found).toContain('http://geoserver.rift-atlas.example/geoserver/ows');
  expect(events.filter((event) => event.type === 'problem' && event.url.includes('elsewhere'))).toEqual([]);
  expect(web.requests().filter(({ path }) => path.startsWith('/elsewhere'))).toHaveLength(1);
});

it('probes the known catalog URLs of a recognized product, at most four per host', async () => {
  const cookies = ['geoserver', 'geonetwork', 'thredds'];
  const server = createServer((request, response) => {
    const name = cookies.find((one) => request.url === `/${one}.html`);
    if (name === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': `JSESSIONID=1; Path=/${name}` });
    response.end(`<!doctype html><html><title>${name.length}</title><body>Welcome</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const heard: string[] = [];
  server.on('request', ({ url = '' }) => heard.push(url));
  try {
    const own = { ...settings(), 'network.resolve': [] };
    const events = await run({ seeds: cookies.map((name) => `${origin}/${name}.html`), settings: own });
    const guesses = heard.filter((path) => path !== '/robots.txt' && !path.endsWith('.html'));
    expect(guesses).toHaveLength(4);
    expect(events.filter(({ type }) => type === 'problem')).toEqual([]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
