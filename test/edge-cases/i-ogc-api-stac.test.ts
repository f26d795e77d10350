// Edge cases 75 to 79: OGC API, STAC and SensorThings as servers offer them.
import { afterEach, describe, expect, it } from 'vitest';
import type { Answering, Page } from '../e2e/small-web.ts';
import { closeWebs, crawlAll, probeAll, probeOne, serve } from './probing.ts';
import { checkOf, kindsIn, read } from './reading.ts';

const base = 'https://api.example.org/nature';
const spec = 'http://www.opengis.net/spec';

afterEach(closeWebs);

function json(content: object, type = 'application/json'): Page {
  return { type, body: JSON.stringify(content) };
}

const link = (rel: string, href: string, type?: string) => ({ rel, href, ...(type === undefined ? {} : { type }) });
const collection = (id: string, more: object = {}) => ({
  id,
  extent: { spatial: { bbox: [[7, 50, 8, 51]] } },
  links: [link('items', `collections/${id}/items`)],
  ...more,
});
const page =
  '<!doctype html><html><head><title>Nature - OGC API</title><link rel="alternate" type="application/json" href="?f=json"></head>';

describe('75. Landing pages of OGC API', () => {
  const landing = { title: 'Nature', links: [link('conformance', 'c'), link('data', 'api/collections')] };
  const answers: Record<string, Page> = {
    '/api': json(landing),
    '/api/collections': json({ links: [], collections: [collection('bogs')] }),
    '/api/collections/bogs': json(collection('bogs')),
  };
  const shown: Page = { body: page };
  const request = (path: string) => answers[path.split('?')[0]?.replace(/\/$/, '') ?? ''] ?? null;

  it.each<[string, Answering]>([
    ['f=json', (path) => (path.includes('f=json') ? request(path) : request(path) && shown)],
    [
      'Accept',
      (path, { headers }) => (headers.accept?.startsWith('application/json') ? request(path) : request(path) && shown),
    ],
    [
      'Accept alone',
      (path, { headers }) => {
        if (path.includes('f=')) return { status: 400, body: 'unknown parameter' };
        return headers.accept?.startsWith('application/json') ? request(path) : request(path) && shown;
      },
    ],
  ])('show a page unless asked by %s', async (_how, answering) => {
    const web = await serve(answering);
    for (const path of ['/api', '/api/collections/bogs']) {
      const { kind, endpoint, layers } = await probeOne(`${web.origin}${path}`);
      expect([path, kind, endpoint]).toEqual([path, 'ogc-api-features', `${web.origin}/api`]);
      expect(layers).toMatchObject([{ name: 'bogs', extent: [7, 50, 8, 51] }]);
    }
  });

  it.each([
    'collections',
    'collections/bogs',
    'collections/bogs/items',
    'collections/bogs/items/17',
    'collections/bogs/items/17?f=html',
    'collections/org.example:bogs/items?limit=10',
    'collections/https%3A%2F%2Fid%2Fbogs/queryables',
    'conformance',
  ])('are found above %s', async (path) => {
    const web = await serve((address) => (/^\/api(?:\?|\/collections\?|$)/.test(address) ? request(address) : null));
    const { endpoint } = await probeOne(`${web.origin}/api/${path}`);
    expect(endpoint).toBe(`${web.origin}/api`);
  });

  const features = [`${spec}/ogcapi-features-1/1.0/conf/core`];
  const rel = (name: string) => `http://www.opengis.net/def/rel/ogc/1.0/${name}`;
  it.each([
    ['no conformance', { links: [link('service-desc', 'api'), link('data', `${base}/collections`)] }],
    ['no self', { links: [link('conformance', 'conformance'), link('data', 'collections')] }],
    ['no collections', { links: [link('conformance', 'c'), link(rel('tilesets-vector'), 'tiles')] }, 'ogc-api-tiles'],
    ['relative links', { links: [link('conformance', './conformance'), link('data', '../nature/collections')] }],
    ['links to another host', { links: [link('conformance', 'http://inside/c'), link('data', 'http://inside/d')] }],
    ['links without type', { links: [link('self', ''), link('conformance', 'c'), link('data', 'd')] }],
    ['collections for data', { conformsTo: features, links: [link('self', base), link('collections', 'collections')] }],
    ['relations by their full name', { links: [link(rel('conformance'), 'c'), link(rel('data'), 'd')] }],
  ])('%s', (_what, content, kind = 'ogc-api-features') => {
    expect(read(content, base).identity).toMatchObject({ kind, endpoint: base });
  });

  it('whose links lead to another host are read on the host that responded', async () => {
    const web = await serve((path) => {
      if (/^\/api\/?(?:\?|$)/.test(path))
        return json({ links: [link('conformance', 'http://127.0.0.9:1/c'), link('data', 'http://127.0.0.9:1/d')] });
      return request(path);
    });
    expect(await probeOne(`${web.origin}/api/`)).toMatchObject({ layerCount: 1, endpoint: `${web.origin}/api/` });
  });
});

describe('76. Collections of OGC API', () => {
  it('without itemType contain features; records are records', () => {
    const collections = [
      collection('a'),
      collection('b', { itemType: 'feature' }),
      collection('c', { itemType: 'record' }),
    ];
    expect(kindsIn({ links: [], collections }, `${base}/collections`)).toEqual(['ogc-api-features', 'ogc-api-records']);
  });

  it('may be ten thousand in one page', () => {
    const collections = Array.from({ length: 10_000 }, (_, index) => collection(`c${index}`));
    expect(read({ links: [], collections }, `${base}/collections`).description.layerCount).toBe(10_000);
  });

  it('may come page by page', async () => {
    const pages = ['a', 'b', 'c'];
    const web = await serve((path) => {
      if (/^\/api\/collections/.test(path)) {
        const at = Number(new URL(path, 'http://x').searchParams.get('offset') ?? 0);
        const next = at + 1 < pages.length ? [link('next', `collections?offset=${at + 1}&f=json`)] : [];
        return json({ links: next, collections: [collection(pages[at] ?? '')] });
      }
      return /^\/api(?:\?|$)/.test(path)
        ? json({
            conformsTo: [`${spec}/ogcapi-features-1/1.0/conf/core`],
            links: [link('self', 'api'), link('data', 'api/collections')],
          })
        : null;
    });
    const { layers } = await probeOne(`${web.origin}/api`);
    expect(layers.map(({ name }) => name)).toEqual(pages);
  });

  it('are requested for one item, as JSON, whatever the default limit and format', () => {
    const [request] = checkOf(read({ links: [], collections: [collection('a')] }, `${base}/collections`));
    expect(request?.url).toBe(`${base}/collections/a/items?limit=1&f=json`);
  });

  it.each([{ numberMatched: 12 }, {}, { numberMatched: 'unknown' }])(
    'tell how many there are only where the server does: %j',
    (counts) => {
      const links = [
        link('self', `${base}/collections/a/items`),
        link('next', `${base}/collections/a/items?offset=10`),
      ];
      const { layers } = read(
        { type: 'FeatureCollection', features: [], links, ...counts },
        `${base}/collections/a/items`,
      );
      expect(layers[0]?.featureCount).toBe(counts.numberMatched === 12 ? 12 : undefined);
    },
  );
});

describe('77. The description of an OGC API, wherever and however it is written', () => {
  const yaml = 'openapi: 3.0.1\ninfo:\n  title: Nature\npaths:\n  /collections: {}\n';
  it.each([
    ['/api/openapi', { type: 'application/vnd.oai.openapi', body: yaml }],
    ['/api/api', { type: 'application/yaml', body: yaml }],
    ['/api/api', { type: 'application/json', body: '{"openapi": "3.0.1", "paths": {' }],
    ['/api/openapi', { type: 'text/html', body: '<html><title>Swagger UI</title>' }],
    ['/api/api', { status: 500, type: 'text/plain', body: 'boom' }],
  ] satisfies [string, Page][])('%s %j does not matter', async (path, description) => {
    const web = await serve((address) => {
      if (address.startsWith(path)) return description;
      if (address.startsWith('/api/collections')) return json({ links: [], collections: [collection('bogs')] });
      const links = [
        link('service-desc', path, 'application/vnd.oai.openapi+json;version=3.0'),
        link('conformance', 'api/conformance'),
        link('data', 'api/collections'),
      ];
      return /^\/api(?:\?|$)/.test(address) ? json({ links }) : null;
    });
    expect(await probeOne(`${web.origin}/api?f=json`)).toMatchObject({ kind: 'ogc-api-features', layerCount: 1 });
  });
});

describe('78. STAC of every age and sort', () => {
  const core = 'https://api.stacspec.org/v1.0.0/core';
  const item = {
    type: 'Feature',
    id: 'i',
    geometry: null,
    bbox: [7, 50, 8, 51],
    properties: { datetime: '2020-01-01' },
  };
  const assets = { data: { href: 'data.tif', type: 'image/tiff; application=geotiff' } };
  it.each<[string, object, string, string | null]>([
    ['conformsTo missing', { stac_version: '1.0.0', id: 'x', links: [link('search', 'search')] }, 'stac-api', '1.0.0'],
    [
      'beta classes',
      { stac_version: '1.0.0-beta.2', id: 'x', conformsTo: ['https://api.stacspec.org/v1.0.0-beta.1/core'], links: [] },
      'stac-api',
      '1.0.0-beta.2',
    ],
    [
      'search by POST',
      { stac_version: '1.0.0', id: 'x', conformsTo: [core], links: [{ ...link('search', 'search'), method: 'POST' }] },
      'stac-api',
      '1.0.0',
    ],
    [
      '0.8',
      { stac_version: '0.8.1', id: 'x', description: 'd', links: [link('child', 'a/catalog.json')] },
      'stac-catalog',
      '0.8.1',
    ],
    [
      '0.9',
      {
        stac_version: '0.9.0',
        id: 'x',
        extent: { spatial: { bbox: [[7, 50, 8, 51]] }, temporal: { interval: [[null, null]] } },
        links: [],
      },
      'stac-collection',
      '0.9.0',
    ],
    [
      '0.6 extents',
      { stac_version: '0.6.2', id: 'x', extent: { spatial: [7, 50, 8, 51], temporal: [null, null] }, links: [] },
      'stac-collection',
      '0.6.2',
    ],
    ['an item without version', { ...item, assets, links: [] }, 'stac-item', null],
    ['an item without assets', { ...item, stac_version: '1.0.0', links: [] }, 'stac-item', '1.0.0'],
    [
      'a list of items as plain JSON',
      {
        type: 'FeatureCollection',
        stac_version: '1.0.0',
        features: [{ ...item, stac_version: '1.0.0', assets }],
        links: [link('next', '?token=2')],
      },
      'stac-api',
      '1.0.0',
    ],
    [
      'a catalog without version',
      { type: 'Catalog', id: 'x', links: [link('child', 'a/catalog.json')] },
      'stac-catalog',
      null,
    ],
  ])('%s', (_what, content, kind, version) => {
    const { identity } = read(content, {
      url: 'https://s.example.org/stac/x',
      headers: { 'content-type': 'application/json' },
    });
    expect(identity).toMatchObject({ kind, version });
  });

  it('is checked with one item of one collection, since some reject a search of all', () => {
    const collections = [{ ...collection('landsat'), stac_version: '1.0.0' }];
    const [request] = checkOf(read({ collections, links: [] }, 'https://s.example.org/stac/collections'));
    expect(request?.url).toBe('https://s.example.org/stac/search?limit=1&collections=landsat');
  });

  it('pages of collections are followed where a GET can, and a root of catalogs may be empty itself', async () => {
    const web = await serve((path) => {
      if (path.startsWith('/stac/collections')) {
        const next = { ...link('next', 'stac/collections?page=2'), method: 'POST', body: { page: 2 }, merge: true };
        return json({ collections: [{ ...collection('a'), stac_version: '1.0.0' }], links: [next] });
      }
      return /^\/stac\/?(?:\?|$)/.test(path)
        ? json({
            stac_version: '1.0.0',
            id: 'root',
            conformsTo: [core],
            links: [link('child', 'catalogs/one'), link('data', 'stac/collections')],
          })
        : null;
    });
    const { kind, layers } = await probeOne(`${web.origin}/stac`);
    expect([kind, layers.map(({ name }) => name)]).toEqual(['stac-api', ['a']]);
    expect(web.requested.filter((path) => path.includes('page=2'))).toEqual([]);
  });

  it('static trees with cycles and relative links are crawled to their end, items by example', async () => {
    const items = Array.from({ length: 500 }, (_, index) => link('item', `./items/${index}.json`));
    const tree: Record<string, object> = {
      '/catalog.json': {
        stac_version: '1.0.0',
        type: 'Catalog',
        id: 'root',
        links: [link('child', './a/catalog.json')],
      },
      '/a/catalog.json': {
        stac_version: '1.0.0',
        type: 'Catalog',
        id: 'a',
        links: [link('child', '../b/collection.json'), link('parent', '../catalog.json')],
      },
      '/b/collection.json': {
        stac_version: '1.0.0',
        type: 'Collection',
        id: 'b',
        extent: { spatial: { bbox: [[7, 50, 8, 51]] } },
        links: [link('child', '../a/catalog.json'), link('root', '../catalog.json'), ...items],
      },
    };
    const web = await serve((path) => {
      if (path.startsWith('/b/items/'))
        return json({ ...item, stac_version: '1.0.0', assets: {}, links: [] }, 'application/geo+json');
      const content = tree[path];
      return content === undefined ? null : json(content);
    });
    const { found, stopped } = await crawlAll([`${web.origin}/catalog.json`], { 'crawl.depth': 9 });
    const kinds = found.map(({ kind }) => kind);
    // Catalogs inside a catalog are walked with it, and are none of their own.
    expect(kinds.filter((kind) => kind !== 'stac-item').sort()).toEqual(['stac-catalog', 'stac-collection']);
    expect(kinds.filter((kind) => kind === 'stac-item')).toHaveLength(20);
    expect(stopped).toBe('complete');
  });

  it('a STAC browser page leads to its catalog', async () => {
    const web = await serve((path) => {
      if (path === '/stac/catalog.json')
        return json({ stac_version: '1.0.0', type: 'Catalog', id: 'root', links: [link('child', 'a.json')] });
      return path === '/' ? '<!doctype html><title>STAC Browser</title><a href="/stac/catalog.json">Source</a>' : null;
    });
    const { found } = await crawlAll([`${web.origin}/`]);
    expect(found.map(({ kind }) => kind)).toEqual(['stac-catalog']);
  });
});

describe('79. SensorThings that pages and links oddly', () => {
  const sets = ['Things', 'Sensors', 'Datastreams', 'Observations'];
  const stream = {
    '@iot.id': 1,
    '@iot.selfLink': 'http://inside:8080/v1.1/Datastreams(1)',
    name: 'Level',
    unitOfMeasurement: {},
  };
  it.each([
    ['no next link beside $count', { '@iot.count': 812, value: [stream] }, 812],
    [
      'a next link to another entity',
      { '@iot.count': 2, '@iot.nextLink': 'http://inside:8080/v1.1/Things?$skip=1', value: [stream] },
      2,
    ],
    ['a count that shrinks', { '@iot.count': 0, value: [stream] }, 1],
    ['no count', { value: [stream] }, 1],
  ])('%s', async (_what, streams, count) => {
    const web = await serve((path) => {
      if (path.startsWith('/FROST-Server/v1.1/Datastreams')) return json(streams);
      const value = sets.map((name) => ({ name, url: `http://inside:8080/v1.1/${name}` }));
      return /^\/FROST-Server\/v1\.1\/?(?:\?|$)/.test(path) ? json({ value }) : null;
    });
    const reports = await probeAll(`${web.origin}/FROST-Server/v1.1/Things(3)`);
    expect(reports).toMatchObject([
      { kind: 'sensorthings', version: '1.1', endpoint: `${web.origin}/FROST-Server/v1.1`, layerCount: count },
    ]);
    expect(web.requestedPages().length).toBeLessThanOrEqual(2);
  });
});
