// Every OGC service of real products, found from the server's address with its version, names and extents.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/system-clock.ts';
import { createFetch } from '../../src/fetch/client.ts';
import { defaultFetchPolicy } from '../../src/fetch/policy.ts';
import { type ProbeOutcome, probeUrl } from '../../src/identify/probe-url.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { startMapCache } from './mapcache.ts';
import { startMapProxy } from './mapproxy.ts';
import { startMapServer } from './mapserver.ts';
import { describeWith } from './needs.ts';
import { startPywps } from './pywps.ts';
import type { RunningServer } from './running-server.ts';
import { sampleExtent, townsExtent } from './sample-data.ts';

const fetcher = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
afterAll(() => fetcher.close());

/** Kinds of this group: other groups may find more at the same addresses. */
const own = new Set(['wms', 'wms-c', 'wfs', 'wcs', 'wcps', 'wmts', 'wps', 'sos', 'csw', 'tms']);
const ownKinds = kinds.filter(({ id }) => own.has(id));

function probe(url: string): Promise<ProbeOutcome> {
  return probeUrl(url, { kinds: ownKinds, fetch: fetcher, clock: systemClock, delayMs: 0 });
}

/** What was found, shortly: 'wfs 2.0.0'. */
function summary({ discoveries }: ProbeOutcome): readonly string[] {
  return discoveries.map(({ identity }) => `${identity.kind} ${identity.version}`);
}

function named({ discoveries }: ProbeOutcome, kind: string): Discovery {
  const discovery = discoveries.find(({ identity }) => identity.kind === kind);
  if (discovery === undefined) throw new Error(`no ${kind} found`);
  return discovery;
}

function layerNames({ description }: Discovery): readonly (string | null)[] {
  return description.layers.map(({ name }) => name);
}

function expectNear(extent: Extent | null, expected: readonly number[]): void {
  expect(extent).not.toBeNull();
  for (const [index, value] of (extent ?? []).entries()) expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 1);
}

describeWith('mapserver', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startMapServer();
  });
  afterAll(() => server.close());

  it('shows all its services from its bare address in few requests', async () => {
    const outcome = await probe(server.url);
    expect(summary(outcome)).toEqual(['wms 1.3.0', 'wfs 2.0.0', 'wcs 2.0.1', 'sos 1.0.0']);
    // One each, and one for what WCS 2.0 leaves out of its capabilities.
    expect(outcome.requests).toBe(5);
    expect(layerNames(named(outcome, 'wfs'))).toEqual(['ms:towns', 'ms:lakes']);
    expect(layerNames(named(outcome, 'wcs'))).toEqual(['heights']);
    expect(layerNames(named(outcome, 'sos'))).toEqual(['gauges']);
    for (const kind of ['wcs', 'sos']) expectNear(named(outcome, kind).description.extent, sampleExtent);
    expectNear(named(outcome, 'wfs').description.extent, townsExtent);
    for (const { identity, description } of outcome.discoveries) {
      expect(identity.endpoint).toBe(server.url);
      expect(description).toMatchObject({ title: 'Places of Europe', keywords: ['towns', 'lakes', 'Europe'] });
      expect(description.software).toMatch(/^MapServer/);
    }
  });

  it.each(['1.0.0', '1.1.0', '2.0.0'])('is a WFS %s', async (version) => {
    const outcome = await probe(`${server.url}&SERVICE=WFS&REQUEST=GetCapabilities&VERSION=${version}`);
    expect(summary(outcome)).toEqual([`wfs ${version}`]);
    const wfs = named(outcome, 'wfs');
    expect(wfs.description.layers.map(({ title }) => title)).toEqual(['Towns', 'Lakes and inland seas']);
    expect(wfs.description.layers[0]?.crs).toEqual(
      ['EPSG:4326', 'EPSG:3857', 'EPSG:3035'].slice(0, version === '1.0.0' ? 1 : 3),
    );
    expectNear(wfs.description.layers[1]?.extent ?? null, [6.15, 46.2, 18.17, 47.83]);
    expect(wfs.description.formats.length).toBeGreaterThan(0);
    expect(wfs.description.claimedUrl).toContain(server.url);
  });

  it.each(['1.0.0', '1.1.0', '1.1.1', '1.1.2', '2.0.0', '2.0.1'])('is a WCS %s', async (version) => {
    const outcome = await probe(`${server.url}&SERVICE=WCS&REQUEST=GetCapabilities&VERSION=${version}`);
    expect(summary(outcome)).toEqual([`wcs ${version}`]);
    const wcs = named(outcome, 'wcs');
    expect(layerNames(wcs)).toEqual(['heights']);
    expectNear(wcs.description.layers[0]?.extent ?? null, sampleExtent);
  });

  it('is a SOS 1.0 with time and observed property', async () => {
    const sos = named(await probe(`${server.url}&service=SOS&request=GetCapabilities`), 'sos');
    expect(sos.description.layers[0]).toMatchObject({
      title: 'Gauges of towns',
      time: '2020-01-01/2020-12-31',
      keywords: ['WaterLevel', 'Water level'],
    });
  });

  it('answers the checks of what was found', async () => {
    const { discoveries } = await probe(server.url);
    for (const { identity, description } of discoveries) {
      const kind = ownKinds.find(({ id }) => id === identity.kind);
      const resource = { ...description, ...identity, family: 'service', id: 'x', url: '', provenance: null } as const;
      const [request] = kind?.check?.({ ...resource, firstSeenMs: 0, lastSeenMs: 0 }) ?? [];
      const response = await fetch(request?.url ?? '');
      expect(response.status).toBe(200);
      const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
      if (identity.kind !== 'sos') expect(body).not.toContain('Exception');
    }
  });

  it('is nothing where it answers with an error under status 200', async () => {
    for (const query of [
      '&SERVICE=WFS&REQUEST=GetFeature&TYPENAME=nothing',
      '&SERVICE=WCS&REQUEST=DescribeCoverage&VERSION=2.0.1&COVERAGEID=x',
    ]) {
      const response = await fetch(server.url + query);
      const document = { url: server.url + query, bytes: new Uint8Array(await response.arrayBuffer()) };
      expect(Buffer.from(document.bytes).toString()).toContain('Exception');
      const { discoveries } = await probeUrl(server.url + query, {
        kinds: ownKinds.map((kind) => ({ ...kind, probe: () => [], suspect: () => 0 })),
        fetch: fetcher,
        clock: systemClock,
        delayMs: 0,
      });
      expect(discoveries).toEqual([]);
    }
  });
});

describeWith('mapproxy', () => {
  let server: RunningServer;
  let root: string;
  beforeAll(async () => {
    server = await startMapProxy();
    root = new URL('/', server.url).href;
  });
  afterAll(() => server.close());

  it('shows all its services from its front page', async () => {
    const outcome = await probe(root);
    // Its WMTS twice: by key-value pairs, and RESTful.
    expect(summary(outcome)).toEqual(['wms 1.3.0', 'wmts 1.0.0', 'wmts 1.0.0', 'tms 1.0.0']);
    expect(outcome.requests).toBe(5);
    expect(layerNames(named(outcome, 'wmts'))).toEqual(['towns', 'lakes']);
    expect(layerNames(named(outcome, 'tms'))).toEqual(['towns/EPSG3857', 'lakes/EPSG3857']);
    expectNear(named(outcome, 'wmts').description.extent, sampleExtent);
    expect(named(outcome, 'wmts').description.layers[0]).toMatchObject({ crs: ['EPSG:3857'], title: 'Towns' });
  });

  it('shows them from the address of its services too', async () => {
    const outcome = await probe(server.url);
    expect(summary(outcome)).toEqual(['wms 1.3.0', 'wmts 1.0.0', 'wmts 1.0.0', 'tms 1.0.0']);
    // Asked for nothing it complains as a WMS, which is the way in.
    expect(outcome.requests).toBe(5);
  });

  it('is a WMTS by key-value pairs and RESTful', async () => {
    const restful = await probe(`${root}wmts/1.0.0/WMTSCapabilities.xml`);
    expect(named(restful, 'wmts').identity.endpoint).toBe(`${root}wmts/1.0.0/WMTSCapabilities.xml`);
    // Nothing answers at the folder but the document below it.
    const folder = await probe(`${root}wmts`);
    expect(summary(folder)).toEqual(['wmts 1.0.0']);
    const pairs = await probe(`${server.url}?service=WMTS&request=GetTile&layer=towns`);
    expect(named(pairs, 'wmts').description.formats).toEqual(['image/png']);
    expect(pairs.requests).toBe(1);
  });

  it('is a TMS from its root resource, its service and one of its maps', async () => {
    expect(summary(await probe(`${root}tms`))).toEqual(['tms 1.0.0']);
    const map = await probe(`${root}tms/1.0.0/towns/EPSG3857`);
    expect(named(map, 'tms').description).toMatchObject({ title: 'Towns', layerCount: 1, formats: ['image/png'] });
    expectNear(named(map, 'tms').description.extent, [-180, -85.05, 180, 85.05]);
  });
});

describeWith('mapcache', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startMapCache();
  });
  afterAll(() => server.close());

  it('shows all its services from its bare address', async () => {
    const outcome = await probe(server.url);
    expect(summary(outcome)).toEqual(['wms 1.1.1', 'wms-c 1.1.1', 'wmts 1.0.0', 'wmts 1.0.0', 'tms 1.0.0']);
    expect(outcome.requests).toBe(5);
    expect(new Set(layerNames(named(outcome, 'wmts')))).toEqual(new Set(['towns', 'lakes']));
    expect(named(outcome, 'tms').description.layerCount).toBe(3);
  });

  it('is a WMTS RESTful only where nothing is asked', async () => {
    const outcome = await probe(`${server.url}wmts/1.0.0/WMTSCapabilities.xml`);
    const towns = named(outcome, 'wmts').description.layers.find(({ name }) => name === 'towns');
    expect(towns?.crs).toEqual(['EPSG:4326', 'EPSG:3857']);
    expectNear(towns?.extent ?? null, townsExtent);
  });
});

describeWith('pywps', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPywps();
  });
  afterAll(() => server.close());

  it('is found from its bare address, where it answers with an exception', async () => {
    const outcome = await probe(server.url);
    expect(summary(outcome)).toEqual(['wps 1.0.0']);
    expect(outcome.requests).toBe(2);
    const wps = named(outcome, 'wps');
    expect(wps.description).toMatchObject({
      title: 'Calculations on places',
      claimedUrl: 'http://processes.example.org/wps',
      provider: { organization: 'Test bench', email: 'bench@example.org' },
    });
    expect(wps.identity.endpoint).toBe(server.url);
    expect(layerNames(wps)).toEqual(['buffer', 'count']);
    expect(wps.description.software).toBe('PyWPS 4.5.2');
  });

  it('shows version 2.0 only to those who ask for it, which its description tells', async () => {
    const first = named(await probe(server.url), 'wps');
    const newer = first.description.links.find(({ url }) => url.includes('AcceptVersions=2.0.0'));
    const outcome = await probe(newer?.url ?? '');
    expect(summary(outcome)).toEqual(['wps 2.0.0']);
    // Its template for 2.0 has no titles in 4.5.2, but literally this.
    expect(named(outcome, 'wps').description.layers[0]?.title).toBe('process.title');
    expect(layerNames(named(outcome, 'wps'))).toHaveLength(2);
  });

  it('is not a WMS, whatever its address suggests', async () => {
    const outcome = await probe(`${server.url}?SERVICE=WMS&REQUEST=GetCapabilities`);
    expect(outcome.discoveries).toEqual([]);
  });
});
