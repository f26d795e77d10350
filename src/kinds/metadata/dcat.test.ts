// DCAT in its four forms, schema.org in pages, and WIS2; edge cases 86 and 88.
import { describe, expect, it } from 'vitest';
import { claims, fixtureDocument, readKind, textDocument } from '../../../test/kind-fixture.ts';
import { makeDocument } from '../../base/document/document.ts';
import { wis2 } from '../science/wis2.ts';
import { dcat } from './dcat.ts';
import { schemaOrg } from './schema-org.ts';

const url = 'https://data.example.org/data.json';

describe('dcat', () => {
  it('reads data.json with missing titles and place names (edge case 86)', () => {
    const { identity, description, links, codes } = readKind(dcat, fixtureDocument('dcat', 'data.json', url));
    expect(identity).toEqual({ kind: 'dcat', version: 'https://project-open-data.cio.gov/v1.1/schema', endpoint: url });
    expect(description).toMatchObject({ title: 'Water Agency', layerCount: 3, provider: { person: 'Wet Wendy' } });
    expect(description.layers.map(({ title, extent }) => [title, extent])).toEqual([
      ['Flood zones', [-97.5, 30.1, -97, 30.6]],
      ['', null],
      // Corners with latitude first.
      ['Corners', [-98, 30, -97, 31]],
    ]);
    expect(links).toEqual([
      'https://gis.example.org/arcgis/rest/services/flood/FeatureServer/0',
      'https://gis.example.org/flood.zip',
    ]);
    expect(codes).toContain('catalog.record-untitled');
  });

  it.each([
    ['catalog.jsonld', 'Bridges', [1, 2, 3, 4], 'https://maps.example.org/bridges/wfs'],
    ['catalog.ttl', 'Dams; "big" ones.', [5, 50, 6, 51], 'https://data.example.org/dams.gpkg'],
    ['catalog.rdf', 'Wells', [7, 46, 8, 47], 'https://data.example.org/wells.geojson'],
  ])('reads %s', (name, title, extent, link) => {
    const { description, links } = readKind(dcat, fixtureDocument('dcat', name, `https://data.example.org/${name}`));
    expect(description).toMatchObject({ title: 'Catalog of Nowhere', layerCount: 1, layers: [{ title, extent }] });
    expect(links).toContain(link);
  });

  it('follows pages of RDF and distributions described elsewhere', () => {
    expect(readKind(dcat, fixtureDocument('dcat', 'catalog.rdf', url)).links).toContain(
      'https://data.example.org/catalog.rdf?page=2',
    );
    expect(readKind(dcat, fixtureDocument('dcat', 'catalog.ttl', url)).links).toContain(
      'https://maps.example.org/dams/wms',
    );
  });

  it('reads a catalog too large to parse one dataset at a time', () => {
    const dataset = JSON.stringify({
      '@type': 'dcat:Dataset',
      title: 'A "quoted\\" title',
      accessLevel: 'public',
      modified: '2024',
      description: 'x'.repeat(4000),
      distribution: [{ downloadURL: 'https://d.org/a.zip' }],
    });
    const head = '{"conformsTo": "https://project-open-data.cio.gov/v1.1/schema", "dataset": [';
    const document = textDocument(`${head}${`${dataset},`.repeat(8999)}${dataset}]}`, url);
    expect(document.bytes.length).toBeGreaterThan(32 * 1024 * 1024);
    expect(readKind(dcat, document)).toMatchObject({
      description: { layerCount: 9000 },
      links: ['https://d.org/a.zip'],
    });
  });

  it('keeps the complete datasets of a truncated catalog', () => {
    const text =
      '{"conformsTo": "https://project-open-data.cio.gov/v1.1/schema", "dataset": [{"title": "A", "accessLevel": "public"}, {"title": "B", "acc';
    const document = makeDocument({ url, bytes: Buffer.from(text), partial: 'cut' });
    expect(readKind(dcat, document)).toMatchObject({ description: { layers: [{ title: 'A' }] } });
    expect(readKind(dcat, document).codes).toContain('catalog.partly-read');
  });

  it('ignores other JSON, texts and RDF', () => {
    for (const text of [
      '{"dataset": [1, 2]}',
      '{"dataset": [{"title": "chart", "data": []}]}',
      '[{"title": "x"}]',
      '# prefix dcat: is great',
      '<rdf:RDF xmlns:rdf="x"/>',
    ]) {
      expect(claims(dcat, textDocument(text, url))).toBe(false);
    }
  });

  it('is fast on hostile Turtle', () => {
    const prefix = '@prefix dcat: <http://www.w3.org/ns/dcat#> .\n<a> a dcat:Dataset ; ';
    for (const noise of ['[ '.repeat(100_000), '"\\'.repeat(100_000), '<'.repeat(100_000), '( ; '.repeat(50_000)]) {
      expect(readKind(dcat, textDocument(prefix + noise, url)).description.layerCount).toBe(1);
    }
  });
});

describe('schema-org', () => {
  const page = (json: string) => `<html><head><script type="application/ld+json">${json}</script></head></html>`;

  it("reads a dataset in a page beside a block that isn't JSON (edge case 88)", () => {
    const { description, links, codes } = readKind(schemaOrg, fixtureDocument('schema-org', 'dataset.html', url));
    expect(description).toMatchObject({
      title: 'Noise map',
      abstract: 'Noise by day and night.',
      keywords: ['noise', 'traffic'],
      provider: { organization: 'Quiet Office' },
      extent: [8, 47, 9.5, 48],
      layerCount: 1,
    });
    expect(links).toEqual(['https://data.example.org/noise.geojson']);
    expect(codes).toEqual(['jsonld.malformed']);
  });

  it('reads graphs and datasets inside catalogs', () => {
    const { description } = readKind(schemaOrg, fixtureDocument('schema-org', 'graph.html', url));
    expect(description).toMatchObject({ title: 'Catalog of Nowhere', layerCount: 2, extent: [8.5, 47.5, 8.5, 47.5] });
  });

  it.each([
    ['south west north east', '47 8 48 9', [8, 47, 9, 48]],
    ['with commas', '47,8 48,9', [8, 47, 9, 48]],
    ['longitude first where that is the only reading', '-120 35 -110 40', [-120, 35, -110, 40]],
  ])('reads a box %s', (_, box, extent) => {
    const json = JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      name: 'A',
      spatialCoverage: { geo: { box } },
    });
    expect(readKind(schemaOrg, textDocument(page(json), url)).description.extent).toEqual(extent);
  });

  it('ignores spam, recipes and datasets without a location', () => {
    expect(claims(schemaOrg, fixtureDocument('schema-org', 'exception-recipe.html', url))).toBe(false);
    expect(
      claims(
        schemaOrg,
        textDocument(page('{"@context":"https://schema.org","@type":"Dataset","name":"Cheap pills"}'), url),
      ),
    ).toBe(false);
    expect(claims(schemaOrg, textDocument(page('{"@type": "Dataset", broken'), url))).toBe(false);
  });
});

describe('wis2', () => {
  it('reads a record and a page of records', () => {
    const { identity, description, links } = readKind(wis2, fixtureDocument('wis2', 'record.json', url));
    expect(identity?.version).toBe('wcmp 2');
    expect(description).toMatchObject({ title: 'Surface observations', extent: [20, -10, 30, 0] });
    expect(links).toEqual(['https://wis.example.org/oapi/collections/surface']);
    expect(readKind(wis2, fixtureDocument('wis2', 'items.json', url)).description.layerCount).toBe(42);
    expect(claims(wis2, textDocument('{"type": "Feature", "id": "1", "properties": {}}', url))).toBe(false);
  });
});
