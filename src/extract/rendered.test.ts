import { expect, it } from 'vitest';
import type { SeenAddress } from '../model/rendering.ts';
import { renderedLinks } from './rendered.ts';

function linksOf(...seen: (string | SeenAddress)[]): string[] {
  const addresses = seen.map(
    (one): SeenAddress => (typeof one === 'string' ? { url: one, by: 'request', kind: null } : one),
  );
  return renderedLinks(addresses).map(({ url }) => url);
}

it('makes one link of all requests to a service, for its capabilities', () => {
  const request = (box: string) => `http://a.example/relief?map=/x.map&SERVICE=WMS&REQUEST=GetMap&LAYERS=a&BBOX=${box}`;
  expect(linksOf(request('0,0,1,1'), request('1,1,2,2'))).toEqual([
    'http://a.example/relief?map=/x.map&SERVICE=WMS&REQUEST=GetCapabilities',
  ]);
});

it('recognizes a service by its operation if SERVICE is missing', () => {
  expect(linksOf('http://a.example/m?request=GetMap&layers=a')).toEqual([
    'http://a.example/m?SERVICE=WMS&REQUEST=GetCapabilities',
  ]);
});

it('accepts any URL a library uses as WMS', () => {
  expect(linksOf({ url: 'http://a.example/relief', by: 'library', kind: 'wms' })).toEqual([
    'http://a.example/relief?SERVICE=WMS&REQUEST=GetCapabilities',
  ]);
});

it('cuts ArcGIS requests to the service, and tiles to their template', () => {
  expect(
    linksOf(
      'http://a.example/arcgis/rest/services/Roads/MapServer/export?bbox=1&f=image',
      'http://t.example/tiles/7/63/42.png',
      'http://t.example/tiles/7/63/43.png',
    ),
  ).toEqual(['http://a.example/arcgis/rest/services/Roads/MapServer', 'http://t.example/tiles/{z}/{x}/{y}.png']);
});

it('keeps geodata and other pages, and ignores other requests of a page', () => {
  expect(
    linksOf(
      'http://a.example/data/lakes.geojson',
      'http://a.example/app.js',
      'http://a.example/style.css',
      'http://ads.example/pixel?id=1',
      { url: 'http://a.example/viewer.html', by: 'navigation', kind: null },
    ),
  ).toEqual(['http://a.example/data/lakes.geojson', 'http://a.example/viewer.html']);
});
