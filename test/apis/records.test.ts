// OGC API – Records at /ogc: every declared class, every parameter, against the records themselves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../src/model/resource.ts';
import { idsOf, type Json, mentions, type OpenApis, openApis, touches } from './open-server.ts';

let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

const items = '/ogc/collections/services/items';

async function ask(parameters: Record<string, string>): Promise<Json> {
  return apis.json(`${items}?${new URLSearchParams({ limit: '1000', ...parameters })}`);
}

async function expectIds(parameters: Record<string, string>, fits: (record: Resource) => boolean): Promise<void> {
  const answer = await ask(parameters);
  const expected = idsOf(apis.records, fits);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(apis.records.length);
  expect(answer.features.map(({ id }: Json) => id).sort()).toEqual(expected.sort());
  expect([answer.numberMatched, answer.numberReturned]).toEqual([expected.length, expected.length]);
}

describe('metadata documents', () => {
  it('link from the root to everything', async () => {
    const root = await apis.json('/ogc/');
    const byRel = new Map(root.links.map((link: Json) => [link.rel, link]));
    for (const rel of [
      'self',
      'service-desc',
      'service-doc',
      'conformance',
      'data',
      'http://www.opengis.net/def/rel/ogc/1.0/ogc-catalog',
    ]) {
      const link = byRel.get(rel) as Json;
      const response = await fetch(link.href);
      expect([rel, response.status, response.headers.get('content-type')?.replace('; charset=utf-8', '')]).toEqual([
        rel,
        200,
        link.type,
      ]);
      await response.arrayBuffer();
    }
    // OWSLib looks for this to the letter.
    expect((byRel.get('service-desc') as Json).type).toBe('application/vnd.oai.openapi+json;version=3.0');
  });

  it('declare draft and final conformance classes', async () => {
    const { conformsTo } = await apis.json('/ogc/conformance');
    for (const part of [
      'ogcapi-records-1/1.0/conf/core',
      'ogcapi-records-1/1.0/conf/record-core',
      'ogcapi-records-1/1.0/conf/searchable-catalog',
      'cql2/1.0/conf/basic-cql2',
      'ogcapi-features-3/1.0/conf/features-filter',
    ])
      expect(conformsTo).toContain(`http://www.opengis.net/spec/${part}`);
  });

  it('describe the collection, its queryables and sortables', async () => {
    const { collections } = await apis.json('/ogc/collections');
    expect(collections).toHaveLength(1);
    expect(collections[0]).toMatchObject({ id: 'services', type: 'Collection', itemType: 'record' });
    expect(await apis.json('/ogc/collections/services')).toEqual(collections[0]);
    const { properties, $id, type } = await apis.json('/ogc/collections/services/queryables');
    expect(type).toBe('object');
    expect($id).toBe(`${apis.url}/ogc/collections/services/queryables`);
    expect(properties.geometry).toMatchObject({ format: 'geometry-any' });
    expect(properties.geometry.type).toBeUndefined();
    const sortables = await apis.json('/ogc/collections/services/sortables');
    expect(Object.keys(sortables.properties)).toContain('title');
    expect((await apis.get('/ogc/collections/other')).status).toBe(404);
  });

  it('name every parameter in the API description, and the page size where QGIS looks for it', async () => {
    const { components, paths } = await apis.json('/ogc/api');
    expect(components.parameters.limit.schema).toMatchObject({ default: 10, maximum: 1000 });
    for (const path of ['/collections/services/items', '/collections/{collectionId}/items']) {
      const named = paths[path].get.parameters.map(({ $ref, name }: Json) => $ref?.split('/').at(-1) ?? name);
      const { properties } = await apis.json('/ogc/collections/services/queryables');
      expect(named).toEqual(
        expect.arrayContaining([
          ...Object.keys(properties).filter((name) => name !== 'geometry'),
          'filter',
          'offset',
          'f',
        ]),
      );
    }
    expect(components.parameters.title).toMatchObject({ in: 'query', style: 'form', explode: false });
  });
});

describe('a record', () => {
  it('has what QGIS MetaSearch requires', async () => {
    for (const feature of (await ask({})).features as Json[]) {
      expect([typeof feature.properties.title, typeof feature.properties.type]).toEqual(['string', 'string']);
      if (feature.geometry === null) continue;
      const [ring] = feature.geometry.coordinates;
      expect(feature.geometry.type).toBe('Polygon');
      expect([ring.length, ring[0][0] <= ring[2][0], ring[0][1] <= ring[2][1]]).toEqual([5, true, true]);
    }
  });

  it('offers its service by protocol name and by media type', async () => {
    const types: Record<string, string> = {
      wms: 'OGC:WMS',
      wfs: 'OGC:WFS',
      wmts: 'OGC:WMTS',
      'arcgis-feature-server': 'ESRI:ArcGIS:FeatureServer',
      geojson: 'FILE:GEO',
      geopackage: 'FILE:GEO',
    };
    for (const { id, kind, endpoint } of apis.records) {
      const { links } = await apis.json(`${items}/${id}`);
      if (types[kind]) expect(links).toContainEqual(expect.objectContaining({ type: types[kind], href: endpoint }));
      for (const { href } of links) expect(URL.canParse(href)).toBe(true);
    }
  });

  it('is available in every format it links', async () => {
    const { links } = await apis.json(`${items}/${apis.records[0]!.id}`);
    for (const { href, type } of links.filter(({ rel }: Json) => rel === 'alternate' || rel === 'self')) {
      const response = await fetch(href);
      expect([href, response.status, response.headers.get('content-type')]).toEqual([
        href,
        200,
        expect.stringContaining(type),
      ]);
      await response.arrayBuffer();
    }
  });

  it('has no names of people', async () => {
    const { id } = apis.records.find(({ provider }) => provider !== null)!;
    for (const path of [
      `${items}/${id}`,
      `${items}/${id}?f=html`,
      `${items}/${id}?f=iso`,
      `${items}/${id}?f=jsonld`,
      `/api/v1/resources/${id}`,
      `/stac/collections/${id}`,
      `/csw?service=CSW&version=2.0.2&request=GetRecordById&id=${id}&elementsetname=full`,
    ]) {
      const text = await (await apis.get(path)).text();
      expect(text).toContain(id);
      expect([path, /Jane|secret/.test(text)]).toEqual([path, false]);
    }
  });

  it('is 404 if unknown', async () => {
    for (const id of ['0000000000000000', 'nonsense', apis.records[0]!.id.slice(0, 8), 'a%2Fb'])
      expect((await apis.get(`${items}/${id}`)).status).toBe(404);
  });
});

describe('parameters', () => {
  it('bbox', () => expectIds({ bbox: '-10,-30,40,30' }, (record) => touches(record, [-10, -30, 40, 30])));
  it('bbox across the antimeridian', () =>
    expectIds({ bbox: '170,-90,-170,90' }, (record) => touches(record, [170, -90, -170, 90])));
  it('bbox with heights', () =>
    expectIds({ bbox: '-10,-30,0,40,30,100' }, (record) => touches(record, [-10, -30, 40, 30])));
  it('datetime', () =>
    expectIds(
      { datetime: '2007-06-01/2009-01-01' },
      ({ time }) => time !== null && time.slice(0, 4) <= '2009' && time.slice(11, 15) >= '2007',
    ));
  it('datetime with an open end', () =>
    expectIds({ datetime: '2021-06-01/..' }, ({ time }) => time !== null && time.slice(11) >= '2021-06-01'));
  it('q: a phrase', () => expectIds({ q: 'land cover' }, (record) => mentions(record, 'land cover')));
  it('q: words in another order', async () => expect((await ask({ q: 'cover land' })).numberMatched).toBe(0));
  it('q: alternatives', () =>
    expectIds({ q: 'rivers,geologie' }, (record) => mentions(record, 'rivers') || mentions(record, 'geologie')));
  it('q: ignoring accents', () => expectIds({ q: 'FORETS' }, (record) => mentions(record, 'forêts')));
  it('type', () => expectIds({ type: 'dataset,catalog' }, ({ family }) => family !== 'service'));
  it('a property', () => expectIds({ kind: 'wms' }, ({ kind }) => kind === 'wms'));
  it('a property with a number', () => expectIds({ layerCount: '2' }, ({ layerCount }) => layerCount === 2));
  it('a boolean property', () => expectIds({ open: 'true' }, ({ license }) => license?.open === true));
  it('ids', () =>
    expectIds(
      { ids: `${apis.records[3]!.id},${apis.records[5]!.id},x` },
      ({ id }) => id === apis.records[3]!.id || id === apis.records[5]!.id,
    ));
  it('externalIds', () =>
    expectIds({ externalIds: `url:${apis.records[3]!.endpoint}` }, ({ id }) => id === apis.records[3]!.id));
  it('several parameters', () =>
    expectIds(
      { bbox: '-180,-90,180,0', kind: 'wms,wfs', q: 'region' },
      (record) => touches(record, [-180, -90, 180, 0]) && ['wms', 'wfs'].includes(record.kind),
    ));

  it('sortby', async () => {
    const updated = (await ask({ sortby: '-updated' })).features.map(({ properties }: Json) => properties.updated);
    expect(updated).toEqual(updated.toSorted().toReversed());
    const { features } = await ask({ sortby: '+kind,-title' });
    const keys = features.map(({ properties }: Json) => properties.kind);
    expect(keys).toEqual(keys.toSorted());
  });

  it.each([
    ['unknown=1', 'unknown'],
    ['bbox=1,2,3', 'bbox'],
    ['bbox=1,50,3,40', 'bbox'],
    ['bbox=a,b,c,d', 'bbox'],
    ['datetime=yesterday', 'datetime'],
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=many', 'limit'],
    ['offset=-5', 'offset'],
    ['sortby=abstract', 'sortby'],
    ['f=pdf', 'f'],
    ['limit=5&limit=6', 'limit'],
    ['filter=title&filter-lang=sql', 'filter-lang'],
    ['bbox-crs=http://www.opengis.net/def/crs/EPSG/0/3857', 'bbox-crs'],
  ])('rejects %s', async (query, parameter) => {
    const response = await apis.get(`${items}?${query}`);
    const problem = (await response.json()) as Json;
    expect([response.status, problem.code, problem.parameter]).toEqual([400, 'request.bad-parameter', parameter]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('filters', () => {
  const title = (record: Resource) => record.title;
  it.each<[string, (record: Resource) => boolean]>([
    ["kind = 'wms'", ({ kind }) => kind === 'wms'],
    ["kind <> 'wms'", ({ kind }) => kind !== 'wms'],
    ['layerCount >= 2 AND layerCount < 3', ({ layerCount }) => layerCount === 2],
    ["kind = 'wms' OR NOT layerCount = 0", ({ kind, layerCount }) => kind === 'wms' || layerCount !== 0],
    ["title LIKE 'Rivers%'", (record) => title(record).startsWith('Rivers')],
    ["title LIKE '%of region _'", (record) => /of region .$/s.test(title(record))],
    ["title NOT LIKE '%region%'", (record) => !title(record).includes('region')],
    ["CASEI(title) LIKE CASEI('RIVERS%')", (record) => title(record).startsWith('Rivers')],
    ["ACCENTI(title) LIKE ACCENTI('Forets%')", (record) => title(record).startsWith('Forêts')],
    ['layerCount BETWEEN 1 AND 2', ({ layerCount }) => layerCount === 1 || layerCount === 2],
    ["kind IN ('wms','csw')", ({ kind }) => kind === 'wms' || kind === 'csw'],
    ['license IS NULL', ({ license }) => license === null],
    ['geometry IS NOT NULL', ({ extent }) => extent !== null],
    ['open = TRUE', ({ license }) => license?.open === true],
    ["keywords = 'land cover'", ({ keywords }) => keywords.includes('land cover')],
    ["updated >= TIMESTAMP('2024-02-01T00:00:00Z')", ({ lastSeenMs }) => lastSeenMs >= Date.UTC(2024, 1, 1)],
    ["updated = DATE('2024-02-01')", ({ lastSeenMs }) => lastSeenMs === Date.UTC(2024, 1, 1)],
    ['S_INTERSECTS(geometry,BBOX(-10,-30,40,30))', (record) => touches(record, [-10, -30, 40, 30])],
    ['S_INTERSECTS(geometry,POINT(-178 -15))', (record) => touches(record, [-178, -15, -178, -15])],
    [
      'S_WITHIN(geometry,BBOX(-100,-90,100,90))',
      ({ extent }) => extent !== null && extent[0] >= -100 && extent[2] <= 100 && extent[0] <= extent[2],
    ],
    ['S_CONTAINS(geometry,POINT(-178 -15))', (record) => touches(record, [-178, -15, -178, -15])],
    [
      'S_INTERSECTS(geometry,POLYGON((-10 -30,40 -30,40 30,-10 30,-10 -30)))',
      (record) => touches(record, [-10, -30, 40, 30]),
    ],
  ])('%s', async (filter, fits) => {
    await expectIds({ filter }, fits);
    await expectIds({ filter, 'filter-lang': 'cql-text' }, fits);
  });

  it('are read as JSON, from the URL and from the body', async () => {
    const filter = JSON.stringify({
      op: 'and',
      args: [
        { op: '=', args: [{ property: 'kind' }, 'wms'] },
        { op: '>', args: [{ property: 'layerCount' }, 0] },
      ],
    });
    const fits = ({ kind, layerCount }: Resource) => kind === 'wms' && layerCount > 0;
    await expectIds({ filter, 'filter-lang': 'cql2-json' }, fits);
    // OWSLib calls it text/xml.
    const posted = await fetch(`${apis.url}${items}?limit=2`, {
      method: 'POST',
      body: filter,
      headers: { 'content-type': 'text/xml' },
    });
    const first = (await posted.json()) as Json;
    const found = first.features.map(({ id }: Json) => id);
    for (let page = first; ; ) {
      const next = page.links.find(({ rel }: Json) => rel === 'next');
      if (next === undefined) break;
      page = await (await fetch(next.href)).json();
      found.push(...page.features.map(({ id }: Json) => id));
    }
    expect(found).toEqual(idsOf(apis.records, fits));
  });

  it.each([
    ["nothing = 'x'", 'filter.unknown-property'],
    ['title = ', 'filter.syntax'],
    ["T_AFTER(updated, TIMESTAMP('2020-01-01T00:00:00Z'))", 'filter.unsupported'],
    ["layerCount > 'a lot'", 'filter.syntax'],
  ])('%s is rejected, not ignored', async (filter, code) => {
    const response = await apis.get(`${items}?${new URLSearchParams({ filter })}`);
    expect([response.status, ((await response.json()) as Json).code]).toEqual([400, code]);
  });
});

describe('pages', () => {
  it('are linked to the end and back, each record once', async () => {
    const seen: string[] = [];
    let url = `${apis.url}${items}?limit=7`;
    let last = '';
    for (;;) {
      const page = (await (await fetch(url)).json()) as Json;
      expect(page.numberMatched).toBe(apis.records.length);
      seen.push(...page.features.map(({ id }: Json) => id));
      const next = page.links.find(({ rel }: Json) => rel === 'next');
      last = url;
      if (next === undefined) break;
      url = next.href;
    }
    expect(seen).toEqual(apis.records.map(({ id }) => id));
    const { links } = (await (await fetch(last)).json()) as Json;
    const previous = (await (await fetch(links.find(({ rel }: Json) => rel === 'prev').href)).json()) as Json;
    expect(previous.features[0].id).toBe(apis.records[49]!.id);
  });

  it('are empty past the end', async () => {
    const page = await apis.json(`${items}?offset=100000000&q=region`);
    expect([page.numberReturned, page.features]).toEqual([0, []]);
    expect(page.links.some(({ rel }: Json) => rel === 'next')).toBe(false);
  });
});

describe('formats', () => {
  it('are JSON for clients that accept anything, and HTML for browsers', async () => {
    const typeFor = async (accept: string) => (await apis.get(items, { accept })).headers.get('content-type');
    expect(await typeFor('*/*')).toBe('application/geo+json');
    expect(await typeFor('application/json')).toBe('application/geo+json');
    expect(await typeFor('text/plain, application/json')).toBe('application/geo+json');
    expect(await typeFor('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')).toBe(
      'text/html; charset=utf-8',
    );
    expect((await apis.get(items, { accept: 'image/png' })).status).toBe(406);
  });

  it('escape harvested text', async () => {
    const { id } = apis.records.find(({ title }) => title.includes('<script>'))!;
    for (const path of [`${items}/${id}?f=html`, `/service/${id}`, `${items}?f=html&q=alert`, '/?q=alert']) {
      const html = await (await apis.get(path)).text();
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).not.toContain('<script>');
      const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
      if (data !== undefined) expect(JSON.parse(data).name).toContain('</script><script>');
    }
    expect(apis.failures).toEqual([]);
  });
});
