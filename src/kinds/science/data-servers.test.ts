// THREDDS, Hyrax, OPeNDAP, ERDDAP and directory listings; edge cases 80 and 87.
import { describe, expect, it } from 'vitest';
import { claims, fixtureDocument, readKind, textDocument, withParts } from '../../../test/kind-fixture.ts';
import { waf } from '../metadata/waf.ts';
import { erddap } from './erddap.ts';
import { hyrax } from './hyrax.ts';
import { opendap } from './opendap.ts';
import { thredds } from './thredds.ts';

describe('thredds', () => {
  const url = 'https://ocean.example.org/thredds/catalog/models/catalog.xml';

  it('resolves compound services, inherits, and follows references (edge case 87)', () => {
    const { identity, description, links } = readKind(thredds, fixtureDocument('thredds', 'catalog.xml', url));
    expect(identity).toEqual({ kind: 'thredds', version: '1.2', endpoint: url });
    expect(description).toMatchObject({
      title: 'Ocean models',
      layerCount: 4,
      formats: ['OPeNDAP', 'HTTPServer', 'WMS'],
    });
    expect(description.layers.map(({ title, parent, extent }) => [title, parent, extent])).toEqual([
      ['Nowhere Ocean', null, [-20, 30, -5, 40]],
      ['temp.nc', 0, [-20, 30, -5, 40]],
      ['salt.nc', 0, [-19, 31, -8, 35]],
      ['Latest', 0, [-20, 30, -5, 40]],
    ]);
    expect(links.slice(0, 5)).toEqual([
      'https://ocean.example.org/thredds/catalog/models/waves/catalog.xml',
      'https://other.example.net/thredds/catalog.xml',
      'https://ocean.example.org/thredds/wms/ocean/temp.nc?service=WMS&request=GetCapabilities',
      'https://ocean.example.org/thredds/dodsC/ocean/temp.nc.dds',
      'https://ocean.example.org/thredds/fileServer/ocean/temp.nc',
    ]);
    // A resolver isn't data.
    expect(links.some((link) => link.includes('latest.xml'))).toBe(false);
  });

  it('reads the HTML page of a catalog through its XML', () => {
    const page = fixtureDocument('thredds', 'catalog.html', url.replace('.xml', '.html'));
    const { identity, links } = readKind(thredds, page);
    expect(identity?.endpoint).toBe(url);
    expect(links).toEqual([url]);
    expect(thredds.more?.(page, identity!)?.url).toBe(url);
    const whole = withParts(page, fixtureDocument('thredds', 'catalog.xml', url));
    expect(readKind(thredds, whole).description).toMatchObject({ title: 'Ocean models', layerCount: 4 });
    expect(
      claims(
        thredds,
        textDocument('<html><title>Catalog of shoes</title></html>', 'https://shop.example.org/catalog.html'),
      ),
    ).toBe(false);
  });

  it('requests XML from any URL', () => {
    const first = (address: string) => thredds.probe(address)[0]?.url;
    expect(first('https://o.org/thredds')).toBe('https://o.org/thredds/catalog.xml');
    expect(first('https://o.org/thredds/catalog/a/catalog.html?dataset=x')).toBe(
      'https://o.org/thredds/catalog/a/catalog.xml',
    );
    expect(first('https://o.org/thredds/catalog/')).toBe('https://o.org/thredds/catalog.xml');
  });

  it('ignores catalogs of other things', () => {
    expect(claims(thredds, textDocument('<catalog><book id="1"/></catalog>', 'http://a.org/catalog.xml'))).toBe(false);
    expect(
      claims(thredds, textDocument('<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"/>', 'http://a.org/')),
    ).toBe(false);
  });
});

describe('hyrax', () => {
  it('differs from THREDDS by its namespaces, and reads its pages', () => {
    const { identity, description, links } = readKind(
      hyrax,
      fixtureDocument('hyrax', 'catalog.xml', 'https://d.org/opendap/data/catalog.xml'),
    );
    expect(identity).toEqual({ kind: 'hyrax', version: null, endpoint: 'https://d.org/opendap/data/' });
    expect(description).toMatchObject({ layerCount: 2, software: 'Hyrax' });
    expect(links).toEqual(['https://d.org/opendap/data/more/catalog.xml', 'https://d.org/opendap/data/ice.nc.dds']);
    expect(claims(hyrax, fixtureDocument('thredds', 'catalog.xml', 'https://d.org/catalog.xml'))).toBe(false);
    const page = fixtureDocument('hyrax', 'contents.html', 'https://d.org/opendap/data/contents.html');
    expect(readKind(hyrax, page).links).toEqual(['https://d.org/opendap/data/catalog.xml']);
  });
});

describe('opendap', () => {
  const base = 'https://d.org/dodsC/sea/sst.nc';

  it('reads structure and attributes together', () => {
    const dds = fixtureDocument('opendap', 'sst.nc.dds', `${base}.dds`);
    const { identity, description } = readKind(opendap, dds);
    expect(identity).toEqual({ kind: 'opendap', version: '2.0', endpoint: base });
    expect(description.layers.map(({ name }) => name)).toEqual(['lat', 'lon', 'sst', 'info']);
    expect(opendap.more?.(dds, identity!)?.url).toBe(`${base}.das`);
    const whole = withParts(dds, fixtureDocument('opendap', 'sst.nc.das', `${base}.das`));
    expect(readKind(opendap, whole).description).toMatchObject({
      title: 'Sea "surface" temperature',
      abstract: 'Monthly means; 1 degree.',
      provider: { organization: 'Marine Lab' },
      layers: [{ time: '2020-01-01/2020-12-31' }, {}, {}, {}],
    });
  });

  it('reads DAP4, and probes any view of the dataset', () => {
    const { identity, description } = readKind(
      opendap,
      fixtureDocument('opendap', 'sst.nc.dmr.xml', `${base}.dmr.xml`),
    );
    expect(identity).toEqual({ kind: 'opendap', version: '4.0', endpoint: base });
    expect(description).toMatchObject({ title: 'Sea surface temperature', layerCount: 2 });
    for (const view of ['.html', '.das', '.dds?sst[0]', ''])
      expect(opendap.probe(`${base}${view}`)[0]?.url).toBe(`${base}.dds`);
  });

  it('ignores other texts, and is fast on hostile ones', () => {
    expect(claims(opendap, textDocument('Dataset of the month: {braces}', base))).toBe(false);
    const quotes = `Attributes { a { String b ${'"\\'.repeat(300_000)}`;
    expect(claims(opendap, textDocument(quotes, base))).toBe(true);
    expect(readKind(opendap, textDocument(quotes, base)).description.layerCount).toBe(0);
  });
});

describe('erddap', () => {
  const root = 'https://data.example.org/erddap/';

  it('lists datasets with extents, services and times', () => {
    const { identity, description, links } = readKind(
      erddap,
      fixtureDocument('erddap', 'all-datasets.json', `${root}tabledap/allDatasets.json`),
    );
    expect(identity?.endpoint).toBe(root);
    expect(description.layers.map(({ name, extent }) => [name, extent])).toEqual([
      ['buoys', [-10.5, 51, -9, 52.5]],
      // 0 to 359 degrees: everything except the last one.
      ['sst', [0, -89.5, -1, 89.5]],
    ]);
    expect(links).toContain(`${root}wms/sst/request?service=WMS&request=GetCapabilities`);
    expect(links).toContain(`${root}griddap/sst.dds`);
  });

  it('reads the index, one dataset, and the front page', () => {
    expect(
      readKind(erddap, fixtureDocument('erddap', 'info-index.json', `${root}info/index.json`)).description.layerCount,
    ).toBe(1);
    const one = readKind(erddap, fixtureDocument('erddap', 'info-dataset.json', `${root}info/buoys/index.json`));
    expect(one).toMatchObject({
      identity: { endpoint: `${root}info/buoys/index.json` },
      description: { title: 'Buoys of the bay', layers: [{ name: 'buoys', extent: [-10.5, 51, -9, 52.5] }] },
    });
    const page = textDocument(
      '<html><head><title>ERDDAP - Home Page</title></head><body>ERDDAP, Version 2.23</body></html>',
      `${root}index.html`,
    );
    expect(readKind(erddap, page).identity).toEqual({ kind: 'erddap', version: '2.23', endpoint: root });
    expect(
      claims(erddap, textDocument('{"table": {"columnNames": ["a"], "rows": [[1]]}}', `${root}tabledap/x.json`)),
    ).toBe(false);
  });
});

describe('waf', () => {
  it.each([
    [
      'apache-gis.html',
      'https://d.org/data/gis/',
      ['rivers.shp', 'lake depths.tif'],
      ['rivers.shp', 'lake%20depths.tif', 'iso/'],
    ],
    ['nginx-geodata.html', 'https://d.org/geodata/', ['parcels.gpkg'], ['parcels.gpkg']],
    ['iis-metadata.html', 'https://d.org/waf/', ['a.geojson', 'b.xml'], ['a.geojson', 'b.xml']],
  ])('reads %s, without parents and sort links (edge case 80)', (name, url, files, links) => {
    const reading = readKind(waf, fixtureDocument('waf', name, url));
    expect(reading.identity?.endpoint).toBe(url);
    expect(reading.description.layers.map((layer) => layer.name)).toEqual(files);
    expect(reading.links).toEqual(links.map((link) => url + link));
  });

  it('ignores listings without geodata, and pages about listings', () => {
    const listing = (names: readonly string[]) =>
      `<html><title>Index of /x/</title><h1>Index of /x/</h1>${names.map((name) => `<a href="${name}">${name}</a>`).join('')}</html>`;
    expect(claims(waf, textDocument(listing(['tool-1.0.tar.gz', 'tool-1.0.zip']), 'https://d.org/releases/'))).toBe(
      false,
    );
    expect(claims(waf, textDocument(listing(['maven-metadata.xml', 'a.jar']), 'https://d.org/repo/'))).toBe(false);
    expect(claims(waf, textDocument(listing(['trees.zip']), 'https://d.org/gisdata/'))).toBe(true);
    expect(claims(waf, textDocument(listing(['a.xml', 'b.xml', 'c.xml']), 'https://d.org/records/'))).toBe(true);
    expect(claims(waf, textDocument('<html><title>Maps</title><a href="a.kml">a</a></html>', 'https://d.org/'))).toBe(
      false,
    );
  });
});
