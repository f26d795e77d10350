// WMTS on hand-made documents; edge cases 56 and 57.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../base/document.ts';
import { wmts } from './wmts.ts';

function read(name: string, url = 'http://found.example.net/wmts?SERVICE=WMTS&REQUEST=GetCapabilities') {
  const document = makeDocument({ url, bytes: readFileSync(new URL(`../../fixtures/wmts/${name}`, import.meta.url)) });
  const [identity] = wmts.identify(document);
  return { identity, description: wmts.describe(document, identity!) };
}

it('reads layers with the systems of their tile matrix sets', () => {
  const { identity, description } = read('kvp.xml');
  expect(identity).toEqual({ kind: 'wmts', version: '1.0.0', endpoint: 'http://found.example.net/wmts' });
  expect(description).toMatchObject({
    claimedUrl: 'http://tiles.example.org/wmts?',
    formats: ['image/png', 'image/jpeg'],
    layerCount: 2,
  });
  expect(description.layers[0]).toMatchObject({
    name: 'streets',
    crs: ['EPSG:3857'],
    styles: ['default'],
    time: '2020-01,2020-02',
    queryable: true,
    extent: [5, 50, 6, 51],
  });
  expect(description.layers[1]?.extent?.map(Math.round)).toEqual([0, 0, 1, 1]);
});

it('reads a RESTful one without operations, provider or sets', () => {
  const address = 'https://t1.example.org/1.0.0/WMTSCapabilities.xml';
  const { identity, description } = read('restful.xml', address);
  expect(identity?.endpoint).toBe(address);
  expect(description).toMatchObject({ claimedUrl: address, layerCount: 1, layers: [{ styles: [], crs: [] }] });
  expect(description.problems.map(({ code }) => code)).toEqual(['wmts.no-matrix-set', 'ows.title-missing']);
});

it('goes by what the service calls itself where the namespace is missing', () => {
  const { identity, description } = read('no-namespace.xml');
  expect(identity?.kind).toBe('wmts');
  expect(description.problems.map(({ code }) => code)).toContain('wmts.no-tile-address');
});

it('probes by key-value pairs and RESTful, whichever the address looks like', () => {
  const urls = (url: string) => wmts.probe(url).map((request) => request.url);
  expect(urls('http://a.org/wmts/')).toEqual([
    'http://a.org/wmts/?SERVICE=WMTS&REQUEST=GetCapabilities',
    'http://a.org/wmts/?SERVICE=WMTS&REQUEST=GetCapabilities&VERSION=1.0.0',
    'http://a.org/wmts/1.0.0/WMTSCapabilities.xml',
  ]);
  expect(urls('http://a.org/x/1.0.0/WMTSCapabilities.xml?key=1')).toEqual([
    'http://a.org/x/1.0.0/WMTSCapabilities.xml?key=1',
    'http://a.org/x?SERVICE=WMTS&REQUEST=GetCapabilities',
  ]);
  const score = (url: string) => wmts.suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false });
  expect(score('http://a.org/x/WMTSCapabilities.xml')).toBe(1);
  expect(score('http://a.org/gwc/service/wmts?REQUEST=GetCapabilities')).toBe(0.9);
});
