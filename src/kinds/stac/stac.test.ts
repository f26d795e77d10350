// STAC as an API and as files on hand-made documents; edge case 78.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { identify } from '../../identify/identify.ts';
import type { Document } from '../../model/document.ts';
import type { Resource } from '../../model/resource.ts';
import { kinds } from '../index.ts';
import { stacApi } from './stac-api.ts';
import { stacCatalog } from './stac-file.ts';

const root = 'https://stac.example.org/v1';

function fixture(name: string, url: string): Document {
  return makeDocument({ url, bytes: readFileSync(new URL(`../../../fixtures/stac-${name}`, import.meta.url)) });
}

function made(content: unknown, url: string): Document {
  return makeDocument({ url, bytes: Buffer.from(JSON.stringify(content)) });
}

const read = (name: string, url = `https://files.example.org/${name}`) => identify(fixture(name, url), kinds);

describe('a STAC API', () => {
  it.each([
    ['api/landing.json', root],
    ['api/landing-beta.json', root],
    ['api/collections.json', `${root}/collections`],
    ['api/search.json', `${root}/search?limit=1&token=next:abc`],
    ['api/search.json', `${root}/collections/s2/items?limit=10`],
  ])('is identified from %s at %s', (name, url) => {
    expect(read(name, url)[0]?.identity).toMatchObject({ kind: 'stac-api', endpoint: root });
  });

  it('is also reported as an OGC API if it declares one', () => {
    expect(
      read('api/landing.json', root).map(({ identity, family }) => [identity.kind, identity.version, family]),
    ).toEqual([
      ['stac-api', '1.0.0', 'catalog'],
      ['ogc-api-features', '1.0', 'service'],
    ]);
  });

  it('requests its collections, and the landing page for a document below it', () => {
    const landing = fixture('api/landing.json', root);
    const identity = stacApi.identify(landing)[0]!;
    expect(stacApi.more!(landing, identity)?.url).toBe(`${root}/collections`);
    const list = fixture('api/collections.json', `${root}/collections`);
    expect(stacApi.more!(list, stacApi.identify(list)[0]!)?.url).toBe(root);
    const whole = makeDocument({ url: root, bytes: landing.bytes, parts: [list] });
    expect(stacApi.more!(whole, identity)).toBeNull();
    expect(stacApi.describe(whole, identity)).toMatchObject({
      title: 'Sky over Nowhere',
      layerCount: 1,
      extent: [-180, -56, 180, 83],
      layers: [{ name: 's2', time: '2015-06-27T10:25:31Z/..' }],
    });
  });

  it("doesn't identify its pages as catalog files, and counts search matches", () => {
    const [discovery] = read('api/search.json', `${root}/search`);
    expect(discovery?.description.layerCount).toBe(1200);
  });

  it('checks with one item of a named collection', () => {
    const resource = { endpoint: root, layers: [{ name: 's2' }] } as unknown as Resource;
    expect(stacApi.check!(resource)[0]?.url).toBe(`${root}/search?limit=1&collections=s2`);
  });
});

describe('static STAC', () => {
  it.each([
    ['catalog/catalog.json', 'stac-catalog', '1.1.0', 'Static tree', 3],
    ['catalog/catalog-0.8.json', 'stac-catalog', '0.8.1', 'old', 1],
    ['catalog/without-version.json', 'stac-catalog', null, 'bare', 1],
    ['catalog/single-file.json', 'stac-catalog', '1.0.0-beta.2', 'one', 2],
    ['collection/collection.json', 'stac-collection', '1.1.0', 'Sentinel-2', 1],
    ['collection/collection-0.6.json', 'stac-collection', '0.6.0', 'Sentinel-2', 1],
    ['item/item.json', 'stac-item', '1.0.0', 'scene-1', 3],
    ['item/without-version.json', 'stac-item', null, 'scene-1', 3],
    ['item/items.json', 'stac-item', '1.0.0', '', 2],
  ])('%s is a %s', (name, kind, version, title, count) => {
    const [discovery] = read(name);
    expect(discovery?.identity).toEqual({ kind, version, endpoint: `https://files.example.org/${name}` });
    expect(discovery?.description).toMatchObject({ title, layerCount: count });
  });

  it('follows relative links, to data rather than images', () => {
    expect(read('catalog/catalog.json')[0]?.description.links.map(({ url }) => url)).toEqual([
      'https://files.example.org/catalog/s2/collection.json',
      'https://files.example.org/catalog/heights/catalog.json',
      'https://files.example.org/catalog/scene-1/scene-1.json',
    ]);
    expect(read('item/item.json')[0]?.description.links.map(({ url }) => url)).toEqual([
      'https://files.example.org/catalog.json',
      'https://files.example.org/item/collection.json',
      'https://files.example.org/item/scene-1.tif',
      'https://scenes.s3.amazonaws.com/s2/B04.tif',
    ]);
  });

  it('follows all children but only a few of many items', () => {
    const link = (rel: string) => (_: unknown, at: number) => ({ rel, href: `./${rel}${at}.json` });
    const links = [...Array.from({ length: 50 }, link('child')), ...Array.from({ length: 5000 }, link('item'))];
    const document = made(
      { type: 'Catalog', stac_version: '1.0.0', id: 'x', description: '', links },
      'https://a.org/catalog.json',
    );
    const [discovery] = identify(document, kinds);
    expect(discovery?.description.layerCount).toBe(5050);
    expect(discovery?.description.links).toHaveLength(70);
  });

  it('reads provider, license and time', () => {
    const [discovery] = read('collection/collection.json');
    expect(discovery?.description).toMatchObject({
      abstract: 'Optical scenes.',
      keywords: ['optical'],
      provider: { organization: 'ESA', url: 'https://earth.example.org/' },
      accessConstraints: 'proprietary',
    });
  });

  it('ignores GeoJSON and other catalogs', () => {
    const others = [
      { type: 'Feature', geometry: null, properties: {}, links: [] },
      { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: null, properties: {} }] },
      { type: 'Catalog', id: 'x' },
      { catalog: [], links: [] },
    ];
    for (const other of others)
      expect(
        identify(made(other, 'https://a.org/x.json'), kinds).filter(({ identity }) => identity.kind.startsWith('stac')),
      ).toEqual([]);
  });
});

it('suspects STAC URLs', () => {
  const score = (url: string, kind = stacApi) =>
    kind.suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false });
  for (const url of ['https://stac.eurac.edu/', 'https://a.org/api/stac/v1/', 'https://a.org/stac/search'])
    expect([url, score(url)]).toEqual([url, expect.toSatisfy((one: number) => one >= 0.8)]);
  expect(score('https://a.org/docs/stac/')).toBe(0);
  expect(score('https://s3.example.org/stac/land/catalog.json', stacCatalog)).toBe(0.9);
  expect(score('https://a.org/package.json', stacCatalog)).toBe(0);
});
