// WFS on hand-made documents; edge cases 58 to 60.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import type { Resource } from '../../../model/resource.ts';
import { wfs } from './wfs.ts';

const url = 'http://found.example.net/wfs?map=/x.map';

function documentOf(bytes: Uint8Array) {
  return makeDocument({ url: `${url}&SERVICE=WFS&REQUEST=GetCapabilities`, bytes });
}

function read(name: string) {
  const document = documentOf(readFileSync(new URL(`../../../../fixtures/wfs/${name}`, import.meta.url)));
  const [identity] = wfs.identify(document);
  return { identity: identity!, description: wfs.describe(document, identity!) };
}

it('reads 1.0.0, with boxes that are not in degrees', () => {
  const { identity, description } = read('1.0.0.xml');
  expect(identity).toEqual({ kind: 'wfs', version: '1.0.0', endpoint: url });
  expect(description).toMatchObject({
    title: 'Wells of the valley',
    keywords: ['wells', 'water', 'valley'],
    fees: 'none',
    accessConstraints: 'Cite the valley.',
    formats: ['GML2', 'SHAPE-ZIP'],
    claimedUrl: 'http://valley.example.org/get?',
    layerCount: 3,
  });
  const [wells, springs, odd] = description.layers;
  expect(wells).toMatchObject({ name: 'v:wells', extent: [7, 46, 8, 47], crs: ['EPSG:4326'] });
  expect(springs?.extent?.map(Math.round)).toEqual([7, 46, 8, 47]);
  expect(odd?.extent).toBeNull();
  expect(description.problems.map(({ code }) => code)).toEqual(['extent.turned', 'extent.projected']);
  expect(description.links.map((link) => link.url)).toContain('http://meta.example.org/wells.xml');
});

it('reads 1.1.0 with its provider and reports an internal URL', () => {
  const { description } = read('1.1.0.xml');
  expect(description.provider).toEqual({
    organization: 'City of Oaks',
    person: 'A. Corn',
    email: 'corn@oaks.example.org',
    url: 'http://oaks.example.org/',
  });
  expect(description.layers[0]).toMatchObject({
    keywords: ['oak', 'ash'],
    crs: ['EPSG:25833', 'EPSG:4326'],
    extent: [12.1, 50.5, 13.9, 51.5],
  });
  expect(description.formats).toEqual(['text/xml; subtype=gml/3.1.1', 'json', 'shape-zip']);
  expect(description.problems.map(({ code }) => code)).toEqual(['ows.address-odd']);
});

it('reads 2.0.0 across the antimeridian, and types without a name', () => {
  const { description } = read('2.0.0.xml');
  expect(description.layers[0]).toMatchObject({ extent: [170, -20, -170, -10], crs: ['EPSG:4258', 'CRS:84'] });
  expect(description.accessConstraints).toBe('none; CC BY 4.0');
  expect(description.layers[1]?.name).toBeNull();
  expect(description.problems.map(({ code }) => code)).toEqual(['ows.dataset-unnamed']);
});

it('rejects exceptions, and reports empty services', () => {
  expect(
    wfs.identify(documentOf(readFileSync(new URL('../../../../fixtures/wfs/exception.xml', import.meta.url)))),
  ).toEqual([]);
  const empty = documentOf(Buffer.from('<WFS_Capabilities version="1.1.0"/>'));
  const codes = wfs.describe(empty, wfs.identify(empty)[0]!).problems.map(({ code }) => code);
  expect(codes).toEqual(['ows.title-missing', 'ows.empty']);
});

it('keeps the complete types of a truncated document', () => {
  const text = readFileSync(new URL('../../../../fixtures/wfs/1.0.0.xml', import.meta.url), 'utf8');
  const document = documentOf(Buffer.from(text.slice(0, text.indexOf('v:odd'))));
  const description = wfs.describe(document, wfs.identify(document)[0]!);
  expect(description.layers.map(({ name }) => name)).toEqual(['v:wells', 'v:springs']);
  expect(description.problems.map(({ code }) => code)).toContain('xml.truncated');
});

it('counts types beyond the cap', () => {
  const types = '<FeatureType><Name>a</Name></FeatureType>'.repeat(100_010);
  const document = documentOf(
    Buffer.from(`<WFS_Capabilities><FeatureTypeList>${types}</FeatureTypeList></WFS_Capabilities>`),
  );
  const { layers, layerCount, problems } = wfs.describe(document, wfs.identify(document)[0]!);
  expect([layers.length, layerCount]).toEqual([100_000, 100_010]);
  expect(problems.map(({ code }) => code)).toContain('ows.too-many-datasets');
});

it('suspects and probes', () => {
  const score = (address: string, anchor = '') =>
    wfs.suspect({ url: address, foundBy: 'link', anchor, window: '', nofollow: false });
  expect(score('http://a.org/x?service=wfs')).toBe(1);
  expect(score('http://a.org/x?typename=a&request=GetFeature')).toBeGreaterThan(0.9);
  expect(score('http://a.org/x?service=WMS&request=GetMap')).toBe(0);
  expect(score('http://a.org/geoserver/wfs')).toBe(0.9);
  expect(score('http://a.org/docs/wfs')).toBe(0);
  expect(score('http://a.org/daten', 'Download (WFS)')).toBe(0.5);
  expect(wfs.probe('http://a.org/ows?map=1&REQUEST=GetMap').map((request) => request.url)).toEqual([
    'http://a.org/ows?map=1&SERVICE=WFS&REQUEST=GetCapabilities',
    'http://a.org/ows?map=1&SERVICE=WFS&REQUEST=GetCapabilities&AcceptVersions=2.0.0,1.1.0',
    'http://a.org/ows?map=1&service=WFS&request=GetCapabilities&version=1.1.0',
  ]);
  expect(wfs.probe('http://a.org/saved.xml')[0]?.url).toBe('http://a.org/saved.xml');
});

it('checks with one feature', () => {
  const { identity, description } = read('2.0.0.xml');
  const resource = { ...description, ...identity, url, id: 'x', family: 'service', provenance: null } as const;
  const [request] = wfs.check!({ ...resource, firstSeenMs: 0, lastSeenMs: 0 } satisfies Resource);
  expect(request?.url).toContain('REQUEST=GetFeature&VERSION=2.0.0&TYPENAMES=r%3Arivers&COUNT=1');
});
