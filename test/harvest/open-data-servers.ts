// Portals shaped like ArcGIS Hub, ArcGIS Online, Socrata, Opendatasoft and ERDDAP, with paging quirks.
import {
  type CatalogRequest,
  type CatalogResponse,
  type CatalogServer,
  type SyntheticCatalog,
  type SyntheticRecord,
  serveCatalog,
} from './synthetic-catalog.ts';

export type OpenDataShape = 'arcgis-hub' | 'arcgis-portal' | 'socrata' | 'opendatasoft' | 'erddap';
export type OpenDataQuirk =
  | 'none'
  | 'capped-at-64'
  /** The requested order is rejected; for ERDDAP, the table of all datasets. */
  | 'order-refused'
  | 'record-that-fails'
  | 'entries-that-are-none'
  | 'shrinking'
  /** A record not yet sent is changed and becomes the newest. */
  | 'touched'
  /** What follows the last page is the last page. */
  | 'never-ends'
  /** Portals: records have no owner. */
  | 'self-refused';

export const openDataPaths: Readonly<Record<OpenDataShape, string>> = {
  'arcgis-hub': '/api/search/v1/collections/all/items?limit=100',
  'arcgis-portal': '/portal/sharing/rest/portals/self?f=json',
  socrata: '/api/catalog/v1?limit=100',
  opendatasoft: '/api/explore/v2.1/catalog/datasets?limit=100',
  erddap: '/erddap/info/index.json?page=1&itemsPerPage=1000',
};

/** A record's identifier in each type of portal. */
export function idIn(shape: OpenDataShape, { id }: SyntheticRecord): string {
  const number = Number(id.slice(7));
  if (shape.startsWith('arcgis')) return number.toString(16).padStart(32, '0');
  const letters = number.toString(36).padStart(8, '0');
  return shape === 'socrata' ? `${letters.slice(0, 4)}-${letters.slice(4)}` : id;
}

interface RequestContext {
  readonly catalog: SyntheticCatalog;
  readonly quirk: OpenDataQuirk;
  readonly request: CatalogRequest;
  /** The server whose services the records lead to. */
  readonly links: string;
}

export function serveOpenData(
  catalog: SyntheticCatalog,
  shape: OpenDataShape,
  quirk: OpenDataQuirk,
  links = 'http://127.0.0.1:9',
): Promise<CatalogServer> {
  const responders = { 'arcgis-hub': hub, 'arcgis-portal': portal, socrata, opendatasoft, erddap };
  return serveCatalog((request) => responders[shape]({ catalog, quirk, request, links }));
}

function json(value: unknown, status = 200): CatalogResponse {
  return { status, type: 'application/json', text: JSON.stringify(value) };
}

/** Searches return nothing beyond. */
const resultWindow = 10_000;

interface Part {
  readonly start: number;
  readonly count: number;
  readonly hasWindow?: boolean;
}

/** The requested part of the matches; null if the server rejects the request or fails. */
function partOf<T>(
  { catalog, quirk }: RequestContext,
  all: readonly SyntheticRecord[],
  { start, count, hasWindow = true }: Part,
  show: (record: SyntheticRecord) => T,
): (T | null)[] | null {
  catalog.requests++;
  if (hasWindow && start + count > resultWindow) return null;
  const from = quirk === 'never-ends' ? Math.min(start, Math.max(0, all.length - count)) : start;
  const page = all.slice(from, from + (quirk === 'capped-at-64' ? Math.min(64, count) : count));
  if (quirk === 'record-that-fails' && page.some(({ id }) => id === 'record-000242')) return null;
  catalog.sent += page.length;
  return page.map((record) =>
    quirk === 'entries-that-are-none' && record.id === 'record-000307' ? null : show(record),
  );
}

/** Changes the records while a client pages through them. */
function liveOn({ catalog, quirk }: RequestContext): void {
  if (quirk === 'shrinking' && catalog.requests > 5 && catalog.requests <= 15) catalog.records.splice(50, 9);
  const oldest = quirk === 'touched' && catalog.requests === 5 ? byDate(catalog.records).at(-1) : undefined;
  if (oldest !== undefined) oldest.modified = '2026-04-04T00:00:00Z';
}

function byDate(records: readonly SyntheticRecord[]): readonly SyntheticRecord[] {
  return [...records].sort((one, other) => (one.modified < other.modified ? 1 : -1));
}

function item(shape: OpenDataShape, record: SyntheticRecord, links: string) {
  return {
    id: idIn(shape, record),
    title: record.title,
    type: 'WMS',
    url: `${links}/wms?map=${record.id}`,
    modified: Date.parse(record.modified),
    extent: [
      [5, 45],
      [10, 48],
    ],
  };
}

/** OGC API Records, counted from one. */
function hub(context: RequestContext): CatalogResponse | null {
  const { catalog, quirk, request, links } = context;
  if (request.url.pathname !== '/api/search/v1/collections/all/items') return null;
  liveOn(context);
  const order = request.url.searchParams.get('sortBy');
  if (quirk === 'order-refused' && order !== null) return json({ message: 'sortBy is not allowed' }, 400);
  const inOrder: Readonly<Record<string, () => readonly SyntheticRecord[]>> = {
    '-properties.modified': () => byDate(catalog.records),
    '-properties.created': () => [...catalog.records].reverse(),
  };
  const all = inOrder[order ?? '']?.() ?? catalog.records;
  const start = Number(request.url.searchParams.get('startindex') ?? 1) - 1;
  const count = Number(request.url.searchParams.get('limit') ?? 10);
  const features = partOf(context, all, { start, count }, (record) => {
    const { id, ...properties } = item('arcgis-hub', record, links);
    return { type: 'Feature', id, geometry: null, properties };
  });
  if (features === null) return json({ message: 'Result window is too large' }, 500);
  return json({ type: 'FeatureCollection', numberMatched: all.length, numberReturned: features.length, features });
}

/** Searches count up to 10,000. */
function portal(context: RequestContext): CatalogResponse | null {
  const { catalog, quirk, request, links } = context;
  const { pathname, searchParams } = request.url;
  if (pathname.endsWith('/portals/self')) {
    const self = { id: 'AbCdEf0123456789', name: 'Made up', urlKey: 'madeup', isPortal: false, portalName: 'Made up' };
    return json(quirk === 'self-refused' && request.url.search === '?f=json' && catalog.requests > 0 ? {} : self);
  }
  if (!pathname.endsWith('/sharing/rest/search')) return null;
  liveOn(context);
  const query = searchParams.get('q') ?? '';
  if (quirk !== 'self-refused' && !query.includes('orgid:AbCdEf0123456789')) return json({ error: { code: 400 } });
  const [, from = '', to = ''] = /modified:\[(\d{19}) TO (\d{19})\]/.exec(query) ?? [];
  const matching = byDate(catalog.records).filter(({ modified }) => {
    const ms = Date.parse(modified);
    return ms >= Number(from) && ms <= Number(to);
  });
  const start = Number(searchParams.get('start') ?? 1) - 1;
  const count = Number(searchParams.get('num') ?? 10);
  const results = partOf(context, matching, { start, count }, (record) => item('arcgis-portal', record, links));
  if (results === null) return json({ error: { code: 500, message: 'Unable to perform query' } });
  const next = start + results.length + 1;
  const total = Math.min(matching.length, resultWindow);
  return json({ query, total, start: start + 1, num: results.length, nextStart: next > total ? -1 : next, results });
}

/** By offset up to the window, by scroll_id in the order of identifiers without one. */
function socrata(context: RequestContext): CatalogResponse | null {
  const { catalog, quirk, request, links } = context;
  const { searchParams, pathname } = request.url;
  if (pathname !== '/api/catalog/v1') return null;
  liveOn(context);
  const scroll = searchParams.get('scroll_id');
  if (quirk === 'order-refused' && scroll !== null) return json({ error: 'scroll_id is not known' }, 400);
  const all = searchParams.get('order') === 'updatedAt DESC' ? byDate(catalog.records) : catalog.records;
  const after = scroll === null ? -1 : all.findIndex((record) => idIn('socrata', record) > scroll);
  const offset = Number(searchParams.get('offset') ?? 0);
  const start = scroll === null ? offset : after < 0 ? all.length : after;
  const part = { start, count: Number(searchParams.get('limit') ?? 100), hasWindow: scroll === null };
  const results = partOf(context, all, part, (record) => ({
    resource: { id: idIn('socrata', record), name: record.title, updatedAt: record.modified.replace('Z', '.000Z') },
    permalink: `${links}/wms?map=${record.id}`,
    metadata: { domain: '127.0.0.1' },
  }));
  return results === null ? json({ error: 'no' }, 500) : json({ results, resultSetSize: all.length });
}

/** The catalog up to the window, exports of it beyond. */
function opendatasoft(context: RequestContext): CatalogResponse | null {
  const { catalog, quirk, request } = context;
  const { searchParams, pathname } = request.url;
  const isExport = pathname === '/api/explore/v2.1/catalog/exports/json';
  if (!isExport && pathname !== '/api/explore/v2.1/catalog/datasets') return null;
  liveOn(context);
  if (quirk === 'order-refused' && searchParams.has('order_by')) return json({ error_code: 'ODSQLError' }, 400);
  const since = /date'([^']+)'/.exec(searchParams.get('where') ?? '')?.[1] ?? '';
  const all = catalog.records.filter(({ modified }) => modified >= since);
  const start = Number(searchParams.get('offset') ?? 0);
  const part = { start, count: Number(searchParams.get('limit') ?? 10), hasWindow: !isExport };
  const results = partOf(context, all, part, ({ id, title, modified }) => ({
    dataset_id: id,
    features: ['geo'],
    metas: { default: { title, modified: modified.replace('Z', '+00:00') } },
  }));
  if (results === null) return json({ error_code: 'InvalidRESTParameterError' }, 400);
  return json(isExport ? results : { total_count: all.length, results });
}

/** The table of everything, and the index by pages. */
function erddap(context: RequestContext): CatalogResponse | null {
  const { catalog, quirk, request, links } = context;
  const { searchParams, pathname, search } = request.url;
  const table = (columnNames: readonly string[], rows: unknown) => json({ table: { columnNames, rows } });
  if (pathname === '/erddap/tabledap/allDatasets.json') {
    if (quirk === 'order-refused') return json({ error: 'no' }, 500);
    const columns = decodeURIComponent(search.slice(1)).split(',');
    const cells = (record: SyntheticRecord) =>
      columns.map((name) => ({ datasetID: record.id, title: record.title, minLongitude: 5 })[name] ?? '');
    const rows = partOf(context, catalog.records, { start: 0, count: 1e9, hasWindow: false }, cells);
    return table(columns, [['allDatasets', '', 'All', '', '', '', '', '', '', '', '', '', ''], ...(rows ?? [])]);
  }
  if (pathname !== '/erddap/info/index.json') return null;
  const count = Number(searchParams.get('itemsPerPage'));
  const start = (Number(searchParams.get('page')) - 1) * count;
  if (start > catalog.records.length) return json({ error: 'page too high' }, 404);
  const rows = partOf(context, catalog.records, { start, count, hasWindow: false }, ({ id, title }) => [
    ...[`${links}/griddap/${id}.html`, '', '', title, id],
  ]);
  return rows === null
    ? json({ error: 'no' }, 500)
    : table(['griddap', 'tabledap', 'wms', 'Title', 'Dataset ID'], rows);
}
