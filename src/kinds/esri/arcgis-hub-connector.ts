// Harvests an ArcGIS Hub site by its search, which is OGC API – Records, or by the datasets of version 3.
import { arrayAt, isObject, type JsonObject, readJsonObject, stringAt } from '../../base/json/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { instantOf } from '../geometry/instant.ts';
import { nextPage, shrunkGap } from '../paging/offset-paging.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { hubTotal, readHubRecord, readHubRecords } from './arcgis-hub.ts';
import { firstText } from './arcgis-json.ts';

/** Its Elasticsearch returns no page that ends beyond it. */
const resultWindow = 10_000;
/** Newest first: what is beyond the window from one end is within it from the other. */
const backwards = 'backwards';
/** Sorted search, unsorted search, and the older API. */
const [inOrder, v3] = [0, 2];

export const arcgisHubConnector: Connector = {
  kind: 'arcgis-hub',
  firstPosition: 1,
  pageSize: 100,
  variants: 3,
  // Version 3 counts in pages: half a page doesn't start at a page boundary.
  canSplit: ({ variant }) => variant !== v3,
  canFilter: true,
  catalogOf: ({ kind, endpoint }) => (kind === 'arcgis-hub' ? endpoint : null),
  request,
  read,
  isOwnPage: (url, endpoint) =>
    url.startsWith(endpoint) && /\/api\/(?:search\/v1\/collections\/|v3\/datasets\?|feed\/dcat-)/.test(url),
};

/** Changes come newest first, down to the last known one; a full harvest is ordered by creation, which is stable. */
function request(endpoint: string, { at, size, variant, since, token }: Cursor): ProbeRequest {
  if (variant === v3) {
    const order = since === null ? 'created' : '-modified';
    const page = Math.floor((at - 1) / size) + 1;
    return { url: `${endpoint}/api/v3/datasets?page%5Bsize%5D=${size}&page%5Bnumber%5D=${page}&sort=${order}` };
  }
  const made = token === backwards ? '-properties.created' : 'properties.created';
  const order = variant === inOrder ? `&sortBy=${since === null ? made : '-properties.modified'}` : '';
  return { url: `${endpoint}/api/search/v1/collections/all/items?limit=${size}&startindex=${at}${order}` };
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  const object = document.status < 400 && document.partial === null ? readJsonObject(document) : undefined;
  const items = object === undefined ? null : itemsOf(document, object);
  if (object === undefined || items === null) return null;
  const { found, count } = items;
  const records = found.map((item) => readOne(item, document)).filter((record) => record !== null);
  const total = hubTotal(object);
  const since = cursor.since ?? '';
  const isKnown =
    since !== '' && cursor.variant !== 1 && records.some(({ modified }) => modified !== '' && modified < since);
  const next = isKnown ? null : nextPage(cursor, { count, total, named: null, firstPosition: 1 });
  const changed = isKnown ? records.filter(({ modified }) => modified === '' || modified >= since) : records;
  return {
    records: changed,
    omitted: count - records.length,
    deleted: [],
    // The number of changed records is smaller than the total.
    total: since === '' ? total : null,
    also: shrunkGap(cursor, total, 1),
    ...withinWindow(cursor, next, total),
  };
}

/** An empty response has no sign of Hub; its structure must do. */
function itemsOf(
  document: Document,
  object: JsonObject,
): { readonly found: readonly JsonObject[]; readonly count: number } | null {
  const list = Array.isArray(object.features) ? arrayAt(object, 'features') : arrayAt(object, 'data');
  const found = list.some(isObject) ? readHubRecords(document) : null;
  if (found !== null) return { found, count: list.length };
  const isEmpty = list.length === 0 && (Array.isArray(object.features) || Array.isArray(object.data));
  return isEmpty ? { found: [], count: 0 } : null;
}

function readOne(item: JsonObject, document: Document): CatalogRecord | null {
  const id = stringAt(item, 'id');
  if (id === '') return null;
  const facts = { base: document.finalUrl, id, modified: instantOf(item.modified) };
  return listedRecord(facts, (list) => {
    list.add(readHubRecord(item, list.problems));
    list.link(stringAt(item, 'url'), `${firstText(item, 'title', 'name')} ${stringAt(item, 'type')}`.trim());
  });
}

function withinWindow(
  cursor: Cursor,
  next: Cursor | null,
  total: number | null,
): Pick<RecordPage, 'next' | 'problems'> {
  if (next === null || cursor.variant === v3 || next.at + next.size - 1 <= resultWindow) return { next, problems: [] };
  const isFirst = cursor.token === null && cursor.variant === inOrder && cursor.since === null;
  const problems = [{ code: 'catalog.partly-read', message: 'The search returns at most 10,000 items.' } as const];
  if (!isFirst || total === null) return { next: null, problems };
  const remaining = total - (next.at - 1);
  const back = {
    ...cursor,
    at: 1,
    size: 100,
    token: backwards,
    until: Math.min(remaining, resultWindow) + 1,
    total: null,
  };
  return { next: back, problems: remaining > resultWindow ? problems : [] };
}
