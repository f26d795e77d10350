// Harvests a STAC API. Its collections are the records: hundreds of them cover millions of items, with extent, time and license.
// Items are read if there are no collections, or on request.

import { type JsonObject, numberAt, objectAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { withoutQuery } from '../../base/url/ows-url.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import type { Identity } from '../../model/resource.ts';
import { addressBelow } from '../address/api-address.ts';
import { jsonTypes, linkTo, readJsonLinks } from '../address/json-links.ts';
import {
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
import { emptyPage } from '../paging/tree-walk.ts';
import { readStacRecord } from './stac-describe.ts';

/** The content of a cursor's token. */
interface StacPage extends PlannedPage {
  /** Collections of the page whose items are in progress or done. */
  readonly from?: number;
}

const pageSize = 100;
/** Collections whose items are planned at a time: the cursor is stored with every page. */
const maxPlanned = 200;
const ofCollection = /\/collections\/[^/]+\/?$/;

const common = { firstPosition: 0, pageSize, variants: 2, canSplit: () => false, maxRepeats: 100 };

export const stacApiConnector: Connector = {
  ...common,
  kind: 'stac-api',
  canFilter: false,
  catalogOf: ({ kind, endpoint }) => (kind === 'stac-api' ? endpoint : null),
  request,
  read: (document, cursor) => read(document, cursor, false),
  isOwnPage,
};

export const stacItemsConnector: Connector = {
  ...common,
  kind: 'stac-item',
  onRequest: true,
  canFilter: true,
  catalogOf: itemsAt,
  request,
  read: (document, cursor) => read(document, cursor, true),
  isOwnPage,
};

function itemsAt({ kind, endpoint }: Identity): string | null {
  return kind === 'stac-api' || (kind === 'stac-collection' && ofCollection.test(withoutQuery(endpoint)))
    ? endpoint
    : null;
}

function isOwnPage(url: string, endpoint: string): boolean {
  return url.startsWith(withoutQuery(endpoint)) && /\/(?:search|collections|items)(?:\?|$)/.test(url);
}

/** Lists of collections weren't paged in early versions: some servers reject a limit. */
function request(endpoint: string, cursor: Cursor): ProbeRequest {
  const page = plannedPage(cursor);
  if (page !== null) return pageRequest(page);
  const limit = cursor.variant === 0 ? `limit=${cursor.size}` : '';
  const isOne = ofCollection.test(withoutQuery(endpoint));
  if (!isOne) return { url: addressBelow(endpoint, 'collections', limit), accept: jsonTypes };
  return { url: filtered(addressBelow(endpoint, 'items', limit), cursor), accept: jsonTypes };
}

function read(document: Document, cursor: Cursor, hasItems: boolean): RecordPage | null {
  if (document.status >= 400) return readRefusal(document, cursor);
  const json = document.partial === null ? readJsonObject(document) : undefined;
  if (json === undefined) return null;
  if (Array.isArray(json.features)) return readMembers(document, cursor, json, 'features');
  if (!Array.isArray(json.collections)) return null;
  if (json.collections.length === 0 && cursor.token === null) return searchInstead(document, cursor);
  return hasItems ? readParts(document, cursor, json) : readMembers(document, cursor, json, 'collections');
}

/** No such page: items are searched by GET, then by POST, and without a filter that the server doesn't support. */
function readRefusal({ url, status }: Document, cursor: Cursor): RecordPage | null {
  const page = plannedPage(cursor);
  const isMissing = status === 404 || status === 405 || status === 501;
  if (page === null) {
    const isList = /\/collections$/.test(withoutQuery(url));
    return isList && isMissing && cursor.variant > 0 ? searchInstead({ url }, cursor) : null;
  }
  if (status >= 500 && status !== 501) return null;
  const target = new URL(page.url);
  if (target.searchParams.has('filter')) {
    return { ...emptyPage, next: pageCursor(cursor, { ...page, url: withoutFilter(page.url) }, { since: null }) };
  }
  const isSearch = /\/search$/.test(target.pathname) && page.body === undefined && cursor.at === 0;
  if (!isSearch) return null;
  const body = { limit: pageSize };
  return { ...emptyPage, next: pageCursor(cursor, { url: withoutQuery(page.url), body }) };
}

function searchInstead({ url }: Pick<Document, 'url'>, cursor: Cursor): RecordPage {
  const root = withoutQuery(url).replace(/\/collections\/?$/, '');
  const search = filtered(addressBelow(root, 'search', `limit=${pageSize}`), cursor);
  return { ...emptyPage, next: pageCursor(cursor, { url: search }) };
}

/** STAC API Filter extension 1.0.0 with CQL2 text. */
function filtered(url: string, { since }: Cursor): string {
  if (since === null) return url;
  const instant = since.includes('T') ? since : `${since}T00:00:00Z`;
  return withParameters(url, { filter: `updated >= TIMESTAMP('${instant}')`, 'filter-lang': 'cql2-text' });
}

function readMembers(document: Document, cursor: Cursor, json: JsonObject, name: string): RecordPage {
  const { found, count } = membersOf(json, name);
  const problems = new ProblemTally();
  const records = found.map((member) => readStacRecord(member, document.finalUrl)).filter((record) => record !== null);
  const of = plannedPage(cursor)?.of;
  const context = objectAt(json, 'context') ?? {};
  const total = numberAt(json, 'numberMatched') ?? numberAt(context, 'matched');
  const { page: next, isLost } = nextByLink(document, cursor, { json, count, found, total }, problems);
  return {
    ...emptyPage,
    records,
    omitted: count - records.length,
    lost: isLost ? 1 : 0,
    // The total of one collection among several isn't that of the catalog.
    total: of === undefined ? total : null,
    next: next === null ? null : pageCursor(cursor, next, { at: cursor.at + count }),
    problems: problems.list(),
  };
}

/** The items of every collection, each harvested separately. */
function readParts(document: Document, cursor: Cursor, json: JsonObject): RecordPage {
  const { found, count } = membersOf(json, 'collections');
  const problems = new ProblemTally();
  const page: StacPage = plannedPage(cursor) ?? { url: document.url };
  const from = page.from ?? 0;
  const { page: following, isLost } = nextByLink(document, cursor, { json, count, found, total: null }, problems);
  const isMore = from + maxPlanned < found.length;
  const next: StacPage | null = isMore ? { ...page, from: from + maxPlanned } : following;
  const also = found.slice(from, from + maxPlanned).map((one) => {
    const link = linkTo(readJsonLinks(one, document.finalUrl), 'items');
    const linked = link === null ? null : onSameHost(link.url, document.finalUrl);
    const list = withoutQuery(document.finalUrl).replace(/\/+$/, '');
    const items = linked ?? addressBelow(list, `${encodeURIComponent(stringAt(one, 'id'))}/items`);
    const url = filtered(withParameters(items, { limit: pageSize }), cursor);
    return pageCursor(cursor, { url, of: stringAt(one, 'id') }, { at: 0 });
  });
  return {
    ...emptyPage,
    next: next === null ? null : pageCursor(cursor, next),
    also: also.reverse(),
    lost: isLost && !isMore ? 1 : 0,
    problems: from === 0 ? problems.list() : [],
  };
}
