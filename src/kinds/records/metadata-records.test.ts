// Records of ISO, FGDC, Dublin Core and Atom, alone and in lists; edge cases 64 to 67.
import { describe, expect, it } from 'vitest';
import { claims, fixtureDocument, readKind, textDocument } from '../../../test/kind-fixture.ts';
import { atom } from '../metadata/atom.ts';
import { fgdc } from '../metadata/fgdc.ts';
import { iso19139 } from '../metadata/iso19139.ts';
import { oaiPmh } from '../metadata/oai-pmh.ts';
import { cswRecords } from '../ogc/csw/csw-records.ts';

const searchUrl = 'https://meta.example.org/csw?service=CSW&request=GetRecords&startPosition=1&maxRecords=3';

function searchResponse(attributes: string, records: number): string {
  const list = '<csw:Record><dc:title>A</dc:title></csw:Record>'.repeat(records);
  return `<csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:dc="http://purl.org/dc/elements/1.1/"><csw:SearchResults ${attributes}>${list}</csw:SearchResults></csw:GetRecordsResponse>`;
}

describe('csw-records', () => {
  it('reads references, URLs and boxes in every notation (edge case 66)', () => {
    const { identity, description, links } = readKind(
      cswRecords,
      fixtureDocument('csw-records', 'dublin-core.xml', searchUrl),
    );
    expect(identity).toEqual({ kind: 'csw-records', version: '2.0.2', endpoint: searchUrl });
    expect(description.layers.map(({ name, extent }) => [name, extent])).toEqual([
      ['urn:lake:1', [8.2, 47.1, 9.4, 48.3]],
      // Longitude first under a URN, east before west: GeoNetwork.
      ['urn:roads:1', [11.8, 45.5, 12.7, 46]],
      [null, null],
    ]);
    expect(links).toEqual([
      'https://maps.example.org/lakes/wms?SERVICE=WMS&REQUEST=GetCapabilities',
      'https://meta.example.org/files/roads.zip',
      'https://meta.example.org/csw?service=CSW&request=GetRecords&startPosition=4&maxRecords=100',
    ]);
    expect(description.links[0]).toMatchObject({ foundBy: 'catalog', anchor: 'OGC:WMS Lakes of Lower Nowhere' });
  });

  it('reads degrees under the name of a projected system, as GeoNetwork writes them', () => {
    const box = '<ows:LowerCorner>13.27 47.46</ows:LowerCorner><ows:UpperCorner>12.56 48.13</ows:UpperCorner>';
    const systems = [
      'urn:ogc:def:crs:INSPIRE RS registry::http://www.opengis.net/def/crs/EPSG/0/3857',
      'urn:ogc:def:crs:EPSG::RGF93 / Lambert-93 (EPSG:2154)',
    ];
    const records = systems.map((crs) => `<Record><ows:BoundingBox crs="${crs}">${box}</ows:BoundingBox></Record>`);
    const text = `<GetRecordsResponse xmlns:ows="http://www.opengis.net/ows"><SearchResults>${records.join('')}</SearchResults></GetRecordsResponse>`;
    const { description } = readKind(cswRecords, textDocument(text, searchUrl));
    expect(description.layers.map(({ extent }) => extent)).toEqual([
      [12.56, 47.46, 13.27, 48.13],
      [12.56, 47.46, 13.27, 48.13],
    ]);
  });

  it('reads records of other standards in the same list (edge case 65)', () => {
    const { identity, description, links } = readKind(
      cswRecords,
      fixtureDocument('csw-records', 'iso-and-fgdc.xml', searchUrl),
    );
    expect(identity?.version).toBe('3.0');
    expect(description.layers.map(({ title }) => title)).toEqual(['Gauges service', 'Soils of 1960', '']);
    expect(links).toEqual([
      'https://maps.example.org/gauges?',
      'https://meta.example.org/records/gauges',
      'https://old.example.org/soils.e00',
    ]);
  });

  it.each([
    ['nextRecord missing', 'numberOfRecordsMatched="9" numberOfRecordsReturned="3"', 3, '4', true],
    ['nextRecord 0 too early', 'numberOfRecordsMatched="9" numberOfRecordsReturned="3" nextRecord="0"', 3, '4', true],
    [
      'fewer records than announced',
      'numberOfRecordsMatched="9" numberOfRecordsReturned="3" nextRecord="4"',
      2,
      '4',
      true,
    ],
    ['the last page', 'numberOfRecordsMatched="3" numberOfRecordsReturned="3" nextRecord="4"', 3, null, false],
    [
      'an empty page that names a next one',
      'numberOfRecordsMatched="9" numberOfRecordsReturned="0" nextRecord="1"',
      0,
      null,
      false,
    ],
  ])('continues to the next page with %s (edge case 64)', (_, attributes, records, position, isOdd) => {
    const { links, codes } = readKind(cswRecords, textDocument(searchResponse(attributes, records), searchUrl));
    const next = links.map((url) => new URL(url).searchParams.get('startPosition'));
    expect(next).toEqual(position === null ? [] : [position]);
    expect(codes.includes('catalog.paging-odd')).toBe(isOdd);
  });

  it('links to the catalogs of a distributed search, and rejects exceptions (edge case 67)', () => {
    const answer =
      '<GetRecordsResponse xmlns="http://www.opengis.net/cat/csw/3.0"><SearchResults numberOfRecordsMatched="0" nextRecord="1"><FederatedSearchResult catalogueURL="http://other.example.net/csw?"/></SearchResults></GetRecordsResponse>';
    expect(readKind(cswRecords, textDocument(answer, searchUrl)).links).toEqual(['http://other.example.net/csw?']);
    expect(
      claims(cswRecords, textDocument('<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows"/>', searchUrl)),
    ).toBe(false);
  });
});

describe('iso19139', () => {
  it('reads all of a dataset record', () => {
    const { identity, description, links, codes } = readKind(
      iso19139,
      fixtureDocument('iso19139', 'dataset.xml', 'http://m.org/r.xml'),
    );
    expect(identity?.version).toBe('gmd');
    expect(description).toMatchObject({
      title: 'Forests & woods',
      abstract: 'Forest areas.',
      keywords: ['forest', 'tree', 'environment'],
      provider: { organization: 'Forest Office', person: 'Eva Wood', email: 'wood@example.org' },
      accessConstraints: 'CC BY 4.0',
      extent: [7.5, 47.5, 10.5, 49.8],
      formats: ['GeoPackage'],
      layers: [{ name: '0000-forest', crs: ['EPSG:25832'], time: '2010-01-01/2020-12-31' }],
    });
    // The agency's home page and the mail address aren't data.
    expect(links).toEqual(['https://maps.example.org/forest/wfs?']);
    expect(codes).toEqual([]);
  });

  it('reads ISO 19115-3, across the antimeridian', () => {
    const { identity, description } = readKind(
      iso19139,
      fixtureDocument('iso19139', 'iso19115-3.xml', 'http://m.org/r.xml'),
    );
    expect(identity?.version).toBe('2.0');
    expect(description).toMatchObject({
      title: 'Sea floor depth',
      extent: [177, -20, -178, -15],
      provider: { organization: 'Marine Lab' },
    });
  });

  it('requires the root name and rejects other namespaces', () => {
    expect(claims(iso19139, textDocument('<MD_Metadata/>', 'http://m.org/'))).toBe(true);
    expect(claims(iso19139, textDocument('<MD_Metadata xmlns="urn:something-else"/>', 'http://m.org/'))).toBe(false);
  });
});

describe('fgdc', () => {
  it('reads a record, and rejects other <metadata>', () => {
    const { identity, description, links } = readKind(
      fgdc,
      fixtureDocument('fgdc', 'record.xml', 'http://m.org/f.xml'),
    );
    expect(identity?.version).toBe('FGDC-STD-001-1998');
    expect(description).toMatchObject({
      title: 'Harbor depths 2001',
      extent: [-71.1, 42.2, -70.9, 42.4],
      provider: { organization: 'Harbor Office', person: 'Sam Sail' },
      fees: 'None',
      formats: ['SHP'],
    });
    expect(links).toEqual(['https://harbor.example.org/get', 'https://harbor.example.org/depths.zip']);
    expect(claims(fgdc, textDocument('<metadata><groupId>org</groupId></metadata>', 'http://m.org/'))).toBe(false);
  });
});

describe('atom', () => {
  const url = 'https://atom.example.org/feeds/service.xml';

  it('reads an INSPIRE download service', () => {
    const { description, links } = readKind(atom, fixtureDocument('atom', 'inspire-service.xml', url));
    expect(description).toMatchObject({
      title: 'Download service for protected sites',
      extent: [8, 47, 10, 49],
      accessConstraints: 'CC0',
      provider: { organization: 'Nature Office' },
      layers: [{ name: 'sites-1', title: 'Protected sites', crs: ['EPSG:25832'] }],
    });
    expect(links).toContain('https://atom.example.org/sites.xml');
    expect(links).toContain('https://meta.example.org/service.xml');
  });

  it('recognizes a dataset feed without the namespace by its links, and a context by its offerings', () => {
    expect(readKind(atom, fixtureDocument('atom', 'dataset-without-namespace.xml', url)).links).toContain(
      'https://atom.example.org/feeds/files/sites_1.gml',
    );
    expect(readKind(atom, fixtureDocument('atom', 'owc.xml', url)).links).toEqual([
      'https://maps.example.org/flood?SERVICE=WMS&REQUEST=GetCapabilities',
    ]);
  });

  it('ignores news', () => {
    expect(claims(atom, fixtureDocument('atom', 'exception-news.xml', url))).toBe(false);
  });
});

describe('oai-pmh', () => {
  it('is one repository for any request, and follows only pages of records with a location', () => {
    const url = 'https://repo.example.org/oai?verb=ListRecords&metadataPrefix=oai_dc';
    const { identity, description, links } = readKind(oaiPmh, fixtureDocument('oai-pmh', 'list-records.xml', url));
    expect(identity).toEqual({ kind: 'oai-pmh', version: '2.0', endpoint: 'https://repo.example.org/oai' });
    expect(description).toMatchObject({ layerCount: 900, extent: [-40.5, 76, -38, 78] });
    expect(description.layers).toHaveLength(1);
    expect(links).toEqual([
      'https://repo.example.org/item/1',
      'https://repo.example.org/oai?verb=ListRecords&resumptionToken=page%7C2',
    ]);
  });

  it('requests records after Identify', () => {
    const document = fixtureDocument('oai-pmh', 'identify.xml', 'https://repo.example.org/oai?verb=Identify');
    const { identity, description } = readKind(oaiPmh, document);
    expect(description.title).toBe('Repository of Nowhere');
    expect(oaiPmh.more?.(document, identity!)?.url).toBe(
      'https://repo.example.org/oai?verb=ListRecords&metadataPrefix=oai_dc',
    );
  });
});
