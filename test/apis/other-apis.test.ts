// OpenSearch, Atom, DCAT, STAC, sitemaps and schema.org: the same records through each of them.
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributeOf, childrenOf, descendants, textAt, walkXml, type XmlNode } from '../../src/base/xml/xml-walk.ts';
import { idsOf, type Json, mentions, type OpenApis, openApis, touches } from './open-server.ts';

let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

async function xml(path: string): Promise<XmlNode> {
  let root: XmlNode | null = null;
  const bytes = Buffer.from(await (await apis.get(path)).arrayBuffer());
  const take = (node: XmlNode) => {
    root = node;
  };
  expect(walkXml({ bytes, charset: 'utf-8', partial: null }, { '*': take })).toEqual([]);
  return root!;
}

describe('OpenSearch', () => {
  it('names templates with the parameters OWSLib maps', async () => {
    const root = await xml('/opensearch.xml');
    expect(textAt(root, 'Tags')).not.toBe('');
    for (const type of ['text/html', 'application/atom+xml', 'application/geo+json'])
      expect(childrenOf(root, 'Url').map((url) => attributeOf(url, 'type'))).toContain(type);
    const url = childrenOf(root, 'Url').find((one) => attributeOf(one, 'type') === 'application/atom+xml')!;
    const values = childrenOf(url, 'Parameter').map((one) => attributeOf(one, 'value'));
    expect(values).toEqual(['{searchTerms}', '{geo:box}', '{count}', '{startIndex}', '{time:start}', '{time:end}']);
    // What a client makes of it when it fills in one and leaves the rest empty.
    const filled = attributeOf(url, 'template')!
      .replace('{searchTerms?}', 'rivers')
      .replaceAll(/\{[^}]*\}/g, '');
    const feed = await xml(filled.slice(apis.url.length));
    expect(textAt(feed, 'totalResults')).toBe(
      String(idsOf(apis.records, (record) => mentions(record, 'rivers')).length),
    );
  });

  it('returns the same records as Atom and as GeoJSON on all pages', async () => {
    const expected = idsOf(
      apis.records,
      (record) => mentions(record, 'rivers') && mentions(record, 'region') && touches(record, [-180, -90, 0, 90]),
    );
    const query = 'q=region+rivers&bbox=-180,-90,0,90&limit=2';
    const json: string[] = [];
    for (let next: string | undefined = `${apis.url}/opensearch?${query}&f=json`; next !== undefined; ) {
      const page = (await (await fetch(next)).json()) as Json;
      expect(page.totalResults).toBe(expected.length);
      json.push(...page.features.map(({ id }: Json) => id));
      next = page.links.find(({ rel }: Json) => rel === 'next')?.href;
    }
    expect(json.sort()).toEqual(expected.sort());
    const feed = await xml(`/opensearch?${query.replace('limit=2', 'limit=100')}&f=atom`);
    const entries = childrenOf(feed, 'entry');
    expect(entries.map((entry) => textAt(entry, 'identifier')).sort()).toEqual(expected.sort());
    for (const entry of entries) {
      const { extent } = apis.records.find(({ id }) => id === textAt(entry, 'identifier'))!;
      expect(textAt(entry, 'box').split(' ').map(Number)).toEqual([extent![1], extent![0], extent![3], extent![2]]);
    }
  });

  it('filters by time', async () => {
    const { totalResults } = await apis.json('/opensearch?f=json&start=2021-06-01&stop=');
    expect(totalResults).toBe(
      idsOf(apis.records, ({ time }) => time !== null && time.slice(11) >= '2021-06-01').length,
    );
  });
});

describe('STAC', () => {
  it('has its own root that conforms to collection search', async () => {
    const root = await apis.json('/stac');
    expect(root).toMatchObject({ type: 'Catalog', stac_version: '1.0.0' });
    expect(root.conformsTo).toContain('https://api.stacspec.org/v1.0.0/core');
    expect(
      root.conformsTo.some((uri: string) => /^https:\/\/api\.stacspec\.org\/v1\..*\/collection-search$/.test(uri)),
    ).toBe(true);
    expect(root.conformsTo.some((uri: string) => uri.includes('item-search'))).toBe(false);
    for (const { href } of root.links) expect((await fetch(href)).status).toBe(200);
  });

  it('returns every record as a valid collection', async () => {
    const seen: string[] = [];
    for (let next: string | undefined = `${apis.url}/stac/collections?limit=25`; next !== undefined; ) {
      const page = (await (await fetch(next)).json()) as Json;
      for (const collection of page.collections) {
        expect(collection).toMatchObject({ type: 'Collection', stac_version: '1.0.0', id: expect.any(String) });
        for (const text of [collection.description, collection.license]) expect(text.length).toBeGreaterThan(0);
        expect(collection.extent.spatial.bbox[0]).toHaveLength(4);
        expect(collection.extent.temporal.interval[0]).toHaveLength(2);
        for (const rel of ['self', 'root', 'parent'])
          expect(collection.links.map((link: Json) => link.rel)).toContain(rel);
        seen.push(collection.id);
      }
      next = page.links.find(({ rel }: Json) => rel === 'next')?.href;
    }
    expect(seen).toEqual(apis.records.map(({ id }) => id));
    const wms = apis.records.find(({ kind, layers }) => kind === 'wms' && layers.length > 0)!;
    const { links } = await apis.json(`/stac/collections/${wms.id}`);
    expect(links).toContainEqual(
      expect.objectContaining({ rel: 'wms', href: wms.endpoint, 'wms:layers': wms.layers.map(({ name }) => name) }),
    );
    const file = apis.records.find(({ kind }) => kind === 'geojson')!;
    const { assets } = await apis.json(`/stac/collections/${file.id}`);
    expect(assets.data).toMatchObject({ href: file.endpoint, type: 'application/geo+json' });
  });

  it('searches collections', async () => {
    const idsAt = async (query: string) =>
      (await apis.json(`/stac/collections?limit=100&${query}`)).collections.map(({ id }: Json) => id).sort();
    expect(await idsAt('q=rivers&bbox=-180,-90,0,90')).toEqual(
      idsOf(apis.records, (record) => mentions(record, 'rivers') && touches(record, [-180, -90, 0, 90])).sort(),
    );
    expect(await idsAt("filter=kind='wms'")).toEqual(idsOf(apis.records, ({ kind }) => kind === 'wms').sort());
    expect((await apis.get('/stac/collections?wrong=1')).status).toBe(400);
  });
});

describe('DCAT', () => {
  it('lists every record once, page by page, without external contexts', async () => {
    const ids: string[] = [];
    for (let next: string | undefined = `${apis.url}/dcat.jsonld?limit=25`; next !== undefined; ) {
      const { '@context': context, '@graph': graph } = (await (await fetch(next)).json()) as Json;
      expect(typeof context).toBe('object');
      ids.push(
        ...[...graph[0]['dcat:service'], ...graph[0]['dcat:dataset']].map((node: Json) => node['dct:identifier']),
      );
      next = graph[1]['hydra:next']?.['@id'];
    }
    expect(ids.sort()).toEqual(apis.records.map(({ id }) => id).sort());
  });
});

describe('web crawlers', () => {
  it('find the sitemap in robots.txt, and every page in the sitemap', async () => {
    const robots = await (await apis.get('/robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${apis.url}/sitemap.xml`);
    const [file] = descendants(await xml('/sitemap.xml'), 'loc');
    const urls = descendants(await xml(file!.text.slice(apis.url.length)), 'loc').map(({ text }) => text);
    expect(urls).toEqual(apis.records.map(({ id }) => `${apis.url}/service/${id}`));
    const response = await fetch(urls[0]!);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await apis.get('/sitemap/2.xml')).status).toBe(404);
  });

  it('find schema.org with a long enough description, and the catalog', async () => {
    for (const { id, extent } of apis.records.slice(0, 20)) {
      const html = await (await apis.get(`/service/${id}`)).text();
      expect(html).toContain('rel="http://www.opengis.net/def/rel/ogc/1.0/ogc-catalog"');
      expect(html).toContain('type="application/opensearchdescription+xml"');
      expect(html).toContain(`<link rel="canonical" href="${apis.url}/service/${id}">`);
      const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!);
      expect(data['@type']).toBe('Dataset');
      expect(data.description.length).toBeGreaterThanOrEqual(50);
      expect(data.spatialCoverage?.geo.box).toBe(
        extent === null ? undefined : `${extent[1]} ${extent[0]} ${extent[3]} ${extent[2]}`,
      );
    }
  });
});

it('writes well-formed XML for any harvested text', async () => {
  const { id } = apis.records.find(({ title }) => title.includes('<script>'))!;
  const csw = '/csw?service=CSW&version=2.0.2&request=GetRecordById&elementsetname=full&id=';
  for (const path of [
    `${csw}${id}`,
    `${csw}${id}&outputSchema=http://www.isotc211.org/2005/gmd`,
    `/ogc/collections/services/items/${id}?f=iso`,
    '/opensearch?f=atom&q=alert',
    '/csw?request=%3C%1B%00%3E',
  ]) {
    const parser = new SaxesParser({ xmlns: true });
    let elements = 0;
    parser.on('error', (error) => {
      throw new Error(`${path}: ${error.message}`);
    });
    parser.on('opentag', () => {
      elements++;
    });
    parser.write(await (await apis.get(path)).text()).close();
    expect(elements).toBeGreaterThan(1);
  }
});
