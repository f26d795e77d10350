import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointKey, endpointUrl } from './endpoint.ts';

describe('endpointKey', () => {
  it.each([
    ['https://h.example/wms?SERVICE=WMS&REQUEST=GetCapabilities', 'h.example/wms'],
    ['http://H.example:80/wms?', 'h.example/wms'],
    ['http://h.example:8080/ows?map=%2Fa%2Fb.map&LAYERS=x', 'h.example:8080/ows?map=%2Fa%2Fb.map'],
    ['http://h.example/ows?MAP=/a/b.map', 'h.example/ows?map=%2Fa%2Fb.map'],
    ['http://h.example/ows?z=1&config=C', 'h.example/ows?config=C&z=1'],
    ['http://h.example/ows?map=a&token=abc', 'h.example/ows?map=a'],
    ['http://h.example/ows?key=0a1b2c3d4e5f60718293', 'h.example/ows'],
    ['http://h.example/ows?key=roads', 'h.example/ows?key=roads'],
    [
      'http://h.example/arcgis/rest/services/A/B/MapServer/0/query?f=json',
      'h.example/arcgis/rest/services/A/B/MapServer',
    ],
    [
      'http://h.example/arcgis/services/A/MapServer/WMSServer?request=GetMap',
      'h.example/arcgis/services/A/MapServer/WMSServer',
    ],
    [
      'http://h.example/arcgis/rest/services/A/MapServer/WMTS/1.0.0/WMTSCapabilities.xml',
      'h.example/arcgis/rest/services/A/MapServer/WMTS',
    ],
    // Not an ArcGIS path.
    ['http://h.example/MapServer/Reefs?SERVICE=WMS', 'h.example/MapServer/Reefs'],
    ['http://h.example/gis/A/MapServer/3', 'h.example/gis/A/MapServer'],
    ['http://p.example/proxy?url=http%3A%2F%2Fh.example%2Fwms%3Fmap%3Da%26service%3DWMS', 'h.example/wms?map=a'],
    ['http://p.example/proxy?url=http://h.example/wms?map=a&b=2&service=WMS', 'h.example/wms?b=2&map=a'],
    ['http://p.example/proxy.ashx?https://h.example/wms', 'h.example/wms'],
    ['not a url', 'not a url'],
  ])('%s → %s', (url, key) => {
    expect(endpointKey(url)).toBe(key);
  });

  const vendor = fc.uniqueArray(
    fc.tuple(fc.constantFrom('map', 'config', 'project', 'x_y'), fc.stringMatching(/^[\w/ ]{0,8}$/)),
    {
      selector: ([name]) => name,
    },
  );
  const ows = fc.array(
    fc.tuple(
      fc.constantFrom('service', 'request', 'version', 'layers', 'bbox', 'dim_time', 'srs', 'AcceptVersions'),
      fc.stringMatching(/^[\w,.]{0,8}$/),
      fc.boolean(),
    ),
  );

  it('is independent of OGC parameters, their order and case', () => {
    fc.assert(
      fc.property(vendor, ows, fc.infiniteStream(fc.nat()), (own, requested, shuffle) => {
        const ownPieces = own.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
        const pieces = [...ownPieces];
        for (const [name, value, upper] of requested) {
          pieces.splice(shuffle.next().value % (pieces.length + 1), 0, `${upper ? name.toUpperCase() : name}=${value}`);
        }
        const plain = `http://h.example/ows?${ownPieces.reverse().join('&')}`;
        expect(endpointKey(`https://h.example/ows?${pieces.join('&')}`)).toBe(endpointKey(plain));
      }),
    );
  });

  it('is the same for the endpoint URL, and never throws', () => {
    const url = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }));
    fc.assert(
      fc.property(url, (text) => {
        expect(endpointKey(endpointUrl(text))).toBe(endpointKey(text));
        expect(endpointUrl(endpointUrl(text))).toBe(endpointUrl(text));
      }),
    );
  });
});

describe('endpointUrl', () => {
  it.each([
    ['https://h.example/wms?SERVICE=WMS&map=/a b.map&REQUEST=GetMap', 'https://h.example/wms?map=/a%20b.map'],
    ['http://h.example/wms?service=WMS', 'http://h.example/wms'],
    [
      'http://h.example/rest/services/A/FeatureServer/3?f=pjson&token=t',
      'http://h.example/rest/services/A/FeatureServer?token=t',
    ],
  ])('%s → %s', (url, endpoint) => {
    expect(endpointUrl(url)).toBe(endpoint);
  });
});

const benchmark = new URL('../../../../shared/corpus/urls-benchmark.tsv', import.meta.url);
const isThere = existsSync(benchmark);

describe('real WMS URLs', () => {
  it.skipIf(!isThere && process.env.CI === undefined)(
    'fall together as their services do (needs ../shared/corpus)',
    () => {
      const rows = readFileSync(benchmark, 'utf8')
        .split('\n')
        .map((line) => line.split('\t'));
      const urls = rows.filter(([label, type]) => label === '1' && type === 'WMS').map((row) => row[2]!);
      const endpoints = new Set(urls.map(endpointKey));
      const withoutQueries = new Set(urls.map((url) => endpointKey(url.replace(/\?.*/, ''))));
      expect(urls.length).toBeGreaterThan(1000);
      expect(endpoints.size).toBeLessThan(urls.length * 0.8);
      expect(endpoints.size).toBeGreaterThan(withoutQueries.size);
    },
  );
});
