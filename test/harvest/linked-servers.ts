// JSON catalogs paged by links or as trees of files: OGC API – Records and STAC, with quirks.
import {
  type CatalogRequest,
  type CatalogResponse,
  type CatalogServer,
  type SyntheticCatalog,
  type SyntheticRecord,
  serveCatalog,
  withServices,
} from './synthetic-catalog.ts';

export type LinkedShape = 'records' | 'records-files' | 'stac' | 'stac-items' | 'stac-search' | 'stac-files';
export type LinkedQuirk =
  | 'none'
  | 'capped-at-64'
  | 'next-missing'
  | 'next-never-ends'
  | 'next-to-itself'
  | 'next-begins-anew'
  | 'next-repeats-last-page'
  | 'next-on-another-host'
  | 'next-with-wrong-scheme'
  | 'next-by-token'
  | 'next-by-post'
  | 'filter-refused'
  | 'filter-ignored'
  | 'record-that-fails'
  | 'entries-that-are-none'
  | 'several-collections'
  | 'no-collections'
  | 'post-only'
  | 'limit-refused'
  | 'cycle'
  | 'missing-files'
  | 'remote-child';

export function serveLinked(catalog: SyntheticCatalog, shape: LinkedShape, quirk: LinkedQuirk): Promise<CatalogServer> {
  const responders = {
    records,
    'records-files': recordFiles,
    stac,
    'stac-items': stac,
    'stac-search': stac,
    'stac-files': stacFiles,
  };
  return serveCatalog((request) => withServices(responders[shape]({ catalog, quirk, shape, request }), catalog));
}

interface RequestContext {
  readonly catalog: SyntheticCatalog;
  readonly quirk: LinkedQuirk;
  readonly shape: LinkedShape;
  readonly request: CatalogRequest;
}

export function json(value: unknown, status = 200): CatalogResponse {
  return { status, type: 'application/json', text: JSON.stringify(value) };
}

interface Page {
  readonly page: readonly SyntheticRecord[];
  readonly total: number;
  readonly links: readonly object[];
}

/** A page of the list at `url`, with a link to the next one according to the quirk. Null if the server fails. */
function listPage({ catalog, quirk, request }: RequestContext, all: readonly SyntheticRecord[]): Page | null {
  const query = request.url.searchParams;
  const body = request.body === '' ? {} : (JSON.parse(request.body) as { limit?: number; token?: string });
  catalog.requests++;
  const start = Number(body.token ?? query.get('token')?.replace('t', '') ?? query.get('offset') ?? 0);
  const requested = Number(body.limit ?? query.get('limit') ?? 10);
  const limit = quirk === 'capped-at-64' ? Math.min(64, requested) : requested;
  const isBeyond = start >= all.length && quirk === 'next-repeats-last-page';
  const page = isBeyond ? all.slice(-limit) : all.slice(start, start + limit);
  if (quirk === 'record-that-fails' && page.some(({ id }) => id === 'record-000742')) return null;
  catalog.sent += page.length;
  const next = start + page.length;
  const goesOn = next < all.length || ['next-never-ends', 'next-repeats-last-page', 'next-begins-anew'].includes(quirk);
  const links =
    goesOn && quirk !== 'next-missing'
      ? [nextLink(quirk, request.url, isBeyond ? start + limit : next, all.length)]
      : [];
  return { page, total: all.length, links };
}

function nextLink(quirk: LinkedQuirk, url: URL, at: number, total: number): object {
  const target = new URL(url.href);
  if (quirk === 'next-to-itself' && at > 300) return { rel: 'next', href: url.href };
  if (quirk === 'next-on-another-host' && at > 300) target.hostname = 'elsewhere.example';
  if (quirk === 'next-with-wrong-scheme') target.protocol = 'https:';
  const start = quirk === 'next-begins-anew' && at >= total ? 0 : at;
  if (quirk === 'next-by-post' || quirk === 'post-only')
    return {
      rel: 'next',
      href: url.origin + url.pathname,
      method: 'POST',
      merge: true,
      body: { token: String(start) },
    };
  if (quirk === 'next-by-token') {
    target.searchParams.set('token', `t${start}`);
    return { rel: 'next', href: target.href };
  }
  target.searchParams.set('offset', String(start));
  return { rel: 'next', type: 'application/geo+json', href: `${target.origin}${target.pathname}${target.search}` };
}

function recordOf({ id, title, modified }: SyntheticRecord): object {
  return {
    type: 'Feature',
    id,
    conformsTo: ['http://www.opengis.net/spec/ogcapi-records-1/1.0/req/record-core'],
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [5, 45],
          [10, 45],
          [10, 48],
          [5, 48],
          [5, 45],
        ],
      ],
    },
    properties: { type: 'service', title, updated: modified },
    links: [
      { rel: 'self', href: `items/${id}` },
      { rel: 'item', type: 'OGC:WMS', href: `http://127.0.0.1:9/wms?map=${id}` },
    ],
  };
}

/** OGC API – Records as pycsw and pygeoapi serve it. */
function records(context: RequestContext): CatalogResponse | null {
  const { catalog, quirk, request } = context;
  const { url } = request;
  const names = quirk === 'several-collections' ? ['even', 'odd', 'all'] : ['main'];
  if (url.pathname === '/api') return json(recordsLanding(url.origin));
  if (url.pathname === '/api/conformance')
    return json({ conformsTo: ['http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/core'] });
  if (url.pathname === '/api/collections')
    return json({ collections: names.map((id) => ({ id, itemType: 'record', links: [] })), links: [] });
  const name = /^\/api\/collections\/(\w+)\/items$/.exec(url.pathname)?.[1];
  if (name === undefined) return null;
  const filter = quirk === 'filter-ignored' ? null : url.searchParams.get('filter');
  if (quirk === 'filter-refused' && filter !== null) return json({ code: 'InvalidParameterValue' }, 400);
  const since = /'([^']+)'/.exec(filter ?? '')?.[1] ?? '';
  const parity = ['even', 'odd'].indexOf(name);
  const all = catalog.records.filter(
    ({ modified }, number) => modified >= since && (parity < 0 || number % 2 === parity),
  );
  const listed = listPage(context, all);
  if (listed === null) return json({ code: 'NoApplicableCode' }, 500);
  const features: unknown[] = listed.page.map(recordOf);
  if (quirk === 'entries-that-are-none' && features.length > 7) features[7] = null;
  return json({ type: 'FeatureCollection', numberMatched: listed.total, features, links: listed.links });
}

function recordsLanding(origin: string): object {
  const link = (rel: string, path: string) => ({ rel, type: 'application/json', href: `${origin}/api${path}` });
  return {
    title: 'A made-up catalog',
    links: [
      link('self', ''),
      link('conformance', '/conformance'),
      link('data', '/collections'),
      link('service-desc', '/openapi'),
    ],
  };
}

/** The same standard as files: a catalog, with folders of 150 records each. */
function recordFiles({ catalog, quirk, request: { url } }: RequestContext): CatalogResponse | null {
  const catalogOf = (id: string, links: readonly object[]) =>
    json({
      id,
      type: 'Collection',
      itemType: 'record',
      title: id,
      extent: { spatial: { bbox: [[5, 45, 10, 48]] } },
      links,
    });
  const folders = Math.ceil(catalog.records.length / 150);
  if (url.pathname === '/files/catalog.json')
    return catalogOf('root', [
      { rel: 'root', href: './catalog.json' },
      ...Array.from({ length: folders }, (_, number) => ({ rel: 'child', href: `./${number}/catalog.json` })),
    ]);
  const [, folder, file] = /^\/files\/(\d+)\/(.+)\.json$/.exec(url.pathname) ?? [];
  if (folder === undefined) return null;
  const own = catalog.records.slice(Number(folder) * 150, Number(folder) * 150 + 150);
  if (file === 'catalog') {
    const back = quirk === 'cycle' ? [{ rel: 'child', href: '../catalog.json' }] : [];
    return catalogOf(`folder ${folder}`, [...back, ...own.map(({ id }) => ({ rel: 'item', href: `${id}.json` }))]);
  }
  catalog.requests++;
  const record = own.find(({ id }) => id === file);
  if (record === undefined || (quirk === 'missing-files' && record.id.endsWith('77'))) return null;
  catalog.sent++;
  return json(recordOf(record));
}

function collectionOf({ id, title, modified }: SyntheticRecord): object {
  return {
    stac_version: '1.0.0',
    type: 'Collection',
    id,
    title,
    updated: modified,
    description: `About ${title}`,
    license: 'CC-BY-4.0',
    extent: { spatial: { bbox: [[5, 45, 10, 48]] }, temporal: { interval: [['2020-01-01T00:00:00Z', null]] } },
    links: [{ rel: 'wms', href: `http://127.0.0.1:9/wms?map=${id}`, title: 'Map' }],
  };
}

function itemOf({ id, title, modified }: SyntheticRecord, collection: string): object {
  return {
    stac_version: '1.0.0',
    type: 'Feature',
    id,
    collection,
    bbox: [5, 45, 10, 48],
    geometry: null,
    properties: { title, updated: modified, datetime: modified },
    assets: { data: { href: `http://127.0.0.1:9/${id}.tif`, type: 'image/tiff; application=geotiff' } },
    links: [],
  };
}

/** A STAC API: records are its collections (`stac`), the items of three of them, or items that can only be searched. */
function stac(context: RequestContext): CatalogResponse | null {
  const { catalog, quirk, shape, request } = context;
  const { url, method } = request;
  if (url.pathname === '/stac') return json(stacLanding(url.origin));
  if (url.pathname === '/stac/collections') return stacCollections(context);
  const filter = url.searchParams.get('filter');
  if (quirk === 'filter-refused' && filter !== null) return json({ code: 'BadRequest' }, 400);
  const since = /'([^']+)'/.exec(filter ?? '')?.[1] ?? '';
  const changed = catalog.records.filter(({ modified }) => modified >= since);
  if (shape === 'stac-search') {
    if (url.pathname !== '/stac/search') return null;
    if (quirk === 'post-only' && method !== 'POST') return json({ code: 'MethodNotAllowed' }, 405);
    return items(context, changed, 'all');
  }
  const name = /^\/stac\/collections\/c(\d)\/items$/.exec(url.pathname)?.[1];
  if (shape !== 'stac-items' || name === undefined) return null;
  return items(
    context,
    changed.filter(({ id }) => Number(id.slice(-4)) % 3 === Number(name)),
    `c${name}`,
  );
}

function stacLanding(origin: string): object {
  const link = (rel: string, path: string) => ({ rel, type: 'application/json', href: `${origin}/stac${path}` });
  return {
    stac_version: '1.0.0',
    type: 'Catalog',
    id: 'made-up',
    description: 'Made up',
    conformsTo: ['https://api.stacspec.org/v1.0.0/core'],
    links: [link('self', ''), link('data', '/collections'), link('search', '/search')],
  };
}

function stacCollections(context: RequestContext): CatalogResponse | null {
  const { catalog, quirk, shape, request } = context;
  if (shape === 'stac-search') return quirk === 'no-collections' ? null : json({ collections: [], links: [] });
  if (shape === 'stac-items') {
    const collections = ['c0', 'c1', 'c2'].map((id) => ({
      ...collectionOf({ id, title: id, modified: '' }),
      links: [],
    }));
    return json({ collections, links: [] });
  }
  if (quirk === 'limit-refused' && request.url.searchParams.has('limit')) return json({ code: 'BadRequest' }, 400);
  const listed = listPage(context, catalog.records);
  if (listed === null) return json({ code: 'oops' }, 500);
  const collections: unknown[] = listed.page.map(collectionOf);
  if (quirk === 'entries-that-are-none' && collections.length > 7) collections[7] = 'none';
  return json({ collections, links: listed.links });
}

function items(context: RequestContext, all: readonly SyntheticRecord[], collection: string): CatalogResponse {
  const listed = listPage(context, all);
  if (listed === null) return json({ code: 'oops' }, 500);
  const features = listed.page.map((record) => itemOf(record, collection));
  return json({
    type: 'FeatureCollection',
    stac_version: '1.0.0',
    features,
    links: listed.links,
    numberMatched: listed.total,
  });
}

/** A tree of files: folders with 150 collections each; every collection has a folder of items that must not be opened. */
function stacFiles({ catalog, quirk, request: { url } }: RequestContext): CatalogResponse | null {
  const node = (id: string, links: readonly object[]) =>
    json({ stac_version: '1.0.0', type: 'Catalog', id, description: id, links });
  const size = 150;
  const folders = Math.ceil(catalog.records.length / size);
  const child = (href: string) => ({ rel: 'child', href });
  if (url.pathname === '/stac/catalog.json') {
    const remote = quirk === 'remote-child' ? [child('https://elsewhere.example/catalog.json')] : [];
    return node('root', [
      ...remote,
      ...Array.from({ length: folders }, (_, number) => child(`./f${number}/catalog.json`)),
    ]);
  }
  const [, folder, file] = /^\/stac\/f(\d+)\/(.+)\.json$/.exec(url.pathname) ?? [];
  if (folder === undefined) return null;
  const own = catalog.records.slice(Number(folder) * size, Number(folder) * size + size);
  if (file === 'catalog') {
    const back = quirk === 'cycle' ? [child('../catalog.json'), child('./catalog.json')] : [];
    const named =
      quirk === 'no-collections'
        ? own.map(({ id }) => ({ rel: 'item', href: `./${id}/${id}.json` }))
        : own.map(({ id }) => child(`./${id}/collection.json`));
    return node(`folder ${folder}`, [...back, ...named]);
  }
  catalog.requests++;
  const record = own.find(({ id }) => file?.startsWith(`${id}/`));
  if (record === undefined || (quirk === 'missing-files' && record.id.endsWith('77'))) return null;
  catalog.sent++;
  if (quirk === 'no-collections') return json(itemOf(record, ''));
  const below = [child('./2020/catalog.json'), { rel: 'item', href: './2020/one.json' }];
  const collection = collectionOf(record) as { links: object[] };
  return json({ ...collection, links: [...collection.links, ...below] });
}
