// Portals and Hub sites of ArcGIS, ArcIMS, and Esri JSON, on hand-made documents.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { arcgisHub } from './arcgis-hub.ts';
import { arcgisPortal } from './arcgis-portal.ts';
import { arcims } from './arcims.ts';
import { esriJson } from './esri-json.ts';

function read(kind: ResourceKind, name: string, url: string): { identity: Identity; description: Description } {
  const bytes = readFileSync(new URL(`../../../fixtures/${kind.id}/${name}`, import.meta.url));
  const document = makeDocument({ url, bytes });
  const [identity] = kind.identify(document);
  if (identity === undefined) throw new Error('not identified');
  return { identity, description: kind.describe(document, identity) };
}

const linksOf = ({ links }: Description) => links.map(({ url }) => url);
const rounded = (extent: readonly number[] | null) => extent?.map((value) => Math.round(value * 100) / 100) ?? null;

describe('arcgis-portal', () => {
  const root = 'https://maps.example.org/portal/sharing/rest';

  it('reads a page of its search and links to services and the next page', () => {
    const { identity, description } = read(arcgisPortal, 'search.json', `${root}/search?q=x&f=json`);
    expect(identity).toEqual({ kind: 'arcgis-portal', version: null, endpoint: root });
    expect(description).toMatchObject({
      layerCount: 250,
      extent: [8.4, 47.3, 8.7, 47.5],
      software: 'ArcGIS Enterprise',
    });
    expect(description.layers[0]).toMatchObject({ title: 'Trees', abstract: 'Every tree', crs: ['EPSG:3857'] });
    expect(linksOf(description)).toEqual([
      'https://services.example.org/abc/arcgis/rest/services/Trees/FeatureServer',
      `${root}/search?q=type%3A%22Feature%20Service%22&num=100&start=3&f=json`,
    ]);
  });

  it("reads a portal's own description, and links to its data", () => {
    const { identity, description } = read(arcgisPortal, 'self.json', `${root}/portals/self?f=json`);
    expect(identity).toMatchObject({ version: '2023.3', endpoint: root });
    expect(description.title).toBe('Sample City');
    expect(linksOf(description)[0]).toContain('/sharing/rest/search?q=type%3A');
  });

  it('identifies an item as itself, not as its portal', () => {
    const id = '0123456789abcdef0123456789abcdef';
    const { identity, description } = read(arcgisPortal, 'item.json', `${root}/content/items/${id}?f=json`);
    expect(identity.endpoint).toBe(`${root}/content/items/${id}`);
    expect(description).toMatchObject({ title: 'Trees', accessConstraints: 'CC BY 4.0' });
    expect(linksOf(description)).toEqual(['https://maps.example.org/arcgis/rest/services/Trees/MapServer']);
  });

  it('requests the item of a page', () => {
    const page = 'https://www.arcgis.com/home/item.html?id=0123456789abcdef0123456789abcdef';
    expect(arcgisPortal.probe(page)[0]?.url).toBe(
      'https://www.arcgis.com/sharing/rest/content/items/0123456789abcdef0123456789abcdef?f=json',
    );
  });
});

describe('arcgis-hub', () => {
  it('reads records of the API and links to services and the next page', () => {
    const { identity, description } = read(arcgisHub, 'v3.json', 'https://data.example.org/api/v3/datasets');
    expect(identity).toEqual({ kind: 'arcgis-hub', version: null, endpoint: 'https://data.example.org' });
    expect(description).toMatchObject({ layerCount: 37, software: 'ArcGIS Hub', extent: [8.4, 47.3, 8.7, 47.5] });
    expect(linksOf(description)).toEqual([
      'https://services.example.org/abc/arcgis/rest/services/Trees/FeatureServer/0',
      'https://data.example.org/api/v3/datasets?page%5Bsize%5D=100&page%5Bkey%5D=abc',
    ]);
  });

  it('recognizes its pages, and requests their data', () => {
    const { description } = read(arcgisHub, 'page.html', 'https://data.example.org/search?tags=x');
    expect(description.title).toBe('Sample City Open Data');
    expect(linksOf(description)).toContain('https://data.example.org/api/feed/dcat-us/1.1.json');
  });
});

describe('arcims', () => {
  const url = 'http://ims.example.org/servlet/com.esri.esrimap.Esrimap?ServiceName=county';

  it('reads layers and lists of services', () => {
    const { identity, description } = read(arcims, 'layers.xml', url);
    expect(identity).toEqual({ kind: 'arcims', version: '1.1', endpoint: url });
    expect(description.layers.map(({ name, title }) => [name, title])).toEqual([
      ['0', 'States'],
      ['relief', 'Relief'],
    ]);
    expect(description.extent).toEqual([-124.7, 24.5, -66.9, 49.4]);
    const list = read(arcims, 'services.xml', url).description;
    expect(linksOf(list)[0]).toBe('http://ims.example.org/servlet/com.esri.esrimap.Esrimap?ServiceName=world');
  });
});

describe('esri-json', () => {
  const query = 'https://gis.example.org/arcgis/rest/services/Trees/FeatureServer/0/query?where=1=1&f=json';

  it('reads count and extent of features, and links to the service', () => {
    const { identity, description } = read(esriJson, 'points.json', query);
    expect(identity).toEqual({ kind: 'esri-json', version: null, endpoint: query });
    expect(description.title).toBe('Trees');
    expect(description.layers[0]).toMatchObject({ featureCount: 3, crs: ['EPSG:3857'] });
    expect(rounded(description.extent)).toEqual([10, 50, 11, 51]);
    expect(linksOf(description)).toEqual(['https://gis.example.org/arcgis/rest/services/Trees/FeatureServer']);
  });

  it('reads rings, curves and collections of sets', () => {
    expect(read(esriJson, 'polygons.json', 'http://a.example/p.json').description.extent).toEqual([5, 45, 7, 47]);
    expect(read(esriJson, 'collection.json', 'http://a.example/c.json').description).toMatchObject({
      title: 'Places',
      extent: [5, 50, 5, 50],
    });
  });

  it('reports a file without features', () => {
    const { description } = read(esriJson, 'no-features.json', query);
    expect(description.problems.map(({ code }) => code)).toEqual(['file.empty']);
  });

  it('ignores GeoJSON', () => {
    const texts = [
      '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}]}',
      '{"features":[{"type":"Feature","geometry":null}]}',
      '{"features":["maps","search"]}',
    ];
    for (const text of texts)
      expect(esriJson.identify(makeDocument({ url: query, bytes: Buffer.from(text) }))).toEqual([]);
  });
});
