// WMTS on hand-made documents; edge cases 56 and 57.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import type { Resource } from '../../../model/resource.ts';
import { wmts } from './wmts.ts';

function read(name: string, url = 'http://found.example.net/wmts?SERVICE=WMTS&REQUEST=GetCapabilities') {
  const document = makeDocument({
    url,
    bytes: readFileSync(new URL(`../../../../fixtures/wmts/${name}`, import.meta.url)),
  });
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

it('uses the declared service type if the namespace is missing', () => {
  const { identity, description } = read('no-namespace.xml');
  expect(identity?.kind).toBe('wmts');
  expect(description.problems.map(({ code }) => code)).toContain('wmts.no-tile-address');
});

it('probes by key-value pairs and RESTful, in the order the URL suggests', () => {
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

/** Capabilities with one layer over a corner of Europe in a set of two levels. */
function tiled(crs: string, corner: string, scale: number, layer = ''): string {
  const matrix = (name: string, denominator: number, width: number, height: number) =>
    `<TileMatrix><Identifier>${name}</Identifier><ScaleDenominator>${denominator}</ScaleDenominator>
    <TopLeftCorner>${corner}</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
    <MatrixWidth>${width}</MatrixWidth><MatrixHeight>${height}</MatrixHeight></TileMatrix>`;
  return `<Capabilities version="1.0.0" xmlns="http://www.opengis.net/wmts/1.0"><Contents><Layer><Identifier>streets</Identifier>
    <WGS84BoundingBox><LowerCorner>5 50</LowerCorner><UpperCorner>6 51</UpperCorner></WGS84BoundingBox>
    <Style isDefault="true"><Identifier>plain</Identifier></Style><Format>image/png</Format>${layer}
    <TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet></TileMatrixSetLink></Layer>
    <TileMatrixSet><Identifier>web</Identifier><SupportedCRS>${crs}</SupportedCRS>
    ${matrix('6', scale / 32, 128, 64)}${matrix('5', scale / 16, 64, 32)}</TileMatrixSet></Contents></Capabilities>`;
}

function requestedTiles(text: string, turn: number) {
  const [lead] = wmts.check!({ endpoint: 'http://a.example/wmts' } as Resource, turn);
  const url = 'http://a.example/wmts?REQUEST=GetCapabilities';
  const tiles = lead!.next!(makeDocument({ url, bytes: Buffer.from(text) }));
  return tiles.map(({ url: requested }) => requested.replace('http://a.example/', ''));
}

const place = (column: number, row: number, level: number) =>
  `wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=streets&STYLE=plain&FORMAT=image%2Fpng&TILEMATRIXSET=web&TILEMATRIX=${level}&TILEROW=${row}&TILECOL=${column}`;

// By hand: 5.5° E, 50.5° N is column 32 and row 7 of 64 × 32 squares of 5.625°, and column 65, row 14 of 128 × 64.
it.each([
  ['urn:ogc:def:crs:EPSG::4326', '90 -180'],
  ['urn:ogc:def:crs:EPSG::4326', '-180 90'],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', '-180 90'],
])('asks for a tile that lies on the layer: %s %s', (crs, corner) => {
  const scale = (90 * 111_319.490_793_273_57 * 4) / 256 / 0.00028;
  expect(requestedTiles(tiled(crs, corner, scale / 4), 0)).toEqual([place(32, 7, 5)]);
  expect(requestedTiles(tiled(crs, corner, scale / 4), 1)).toEqual([place(65, 14, 6)]);
});

it('fills templates, and requests no uncertain tile', () => {
  const template = (text: string) => `<ResourceURL resourceType="tile" format="image/png" template="${text}"/>`;
  const scale = (2 * 20_037_508.342_789_244) / 256 / 0.00028;
  const restful = template('/t/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png');
  const corner = '-20037508.342789244 20037508.342789244';
  // Level 5 of the usual pyramid: column 16 starts at 0°, row 10 is 48.9° to 55.8° N.
  expect(requestedTiles(tiled('EPSG:3857', corner, scale / 2, restful), 0)).toEqual(['t/plain/web/5/10/16.png']);
  expect(requestedTiles(tiled('EPSG:3857', corner, scale / 2, template('/t/{Height}/{TileMatrix}')), 0)).toEqual([]);
  expect(requestedTiles(tiled('EPSG:2056', '2420000 1350000', 4000), 0)).toEqual([]);
});
