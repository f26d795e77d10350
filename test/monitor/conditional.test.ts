// Descriptions asked for again only if they are others: what that saves, and what it must never hide.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openSqlChecks } from '../../src/monitor/tables/sql-checks.ts';
import { type CheckBench, openBench } from './check-bench.ts';

const picture = new PNG({ width: 64, height: 64 });
for (let at = 0; at < picture.data.length; at += 4) picture.data.set([at % 251, at % 7, 120, 255], at);
const map = PNG.sync.write(picture);

function capabilities(layers: readonly string[]): string {
  const extent =
    '<EX_GeographicBoundingBox><westBoundLongitude>5</westBoundLongitude><eastBoundLongitude>9</eastBoundLongitude><southBoundLatitude>45</southBoundLatitude><northBoundLatitude>48</northBoundLatitude></EX_GeographicBoundingBox>';
  const each = layers.map(
    (name) => `<Layer><Name>${name}</Name><Title>${name}</Title><CRS>CRS:84</CRS>${extent}</Layer>`,
  );
  return `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name><Title>Rivers</Title></Service><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request><Layer><Title>All</Title>${each.join('')}</Layer></Capability></WMS_Capabilities>`;
}

interface World {
  layers: readonly string[];
  /** What it gives to tell versions apart. */
  gives: 'etag' | 'date' | 'nothing';
  /** Responds 304 to every conditional request, whatever has changed. */
  isStubborn: boolean;
  isMapBroken: boolean;
}

let world: World;
let server: Server;
let bench: CheckBench;
let port = 0;

beforeAll(async () => {
  bench = await openBench();
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://any').searchParams;
    if (query.get('REQUEST') === 'GetMap') {
      if (world.isMapBroken) response.writeHead(500, { 'content-type': 'text/plain' }).end('oops');
      else response.writeHead(200, { 'content-type': 'image/png', etag: '"map"' }).end(map);
      return;
    }
    if (query.get('REQUEST') !== 'GetCapabilities') return void response.writeHead(404).end();
    const [etag, date] = [`"${world.layers.join('-')}"`, new Date(world.layers.length * 86_400_000).toUTCString()];
    const { 'if-none-match': match, 'if-modified-since': since } = request.headers;
    const isRequested = match !== undefined || since !== undefined;
    const isSame = match === etag || (match === undefined && since === date);
    if (isRequested && (isSame || world.isStubborn)) return void response.writeHead(304).end();
    const validator = { etag: { etag }, date: { 'last-modified': date }, nothing: {} }[world.gives];
    response.writeHead(200, { 'content-type': 'text/xml', ...validator }).end(capabilities(world.layers));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await bench.close();
});
beforeEach(() => {
  world = { layers: ['rivers', 'lakes'], gives: 'etag', isStubborn: false, isMapBroken: false };
});

let made = 0;

function find(): Promise<string> {
  return bench.add(`http://127.0.0.1:${port}/wms${made++}?SERVICE=WMS&REQUEST=GetCapabilities`, 'wms');
}

/** The requests of the round of the next day, 'operation status'. */
async function nextDay(id: string): Promise<readonly string[]> {
  bench.clock.pass(24);
  const { round } = await bench.check(id);
  return round.requests.map(({ operation, status }) => `${operation} ${status}`);
}

const names = async (id: string) => (await bench.parts.catalog.get(id))?.layers.flatMap(({ name }) => name ?? []);

it.each(['etag', 'date'] as const)('what is the same by its %s is not sent again, and the map is', async (gives) => {
  world.gives = gives;
  const id = await find();
  const first = await bench.check(id);
  expect(first.round.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    'GetMap 200',
    'description 200',
  ]);
  expect(await nextDay(id)).toEqual(['GetMap 200', 'description 304']);
  const { round, monitored } = await bench.check(id);
  expect(round.requests.map(({ operation }) => operation)).toEqual(['GetMap']);
  expect(monitored.health?.state).toBe('up');
  const [, described] = (await openSqlChecks(bench.parts.store).rounds(id)).flatMap(({ requests }) => requests);
  expect(described).toMatchObject({ operation: 'GetMap' });
  expect(bench.clock.now() - monitored.describedMs).toBeLessThan(3_600_000);
});

it('what has changed is read, with exactly that change', async () => {
  const id = await find();
  await bench.check(id);
  await nextDay(id);
  world.layers = ['rivers', 'lakes', 'roads'];
  expect(await nextDay(id)).toEqual(['GetMap 200', 'description 200']);
  expect(await names(id)).toContain('roads');
  const [last] = await openSqlChecks(bench.parts.store).versions(id);
  expect(last?.change).toEqual({ added: ['roads'], removed: [], renamed: [], moved: [], fields: [] });
});

it('a server that always says 304 is read in full once a week', async () => {
  world.isStubborn = true;
  const id = await find();
  await bench.check(id);
  world.layers = ['rivers', 'lakes', 'roads'];
  const days: string[] = [];
  for (let day = 0; day < 8; day++) days.push((await nextDay(id)).at(-1)!.replace('description ', ''));
  expect(days).toEqual(['304', '304', '304', '304', '304', '304', '200', '304']);
  expect(await names(id)).toContain('roads');
});

it('a loss that is doubted is read in full the next time', async () => {
  world.layers = ['rivers', 'lakes', 'roads', 'towns'];
  const id = await find();
  await bench.check(id);
  world.layers = ['rivers'];
  expect(await nextDay(id)).toEqual(['GetMap 200', 'description 200']);
  expect(await names(id)).toContain('towns');
  expect(await nextDay(id)).toEqual(['GetMap 200', 'description 200']);
  expect(await names(id)).not.toContain('towns');
});

it('where the map fails, the description has to be seen', async () => {
  const id = await find();
  await bench.check(id);
  world.isMapBroken = true;
  expect(await nextDay(id)).toEqual(['GetMap 500', 'GetMap 500', 'description 200']);
  const monitored = await openSqlChecks(bench.parts.store).get(id);
  expect(monitored?.health).toMatchObject({ state: 'degraded', reason: { code: 'server-error' } });
});

it('a server without either is asked for all of it', async () => {
  world.gives = 'nothing';
  const id = await find();
  await bench.check(id);
  expect(await nextDay(id)).toEqual(['GetMap 200', 'description 200']);
});
