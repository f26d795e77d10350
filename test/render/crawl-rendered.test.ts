// A crawl of map applications that tell their services only when they run, with a real Chromium and real libraries.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlEvent } from '../../src/model/report.ts';
import { describeWith } from '../servers/needs.ts';
import { type LoggingServer, startLoggingServer } from './render-bench.ts';

const libraries = new URL('../../node_modules/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, libraries), 'utf8');

const capabilities = (title: string) => `text/xml
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name><Title>${title}</Title></Service>
<Capability><Layer queryable="1"><Name>all</Name><Title>${title}</Title><CRS>EPSG:4326</CRS></Layer></Capability></WMS_Capabilities>`;

/** 'http://' and the name of the service, through base64 and arithmetic; no part of it is in the file. */
const assembled = `
const numbers = [${[...Buffer.from(Buffer.from('/srv42/relief').toString('base64'))].map((code) => code ^ 42).join(', ')}];
const path = atob(numbers.map((number) => String.fromCharCode(number ^ (6 * 7))).join(''));
const address = [location.protocol, '', location.host].join('/') + path;
const layer = new ol.layer.Image({ source: new ol.source.ImageWMS({ url: address, params: { LAYERS: 'relief' } }) });
new ol.Map({ target: 'map', layers: [layer], view: new ol.View({ center: [0, 0], zoom: 2 }) });`;

const page = (body: string) => `text/html
<!doctype html><title>Map</title><style>#map { width: 400px; height: 300px }</style><div id="map"></div>${body}`;

const files = {
  '/robots.txt': 'text/plain\nUser-agent: *\nDisallow: /hidden/\n',
  '/': 'text/html\n<a href="/map.html">map</a> <a href="/switch.html">layers</a> <a href="/loop.html">loop</a>',
  '/map.html': page(
    '<script src="/lib/ol.js"></script><script src="/hidden/extra.js"></script><script src="/app.js"></script>',
  ),
  '/app.js': `text/javascript\n${assembled}`,
  '/hidden/extra.js': 'text/javascript\nglobalThis.hidden = true;',
  '/lib/ol.js': `text/javascript\n${read('ol/dist/ol.js')}`,
  // A Leaflet layer that is not shown until its box is ticked.
  '/switch.html': page(`<link rel="stylesheet" href="/lib/leaflet.css"><script src="/lib/leaflet.js"></script>
    <script src="/switch-app.js"></script>`),
  '/switch-app.js': `text/javascript
    const chosen = L.map('map').setView([50, 10], 5);
    const base = location.origin + '/' + [..."2gnuoy"].reverse().join('');
    L.control.layers({}, { more: L.tileLayer['w' + 'ms'.slice(0)](base, { layers: 'more' }) }).addTo(chosen);`,
  '/lib/leaflet.js': `text/javascript\n${read('leaflet/dist/leaflet.js')}`,
  '/lib/leaflet.css': `text/css\n${read('leaflet/dist/leaflet.css')}`,
  '/loop.html': page('<script src="/lib/ol.js"></script><script>for (;;);</script>'),
  '/srv42/relief': capabilities('Relief'),
  '/young2': capabilities('Young forests'),
};

describeWith('chromium', () => {
  let server: LoggingServer;
  let folder: string;

  beforeAll(async () => {
    server = await startLoggingServer(files);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geotrawl-render-'));
    server.paths.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => server.close());

  async function run(mode: 'off' | 'auto'): Promise<CrawlEvent[]> {
    const settings = {
      db: join(folder, `${mode}.db`),
      'politeness.delayMs': 0,
      'network.allowPrivate': true,
      'render.mode': mode,
      'render.timeMs': 9_000,
    } as const;
    const events: CrawlEvent[] = [];
    for await (const event of crawl({ seeds: [`${server.origin}/`], settings })) events.push(event);
    return events;
  }

  const found = (events: readonly CrawlEvent[]) =>
    events.flatMap((event) => (event.type === 'found' ? [`${event.resource.foundBy} ${event.resource.endpoint}`] : []));

  it('finds no service whose address is only made when the page runs, without rendering', async () => {
    expect(found(await run('off'))).toEqual([]);
  });

  it('finds them with rendering, costs the map server nothing, obeys robots.txt, and ends the page that loops', async () => {
    const events = await run('auto');
    expect(found(events).sort()).toEqual([
      `rendered ${server.origin}/srv42/relief`,
      `rendered ${server.origin}/young2`,
    ]);
    const problems = events.flatMap((event) => (event.type === 'problem' ? [[event.url, event.code]] : []));
    expect(problems).toContainEqual([`${server.origin}/loop.html`, 'render.budget']);
    expect(server.paths.filter((path) => /GetMap|hidden/i.test(path))).toEqual([]);
    // The judgement, the browser and the script's own visit share one request.
    expect(server.paths.filter((path) => path === '/app.js')).toHaveLength(1);
    const done = events.at(-1);
    expect(done?.type === 'done' && done.requests).toBe(server.paths.length);
  });

  it('opens the page again that was in the browser when the crawl was stopped', async () => {
    const settings = {
      db: join(folder, 'stopped.db'),
      'politeness.delayMs': 0,
      'network.allowPrivate': true,
      'render.mode': 'auto' as const,
      'render.timeMs': 4000,
    } satisfies Partial<Config>;
    const stop = new AbortController();
    const overBudget = async (events: AsyncIterable<CrawlEvent>) => {
      const urls: string[] = [];
      for await (const event of events)
        if (event.type === 'problem' && event.code === 'render.budget') urls.push(event.url);
      return urls;
    };
    const seeds = [`${server.origin}/loop.html`];
    const first = overBudget(crawl({ seeds, task: 'stopped', settings }, stop.signal));
    await expect.poll(() => server.paths, { timeout: 10_000 }).toContain('/lib/ol.js');
    stop.abort();
    expect(await first).toEqual([]);
    expect(await overBudget(crawl({ resume: 'stopped', settings }))).toEqual(seeds);
  });
});
