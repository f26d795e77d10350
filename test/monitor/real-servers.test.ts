// Real products watched through bad days: stopped, started, robbed of their data. The servers are real, the clock is not.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlChecks } from '../../src/monitor/tables/sql-checks.ts';
import { startMapProxy } from '../servers/mapproxy.ts';
import { startMapServer } from '../servers/mapserver.ts';
import { describeWith } from '../servers/needs.ts';
import { startPywps } from '../servers/pywps.ts';
import type { StoppableServer } from '../servers/running-server.ts';
import { type CheckBench, openBench } from './check-bench.ts';

interface Watched {
  bench: CheckBench;
  server: StoppableServer;
}

function watch(start: () => Promise<StoppableServer>): Watched {
  const watched = {} as Watched;
  beforeAll(async () => {
    watched.bench = await openBench();
    watched.server = await start();
  });
  afterAll(async () => {
    await watched.server.close();
    await watched.bench.close();
  });
  return watched;
}

/** The state after a round, with the code of its reason. */
async function stateOf({ bench }: Watched, id: string): Promise<string> {
  const { monitored } = await bench.check(id);
  const { state, reason } = monitored.health ?? { state: 'unchecked', reason: null };
  return reason === null ? state : `${state}: ${reason.code}`;
}

/** Up, then stopped for more than a day, then up again. */
async function goesThroughOutage(watched: Watched, url: string, kind: string): Promise<void> {
  const { bench, server } = watched;
  const id = await bench.add(url, kind);
  expect(await stateOf(watched, id)).toBe('up');
  await server.stop();
  const states: string[] = [];
  for (const hours of [1, 2, 22]) {
    bench.clock.pass(hours);
    states.push(await stateOf(watched, id));
  }
  expect(states).toEqual(['degraded: no-connection', 'degraded: no-connection', 'down: no-connection']);
  const down = await bench.check(id);
  expect(down.monitored.health?.reason?.message).toContain('refused the connection');
  expect(down.monitored.score).toMatchObject({ cap: 'down' });
  expect(down.monitored.score?.value).toBeLessThanOrEqual(20);
  await server.start();
  bench.clock.pass(24);
  expect(await stateOf(watched, id)).toBe('up');
}

describeWith('mapserver', () => {
  const watched = watch(startMapServer);

  it.each(['wms', 'wfs', 'wcs'])(
    'a stopped %s is degraded, then down with the reason, and up once it is started',
    (kind) => goesThroughOutage(watched, watched.server.url, kind),
  );

  it('a WMS whose data files are gone is degraded although its capabilities stay', async () => {
    const { bench, server } = watched;
    const id = await bench.add(server.url, 'wms');
    expect(await stateOf(watched, id)).toBe('up');
    for (const name of ['towns', 'lakes']) await rename(file(server, name), `${file(server, name)}.away`);
    bench.clock.pass(1);
    const { monitored, round } = await bench.check(id);
    expect(monitored.health).toMatchObject({ state: 'degraded', reason: { code: 'exception' } });
    expect(monitored.health?.reason?.message).toContain('Its description still works.');
    expect(round.requests.map(({ operation, status }) => [operation, status])).toEqual([
      ['GetMap', 200],
      ['GetMap', 200],
      ['description', 200],
    ]);
    expect(round.requests[0]?.url).toContain('REQUEST=GetMap&VERSION=1.3.0&LAYERS=');
    for (const name of ['towns', 'lakes']) await rename(`${file(server, name)}.away`, file(server, name));
    bench.clock.pass(1);
    expect(await stateOf(watched, id)).toBe('up');
  });

  it('a layer that is added is exactly what changed, and nothing is before', async () => {
    const { bench, server } = watched;
    const id = await bench.add(server.url, 'wms');
    const checks = openSqlChecks(bench.parts.store);
    const file = join(server.folder, 'places.map');
    const original = await readFile(file, 'utf8');
    for (let day = 0; day < 2; day++) {
      await bench.check(id);
      bench.clock.pass(24);
    }
    const changes = async () => (await checks.versions(id)).map(({ change }) => change);
    const before = await changes();
    const towns = /LAYER\n {4}NAME towns[\s\S]*?\n {2}END\n/.exec(original)?.[0] ?? '';
    const roads = towns.replace('NAME towns', 'NAME roads').replace('"Towns"', '"Roads"');
    await writeFile(file, original.replace(towns, `${towns}  ${roads}`));
    await bench.check(id);
    expect((await changes()).slice(0, -before.length)).toEqual([
      { added: ['roads'], removed: [], renamed: [], moved: [], fields: [] },
    ]);
    expect((await bench.parts.catalog.get(id))?.layers.map(({ name }) => name)).toContain('roads');
    expect((await checks.events({ id, limit: 1 }))[0]?.message).toBe('Its description changed: added "roads".');
    await writeFile(file, original);
  });

  it('layers that are lost at once are kept until the loss is seen again', async () => {
    const { bench, server } = watched;
    const id = await bench.add(server.url, 'wms');
    const layers = async () => (await bench.parts.catalog.get(id))?.layers.length;
    const file = join(server.folder, 'places.map');
    const original = await readFile(file, 'utf8');
    await bench.check(id);
    const whole = await layers();
    await writeFile(file, original.replace(/ {2}LAYER\n {4}NAME lakes[\s\S]*?\n {2}END\n/, ''));
    bench.clock.pass(24);
    await bench.check(id);
    expect(await layers()).toBe(whole);
    bench.clock.pass(24);
    await bench.check(id);
    expect(await layers()).toBe((whole ?? 0) - 1);
    await writeFile(file, original);
  });

  it('a layer that is advertised and not served is named, and the others count', async () => {
    const { bench, server } = watched;
    const id = await bench.add(server.url, 'wfs');
    await rename(file(server, 'lakes'), `${file(server, 'lakes')}.away`);
    const rounds = [await bench.check(id), await bench.check(id)];
    expect(rounds.map(({ round }) => [round.outcome, round.notServed])).toContainEqual(['flawed', ['ms:lakes']]);
    await rename(`${file(server, 'lakes')}.away`, file(server, 'lakes'));
  });
});

function file(server: StoppableServer, name: string): string {
  return join(server.folder, `${name}.geojson`);
}

describeWith('mapproxy', () => {
  const watched = watch(() => startMapProxy());

  it('a WMTS whose capabilities stay while there are no tiles is degraded', async () => {
    const { bench, server } = watched;
    const id = await bench.add(server.url, 'wmts');
    const { monitored, round } = await bench.check(id);
    expect(monitored.health).toMatchObject({ state: 'degraded' });
    expect(round.requests.map(({ operation }) => operation)).toContain('GetTile');
    expect(monitored.health?.reason?.message).toContain('Its description still works.');
  });

  it('a WMS whose source does not answer is degraded with what the server says', async () => {
    const { bench, server } = watched;
    const id = await bench.add(server.url, 'wms');
    const { monitored } = await bench.check(id);
    expect(monitored.health).toMatchObject({ state: 'degraded' });
    expect(monitored.health?.reason?.message).toContain('Its description still works.');
  });
});

describeWith('mapproxy', () => {
  let source: Server;
  const watched = watch(async () => {
    source = await startPictures();
    return startMapProxy(`http://127.0.0.1:${(source.address() as AddressInfo).port}/wms`);
  });
  afterAll(() => void source.close());

  it('a WMTS that is stopped and started', () => goesThroughOutage(watched, watched.server.url, 'wmts'));
});

/** Draws stripes of whatever size is asked for. */
async function startPictures(): Promise<Server> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url?.toLowerCase() ?? '/', 'http://127.0.0.1');
    const size = { width: Number(searchParams.get('width')), height: Number(searchParams.get('height')) };
    const picture = new PNG(size);
    for (let at = 0; at < picture.data.length; at += 4) picture.data.set([at % 251, at % 7, 120, 255], at);
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG.sync.write(picture));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describeWith('pywps', () => {
  const watched = watch(startPywps);

  it('a WPS that is stopped and started', () => goesThroughOutage(watched, watched.server.url, 'wps'));
});
