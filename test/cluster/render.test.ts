// Pages fetched by a worker without a browser and rendered by workers with one, of which one is killed: the same as a crawl by one process.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { type Running, start } from '../e2e/command.ts';
import { closeServer } from '../e2e/small-web.ts';
import { takeSnapshot } from '../faults/snapshot.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';

const delayMs = 150;
const leaseMs = 4000;
const library = readFileSync(new URL('../../node_modules/leaflet/dist/leaflet.js', import.meta.url), 'utf8');
const capabilities = (title: string) => `text/xml
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name><Title>${title}</Title></Service>
<Capability><Layer queryable="1"><Name>all</Name><Title>${title}</Title><CRS>EPSG:4326</CRS></Layer></Capability></WMS_Capabilities>`;
const page = (name: string, other: string) => `text/html
<!doctype html><title>${name}</title><style>#map { width: 400px; height: 300px }</style><div id="map"></div>
<script src="${other}/leaflet.js"></script><script src="/hidden/no.js"></script><script src="/${name}.js"></script>`;
/** No part of the service's address is in the file. */
const script = (map: string) => `text/javascript
const shown = L.map('map').setView([50, 10], 5);
const base = location.origin + '/' + [...${JSON.stringify([...map].reverse().join(''))}].reverse().join('');
L.control.layers({}, { more: L.tileLayer['w' + 'ms'.slice(0)](base, { layers: 'more' }) }).addTo(shown);`;

interface Received {
  readonly path: string;
  readonly startMs: number;
  readonly endMs: number;
}

async function startSite(address: string, files: () => Readonly<Record<string, string>>) {
  const requests: Received[] = [];
  const server: Server = createServer((request, response) => {
    const [startMs, path] = [performance.now(), request.url ?? '/'];
    const file = files()[path.split('?')[0]!];
    const [type = '', ...body] = (file ?? 'text/plain\nnothing here').split('\n');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type });
    // Before the client can have the answer: a pause seen from here is never shorter than the one it kept.
    requests.push({ path, startMs, endMs: performance.now() });
    response.end(body.join('\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return { origin: `http://${address}:${(server.address() as AddressInfo).port}`, requests, server };
}

type Site = Awaited<ReturnType<typeof startSite>>;

function smallestGap({ requests }: Site): number {
  return Math.min(...requests.slice(1).map(({ startMs }, index) => startMs - requests[index]!.endMs));
}

function pathsOf({ requests }: Site): readonly string[] {
  return requests.map(({ path }) => path).sort();
}

describeWith('chromium+postgis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-render-cluster-'));
  let maps: Site;
  let libraries: Site;
  let db: string;
  let store: PostgresStore;

  beforeAll(async () => {
    libraries = await startSite('127.0.0.2', () => ({ '/leaflet.js': `text/javascript\n${library}` }));
    maps = await startSite('127.0.0.1', () => ({
      '/robots.txt': 'text/plain\nUser-agent: *\nDisallow: /hidden/\n',
      '/': 'text/html\n<a href="/young.html">one</a> <a href="/old.html">other</a>',
      '/young.html': page('young', libraries.origin),
      '/old.html': page('old', libraries.origin),
      '/young.js': script('young-forests'),
      '/old.js': script('old-forests'),
      '/young-forests': capabilities('Young forests'),
      '/old-forests': capabilities('Old forests'),
    }));
    db = await freshDatabase();
    store = openPostgres(db);
  }, 60_000);
  afterAll(async () => {
    await store.close();
    for (const { server } of [maps, libraries]) await closeServer(server);
    rmSync(folder, { recursive: true });
  });

  const options = (address: string) => {
    const settings: Partial<Config> = {
      db: address,
      'network.allowPrivate': true,
      'politeness.delayMs': delayMs,
      'crawl.strategy': 'fifo',
      'render.timeMs': 20_000,
    };
    return { seeds: [`${maps.origin}/`], task: 'maps', settings };
  };
  const startWorker = (role: string, database = db) =>
    start(
      ['worker', '--db', database, '--roles', role, '--allow-private', '--delay', String(delayMs), '--until-idle'],
      {
        env: { GEOTRAWL_WORKERS__LEASE_MS: String(leaseMs) },
      },
    );
  /** The worker whose browser has a page open now, and has begun to load what it needs. */
  const busyRenderer = async (renderers: readonly Running[], afterJob: number) => {
    for (;;) {
      const [job] = await store.query<{ id: number; pid: number }>(
        'SELECT job_id AS id, pid FROM render_job JOIN worker ON worker_id = holder WHERE result IS NULL AND job_id > $1',
        [afterJob],
      );
      const busy = renderers.find(({ child }) => child.pid === job?.pid);
      if (busy !== undefined && libraries.requests.length > 1) return { busy, job: job!.id };
      await wait(20);
    }
  };

  it('finds the same, politely, although one browser is killed with a page open and the other drains', async () => {
    const alone = join(folder, 'alone.db');
    for await (const _ of crawl(options(alone)));
    const expected = await takeSnapshot(alone);
    const [ownPaths, sharedPaths] = [pathsOf(maps), pathsOf(libraries)];
    for (const { requests } of [maps, libraries]) requests.length = 0;
    for await (const _ of crawl(options(db), AbortSignal.abort()));
    await store.query(`UPDATE task SET state = 'running'`);
    const renderers = [startWorker('render'), startWorker('render')];
    for (const renderer of renderers) await renderer.says('looks for');
    const reader = startWorker('fetch');
    const victim = await busyRenderer(renderers, 0);
    victim.busy.child.kill('SIGKILL');
    // The other opens that page again, and the next one; told to go in the middle of it, it brings it to its end.
    const last = await busyRenderer(renderers, victim.job);
    last.busy.child.kill('SIGTERM');
    const ended = await Promise.all([reader, ...renderers].map((one) => one.ended));
    expect(ended.map(({ code, signal }) => signal ?? code).sort()).toEqual([0, 0, 'SIGKILL']);
    expect(expected.resources).toHaveLength(2);
    expect(await takeSnapshot(db)).toEqual(expected);
    // Pages and services once, as in one process; what the one that was killed had loaded is loaded once more.
    const isNoScript = (path: string) => !path.endsWith('.js');
    expect(pathsOf(maps).filter(isNoScript)).toEqual(ownPaths.filter(isNoScript));
    expect(new Set([...pathsOf(maps), ...pathsOf(libraries)])).toEqual(new Set([...ownPaths, ...sharedPaths]));
    for (const site of [maps, libraries]) expect(smallestGap(site)).toBeGreaterThanOrEqual(delayMs - 2);
    expect(await store.query('SELECT 1 FROM render_job')).toEqual([]);
    expect(await store.query('SELECT 1 FROM lease')).toEqual([]);
  }, 120_000);

  it("renders pages that need files from each other's hosts with one browser, without a deadlock", async () => {
    const sites: Site[] = [];
    const names = ['young', 'old'] as const;
    for (const [index, name] of names.entries())
      sites.push(
        await startSite(`127.0.0.${3 + index}`, () => ({
          '/': page(name, sites[1 - index]!.origin),
          '/leaflet.js': `text/javascript\n${library}`,
          [`/${name}.js`]: script(`${name}-forests`),
          [`/${name}-forests`]: capabilities(`${name} forests`),
        })),
      );
    const own = await freshDatabase();
    const begun = { ...options(own), seeds: sites.map(({ origin }) => `${origin}/`) };
    for await (const _ of crawl(begun, AbortSignal.abort()));
    const opened = openPostgres(own);
    await opened.query(`UPDATE task SET state = 'running'`);
    const renderer = startWorker('render', own);
    await renderer.says('looks for');
    const reader = startWorker('fetch', own);
    expect((await Promise.all([reader.ended, renderer.ended])).map(({ code }) => code)).toEqual([0, 0]);
    const { resources, problems } = await takeSnapshot(own);
    await opened.close();
    for (const { server } of sites) await closeServer(server);
    expect(problems).toEqual([]);
    expect(resources).toHaveLength(2);
    for (const site of sites) expect(smallestGap(site)).toBeGreaterThanOrEqual(delayMs - 2);
  }, 120_000);
});
