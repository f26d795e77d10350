// WMS-C: tile sets inside a WMS, on a hand-made document.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import { wmsC } from './wms-c.ts';

const url = 'http://cache.example.net/wms';

function fixture(path: string) {
  return makeDocument({ url, bytes: readFileSync(new URL(`../../../../fixtures/${path}`, import.meta.url)) });
}

it('reports the WMS and the tile sets in it', () => {
  const document = fixture('wms-c/tiled.xml');
  const identities = wmsC.identify(document);
  expect(identities).toEqual(['wms', 'wms-c'].map((kind) => ({ kind, version: '1.1.1', endpoint: url })));
  const [service, tiles] = identities.map((identity) => wmsC.describe(document, identity));
  expect(service?.layers.map(({ name }) => name)).toEqual([null, 'base']);
  expect(tiles).toMatchObject({
    title: 'Cached maps',
    layerCount: 2,
    formats: ['image/png', 'image/jpeg'],
    layers: [
      { name: 'base', title: 'Base map', crs: ['EPSG:4326'], extent: [-180, -90, 180, 90] },
      { name: 'base', crs: ['EPSG:900913'] },
    ],
  });
  expect(tiles?.layers[1]?.extent?.map(Math.round)).toEqual([0, 0, 1, 1]);
});

it('leaves a plain WMS to its kind', () => {
  expect(wmsC.identify(fixture('wms/1.3.0.xml'))).toEqual([]);
});

it('requests tiled capabilities from products that need it', () => {
  const score = (address: string) =>
    wmsC.suspect({ url: address, foundBy: 'link', anchor: '', window: '', nofollow: false });
  expect(score('http://a.org/geoserver/gwc/service/wms')).toBeGreaterThan(0.9);
  expect(score('http://a.org/geoserver/wms')).toBe(0);
  expect(wmsC.probe('http://a.org/gwc/service/wms')[0]?.url).toBe(
    'http://a.org/gwc/service/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.1.1&TILED=true',
  );
});
