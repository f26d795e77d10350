import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { owsUrl, readOwsQuery, splitQuery } from './ows-url.ts';

const capabilities = { service: 'WMS', request: 'GetCapabilities' };
const tail = 'SERVICE=WMS&REQUEST=GetCapabilities';

describe('owsUrl', () => {
  it.each([
    ['http://h.example/wms', `http://h.example/wms?${tail}`],
    ['http://h.example/wms?', `http://h.example/wms?${tail}`],
    ['http://h.example/wms&', `http://h.example/wms?${tail}`],
    ['http://h.example/wms?&', `http://h.example/wms?${tail}`],
    ['http://h.example/wms??', `http://h.example/wms?${tail}`],
    ['http://h.example/wms?map=/a/b.map&&', `http://h.example/wms?map=/a/b.map&${tail}`],
    ['http://h.example/wms?map=/a/b.map?', `http://h.example/wms?map=/a/b.map&${tail}`],
    ['http://h.example/wms?map=/a/b.map?service=wms', `http://h.example/wms?map=/a/b.map&${tail}`],
    ['http://h.example/wms?map=x&amp;request=GetMap', `http://h.example/wms?map=x&${tail}`],
    ['http://h.example/wms?service=WFS&SERVICE=WMS', `http://h.example/wms?${tail}`],
    [
      'http://h.example/wms?language=ger&Layers=a&BBOX=1,2,3,4&key=k#x',
      `http://h.example/wms?language=ger&key=k&${tail}`,
    ],
    ['http://h.example/wms?map=a&MAP=a&foo', `http://h.example/wms?map=a&foo&${tail}`],
    [
      'http://h.example/wms?dim_run=1&url=http://i.example/?a=b',
      `http://h.example/wms?url=http://i.example/?a=b&${tail}`,
    ],
    ['http://h.example/A%20B/wms', `http://h.example/A%20B/wms?${tail}`],
  ])('%s', (url, expected) => {
    expect(owsUrl(url, capabilities)).toBe(expected);
  });

  it('requests a version if given', () => {
    expect(owsUrl('http://h.example/wms?version=1.1.1', { ...capabilities, version: '1.3.0' })).toBe(
      `http://h.example/wms?${tail}&VERSION=1.3.0`,
    );
  });

  it('never throws, is idempotent and repeats no parameter', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), (url) => {
        const once = owsUrl(url, capabilities);
        expect(owsUrl(once, capabilities)).toBe(once);
        const names = splitQuery(once.slice(once.indexOf('?') + 1)).map((part) => part.lower);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});

describe('readOwsQuery', () => {
  it.each([
    ['http://h.example/?SERVICE=wms&Request=getcapabilities&VERSION=1.3.0', 'WMS', 'GetCapabilities', '1.3.0'],
    ['http://h.example/?request=GetMap&WMTVER=1.0.0', null, 'GetMap', '1.0.0'],
    ['http://h.example/?service=WFS', 'WFS', null, null],
    ['http://h.example/?service=WMS&request=', 'WMS', null, null],
  ])('%s', (url, service, request, version) => {
    expect(readOwsQuery(url)).toEqual({ service, request, version });
  });

  it.each([
    'http://h.example/wms',
    'http://h.example/?service=cleaning',
    'http://h.example/?request=quote',
    '#?service=WMS',
  ])('%s is none', (url) => {
    expect(readOwsQuery(url)).toBeNull();
  });
});
