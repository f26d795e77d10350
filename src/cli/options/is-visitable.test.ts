import { expect, it } from 'vitest';
import { isVisitable } from './is-visitable.ts';

it.each([
  'https://maps.example.org/wms',
  'http://8.8.8.8:8080/ows',
  'https://a.tile.example.org/{z}/{x}/{y}.png',
  'http://[2606:4700::1111]/wms',
])('a crawl can visit %s', (url) => expect(isVisitable(url)).toBe(true));

it.each([
  '/geoserver/wms',
  'proxy/wms',
  'http://localhost:8080/geoserver/wms',
  'http://127.0.0.1/wms',
  'http://10.0.0.7/wms',
  'http://[::1]/wms',
  'http://geoserver:8080/wms',
  'http://maps.intranet/wms',
])('a crawl cannot visit %s', (url) => expect(isVisitable(url)).toBe(false));
