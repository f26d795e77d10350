// Real products, each crawled from its root: every service they were set up with is found, and nothing they only claim.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { probe } from '../../src/probe.ts';
import { forgedHost } from './forging-proxy.ts';
import { describeWithKoop, startKoop } from './koop.ts';
import { startMapCache } from './mapcache.ts';
import { startMapProxy } from './mapproxy.ts';
import { startMapServer } from './mapserver.ts';
import { describeWith } from './needs.ts';
import { startPywps } from './pywps.ts';
import type { RunningServer } from './running-server.ts';
import { lakesExtent, sampleExtent, townsExtent } from './sample-data.ts';
import {
  crawlServer,
  type ExpectedService,
  expectKeptApart,
  expectRefused,
  expectServices,
  printServices,
  type Seed,
} from './sweep.ts';

interface Sweep {
  readonly name: string;
  readonly start: () => Promise<RunningServer>;
  /** Its root, or where a root says nothing, the address people give. */
  readonly seed: Seed;
  readonly expected: readonly ExpectedService[];
  /** What it answers with an error and status 200, behind its address; some servers use the right status. */
  readonly errors: readonly string[];
  /** The host it claims behind a proxy that calls it by another name; null where it claims none. */
  readonly claimed: string | null;
}

const root = (url: string) => new URL('/', url).href;
const asGiven = (url: string) => url;
const boxes = { towns: townsExtent, lakes: lakesExtent };
const whole = { towns: sampleExtent, lakes: sampleExtent };
const world = [-180, -85.05, 180, 85.05];

function sweep({ name, start, seed, expected, errors, claimed }: Sweep): void {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  it('shows every service from its address, with version, names and extents', async () => {
    const resources = await crawlServer(seed(server.url));
    printServices(name, seed(server.url), resources);
    expectServices(resources, expected);
  });

  if (errors.length > 0) {
    it('is nothing where it answers with an error under status 200', () =>
      expectRefused(errors.map((query) => server.url + query)));
  }

  it('is kept apart from the address it claims behind a careless proxy', () => expectKeptApart(server, seed, claimed));
}

describeWith('mapserver', () => {
  const at = '/mapserv?map=…/places.map';
  sweep({
    name: 'MapServer 8',
    start: startMapServer,
    // A CGI program says nothing until it is told the map.
    seed: asGiven,
    expected: [
      { kind: 'wms', version: '1.3.0', at, layers: { places: sampleExtent, ...boxes } },
      { kind: 'wfs', version: '2.0.0', at, layers: { 'ms:towns': townsExtent, 'ms:lakes': lakesExtent } },
      { kind: 'wcs', version: '2.0.1', at, layers: { heights: sampleExtent } },
      { kind: 'sos', version: '1.0.0', at, layers: { gauges: sampleExtent } },
    ],
    errors: [
      '&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=nothing&STYLES=&SRS=EPSG:4326&BBOX=0,0,1,1&WIDTH=9&HEIGHT=9&FORMAT=image/png',
      '&SERVICE=WFS&VERSION=1.1.0&REQUEST=GetFeature&TYPENAME=nothing',
      '&SERVICE=WCS&VERSION=1.0.0&REQUEST=DescribeCoverage&COVERAGE=x',
    ],
    claimed: forgedHost,
  });

  // The name it gives the map for this is only in its configuration.
  it('shows OGC API Features from the address of its landing page', async () => {
    const server = await startMapServer();
    try {
      const seed = `${new URL(server.url).origin}/mapserv/places/ogcapi`;
      const resources = await crawlServer(seed);
      printServices('MapServer 8', seed, resources);
      expectServices(resources, [
        { kind: 'ogc-api-features', version: '1.0', at: '/mapserv/places/ogcapi', layers: boxes },
      ]);
    } finally {
      await server.close();
    }
  });
});

const versions: readonly (readonly [service: string, versions: readonly string[], names: readonly string[]])[] = [
  ['WMS', ['1.0.0', '1.0.7', '1.1.0', '1.1.1', '1.3.0'], ['places', 'towns', 'lakes']],
  ['WFS', ['1.0.0', '1.1.0', '2.0.0'], ['towns', 'lakes']],
  ['WCS', ['1.0.0', '1.1.0', '1.1.1', '1.1.2', '2.0.0', '2.0.1'], ['heights']],
  ['SOS', ['1.0.0'], ['gauges']],
];

describeWith('mapserver', () => {
  it('is read alike in every version it speaks', async () => {
    const server = await startMapServer();
    const settings = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };
    try {
      for (const [service, spoken, names] of versions) {
        for (const version of spoken) {
          const url = `${server.url}&SERVICE=${service}&VERSION=${version}&REQUEST=GetCapabilities`;
          for await (const report of probe(url, { settings })) {
            expect(report).toMatchObject({ kind: service.toLowerCase(), version });
            if (report.kind === null) continue;
            expect(report.layers.map(({ name }) => name?.replace('ms:', ''))).toEqual(names);
            const boxed = { places: sampleExtent, heights: sampleExtent, gauges: sampleExtent, ...boxes };
            for (const { name, extent } of report.layers) {
              const expected = boxed[name?.replace('ms:', '') as keyof typeof boxed];
              for (const [side, value] of expected.entries()) expect(extent?.[side]).toBeCloseTo(value, 1);
            }
          }
        }
        console.log(`MapServer 8: ${service} ${spoken.join(', ')}: ${names.join(', ')}`);
      }
    } finally {
      await server.close();
    }
  });
});

describeWith('mapproxy', () => {
  sweep({
    name: 'MapProxy 1.15',
    start: startMapProxy,
    seed: root,
    expected: [
      { kind: 'wms', version: '1.3.0', at: '/service', layers: { places: sampleExtent, ...whole } },
      { kind: 'wmts', version: '1.0.0', at: '/service', layers: whole },
      { kind: 'wmts', version: '1.0.0', at: '/wmts/1.0.0/WMTSCapabilities.xml', layers: whole },
      {
        kind: 'tms',
        version: '1.0.0',
        at: '/tms/1.0.0/',
        layers: { 'towns/EPSG3857': null, 'lakes/EPSG3857': null },
      },
      { kind: 'tms', version: '1.0.0', at: '/tms/1.0.0/towns/EPSG3857', layers: { Towns: world } },
      { kind: 'tms', version: '1.0.0', at: '/tms/1.0.0/lakes/EPSG3857', layers: { Lakes: world } },
      { kind: 'kml', version: '2.2', at: '/kml/towns/EPSG3857', extent: [-180, -90, 180, 90] },
      { kind: 'kml', version: '2.2', at: '/kml/lakes/EPSG3857', extent: [-180, -90, 180, 90] },
    ],
    errors: ['?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=nothing', '?SERVICE=WMS&VERSION=1.3.0&REQUEST=Nothing'],
    claimed: forgedHost,
  });
});

describeWith('mapcache', () => {
  sweep({
    name: 'MapCache 1.14',
    start: startMapCache,
    seed: asGiven,
    expected: [
      { kind: 'wms', version: '1.1.1', at: '/mapcache/', layers: boxes },
      { kind: 'wmts', version: '1.0.0', at: '/mapcache/wmts', layers: boxes },
      { kind: 'wmts', version: '1.0.0', at: '/mapcache/wmts/1.0.0/WMTSCapabilities.xml', layers: boxes },
      { kind: 'wms-c', version: '1.1.1', at: '/mapcache/', layers: { towns: [-180, -90, 180, 90], lakes: world } },
      {
        kind: 'tms',
        version: '1.0.0',
        at: '/mapcache/tms/1.0.0/',
        layers: { 'towns@WGS84': null, 'towns@GoogleMapsCompatible': null, 'lakes@GoogleMapsCompatible': null },
      },
      { kind: 'tms', version: '1.0.0', at: '/mapcache/tms/1.0.0/lakes@GoogleMapsCompatible', layers: { Lakes: world } },
      // Boxes stand only with its tiles, and those of the second are in meters.
      { kind: 'kml', version: '2.1', at: '/mapcache/kml/towns@WGS84.kml', extent: [-180, -90, 180, 90] },
      { kind: 'kml', version: '2.1', at: '/mapcache/kml/lakes@GoogleMapsCompatible.kml', extent: null },
    ],
    errors: [],
    claimed: forgedHost,
  });
});

describeWith('pywps', () => {
  sweep({
    name: 'PyWPS 4.5',
    start: startPywps,
    seed: root,
    expected: [{ kind: 'wps', version: '1.0.0', at: '/', layers: { buffer: null, count: null } }],
    errors: [],
    claimed: 'processes.example.org',
  });
});

describeWithKoop(() => {
  const service = '/file-geojson/rest/services/towns/FeatureServer';
  sweep({
    name: 'Koop 10',
    start: startKoop,
    // Koop has no services directory, and its root is a greeting.
    seed: (url) => `${url}/towns/FeatureServer`,
    expected: [{ kind: 'arcgis-feature-server', version: '11.2', at: service, layers: { '0': townsExtent } }],
    errors: ['/nothing/FeatureServer?f=json'],
    claimed: null,
  });
});
