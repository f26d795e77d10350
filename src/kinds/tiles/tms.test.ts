// TMS on hand-written documents: root resource, service, single map.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { tms } from './tms.ts';

function read(name: string, url: string) {
  const document = makeDocument({
    url,
    bytes: readFileSync(new URL(`../../../fixtures/tms/${name}`, import.meta.url)),
  });
  const [identity] = tms.identify(document);
  return { identity: identity!, description: tms.describe(document, identity!) };
}

it('links from the root resource to its services', () => {
  const { identity, description } = read('root.xml', 'http://maps.example.org/tms/');
  expect(identity).toEqual({ kind: 'tms', version: '1.0.0', endpoint: 'http://maps.example.org/tms/' });
  expect(description.links.map((link) => link.url)).toEqual([
    'http://maps.example.org/tms/1.0.0/',
    'http://maps.example.org/tms/0.9',
  ]);
  expect(description).toMatchObject({ title: 'Old maps', layerCount: 0, problems: [] });
});

it('lists the maps of a service', () => {
  const { description } = read('service.xml', 'http://maps.example.org/tms/1.0.0/');
  expect(description).toMatchObject({
    title: 'Old maps',
    keywords: ['history', 'paper'],
    provider: { organization: 'Archive', person: 'P. Aper' },
    layers: [
      { name: 'town@1800', title: 'Town 1800', crs: ['EPSG:3857'] },
      { name: 'country', crs: ['EPSG:4326'] },
    ],
  });
});

it('reads one map with its extent', () => {
  const { description } = read('tilemapresource.xml', 'http://scans.example.org/a/tilemapresource.xml');
  expect(description).toMatchObject({ title: 'scan.tif', layerCount: 1, formats: ['image/png'] });
  expect(description.extent?.map(Math.round)).toEqual([0, 0, 1, 1]);
});

it('rejects other lists of services or tile maps', () => {
  for (const text of ['<Services><WebMapService/></Services>', '<TileMap><Layer/></TileMap>', '<Services/>']) {
    expect(tms.identify(makeDocument({ url: 'http://a.org/', bytes: Buffer.from(text) }))).toEqual([]);
  }
});

it('suspects services and maps, not tiles', () => {
  const score = (url: string) => tms.suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false });
  expect(score('http://a.org/geoserver/gwc/service/tms/1.0.0')).toBe(0.9);
  expect(score('http://a.org/tms/1.0.0/x@EPSG:900913@png/3/4/5.png')).toBe(0.1);
  expect(score('http://a.org/x/tilemapresource.xml')).toBe(1);
  expect(tms.probe('http://a.org/tms')[0]?.url).toBe('http://a.org/tms/1.0.0/');
});
