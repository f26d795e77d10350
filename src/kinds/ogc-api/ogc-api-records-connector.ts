// Harvests the record collections of an OGC API – Records, and static catalogs of the same standard.
import { type JsonObject, numberAt, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { withoutQuery } from '../../base/url/ows-url.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { addressBelow } from '../address/api-address.ts';
import { jsonTypes, linkTo, readJsonLinks } from '../address/json-links.ts';
import {
  type ListedPage,
  membersOf,
  nextByLink,
  onSameHost,
  type PlannedPage,
  pageCursor,
  pageRequest,
  plannedPage,
  withoutFilter,
  withParameters,
} from '../paging/link-paging.ts';
import { emptyPage, treeConnector, treePage } from '../paging/tree-walk.ts';
import { textsAt } from '../records/json-collection.ts';
import { looksLikeRecord, readOgcRecord } from '../records/ogc-record.ts';

interface ItemsPage extends PlannedPage {
  /** The collection declares that it has records. */
  readonly isDeclared?: boolean;
  /** It is the only one: its record count is that of the catalog. */
  readonly isAll?: boolean;
}

const isFile = (url: string) => /\.(?:geo)?json$/i.test(withoutQuery(url));

export const ogcApiRecordsConnector: Connector = {
  kind: 'ogc-api-records',
  firstPosition: 0,
  pageSize: 100,
  variants: 2,
  canSplit: (cursor) => plannedPage(cursor)?.by !== undefined,
  maxRepeats: 100,
  canFilter: true,
  catalogOf: ({ kind, endpoint }) => (kind === 'ogc-api-records' && !isFile(endpoint) ? endpoint : null),
  request,
  read,
  isOwnPage: (url, endpoint) =>
    url.startsWith(withoutQuery(endpoint)) && /\/collections\/[^/]+\/items(?:\?|$)/.test(url),
};

/** If a list can't be fetched, one alternative is tried: without the format parameter. */
function request(endpoint: string, cursor: Cursor): ProbeRequest {
  const page = plannedPage(cursor);
  if (page === null)
    return { url: addressBelow(endpoint, 'collections', cursor.variant === 0 ? 'f=json' : ''), accept: jsonTypes };
  if (page.of === undefined) return pageRequest(page);
  const counted = page.by !== undefined && cursor.at > 0 ? { [page.by]: cursor.at } : {};
  return pageRequest({ ...page, url: withParameters(page.url, { limit: cursor.size, ...counted }) });
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  const page = plannedPage(cursor);
  // If a filter by date is rejected, it is requested without: known records are then recognized by content.
  if (cursor.since !== null && page?.of !== undefined && document.status >= 400 && document.status < 500)
    return { ...emptyPage, next: pageCursor(cursor, { ...page, url: withoutFilter(page.url) }, { since: null }) };
  const json = document.status < 400 && document.partial === null ? readJsonObject(document) : undefined;
  if (json === undefined) return null;
  if (page?.of === undefined) return Array.isArray(json.collections) ? readCollections(document, cursor, json) : null;
  return Array.isArray(json.features) ? readItems(document, cursor, json) : null;
}

/** Each collection of records is harvested separately. If none declares records, its items decide. */
function readCollections(document: Document, cursor: Cursor, json: JsonObject): RecordPage {
  const { found, count } = membersOf(json, 'collections');
  const declared = found.filter((one) => textsAt(one, 'itemType').includes('record'));
  const undeclared = found.filter((one) => textsAt(one, 'itemType').length === 0);
  const problems = new ProblemTally();
  const { page: next, isLost } = nextByLink(document, cursor, { json, count, found, total: null }, problems);
  const isDeclared = declared.length > 0;
  const selected = isDeclared ? declared : undeclared;
  const isAll = selected.length === 1 && next === null && plannedPage(cursor) === null;
  const also = selected.map((one) => {
    const url = itemsOf(one, document, cursor);
    const page: ItemsPage = { url, of: stringAt(one, 'id'), by: 'offset', isDeclared, isAll };
    return pageCursor(cursor, page, { at: 0 });
  });
  return {
    ...emptyPage,
    next: next === null ? null : pageCursor(cursor, next),
    also: also.reverse(),
    lost: isLost ? 1 : 0,
    problems: problems.list(),
  };
}

function itemsOf(collection: JsonObject, document: Document, { since }: Cursor): string {
  const link = linkTo(readJsonLinks(collection, document.finalUrl), 'items');
  const linked = link === null || link.type.includes('html') ? null : onSameHost(link.url, document.finalUrl);
  const list = withoutQuery(document.finalUrl).replace(/\/+$/, '');
  const url = linked ?? addressBelow(list, `${encodeURIComponent(stringAt(collection, 'id'))}/items`, 'f=json');
  if (since === null) return url;
  // OGC 20-004r1, "filtering": `updated` is one of the queryables every catalog has; CQL2, 6.3 for the instant.
  const instant = since.includes('T') ? `TIMESTAMP('${since}')` : `DATE('${since}')`;
  return withParameters(url, { filter: `updated >= ${instant}`, 'filter-lang': 'cql2-text' });
}

function readItems(document: Document, cursor: Cursor, json: JsonObject): RecordPage {
  const { found, count } = membersOf(json, 'features');
  const problems = new ProblemTally();
  const { of = '', isDeclared, isAll } = (plannedPage(cursor) ?? {}) as Partial<ItemsPage>;
  const isRecords = isDeclared === true || cursor.at > 0 || found.slice(0, 20).some(looksLikeRecord);
  if (!isRecords) return emptyPage;
  const records = found
    .map((feature) => readOgcRecord(feature, document.finalUrl, isAll ? '' : of))
    .filter((record) => record !== null);
  const total = numberAt(json, 'numberMatched');
  const { next, isLost } = nextItems(document, cursor, { json, count, found, total }, problems);
  const omitted = count - records.length;
  const lost = isLost ? 1 : 0;
  return { ...emptyPage, records, omitted, lost, total: isAll ? total : null, next, problems: problems.list() };
}

const counting = /^(?:offset|startindex|start)$/i;

/** By the link in the response; by offset if a page was fetched in parts, or if the link is missing. */
function nextItems(
  document: Document,
  cursor: Cursor,
  listed: ListedPage,
  problems: ProblemTally,
): { readonly next: Cursor | null; readonly isLost: boolean } {
  const { count, total } = listed;
  const page = plannedPage(cursor);
  if (page === null || count === 0) return { next: null, isLost: false };
  const at = cursor.at + count;
  if (cursor.until !== null) {
    const size = Math.min(cursor.size, cursor.until - at);
    return { next: at >= cursor.until ? null : { ...cursor, at, size }, isLost: false };
  }
  const { page: linked, isLost } = nextByLink(document, cursor, listed, problems);
  const { by: _guessed, ...kept } = page;
  if (linked !== null) {
    const counted = { ...kept, ...linked, ...countedBy(linked, at) };
    return { next: pageCursor(cursor, counted, { at }), isLost };
  }
  if (isLost || total === null || at >= total || page.by === undefined) return { next: null, isLost };
  problems.add('catalog.paging-odd', `Only ${at} of ${total} records were returned, without a next page.`);
  return { next: pageCursor(cursor, page, { at }), isLost };
}

/** The parameter of the link whose value is the number of records so far. */
function countedBy({ url }: PlannedPage, at: number): Pick<PlannedPage, 'by'> {
  for (const [name, value] of new URL(url).searchParams)
    if (counting.test(name) && value === String(at)) return { by: name };
  return {};
}

/** "Crawlable" catalogs: files linked by `child` and `item` (OGC 20-004r1, 7.3). */
export const ogcRecordsFileConnector: Connector = {
  ...treeConnector,
  kind: 'ogc-api-records',
  catalogOf: ({ kind, endpoint }) => (kind === 'ogc-api-records' && isFile(endpoint) ? endpoint : null),
  read: readFile,
};

function readFile(document: Document, cursor: Cursor): RecordPage | null {
  const json = document.status < 400 && document.partial === null ? readJsonObject(document) : undefined;
  if (json === undefined) return null;
  const isList = Array.isArray(json.features);
  const features = isList ? objectsAt(json, 'features') : stringAt(json, 'type') === 'Feature' ? [json] : [];
  const records = features
    .map((feature) => readOgcRecord(feature, document.finalUrl))
    .filter((record) => record !== null);
  const below = features.length === 1 && !isList ? [] : readJsonLinks(json, document.finalUrl);
  const children = below.filter(({ rel }) => /^(?:child|item|items|next)$/.test(rel)).map(({ url }) => ({ url }));
  return treePage(document, cursor, { records, omitted: features.length - records.length, children, problems: [] });
}
