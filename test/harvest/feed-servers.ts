// Catalogs as files, feeds and searches: data.json, paged DCAT-AP, OpenSearch, INSPIRE Atom, with quirks.
import {
  type CatalogRequest,
  type CatalogResponse,
  type CatalogServer,
  type SyntheticCatalog,
  type SyntheticRecord,
  serveCatalog,
  withServices,
} from './synthetic-catalog.ts';

export type FeedShape = 'data-json' | 'dcat-ap' | 'opensearch' | 'two-step' | 'inspire';
export type FeedQuirk =
  | 'none'
  | 'nested'
  | 'identifiers-missing'
  | 'identifiers-repeated'
  | 'broken-dataset'
  | 'cut-off'
  | 'next-to-itself'
  | 'next-on-another-host'
  | 'by-page'
  | 'by-link'
  | 'as-rss'
  | 'as-geojson'
  | 'capped-at-64'
  | 'total-missing'
  | 'total-is-of-page'
  | 'repeats-last-page'
  | 'record-that-fails'
  | 'filter-rejected'
  | 'missing-feeds'
  | 'feeds-elsewhere'
  | 'feed-is-itself';

interface RequestContext {
  readonly catalog: SyntheticCatalog;
  readonly quirk: FeedQuirk;
  readonly request: CatalogRequest;
}

export function serveFeeds(catalog: SyntheticCatalog, shape: FeedShape, quirk: FeedQuirk): Promise<CatalogServer> {
  const responders = { 'data-json': dataJson, 'dcat-ap': dcatAp, opensearch, 'two-step': twoStep, inspire };
  return serveCatalog((request) => withServices(responders[shape]({ catalog, quirk, request }), catalog));
}

const wms = (id: string) => `http://127.0.0.1:9/wms?map=${id}`;

function dataJson({ catalog, quirk, request: { url } }: RequestContext): CatalogResponse | null {
  if (url.pathname !== '/data.json') return null;
  catalog.requests++;
  catalog.sent += catalog.records.length;
  const all = catalog.records.map((record, number) => JSON.stringify(dataset(record, quirk, number)));
  if (quirk === 'broken-dataset') all[7] = '{"title": "No JSON", "modified": 20-20}';
  const list = quirk === 'nested' ? nested(catalog.records) : `"dataset": [${all.join(',\n')}]`;
  const text = `{"conformsTo": "https://project-open-data.cio.gov/v1.1/schema", ${list}}`;
  return { type: 'application/json', text: quirk === 'cut-off' ? text.slice(0, text.length - 20) : text };
}

function dataset({ id, title, modified }: SyntheticRecord, quirk: FeedQuirk, number: number): object {
  const repeated =
    quirk === 'identifiers-repeated' && number % 10 === 1 ? `record-${String(number - 1).padStart(6, '0')}` : id;
  return {
    '@type': 'dcat:Dataset',
    ...(quirk === 'identifiers-missing' ? {} : { identifier: repeated }),
    title,
    modified,
    accessLevel: 'public',
    description: `About "${title}" {[`,
    distribution: [{ '@type': 'dcat:Distribution', accessURL: wms(id), format: 'WMS' }],
  };
}

/** DCAT-US 3: services beside the datasets, members inside a series, catalogs inside the catalog. */
function nested(records: readonly SyntheticRecord[]): string {
  const part = (from: number, to: number) =>
    records.slice(from, to).map((record, at) => dataset(record, 'none', from + at));
  const [series, ...members] = part(0, 100);
  return [
    `"dataset": ${JSON.stringify([{ ...series, seriesMember: members }, ...part(100, 200)])}`,
    `"service": ${JSON.stringify(part(200, 250))}`,
    `"catalog": ${JSON.stringify([{ title: 'inside', dataset: part(250, records.length) }])}`,
  ].join(', ');
}

/** As CKAN serves its catalog: 100 datasets a page, with Hydra's links. */
function dcatAp({ catalog, quirk, request: { url } }: RequestContext): CatalogResponse | null {
  if (url.pathname !== '/catalog.jsonld') return null;
  const number = Number(url.searchParams.get('page') ?? 1);
  catalog.requests++;
  const page = catalog.records.slice((number - 1) * 100, number * 100);
  catalog.sent += page.length;
  const isLast = number * 100 >= catalog.records.length;
  const address = (at: number) => `${url.origin}/catalog.jsonld?page=${at}`;
  const odd: Partial<Record<FeedQuirk, string>> = {
    'next-to-itself': number > 3 ? address(number) : address(number + 1),
    'next-on-another-host': number > 3 ? 'https://elsewhere.example/catalog.jsonld?page=5' : address(number + 1),
  };
  const next = isLast ? {} : { 'hydra:nextPage': odd[quirk] ?? address(number + 1) };
  const graph = [
    { '@id': address(number), '@type': 'hydra:PagedCollection', 'hydra:totalItems': catalog.records.length, ...next },
    { '@id': url.origin, '@type': 'dcat:Catalog', 'dct:title': 'Made up' },
    ...page.flatMap((record) => dcatNodes(record, url.origin)),
  ];
  return { type: 'application/ld+json', text: JSON.stringify({ '@context': {}, '@graph': graph }) };
}

function dcatNodes({ id, title, modified }: SyntheticRecord, origin: string): readonly object[] {
  const distribution = `${origin}/distribution/${id}`;
  return [
    {
      '@id': `${origin}/dataset/${id}`,
      '@type': 'dcat:Dataset',
      'dct:identifier': id,
      'dct:title': title,
      'dct:modified': { '@value': modified },
      'dcat:distribution': { '@id': distribution },
    },
    { '@id': distribution, '@type': 'dcat:Distribution', 'dcat:accessURL': { '@id': wms(id) }, 'dct:format': 'WMS' },
  ];
}

const spaces =
  'xmlns="http://www.w3.org/2005/Atom" xmlns:os="http://a9.com/-/spec/opensearch/1.1/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:georss="http://www.georss.org/georss" xmlns:inspire_dls="http://inspire.ec.europa.eu/schemas/inspire_dls/1.0"';

function description(...urls: readonly string[]): CatalogResponse {
  const text = `<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/" xmlns:geo="http://a9.com/-/opensearch/extensions/geo/1.0/" xmlns:eo="http://a9.com/-/opensearch/extensions/eo/1.0/"><ShortName>Made up</ShortName>${urls.join('')}</OpenSearchDescription>`;
  return { type: 'application/opensearchdescription+xml', text };
}

function searchUrl(type: string, template: string, rel = 'results'): string {
  return `<Url type="${type}" rel="${rel}" template="${template.replaceAll('&', '&amp;')}"/>`;
}

const types: Partial<Record<FeedQuirk, string>> = {
  'as-rss': 'application/rss+xml',
  'as-geojson': 'application/geo+json',
};

function opensearch(context: RequestContext): CatalogResponse | null {
  const { quirk, request } = context;
  const { origin, pathname } = request.url;
  if (pathname === '/geo/description.xml') {
    const paging = { 'by-page': 'page={startPage?}&', 'by-link': '' }[quirk as string] ?? 'start={startIndex?}&';
    const template = `${origin}/geo/search?q={searchTerms?}&${paging}n={count?}&box={geo:box?}&since={eo:modificationDate?}`;
    return description(
      searchUrl('text/html', `${origin}/geo/page?q={searchTerms}`),
      searchUrl(types[quirk] ?? 'application/atom+xml', template),
    );
  }
  return pathname === '/geo/search' ? results(context, context.catalog.records) : null;
}

/** A page of results in the form the quirk names. */
function results(
  { catalog, quirk, request: { url } }: RequestContext,
  records: readonly SyntheticRecord[],
): CatalogResponse {
  const query = url.searchParams;
  catalog.requests++;
  if (quirk === 'filter-rejected' && query.has('since')) return { status: 400, type: 'text/plain', text: 'unknown' };
  const all = records.filter(({ modified }) => modified >= (query.get('since') ?? '').replace('[', ''));
  const count = Math.min(Number(query.get('n') ?? 10), quirk === 'capped-at-64' ? 64 : 1000);
  const requests = query.has('page') ? (Number(query.get('page')) - 1) * count : Number(query.get('start') ?? 1) - 1;
  const start = quirk === 'repeats-last-page' ? Math.min(requests, all.length - count) : requests;
  const page = all.slice(start, start + count);
  if (quirk === 'record-that-fails' && page.some(({ id }) => id === 'record-000742'))
    return { status: 500, type: 'text/plain', text: 'oops' };
  catalog.sent += page.length;
  const following = new URL(url.href);
  following.searchParams.set('start', String(start + page.length + 1));
  const next = quirk === 'next-to-itself' && start > 300 ? url.href : following.href;
  const hasNext = start + page.length < all.length && ['by-link', 'next-to-itself', 'total-is-of-page'].includes(quirk);
  const totals: Partial<Record<FeedQuirk, number | null>> = {
    'total-missing': null,
    'repeats-last-page': null,
    'total-is-of-page': page.length,
  };
  const total = quirk in totals ? (totals[quirk] ?? null) : all.length;
  return write(page, { quirk, total, next: hasNext ? next : null });
}

interface ResultForm {
  readonly quirk: FeedQuirk;
  readonly total: number | null;
  readonly next: string | null;
}

function write(page: readonly SyntheticRecord[], { quirk, total, next }: ResultForm): CatalogResponse {
  const totals = total === null ? '' : `<os:totalResults>${total}</os:totalResults>`;
  if (quirk === 'as-geojson') {
    const features = page.map(({ id, title, modified }) => ({
      type: 'Feature',
      id,
      geometry: null,
      properties: { title, updated: modified, links: { data: [{ href: wms(id) }] } },
    }));
    return {
      type: 'application/geo+json',
      text: JSON.stringify({ type: 'FeatureCollection', features, properties: { totalResults: total } }),
    };
  }
  if (quirk === 'as-rss') {
    const items = page.map(
      ({ id, title, modified }) =>
        `<item><title>${title}</title><guid>${id}</guid><link>${wms(id)}</link><pubDate>${new Date(modified).toUTCString()}</pubDate></item>`,
    );
    return {
      type: 'application/rss+xml',
      text: `<rss version="2.0" ${spaces}><channel><title>Made up</title>${totals}${items.join('')}</channel></rss>`,
    };
  }
  const link = next === null ? '' : `<link rel="next" href="${next.replaceAll('&', '&amp;')}"/>`;
  return feed(
    `${totals}${link}${page.map((record) => entry(record, `<link rel="enclosure" href="${wms(record.id)}"/>`)).join('')}`,
  );
}

function feed(inside: string): CatalogResponse {
  return {
    type: 'application/atom+xml',
    text: `<?xml version="1.0"?><feed ${spaces}><title>Made up</title>${inside}</feed>`,
  };
}

function entry({ id, title, modified }: SyntheticRecord, links: string): string {
  return `<entry><id>${id}</id><title>${title}</title><updated>${modified}</updated><georss:box>45 5 48 10</georss:box>${links}</entry>`;
}

/** OGC 13-026r9: three collections, each with a description of the search for its products. */
function twoStep(context: RequestContext): CatalogResponse | null {
  const { catalog, request } = context;
  const { origin, pathname, searchParams } = request.url;
  const parent = searchParams.get('parent');
  const query = 'start={startIndex?}&n={count?}';
  if (pathname === '/eo/description.xml' && parent === null)
    return description(
      searchUrl('application/atom+xml', `${origin}/eo/products?${query}`),
      searchUrl('application/atom+xml', `${origin}/eo/series?${query}`, 'collection'),
    );
  if (pathname === '/eo/description.xml')
    return description(searchUrl('application/atom+xml', `${origin}/eo/products?parent=${parent}&${query}`));
  if (pathname === '/eo/series') {
    const series = ['s0', 's1', 's2'].map((id) =>
      entry(
        { id, title: `Series ${id}`, modified: '2020-01-01T00:00:00Z' },
        `<link rel="search" type="application/opensearchdescription+xml" href="/eo/description.xml?parent=${id}"/>`,
      ),
    );
    return feed(`<os:totalResults>3</os:totalResults>${searchParams.get('start') === '1' ? series.join('') : ''}`);
  }
  if (pathname !== '/eo/products' || parent === null) return null;
  return results(
    context,
    catalog.records.filter(({ id }) => Number(id.slice(-4)) % 3 === Number(parent.slice(1))),
  );
}

/** A service feed, and a feed of downloads for each dataset. */
function inspire({ catalog, quirk, request: { url } }: RequestContext): CatalogResponse | null {
  if (url.pathname === '/atom/service.xml') {
    const host = quirk === 'feeds-elsewhere' ? 'https://elsewhere.example' : url.origin;
    const address = ({ id }: SyntheticRecord) => (quirk === 'feed-is-itself' ? url.href : `${host}/atom/${id}.xml`);
    const entries = catalog.records.map((record) => {
      const code = `<inspire_dls:spatial_dataset_identifier_code>${record.id}</inspire_dls:spatial_dataset_identifier_code>`;
      const links = `<link rel="alternate" type="application/atom+xml" href="${address(record)}"/><link rel="describedby" type="application/xml" href="/md/${record.id}"/>`;
      return entry(record, links + code);
    });
    return feed(entries.join(''));
  }
  catalog.requests++;
  const record = catalog.records.find(({ id }) => url.pathname === `/atom/${id}.xml`);
  if (record === undefined || (quirk === 'missing-feeds' && record.id.endsWith('77'))) return null;
  catalog.sent++;
  const downloads = ['gml', 'zip'].map((end) =>
    entry(
      { ...record, id: end },
      `<link rel="alternate" type="application/${end}" href="http://127.0.0.1:9/${record.id}.${end}"/>`,
    ),
  );
  return feed(downloads.join(''));
}
