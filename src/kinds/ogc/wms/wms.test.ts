// The WMS kind on hand-made documents, one per document structure.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import type { Description, Identity, Layer, Resource } from '../../../model/resource.ts';
import { wms } from './wms.ts';

const folder = new URL('../../../../fixtures/wms/', import.meta.url);
const url = 'https://found.example.net/ows?map=/m.map&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0';

function documentOf(content: string | Buffer, headers: Record<string, string> = {}) {
  return makeDocument({ url, headers, bytes: Buffer.from(content) });
}

function read(name: string, headers: Record<string, string> = {}): { identity: Identity; description: Description } {
  return readText(readFileSync(new URL(name, folder)), headers);
}

function readText(content: string | Buffer, headers: Record<string, string> = {}) {
  const document = documentOf(content, headers);
  const [identity] = wms.identify(document);
  if (identity === undefined) throw new Error('not identified');
  return { identity, description: wms.describe(document, identity) };
}

const codes = ({ problems }: Description) => problems.map(({ code }) => code).sort();
const layerNamed = ({ layers }: Description, name: string): Layer | undefined =>
  layers.find((layer) => layer.name === name);

describe('identify', () => {
  it.each(['1.0.0', '1.0.7', '1.1.0', '1.1.1', '1.3.0'])('reads version %s from the root', (version) => {
    const { identity } = read(`${version}.xml`);
    expect(identity).toEqual({ kind: 'wms', version, endpoint: 'https://found.example.net/ows?map=/m.map' });
  });

  it('reads a document in lower case throughout', () => {
    const { identity, description } = readText(
      '<wms_capabilities version="1.3.0"><service><title>Rivers</title></service><capability><request><getmap><format>image/png</format></getmap></request><layer><title>All</title><layer><name>a</name><title>Lakes</title><ex_geographicboundingbox><westboundlongitude>7</westboundlongitude><eastboundlongitude>8</eastboundlongitude><southboundlatitude>46</southboundlatitude><northboundlatitude>47</northboundlatitude></ex_geographicboundingbox></layer></layer></capability></wms_capabilities>',
    );
    expect(identity).toMatchObject({ kind: 'wms', version: '1.3.0' });
    expect(description).toMatchObject({ title: 'Rivers', layerCount: 2, formats: ['image/png'] });
    expect(layerNamed(description, 'a')).toMatchObject({ title: 'Lakes', extent: [7, 46, 8, 47] });
  });

  it('trusts the final URL, but uses the declared one for a file', () => {
    const bytes = readFileSync(new URL('1.3.0.xml', folder));
    const document = makeDocument({ url: 'file:///tmp/saved.xml', bytes });
    expect(wms.identify(document)[0]?.endpoint).toBe('https://water.example.org/cgi-bin/mapserv?map=/w.map');
  });

  it('ignores exceptions, pages, other services and nonsense', () => {
    const others = [
      readFileSync(new URL('exception.xml', folder), 'utf8'),
      readFileSync(new URL('exception-ows.xml', folder), 'utf8'),
      '<html><body><WMS_Capabilities version="1.3.0"/></body></html>',
      '<wfs:WFS_Capabilities xmlns:wfs="http://www.opengis.net/wfs/2.0" version="2.0.0"/>',
      '<Capabilities xmlns="http://www.opengis.net/wmts/1.0" version="1.0.0"/>',
      '{"WMS_Capabilities": 1}',
      '',
    ];
    for (const other of others) expect(wms.identify(documentOf(other))).toEqual([]);
  });

  it('uses the root name with any namespace, and the namespace if the name is ambiguous', () => {
    expect(read('prefixed.xml').identity.version).toBe('1.3.0');
    expect(wms.identify(documentOf('<Capabilities xmlns="http://www.opengis.net/wms" version="1.3.0"/>'))).toHaveLength(
      1,
    );
  });
});

describe('describe: 1.3.0', () => {
  const { description } = read('1.3.0.xml');

  it('reads the service', () => {
    expect(description).toMatchObject({
      title: 'Waters of Lower Nowhere',
      abstract: 'Rivers, lakes & gauges.',
      keywords: ['hydrography', 'inlandWaters'],
      provider: {
        organization: 'Water Office',
        person: 'Ada Brook',
        email: 'water@example.org',
        url: 'https://water.example.org/',
      },
      fees: 'none',
      accessConstraints: 'CC BY 4.0',
      formats: ['image/png', 'image/jpeg', 'image/png; mode=8bit'],
      software: 'MapServer 8.0.1',
      claimedUrl: 'https://water.example.org/cgi-bin/mapserv?map=/w.map&',
      layerCount: 5,
      extent: [10, 50, 12, 51.5],
      problems: [],
    });
  });

  it('flattens the tree in document order', () => {
    expect(description.layers.map(({ name, parent }) => [name, parent])).toEqual([
      ['waters', null],
      ['rivers', 0],
      [null, 0],
      ['level', 2],
      ['flow', 2],
    ]);
  });

  it('inherits CRS, extent, styles, time and queryable', () => {
    expect(layerNamed(description, 'rivers')).toMatchObject({
      title: 'Rivers',
      keywords: ['river'],
      crs: ['EPSG:3857', 'EPSG:25833', 'CRS:84'],
      crsCount: 3,
      extent: [10.1, 50.2, 11.9, 51.2],
      styles: ['blue', 'default'],
      queryable: true,
      time: null,
      metadataUrls: ['https://meta.example.org/rivers.xml'],
    });
    expect(layerNamed(description, 'flow')).toMatchObject({
      crs: ['EPSG:25833', 'CRS:84'],
      extent: [10, 50, 12, 51.5],
      styles: ['default'],
      queryable: true,
      time: '2000-01-01/2020-12-31/P1D',
    });
    expect(layerNamed(description, 'level')?.queryable).toBe(false);
  });

  it('lists URLs worth following', () => {
    expect(description.links.map((link) => link.url)).toEqual([
      'https://water.example.org/cgi-bin/mapserv?map=/w.map&',
      'https://water.example.org/',
      'https://water.example.org/about',
      'https://meta.example.org/rivers.xml',
      'https://found.example.net/data/rivers.zip',
    ]);
    expect(description.links[3]).toMatchObject({ foundBy: 'description', anchor: 'Rivers' });
  });
});

describe('describe: older versions', () => {
  it('1.1.1 reads time from Extent and ignores vendor parts', () => {
    const { description } = read('1.1.1.xml');
    expect(description.layers.map(({ name, time }) => [name, time])).toEqual([
      [null, null],
      ['rain', '2024-01-01T00:00:00Z,2024-01-01T06:00:00Z'],
      ['snow', null],
    ]);
    expect(layerNamed(description, 'snow')).toMatchObject({
      crs: ['EPSG:3857', 'EPSG:4326'],
      extent: [-25, 34, 45, 72],
    });
    expect(description.software).toBe('GeoServer');
    expect(codes(description)).toEqual(['wms.online-resource-odd']);
  });

  it('1.1.0 splits SRS lists and joins several roots', () => {
    const { description } = read('1.1.0.xml');
    expect(layerNamed(description, 'a')?.crs).toEqual(['EPSG:4326', 'EPSG:32633', 'EPSG:32634']);
    expect(description.extent).toEqual([0, 0, 30, 10]);
  });

  it('1.0.7 and 1.0.0 name formats by elements', () => {
    expect(read('1.0.7.xml').description).toMatchObject({
      formats: ['GIF', 'PNG'],
      claimedUrl: 'http://old.example.org/map.cgi?',
    });
    const { description } = read('1.0.0.xml');
    expect(description).toMatchObject({
      keywords: ['bird', 'roadrunner', 'ambush'],
      formats: ['SGI', 'GIF', 'JPEG'],
      layerCount: 3,
    });
    expect(layerNamed(description, 'roads')).toMatchObject({ crs: ['EPSG:26986', 'EPSG:4326'], styles: ['usgs'] });
  });
});

describe('describe: odd documents', () => {
  it('keeps every layer, with any extent', () => {
    const { description } = read('odd-extents.xml');
    expect(description.layers.map(({ name, extent }) => [name, extent])).toEqual([
      ['inf', null],
      ['nan', [1, 2, 3, 4]],
      ['comma', [5.5, 47.5, 6.5, 48]],
      ['swapped', [5, 47, 6, 48]],
      ['axes', [-180, -90, 180, 90]],
      ['meters', null],
      ['dateline', [176, -21, -178, -12]],
      ['beyond', [170, -90, -170, 0]],
      ['empty', null],
      ['none', null],
    ]);
    expect(codes(description)).toEqual([
      'extent.invalid',
      'extent.missing',
      'extent.out-of-range',
      'extent.projected',
      'extent.swapped',
    ]);
  });

  it('reads unescaped and unclosed markup', () => {
    const { description } = read('not-escaped.xml');
    expect(description.title).toBe('Fish & Chips © 2020');
    expect(description.abstract).toBe('First line second line third');
    expect(description.layers.map(({ name, title, extent }) => [name, title, extent])).toEqual([
      [null, 'Root', null],
      ['cod', 'Cod', [1, 50, 2, 51]],
      ['haddock', 'Haddock', [1, 50, 2, 51]],
      ['cod', '', [1, 50, 2, 51]],
      [null, 'nameless', null],
    ]);
    expect(description.layers[1]).toMatchObject({
      abstract: 'No end tag before me',
      queryable: true,
      crs: ['EPSG:4326'],
    });
    expect(description.claimedUrl).toBe('http://fish.example.org/wms.php?a=1&b=2');
    expect(codes(description)).toEqual([
      'wms.layer-name-repeated',
      'wms.layer-unnamed',
      'wms.title-missing',
      'xml.malformed',
      'xml.text-outside',
    ]);
  });

  it('keeps the complete layers of a truncated document', () => {
    const { description } = read('truncated.xml');
    expect(description.layers.map(({ name }) => name)).toEqual([null, 'one', 'two']);
    expect(description.layerCount).toBe(3);
    expect(codes(description)).toContain('xml.truncated');
  });

  it('resolves relative URLs and reads Web Mercator boxes', () => {
    const { description } = read('prefixed.xml');
    expect(description.claimedUrl).toBe('https://found.example.net/wms?');
    expect(description.layers[0]?.extent?.map((value) => Math.round(value * 100) / 100)).toEqual([0, 0, 1, 1]);
    expect(codes(description)).toEqual(['wms.namespace-odd']);
  });

  it('reports what is missing', () => {
    const { identity, description } = readText('<WMT_MS_Capabilities/>');
    expect(identity.version).toBeNull();
    expect(codes(description)).toEqual([
      'wms.no-layers',
      'wms.no-map-format',
      'wms.online-resource-odd',
      'wms.title-missing',
      'wms.version-missing',
    ]);
    expect(codes(readText('<WMT_MS_Capabilities version="1.2.9"/>').description)).toContain('wms.version-odd');
  });

  it('recognizes the product by its headers too', () => {
    expect(
      read('prefixed.xml', { server: 'QGIS FCGI server - QGIS version 3.22.4-Białowieża' }).description.software,
    ).toMatch(/^QGIS Server 3\.22\.4/);
  });

  it('counts layers beyond the cap', () => {
    const many = '<Layer><Name>x</Name></Layer>'.repeat(100_050);
    const { description } = readText(
      `<WMS_Capabilities version="1.3.0"><Capability>${many}</Capability></WMS_Capabilities>`,
    );
    expect(description.layers).toHaveLength(100_000);
    expect(description.layerCount).toBe(100_050);
    expect(codes(description)).toContain('wms.too-many-layers');
  });

  it('shortens long lists of times and keeps the rest as published', () => {
    const times = Array.from({ length: 100_000 }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    const layer = `<Layer><Name>t</Name><Dimension name="TIME">${times.join(',')}</Dimension></Layer>`;
    const { description } = readText(
      `<WMS_Capabilities version="1.3.0"><Capability>${layer}</Capability></WMS_Capabilities>`,
    );
    expect(description.layers[0]?.time).toBe(`1970-01-01/${times.at(-1)}`);
    expect(codes(description)).not.toContain('wms.time-odd');
    const odd = '<Layer><Name>t</Name><Dimension name="time">[0-9]{4}</Dimension></Layer>';
    const { description: oddOne } = readText(
      `<WMS_Capabilities version="1.3.0"><Capability>${odd}</Capability></WMS_Capabilities>`,
    );
    expect(oddOne.layers[0]?.time).toBe('[0-9]{4}');
    expect(codes(oddOne)).toContain('wms.time-odd');
  });

  it('ignores elements named like members of every object', () => {
    const layers = '<Layer><valueOf/><Name>a</Name><toString><constructor/></toString></Layer>';
    const document = makeDocument({
      url: 'http://a.example/wms',
      bytes: Buffer.from(`<WMS_Capabilities version="1.3.0"><Capability>${layers}</Capability></WMS_Capabilities>`),
    });
    const [identity] = wms.identify(document);
    expect(wms.describe(document, identity!).layers).toMatchObject([{ name: 'a' }]);
  });

  it('never throws on damaged documents', () => {
    const source = readFileSync(new URL('1.3.0.xml', folder), 'utf8');
    const damage = fc.record({
      at: fc.nat({ max: source.length }),
      remove: fc.nat({ max: 200 }),
      insert: fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom('<Layer>', '</Layer>', '<', '"', ']]>', '<!--', '&', '\u0000'),
      ),
    });
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 6 }), (damages) => {
        let text = source;
        for (const { at, remove, insert } of damages) text = text.slice(0, at) + insert + text.slice(at + remove);
        const document = documentOf(text);
        for (const identity of wms.identify(document)) {
          const { layers, layerCount } = wms.describe(document, identity);
          expect(layers.length).toBe(layerCount);
          for (const [index, { parent }] of layers.entries()) expect(parent === null || parent < index).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('suspect', () => {
  const score = (link: string, anchor = '', window = '') =>
    wms.suspect({ url: link, foundBy: 'link', anchor, window, nofollow: false });

  it('is sure of requests and known URLs', () => {
    expect(score('http://a.org/x?service=wms&request=getcapabilities')).toBe(1);
    expect(score('http://a.org/x?map=/y.map&REQUEST=GetMap&LAYERS=z')).toBeGreaterThan(0.9);
    expect(score('https://a.org/geoserver/ne/wms')).toBeGreaterThan(0.8);
    expect(score('http://a.org/arcgis/services/X/MapServer/WMSServer')).toBeGreaterThan(0.9);
  });

  it('doubts pages and other services', () => {
    expect(score('https://a.org/docs/wms.html')).toBe(0);
    expect(score('https://a.org/wiki/wms', 'WMS')).toBeLessThan(0.5);
    expect(score('https://a.org/ows?service=WFS&request=GetCapabilities')).toBeLessThan(0.5);
    expect(score('https://a.org/gwc/service/wmts?REQUEST=GetCapabilities')).toBeLessThan(0.5);
    expect(score('https://a.org/about')).toBe(0);
  });

  it('uses the text of a link', () => {
    expect(score('https://a.org/dienste/alkis', 'WMS ALKIS')).toBe(0.5);
    expect(score('https://a.org/dienste/alkis', 'hier', 'Der WMS ist hier zu finden')).toBe(0.3);
  });
});

describe('probe', () => {
  const urls = (address: string) => wms.probe(address).map((request) => request.url);

  it('requests no version first, then the two that matter, the older in lower case', () => {
    expect(urls('http://a.org/cgi?map=/x.map&layers=y&request=GetMap')).toEqual([
      'http://a.org/cgi?map=/x.map&SERVICE=WMS&REQUEST=GetCapabilities',
      'http://a.org/cgi?map=/x.map&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0',
      'http://a.org/cgi?map=/x.map&service=WMS&request=GetCapabilities&version=1.1.1',
    ]);
  });

  it('returns the same list for any of its own requests', () => {
    const [first] = urls('http://a.org/wms');
    expect(urls(first!)).toEqual(urls('http://a.org/wms'));
  });

  it('requests saved documents as they are, and ArcGIS services at their WMS URL', () => {
    expect(urls('http://a.org/caps.xml')[0]).toBe('http://a.org/caps.xml');
    expect(urls('http://a.org/arcgis/rest/services/F/S/MapServer/3')[0]).toBe(
      'http://a.org/arcgis/services/F/S/MapServer/WMSServer?SERVICE=WMS&REQUEST=GetCapabilities',
    );
  });
});

describe('check', () => {
  const check = (description: Description, version: string, turn?: number) => {
    const place = {
      id: 'x',
      kind: 'wms',
      family: 'service',
      endpoint: 'http://a.org/wms?map=1',
      url: 'http://a.org/wms',
    } as const;
    const resource: Resource = { ...description, ...place, version, firstSeenMs: 0, lastSeenMs: 0, provenance: null };
    return wms.check?.(resource, turn).map((request) => new URL(request.url).searchParams);
  };

  it('requests one small map with the correct axis order', () => {
    const [query, whole] = check(read('1.3.0.xml').description, '1.3.0') ?? [];
    expect(Object.fromEntries(query!)).toMatchObject({
      map: '1',
      REQUEST: 'GetMap',
      LAYERS: 'waters',
      CRS: 'CRS:84',
      BBOX: '10.5,50.375,11.5,51.125',
      WIDTH: '64',
      HEIGHT: '64',
      FORMAT: 'image/png',
    });
    expect([whole?.get('LAYERS') !== 'waters', whole?.get('BBOX')]).toEqual([true, '10.1,50.2,11.9,51.2']);
    const [older] = check(read('1.1.1.xml').description, '1.1.1') ?? [];
    expect(Object.fromEntries(older!)).toMatchObject({
      VERSION: '1.1.1',
      LAYERS: 'rain',
      SRS: 'EPSG:4326',
      BBOX: '-7.5,43.5,27.5,62.5',
    });
  });

  it('requests another box each round, always within the extent', () => {
    const { description } = read('1.1.1.xml');
    const boxes = Array.from({ length: 50 }, (_, turn) => check(description, '1.1.1', turn)?.[0]?.get('BBOX') ?? '');
    expect(new Set(boxes).size).toBe(50);
    for (const box of boxes) {
      const [west, south, east, north] = box.split(',').map(Number);
      expect([west! >= -25, south! >= 34, east! <= 45, north! <= 72]).toEqual([true, true, true, true]);
    }
  });

  it('requests nothing if no layer can be requested', () => {
    expect(check(readText('<WMS_Capabilities/>').description, '1.3.0')).toEqual([]);
  });
});
