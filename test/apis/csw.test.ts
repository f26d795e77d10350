// CSW 2.0.2 at /csw: key-value pairs and XML, filters with correct results, the order of elements, errors as reports.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributeOf, child, childrenOf, descendants, walkXml, type XmlNode } from '../../src/base/xml/xml-walk.ts';
import type { Resource } from '../../src/model/resource.ts';
import { idsOf, mentions, type OpenApis, openApis, touches } from './open-server.ts';

let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

function parse(text: string): XmlNode {
  let root: XmlNode | null = null;
  const problems = walkXml(
    { bytes: Buffer.from(text), charset: 'utf-8', partial: null },
    {
      '*': (node) => {
        root = node;
      },
    },
  );
  expect(problems).toEqual([]);
  return root!;
}

async function kvp(query: string): Promise<{ status: number; root: XmlNode }> {
  const response = await apis.get(`/csw?${query}`);
  return { status: response.status, root: parse(await response.text()) };
}

async function send(body: string): Promise<{ status: number; root: XmlNode }> {
  const response = await fetch(`${apis.url}/csw`, { method: 'POST', body, headers: { 'content-type': 'text/xml' } });
  return { status: response.status, root: parse(await response.text()) };
}

function getRecords(filter: string, attributes = 'resultType="results" maxRecords="1000"', more = ''): string {
  return `<?xml version="1.0"?><csw:GetRecords xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml" service="CSW" version="2.0.2" ${attributes}>
    <csw:Query typeNames="csw:Record"><csw:ElementSetName>full</csw:ElementSetName>${filter === '' ? '' : `<csw:Constraint version="1.1.0">${filter}</csw:Constraint>`}${more}</csw:Query></csw:GetRecords>`;
}

const idsIn = (root: XmlNode) => descendants(root, 'identifier').map(({ text }) => text);
const compare = (operator: string, name: string, value: string, attributes = '') =>
  `<ogc:${operator} ${attributes}><ogc:PropertyName>${name}</ogc:PropertyName><ogc:Literal>${value}</ogc:Literal></ogc:${operator}>`;
const like = (name: string, value: string) =>
  compare('PropertyIsLike', name, value, 'wildCard="%" singleChar="_" escapeChar="\\"');
const envelope = (srs: string, low: string, high: string) =>
  `<ogc:PropertyName>ows:BoundingBox</ogc:PropertyName><gml:Envelope ${srs}><gml:lowerCorner>${low}</gml:lowerCorner><gml:upperCorner>${high}</gml:upperCorner></gml:Envelope>`;

describe('GetCapabilities', () => {
  it.each([
    'service=CSW&version=2.0.2&request=GetCapabilities',
    'SERVICE=CSW&REQUEST=GetCapabilities',
    '',
    'service=CSW&version=3.0.0&request=getcapabilities',
  ])('responds to %s', async (query) => {
    const { status, root } = await kvp(query);
    expect([status, root.name, root.namespace, attributeOf(root, 'version')]).toEqual([
      200,
      'Capabilities',
      'http://www.opengis.net/cat/csw/2.0.2',
      '2.0.2',
    ]);
    const operations = childrenOf(child(root, 'OperationsMetadata')!, 'Operation');
    expect(operations.map((one) => attributeOf(one, 'name'))).toEqual([
      'GetCapabilities',
      'DescribeRecord',
      'GetDomain',
      'GetRecords',
      'GetRecordById',
    ]);
    for (const operation of operations)
      for (const method of ['Get', 'Post'])
        expect(descendants(operation, method).map((one) => attributeOf(one, 'href'))).toEqual([`${apis.url}/csw`]);
    expect(root.children.map(({ name }) => name)).toEqual([
      'ServiceIdentification',
      'ServiceProvider',
      'OperationsMetadata',
      'Filter_Capabilities',
    ]);
  });
});

describe('GetRecords', () => {
  it.each<[string, string, (record: Resource) => boolean]>([
    [
      'AnyText without wildcards',
      like('csw:AnyText', 'land cover'),
      (record) => mentions(record, 'land') && mentions(record, 'cover'),
    ],
    ['AnyText with wildcards', like('AnyText', '%of region 1%'), (record) => mentions(record, 'of region 1')],
    ['another prefix', like('apiso:AnyText', 'rivers'), (record) => mentions(record, 'rivers')],
    ['title', like('dc:title', 'rivers%'), ({ title }) => title.startsWith('Rivers')],
    [
      'title by path',
      compare('PropertyIsEqualTo', '/csw:Record/dc:title', 'Rivers of region 1'),
      ({ title }) => title === 'Rivers of region 1',
    ],
    [
      'without case',
      compare('PropertyIsEqualTo', 'title', 'RIVERS of region 1', 'matchCase="false"'),
      ({ title }) => title === 'Rivers of region 1',
    ],
    ['type', compare('PropertyIsNotEqualTo', 'dc:type', 'service'), ({ family }) => family !== 'service'],
    [
      'modified',
      compare('PropertyIsGreaterThanOrEqualTo', 'dct:modified', '2024-02-01'),
      ({ lastSeenMs }) => lastSeenMs >= Date.UTC(2024, 1, 1),
    ],
    [
      'between',
      '<ogc:PropertyIsBetween><ogc:PropertyName>dct:modified</ogc:PropertyName><ogc:LowerBoundary><ogc:Literal>2024-01-02</ogc:Literal></ogc:LowerBoundary><ogc:UpperBoundary><ogc:Literal>2024-01-04</ogc:Literal></ogc:UpperBoundary></ogc:PropertyIsBetween>',
      ({ lastSeenMs }) => lastSeenMs >= Date.UTC(2024, 0, 2) && lastSeenMs <= Date.UTC(2024, 0, 4),
    ],
    [
      'null',
      '<ogc:PropertyIsNull><ogc:PropertyName>dc:rights</ogc:PropertyName></ogc:PropertyIsNull>',
      ({ license }) => license === null,
    ],
    [
      'BBOX, latitude first',
      `<ogc:BBOX>${envelope('srsName="urn:ogc:def:crs:EPSG::4326"', '-30 -10', '30 40')}</ogc:BBOX>`,
      (record) => touches(record, [-10, -30, 40, 30]),
    ],
    [
      'BBOX, longitude first',
      `<ogc:BBOX>${envelope('srsName="urn:ogc:def:crs:OGC:1.3:CRS84"', '-10 -30', '40 30')}</ogc:BBOX>`,
      (record) => touches(record, [-10, -30, 40, 30]),
    ],
    [
      'BBOX, unnamed',
      `<ogc:BBOX>${envelope('', '-10 -30', '40 30')}</ogc:BBOX>`,
      (record) => touches(record, [-10, -30, 40, 30]),
    ],
    [
      'Within',
      `<ogc:Within>${envelope('', '-100 -90', '100 90')}</ogc:Within>`,
      ({ extent }) => extent !== null && extent[0] >= -100 && extent[2] <= 100 && extent[0] <= extent[2],
    ],
    [
      'Contains',
      '<ogc:Contains><ogc:PropertyName>x</ogc:PropertyName><gml:Point><gml:pos>-178 -15</gml:pos></gml:Point></ogc:Contains>',
      (record) => touches(record, [-178, -15, -178, -15]),
    ],
    [
      'And, Or, Not',
      `<ogc:And><ogc:Or>${like('title', 'rivers%')}${like('title', 'cad%')}</ogc:Or><ogc:Not>${compare('PropertyIsEqualTo', 'dc:type', 'dataset')}</ogc:Not></ogc:And>`,
      ({ title, family }) => /^(Rivers|Cad)/.test(title) && family !== 'file',
    ],
  ])('%s', async (_, filter, fits) => {
    const { status, root } = await send(getRecords(`<ogc:Filter>${filter}</ogc:Filter>`));
    const expected = idsOf(apis.records, fits);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(apis.records.length);
    expect([status, idsIn(root).sort()]).toEqual([200, expected.sort()]);
    expect(attributeOf(child(root, 'SearchResults')!, 'numberOfRecordsMatched')).toBe(String(expected.length));
  });

  it('accepts CQL, in XML and as a parameter', async () => {
    const expected = idsOf(apis.records, (record) => mentions(record, 'rivers')).sort();
    const cql = "csw:AnyText LIKE '%rivers%'";
    expect(idsIn((await send(getRecords(`<csw:CqlText>${cql}</csw:CqlText>`))).root).sort()).toEqual(expected);
    const query = new URLSearchParams({
      service: 'CSW',
      version: '2.0.2',
      request: 'GetRecords',
      resultType: 'results',
      typeNames: 'csw:Record',
      maxRecords: '100',
      constraint: cql,
      constraintLanguage: 'CQL_TEXT',
    });
    expect(idsIn((await kvp(query.toString())).root).sort()).toEqual(expected);
  });

  it('counts and pages; nextRecord of the last page is 0', async () => {
    const seen: string[] = [];
    for (let start = 1; start !== 0; ) {
      const { root } = await send(getRecords('', `resultType="results" maxRecords="7" startPosition="${start}"`));
      const results = child(root, 'SearchResults')!;
      expect(attributeOf(results, 'numberOfRecordsMatched')).toBe(String(apis.records.length));
      seen.push(...idsIn(root));
      start = Number(attributeOf(results, 'nextRecord'));
    }
    expect(seen).toEqual(apis.records.map(({ id }) => id));
    const behind = await send(getRecords('', 'resultType="results" startPosition="1000"'));
    expect([behind.status, attributeOf(child(behind.root, 'SearchResults')!, 'nextRecord')]).toEqual([200, '0']);
    for (const type of ['', 'resultType="hits"', 'resultType=""']) {
      const results = child((await send(getRecords('', type))).root, 'SearchResults')!;
      expect([attributeOf(results, 'numberOfRecordsMatched'), results.children.length]).toEqual([
        String(apis.records.length),
        0,
      ]);
    }
  });

  it('sorts', async () => {
    const by =
      '<ogc:SortBy><ogc:SortProperty><ogc:PropertyName>dct:modified</ogc:PropertyName><ogc:SortOrder>DESC</ogc:SortOrder></ogc:SortProperty></ogc:SortBy>';
    const { root } = await send(getRecords('', 'resultType="results" maxRecords="100"', by));
    const dates = descendants(root, 'modified').map(({ text }) => text);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('writes elements in the order of record.xsd', async () => {
    const orders = {
      brief: ['identifier', 'title', 'type', 'BoundingBox'],
      summary: ['identifier', 'title', 'type', 'subject', 'format', 'modified', 'abstract', 'BoundingBox'],
      full: [
        'identifier',
        'title',
        'type',
        'subject',
        'format',
        'modified',
        'abstract',
        'publisher',
        'language',
        'rights',
        'references',
        'BoundingBox',
      ],
    };
    for (const [set, order] of Object.entries(orders)) {
      const { root } = await kvp(
        `request=GetRecords&service=CSW&version=2.0.2&resultType=results&maxRecords=100&elementSetName=${set}`,
      );
      const records = child(root, 'SearchResults')!.children;
      expect(records).toHaveLength(apis.records.length);
      for (const { name, children } of records) {
        expect(name).toBe(set === 'full' ? 'Record' : `${set[0]!.toUpperCase()}${set.slice(1)}Record`);
        const places = children.map((one) => order.indexOf(one.name));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(places).not.toContain(-1);
      }
    }
  });
});

describe('GetRecordById', () => {
  it('returns Dublin Core and ISO 19139, and nothing for unknown ids', async () => {
    const [one, other] = apis.records as [Resource, Resource];
    const both = await kvp(
      `service=CSW&version=2.0.2&request=GetRecordById&elementsetname=full&id=${one.id},${other.id}`,
    );
    expect(idsIn(both.root)).toEqual([one.id, other.id]);
    const iso = await kvp(
      `service=CSW&version=2.0.2&request=GetRecordById&id=${one.id}&outputSchema=http://www.isotc211.org/2005/gmd`,
    );
    expect(iso.root.children.map(({ name, namespace }) => [name, namespace])).toEqual([
      ['MD_Metadata', 'http://www.isotc211.org/2005/gmd'],
    ]);
    const none = await kvp('service=CSW&version=2.0.2&request=GetRecordById&id=none');
    expect([none.status, none.root.name, none.root.children]).toEqual([200, 'GetRecordByIdResponse', []]);
  });
});

it('describes itself and its domains', async () => {
  expect((await kvp('service=CSW&version=2.0.2&request=DescribeRecord')).root.name).toBe('DescribeRecordResponse');
  const { root } = await kvp('service=CSW&version=2.0.2&request=GetDomain&parameterName=GetRecords.resultType');
  expect(descendants(root, 'Value').map(({ text }) => text)).toEqual(['hits', 'results', 'validate']);
});

describe('errors', () => {
  it.each<[string, number, string, string]>([
    ['service=WMS&request=GetCapabilities', 400, 'InvalidParameterValue', 'service'],
    ['service=CSW&request=Transaction', 400, 'OperationNotSupported', 'request'],
    ['service=CSW&request=GetRecords&version=1.0.0', 400, 'InvalidParameterValue', 'version'],
    ['service=CSW&request=GetRecords&foo=bar', 400, 'InvalidParameterValue', 'foo'],
    ['service=CSW&request=GetRecords&outputSchema=http://x', 400, 'InvalidParameterValue', 'outputSchema'],
    ['service=CSW&request=GetRecords&startPosition=0', 400, 'InvalidParameterValue', 'startposition'],
    ['service=CSW&request=GetRecords&elementSetName=large', 400, 'InvalidParameterValue', 'ElementSetName'],
    ['service=CSW&request=GetRecordById', 400, 'MissingParameterValue', 'id'],
    ['service=CSW&request=GetCapabilities&acceptVersions=3.0.0', 400, 'VersionNegotiationFailed', 'acceptVersions'],
    ["service=CSW&request=GetRecords&constraint=nothing='x'", 400, 'InvalidParameterValue', 'Constraint'],
    ['service=CSW&request=GetRecords&sortBy=dct:abstract:A', 400, 'InvalidParameterValue', 'SortBy'],
  ])('%s', async (query, expected, code, locator) => {
    const { status, root } = await kvp(query);
    const exception = child(root, 'Exception')!;
    expect([status, root.name, attributeOf(root, 'version')]).toEqual([expected, 'ExceptionReport', '1.2.0']);
    expect([attributeOf(exception, 'exceptionCode'), attributeOf(exception, 'locator')]).toEqual([code, locator]);
  });

  it.each([
    ['no XML at all', '<'],
    ['half of it', getRecords('').slice(0, 200)],
    ['an entity of its own', `<!DOCTYPE x [<!ENTITY a "b">]>${getRecords('')}`],
    ['too many elements', getRecords(`<ogc:Filter><ogc:And>${'<a/>'.repeat(30_000)}</ogc:And></ogc:Filter>`)],
    ['too deep', getRecords(`<ogc:Filter>${'<ogc:Not>'.repeat(200)}${'</ogc:Not>'.repeat(200)}</ogc:Filter>`)],
    ['an operator there is not', getRecords('<ogc:Filter><ogc:Beyond/></ogc:Filter>')],
    ['a constraint without a filter', getRecords('<x/>')],
  ])('rejects %s', async (_, body) => {
    const { status, root } = await send(body);
    expect([status, root.name]).toEqual([400, 'ExceptionReport']);
  });
});
