// Edge cases 58 to 67: WFS, WCS, WPS, SOS and CSW as servers write them.
import { afterEach, describe, expect, it } from 'vitest';
import { closeWebs, crawlAll, serve } from './probing.ts';
import { checkOf, read, rounded } from './reading.ts';

const url = 'http://found.example.net/ows?map=/x.map';

afterEach(closeWebs);

function wfs(version: string, types: string, head = ''): string {
  return `<WFS_Capabilities version="${version}" xmlns="http://www.opengis.net/wfs"><Service><Title>T</Title>${head}</Service>
    <FeatureTypeList>${types}</FeatureTypeList></WFS_Capabilities>`;
}

describe('58. WFS boxes in the type’s own system, wrong, or none', () => {
  const bounds = 'minx="181896" miny="6091259" maxx="1084719" maxy="7689478"';
  const corners = '<LowerCorner>181896 6091259</LowerCorner><UpperCorner>1084719 7689478</UpperCorner>';
  const nowhere = '<LowerCorner>inf inf</LowerCorner><UpperCorner>-inf -inf</UpperCorner>';
  const sweden = [7, 55, 30, 69];
  it.each([
    ['1.0.0', `<SRS>EPSG:3006</SRS><LatLongBoundingBox ${bounds}/>`, sweden, ['extent.turned']],
    [
      '1.1.0',
      `<DefaultSRS>urn:ogc:def:crs:EPSG::3006</DefaultSRS><WGS84BoundingBox>${corners}</WGS84BoundingBox>`,
      sweden,
      ['extent.turned'],
    ],
    [
      '2.0.0',
      `<DefaultCRS>EPSG:4326</DefaultCRS><WGS84BoundingBox>${corners}</WGS84BoundingBox>`,
      null,
      ['extent.projected'],
    ],
    ['2.0.0', `<WGS84BoundingBox>${nowhere}</WGS84BoundingBox>`, null, ['extent.invalid']],
    ['1.1.0', '<DefaultSRS>EPSG:3006</DefaultSRS>', null, []],
  ])('WFS %s: %s', (version, box, extent, codes) => {
    const type = `<FeatureType><Name>a:roads</Name><Title>Roads</Title>${box}</FeatureType>`;
    const reading = read(wfs(version, type), url);
    expect(reading.layers).toMatchObject([{ name: 'a:roads', title: 'Roads' }]);
    expect([rounded(reading.layers[0]?.extent), reading.codes]).toEqual([extent, codes]);
  });

  it('zero feature types are a WFS that is empty', () => {
    const { identity, description, codes } = read(wfs('2.0.0', ''), url);
    expect([identity.kind, description.layerCount, codes]).toEqual(['wfs', 0, ['ows.empty']]);
  });
});

describe('59. WFS names, keywords and extended capabilities', () => {
  it.each([
    ['<Name>topp:states</Name>', 'topp:states'],
    ['<Name>states</Name>', 'states'],
    ['<Name xmlns:app="http://a.example/app">app:states</Name>', 'app:states'],
    ['<Name xmlns="http://a.example/app">states</Name>', 'states'],
  ])('%s', (written, name) => {
    expect(read(wfs('2.0.0', `<FeatureType>${written}</FeatureType>`), url).layers[0]?.name).toBe(name);
  });

  it('keywords separated by commas', () => {
    const type = '<FeatureType><Name>a</Name><Keywords>oak, ash ,  elm</Keywords></FeatureType>';
    const { description, layers } = read(wfs('1.0.0', type, '<Keywords>trees, forest</Keywords>'), url);
    expect(description.keywords).toEqual(['trees', 'forest']);
    expect(layers[0]?.keywords).toEqual(['oak', 'ash', 'elm']);
  });

  it('operations inside extended capabilities are not the service’s', () => {
    const get = (address: string) => `<DCP><HTTP><Get xlink:href="${address}"/></HTTP></DCP>`;
    const { description } = read(
      `<WFS_Capabilities version="2.0.0" xmlns="http://www.opengis.net/wfs/2.0" xmlns:xlink="http://www.w3.org/1999/xlink"><OperationsMetadata>
        <ExtendedCapabilities><x><Operation name="GetFeature">${get('http://other.example/?')}</Operation></x></ExtendedCapabilities>
        <Operation name="GetFeature">${get('http://a.example/wfs?')}</Operation></OperationsMetadata></WFS_Capabilities>`,
      url,
    );
    expect(description.claimedUrl).toBe('http://a.example/wfs?');
  });
});

describe('60. GetFeature as servers want it', () => {
  it.each([
    ['1.0.0', 'MAXFEATURES=1'],
    ['1.1.0', 'MAXFEATURES=1'],
    ['2.0.0', 'COUNT=1'],
    ['2.0.2', 'COUNT=1'],
  ])('%s is asked with %s, without a box, a URN or a format it may refuse', (version, limit) => {
    const [request] = checkOf(read(wfs(version, '<FeatureType><Name>a:b</Name></FeatureType>'), url));
    expect(request?.url).toContain(`&${limit}`);
    expect(request?.url).not.toMatch(/bbox|srsname|outputformat|urn/i);
  });

  it.each(['numberMatched="unknown" numberReturned="1"', 'numberOfFeatures="unknown"', ''])(
    'GML with the count [%s] is counted by its members',
    (counts) => {
      const { identity, layers } = read(
        `<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:a="urn:a" ${counts}>
        <wfs:member><a:roads gml:id="r1"><a:g><gml:Point srsName="EPSG:4326"><gml:pos>7 50</gml:pos></gml:Point></a:g></a:roads></wfs:member></wfs:FeatureCollection>`,
        `${url}&SERVICE=WFS&REQUEST=GetFeature`,
      );
      expect([identity.kind, layers]).toMatchObject(['gml', [{ name: 'roads', featureCount: 1 }]]);
    },
  );
});

describe('61. WCS of every version', () => {
  const box = '<lonLatEnvelope><gml:pos>7 46</gml:pos><gml:pos>8 47</gml:pos></lonLatEnvelope>';
  it.each([
    [
      '1.0.0',
      `<WCS_Capabilities version="1.0.0" xmlns="http://www.opengis.net/wcs" xmlns:gml="http://www.opengis.net/gml"><ContentMetadata>
        <CoverageOfferingBrief><name>dem</name><label>Heights</label>${box}</CoverageOfferingBrief></ContentMetadata></WCS_Capabilities>`,
      { name: 'dem', title: 'Heights', extent: [7, 46, 8, 47] },
      'COVERAGE=dem',
    ],
    [
      '1.1.1',
      `<Capabilities version="1.1.1" xmlns="http://www.opengis.net/wcs/1.1.1" xmlns:ows="http://www.opengis.net/ows/1.1"><Contents>
        <CoverageSummary><Identifier>dem</Identifier><ows:WGS84BoundingBox><ows:LowerCorner>7 46</ows:LowerCorner><ows:UpperCorner>8 47</ows:UpperCorner></ows:WGS84BoundingBox></CoverageSummary></Contents></Capabilities>`,
      { name: 'dem', title: '', extent: [7, 46, 8, 47] },
      'IDENTIFIERS=dem',
    ],
    [
      '2.0.1',
      `<wcs:Capabilities version="2.0.1" xmlns:wcs="http://www.opengis.net/wcs/2.0"><wcs:Contents>
        <wcs:CoverageSummary><wcs:CoverageId>dem</wcs:CoverageId><wcs:CoverageSubtype>RectifiedGridCoverage</wcs:CoverageSubtype></wcs:CoverageSummary></wcs:Contents></wcs:Capabilities>`,
      { name: 'dem', title: '', extent: null },
      'COVERAGEID=dem',
    ],
  ])('%s, asked about one coverage and never for its data', (version, text, layer, parameter) => {
    const reading = read(text, url);
    expect(reading.identity).toMatchObject({ kind: 'wcs', version });
    expect(reading.layers).toMatchObject([layer]);
    const [request] = checkOf(reading);
    expect(request?.url).toMatch(/REQUEST=DescribeCoverage/);
    expect(request?.url).toContain(parameter);
  });
});

describe('62. WPS descriptions', () => {
  const space = 'xmlns:wps="http://www.opengis.net/wps/1.0.0" xmlns:ows="http://www.opengis.net/ows/1.1"';
  const process = (name: string) =>
    `<wps:Process wps:processVersion="1"><ows:Identifier>${name}</ows:Identifier></wps:Process>`;

  it('are requested for one process, never for all', () => {
    const list = `<wps:Capabilities ${space} version="1.0.0"><wps:ProcessOfferings>${process('buffer')}${process('clip')}</wps:ProcessOfferings></wps:Capabilities>`;
    const reading = read(list, url);
    expect(reading.layers.map(({ name }) => name)).toEqual(['buffer', 'clip']);
    expect(checkOf(reading).map((request) => new URL(request.url).searchParams.get('IDENTIFIER'))).toEqual([
      'buffer',
      'clip',
    ]);
  });

  it('with unsupported inputs and outputs that are plain URLs are still a WPS', () => {
    const one = `<ProcessDescription><ows:Identifier>x</ows:Identifier><DataInputs><Input><ows:Identifier>in</ows:Identifier><StrangeData/></Input></DataInputs>
      <ProcessOutputs><Output><ows:Identifier>out</ows:Identifier><Reference href="http://a.example/out.tif"/></Output></ProcessOutputs></ProcessDescription>`;
    const all = `<wps:ProcessDescriptions ${space} version="1.0.0">${one.repeat(2000)}</wps:ProcessDescriptions>`;
    const { identity, codes, links } = read(all, `${url}&service=WPS&request=DescribeProcess&identifier=all`);
    expect([identity.kind, identity.version, codes]).toEqual(['wps', '1.0.0', ['ows.title-missing']]);
    expect(links).toEqual([`${url}&SERVICE=WPS&REQUEST=GetCapabilities`]);
  });
});

describe('63. SOS by POST only, with thousands of offerings, up to now', () => {
  const offering = (index: number) =>
    `<sos:ObservationOffering gml:id="o${index}"><gml:name>Offering ${index}</gml:name><sos:time><gml:TimePeriod><gml:beginPosition>2001-01-01</gml:beginPosition>
     <gml:endPosition indeterminatePosition="now"/></gml:TimePeriod></sos:time><sos:observedProperty xlink:href="urn:level"/></sos:ObservationOffering>`;
  const capabilities = `<sos:Capabilities version="1.0.0" xmlns:sos="http://www.opengis.net/sos/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:gml="http://www.opengis.net/gml" xmlns:xlink="http://www.w3.org/1999/xlink">
    <ows:OperationsMetadata><ows:Operation name="GetObservation"><ows:DCP><ows:HTTP><ows:Post xlink:href="http://a.example/sos"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
    <sos:Contents><sos:ObservationOfferingList>${Array.from({ length: 10_000 }, (_, index) => offering(index)).join('')}</sos:ObservationOfferingList></sos:Contents></sos:Capabilities>`;

  it('is read like any other', () => {
    const { identity, description, layers } = read(capabilities, url);
    expect([identity.kind, identity.endpoint, description.layerCount]).toEqual(['sos', url, 10_000]);
    expect(layers.at(-1)).toMatchObject({ name: 'o9999', title: 'Offering 9999', time: '2001-01-01/now' });
    expect(description.claimedUrl).toBeNull();
  });
});

function records(attributes: string, inside: string): string {
  return `<csw:GetRecordsResponse version="2.0.2" xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/"
    xmlns:ows="http://www.opengis.net/ows" xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco" xmlns:srv="http://www.isotc211.org/2005/srv" xmlns:xlink="http://www.w3.org/1999/xlink">
    <csw:SearchResults ${attributes}>${inside}</csw:SearchResults></csw:GetRecordsResponse>`;
}

function record(id: string, inside = ''): string {
  return `<csw:Record><dc:identifier>${id}</dc:identifier><dc:title>Record ${id}</dc:title>${inside}</csw:Record>`;
}

const searchUrl = 'http://found.example.net/csw?service=CSW&version=2.0.2&request=GetRecords&maxRecords=100';

describe('64. CSW paging that does not add up', () => {
  const three = record('a') + record('b') + record('c');
  it.each([
    ['nextRecord missing', 'numberOfRecordsMatched="10" numberOfRecordsReturned="3"', '', '4', true],
    ['nextRecord 0 too early', 'numberOfRecordsMatched="10" numberOfRecordsReturned="3" nextRecord="0"', '', '4', true],
    ['nextRecord never 0', 'numberOfRecordsMatched="3" numberOfRecordsReturned="3" nextRecord="4"', '', null, false],
    ['nextRecord that stays', 'numberOfRecordsMatched="9" numberOfRecordsReturned="3" nextRecord="4"', '4', '7', true],
    ['fewer than announced', 'numberOfRecordsMatched="10" numberOfRecordsReturned="9" nextRecord="10"', '', '10', true],
    ['a silent cap', 'numberOfRecordsMatched="200" numberOfRecordsReturned="3" nextRecord="4"', '', '4', false],
  ])('%s', (_what, attributes, start, next, isOdd) => {
    const requested = start === '' ? searchUrl : `${searchUrl}&startPosition=${start}`;
    const { description, codes, links } = read(records(attributes, three), requested);
    expect(description.layerCount).toBe(3);
    const following = links.map((link) => new URL(link).searchParams.get('startPosition'));
    expect(following).toEqual(next === null ? [] : [next]);
    expect(codes.includes('catalog.paging-odd')).toBe(isOdd);
  });

  it('an empty page is the last one', () => {
    expect(read(records('numberOfRecordsMatched="10" nextRecord="4"', ''), searchUrl).links).toEqual([]);
  });
});

describe('65. CSW records of any schema', () => {
  function capabilities(typeNames: readonly string[]): string {
    const values = typeNames.map((name) => `<ows:Value>${name}</ows:Value>`).join('');
    return `<csw:Capabilities version="2.0.2" xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:ows="http://www.opengis.net/ows"><ows:OperationsMetadata>
      <ows:Operation name="GetRecords"><ows:Parameter name="TypeNames">${values}</ows:Parameter></ows:Operation></ows:OperationsMetadata></csw:Capabilities>`;
  }
  const iso = 'http://www.isotc211.org/2005/gmd';
  it.each([
    [[], 'csw:Record', null, /^xmlns\(csw=/],
    [['csw:Record'], 'csw:Record', null, /^xmlns\(csw=/],
    [['gmd:MD_Metadata', 'csw:Record'], 'csw:Record', null, /^xmlns\(csw=/],
    [['gmd:MD_Metadata'], 'gmd:MD_Metadata', iso, /^xmlns\(gmd=http:\/\/www\.isotc211\.org\/2005\/gmd\)$/],
  ])('type names %j are asked by one that is offered, its prefix declared', (offered, typeName, schema, namespace) => {
    const requested = new URL(read(capabilities(offered), url).links[0]!).searchParams;
    expect([requested.get('TYPENAMES'), requested.get('OUTPUTSCHEMA')]).toEqual([typeName, schema]);
    expect(requested.get('NAMESPACE')).toMatch(namespace);
  });

  it.each([
    ['Dublin Core', record('x')],
    [
      'ISO 19139',
      '<gmd:MD_Metadata><gmd:identificationInfo><gmd:MD_DataIdentification><gmd:citation><gmd:CI_Citation><gmd:title><gco:CharacterString>Record x</gco:CharacterString></gmd:title></gmd:CI_Citation></gmd:citation></gmd:MD_DataIdentification></gmd:identificationInfo></gmd:MD_Metadata>',
    ],
    [
      'ISO 19115-3',
      '<mdb:MD_Metadata xmlns:mdb="http://standards.iso.org/iso/19115/-3/mdb/2.0" xmlns:mri="http://standards.iso.org/iso/19115/-3/mri/1.0" xmlns:cit="http://standards.iso.org/iso/19115/-3/cit/2.0"><mdb:identificationInfo><mri:MD_DataIdentification><mri:citation><cit:CI_Citation><cit:title><gco:CharacterString>Record x</gco:CharacterString></cit:title></cit:CI_Citation></mri:citation></mri:MD_DataIdentification></mdb:identificationInfo></mdb:MD_Metadata>',
    ],
    ['FGDC', '<metadata><idinfo><citation><citeinfo><title>Record x</title></citeinfo></citation></idinfo></metadata>'],
    [
      'DIF',
      '<DIF xmlns="http://gcmd.gsfc.nasa.gov/Aboutus/xml/dif/"><Entry_ID>x</Entry_ID><Entry_Title>Record x</Entry_Title></DIF>',
    ],
    ['ANZLIC', '<anzmeta><citeinfo><uniqueid>x</uniqueid><title>Record x</title></citeinfo></anzmeta>'],
    [
      'GM03',
      '<gm03:TRANSFER xmlns:gm03="http://www.interlis.ch/INTERLIS2.2"><gm03:DATASECTION><gm03:GM03_2Core.Core><gm03:GM03_2Core.Core.CI_Citation><gm03:title><gm03:GM03_2Core.Core.PT_FreeText><gm03:textGroup><gm03:GM03_2Core.Core.PT_Group><gm03:plainText>Record x</gm03:plainText></gm03:GM03_2Core.Core.PT_Group></gm03:textGroup></gm03:GM03_2Core.Core.PT_FreeText></gm03:title></gm03:GM03_2Core.Core.CI_Citation></gm03:GM03_2Core.Core></gm03:DATASECTION></gm03:TRANSFER>',
    ],
  ])('%s', (_schema, text) => {
    const { description } = read(records('numberOfRecordsMatched="1"', text), searchUrl);
    expect([description.layerCount, description.layers[0]?.title]).toEqual([1, 'Record x']);
  });
});

describe('66. Links, boxes and dates of records', () => {
  const online = (protocol: string) =>
    `<gmd:MD_Metadata><gmd:distributionInfo><gmd:MD_Distribution><gmd:transferOptions><gmd:MD_DigitalTransferOptions><gmd:onLine><gmd:CI_OnlineResource>
     <gmd:linkage><gmd:URL>http://a.example/wms</gmd:URL></gmd:linkage>${protocol}</gmd:CI_OnlineResource></gmd:onLine></gmd:MD_DigitalTransferOptions></gmd:transferOptions></gmd:MD_Distribution></gmd:distributionInfo></gmd:MD_Metadata>`;
  it.each([
    ['dc:URI', record('x', '<dc:URI protocol="OGC:WMS">http://a.example/wms</dc:URI>')],
    ['dct:references', record('x', '<dct:references scheme="OGC:WMS">http://a.example/wms</dct:references>')],
    ['CI_OnlineResource', online('<gmd:protocol><gco:CharacterString>OGC:WMS</gco:CharacterString></gmd:protocol>')],
    ['an empty protocol', online('<gmd:protocol/>')],
    ['free text', online('<gmd:protocol><gco:CharacterString>our map service</gco:CharacterString></gmd:protocol>')],
    [
      'operatesOn',
      '<gmd:MD_Metadata><gmd:identificationInfo><srv:SV_ServiceIdentification><srv:operatesOn xlink:href="http://a.example/wms"/></srv:SV_ServiceIdentification></gmd:identificationInfo></gmd:MD_Metadata>',
    ],
  ])('%s', (_where, text) => {
    expect(read(records('numberOfRecordsMatched="1"', text), searchUrl).links).toEqual(['http://a.example/wms']);
  });

  const corners = (crs: string, lower: string, upper: string) =>
    `<ows:BoundingBox crs="${crs}"><ows:LowerCorner>${lower}</ows:LowerCorner><ows:UpperCorner>${upper}</ows:UpperCorner></ows:BoundingBox>`;
  it.each([
    ['none', '', null],
    ['latitude first by URN', corners('urn:x-ogc:def:crs:EPSG:6.11:4326', '46 7', '47 8'), [7, 46, 8, 47]],
    ['longitude first', corners('EPSG:4326', '7 46', '8 47'), [7, 46, 8, 47]],
    ['no system', corners('', '7 46', '8 47'), [7, 46, 8, 47]],
  ])('box: %s', (_what, box, extent) => {
    const { layers, codes } = read(records('numberOfRecordsMatched="1"', record('x', box)), searchUrl);
    expect([layers[0]?.extent ?? null, codes]).toEqual([extent, []]);
  });
});

describe('67. Catalogs of catalogs', () => {
  it('that link each other are each harvested once: the link, and the one page of the harvest', async () => {
    const answer = (other: () => string) => (path: string) => {
      if (!/request=getrecords/i.test(path)) return null;
      const inside = `<csw:FederatedSearchResult catalogueURL="${other().replaceAll('&', '&amp;')}"/>${record('shared')}`;
      return { type: 'text/xml', body: records('numberOfRecordsMatched="1" numberOfRecordsReturned="1"', inside) };
    };
    const address = (web: { origin: string }) => `${web.origin}/csw?service=CSW&request=GetRecords&version=3.0.0`;
    const one = await serve(answer(() => address(other)));
    const other = await serve(
      answer(() => address(one)),
      '127.0.0.2',
    );
    const { found, stopped } = await crawlAll([address(one)], { 'crawl.scope': 'web' });
    expect([found.map(({ kind }) => kind), stopped]).toEqual([['csw-records', 'csw-records'], 'complete']);
    // Once as the page that was linked to, and once as the first page of its harvest.
    for (const web of [one, other]) {
      const requested = web.requestedPages().filter((path) => /getrecords/i.test(path));
      expect(requested.map((path) => /startposition/i.test(path))).toEqual([false, true]);
    }
  });
});
