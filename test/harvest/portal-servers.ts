// Portals like CKAN, GeoNetwork 3 and 4, and an OAI-PMH repository, each with paging quirks.
import {
  type CatalogRequest,
  type CatalogResponse,
  type CatalogServer,
  type SyntheticCatalog,
  type SyntheticRecord,
  serveCatalog,
} from './synthetic-catalog.ts';

export type PortalShape = 'ckan' | 'geonetwork-3' | 'geonetwork-4' | 'oai-pmh';
export type PortalQuirk =
  | 'none'
  | 'capped-at-64'
  | 'order-refused'
  | 'private-and-deleted'
  | 'record-that-fails'
  | 'entries-that-are-none'
  | 'window-of-10000'
  | 'token-expires-once'
  | 'shrinking';

/** One type of portal with one quirk. */
export function servePortal(catalog: SyntheticCatalog, shape: PortalShape, quirk: PortalQuirk): Promise<CatalogServer> {
  const responders = { ckan, 'geonetwork-3': geonetwork3, 'geonetwork-4': geonetwork4, 'oai-pmh': oaiPmh };
  return serveCatalog((request) => catalog.instead?.(request) ?? responders[shape](catalog, quirk, request));
}

function json(value: unknown, status = 200): CatalogResponse {
  return { status, type: 'application/json', text: JSON.stringify(value) };
}

/** The requested records, according to the quirk. */
function pageOf(
  catalog: SyntheticCatalog,
  quirk: PortalQuirk,
  { start, count, since }: { readonly start: number; readonly count: number; readonly since: string },
): { readonly page: readonly SyntheticRecord[]; readonly total: number; readonly fails: boolean } {
  catalog.requests++;
  if (quirk === 'shrinking' && catalog.requests > 3 && catalog.requests <= 8) catalog.records.splice(50, 9);
  const all = catalog.records.filter(({ modified }) => modified >= since);
  const page = all.slice(start, start + (quirk === 'capped-at-64' ? Math.min(64, count) : count));
  const fails = quirk === 'record-that-fails' && page.some(({ id }) => id === 'record-000742');
  if (!fails) catalog.sent += page.length;
  return { page, total: all.length, fails };
}

export function isHidden({ id }: SyntheticRecord, quirk: PortalQuirk): boolean {
  return quirk === 'private-and-deleted' && /[05]0$/.test(id);
}

function ckan(catalog: SyntheticCatalog, quirk: PortalQuirk, { url }: CatalogRequest): CatalogResponse | null {
  if (!url.pathname.endsWith('/api/3/action/package_search')) return null;
  const query = url.searchParams;
  if (quirk === 'order-refused' && query.has('sort')) return json({ success: false, error: {} }, 409);
  const since = (/\[(\S+) TO/.exec(query.get('fq') ?? '')?.[1] ?? '').replace('.000Z', 'Z');
  const start = Number(query.get('start') ?? 0);
  const { page, total, fails } = pageOf(catalog, quirk, { start, count: Number(query.get('rows') ?? 10), since });
  if (fails) return json({ success: false }, 500);
  const results: unknown[] = page.map((record) => ({
    id: record.id,
    name: record.id,
    title: record.title,
    metadata_modified: record.modified,
    private: isHidden(record, quirk) && record.id.endsWith('50'),
    state: isHidden(record, quirk) ? 'deleted' : 'active',
    resources: [{ format: 'wms_srvc', url: `http://127.0.0.1:9/wms?map=${record.id}` }],
  }));
  if (quirk === 'entries-that-are-none' && start === 300) results[7] = null;
  return json({ help: 'package_search', success: true, result: { count: total, results } });
}

function geonetwork4(
  catalog: SyntheticCatalog,
  quirk: PortalQuirk,
  { method, url, body }: CatalogRequest,
): CatalogResponse | null {
  if (url.pathname.endsWith('/srv/api/site')) return site('4.2.8');
  if (method !== 'POST' || !url.pathname.endsWith('/srv/api/search/records/_search')) return null;
  const query = JSON.parse(body) as { from?: number; size: number; search_after?: [string] };
  const { from = 0, size } = query;
  if (quirk === 'window-of-10000' && from + size > 10_000) return json({ error: 'Result window is too large' }, 400);
  const since = /"gte":"([^"]+)"/.exec(body)?.[1] ?? '';
  const after = query.search_after?.[0];
  const start = after === undefined ? from : catalog.records.findIndex(({ id }) => id > after);
  const { page, total, fails } = pageOf(catalog, quirk, {
    start: start < 0 ? total0(catalog) : start,
    count: size,
    since,
  });
  if (fails) return json({ error: 'Index out of bounds' }, 500);
  const hits = page.map(({ id, title, modified }) => ({
    _id: id,
    sort: [id],
    _source: {
      uuid: id,
      resourceTitleObject: { default: title },
      changeDate: modified,
      link: [{ protocol: 'OGC:WMS', urlObject: { default: `http://127.0.0.1:9/wms?map=${id}` } }],
    },
  }));
  return json({ hits: { total: { value: total, relation: 'eq' }, hits } });
}

function total0({ records }: SyntheticCatalog): number {
  return records.length;
}

function geonetwork3(catalog: SyntheticCatalog, quirk: PortalQuirk, { url }: CatalogRequest): CatalogResponse | null {
  if (url.pathname.endsWith('/srv/api/site')) return site('3.12.1');
  if (!url.pathname.endsWith('/srv/eng/q')) return null;
  const from = Number(url.searchParams.get('from'));
  const count = Number(url.searchParams.get('to')) - from + 1;
  const since = url.searchParams.get('dateFrom') ?? '';
  const { page, total, fails } = pageOf(catalog, quirk, { start: from - 1, count, since });
  if (fails) return json({ message: 'oops' }, 500);
  const metadata = page.map(({ id, title, modified }) => ({
    title,
    link: `name|words|http://127.0.0.1:9/wms?map=${id}|OGC:WMS|service`,
    'geonet:info': { uuid: id, changeDate: modified },
  }));
  return json({ '@from': String(from), summary: { '@count': String(total) }, metadata });
}

function site(version: string): CatalogResponse {
  return json({ 'system/site/siteId': 'made-up', 'system/site/name': 'Made up', 'system/platform/version': version });
}

function oaiPmh(catalog: SyntheticCatalog, quirk: PortalQuirk, { url }: CatalogRequest): CatalogResponse | null {
  const query = url.searchParams;
  if (query.get('verb') === 'Identify') return oai('<Identify><repositoryName>Made up</repositoryName></Identify>');
  if (query.get('verb') !== 'ListRecords') return null;
  if (query.get('metadataPrefix')?.startsWith('oai') === false) return oai('<error code="cannotDisseminateFormat"/>');
  const [token = '', from = ''] = (query.get('resumptionToken') ?? '').split('!');
  const start = Number(token || 0);
  const since = from || (query.get('from') ?? '');
  const { page, total } = pageOf(catalog, quirk, { start, count: 100, since });
  if (quirk === 'token-expires-once' && catalog.requests === 5) return oai('<error code="badResumptionToken"/>');
  if (total === 0) return oai('<error code="noRecordsMatch"/>');
  const next = start + page.length;
  const goesOn = next < total ? `<resumptionToken>${next}!${since}</resumptionToken>` : '<resumptionToken/>';
  const records = page.map((record) => oaiRecord(record, isHidden(record, quirk)));
  return oai(`<ListRecords>${records.join('')}${goesOn}</ListRecords>`);
}

function oaiRecord({ id, title, modified }: SyntheticRecord, isDeleted: boolean): string {
  const header = `<header${isDeleted ? ' status="deleted"' : ''}><identifier>${id}</identifier><datestamp>${modified}</datestamp></header>`;
  if (isDeleted) return `<record>${header}</record>`;
  return `<record>${header}<metadata><oai_dc:dc><dc:title>${title}</dc:title></oai_dc:dc></metadata></record>`;
}

function oai(inside: string): CatalogResponse {
  const spaces =
    'xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"';
  return { type: 'text/xml', text: `<?xml version="1.0"?><OAI-PMH ${spaces}>${inside}</OAI-PMH>` };
}
