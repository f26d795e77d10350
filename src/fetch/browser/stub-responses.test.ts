import { expect, it } from 'vitest';
import { stubResponseFor } from './stub-responses.ts';

const typeOf = (url: string, resourceType = 'fetch') => stubResponseFor(url, resourceType)?.contentType ?? null;

it('replaces map images and features with stubs', () => {
  expect(typeOf('http://a.example/logo', 'image')).toBe('image/png');
  expect(typeOf('http://a.example/wms?SERVICE=WMS&REQUEST=GetMap')).toBe('image/png');
  expect(typeOf('http://a.example/5/16/10.png')).toBe('image/png');
  expect(typeOf('http://a.example/5/16/10.pbf')).toBe('application/octet-stream');
  expect(typeOf('http://a.example/arcgis/rest/services/R/MapServer/tile/1/2/3')).toBe('image/png');
  expect(typeOf('http://a.example/wfs?service=WFS&request=GetFeature')).toBe('application/geo+json');
  expect(typeOf('http://a.example/arcgis/rest/services/R/FeatureServer/0/query?where=1')).toBe('application/geo+json');
  expect(typeOf('http://a.example/lakes.geojson')).toBe('application/geo+json');
});

it('loads what a page needs to run from the server', () => {
  for (const url of ['/app.js', '/config.json', '/wms?service=WMS&request=GetCapabilities', '/3/4/module.js'])
    expect(typeOf(`http://a.example${url}`)).toBeNull();
});
