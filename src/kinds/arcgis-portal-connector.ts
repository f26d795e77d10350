// Walks the items of an ArcGIS portal by its search, in spans of time short enough for it to list them all.
import { arrayAt, isObject, type JsonObject, numberAt, stringAt } from '../base/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../model/connector.ts';
import type { Document } from '../model/document.ts';
import type { ProbeRequest } from '../model/kind.ts';
import { isItem, readItem } from './arcgis-items.ts';
import { firstText, readArcgis } from './arcgis-json.ts';
import { dataTypes } from './arcgis-portal.ts';
import { instantOf } from './instant.ts';
import { listedRecord } from './listed-record.ts';
import { nextPage, shrunkGap } from './offset-paging.ts';
import { emptyPage } from './tree-walk.ts';

/** Search lists no item beyond it, and counts no further (edge case 74). */
const resultWindow = 10_000;
/** Before any portal was: the end of a span that has no beginning. */
const firstMs = Date.UTC(2000, 0, 1);

/** What a walk is limited to: items of one organization, changed in a span of time (ms, both ends included). */
interface Span {
  readonly org: string;
  readonly from: number;
  /** Null: up to now. */
  readonly to: number | null;
}

export const arcgisPortalConnector: Connector = {
  kind: 'arcgis-portal',
  firstPosition: 1,
  pageSize: 100,
  ways: 2,
  canSplit: (cursor) => !isSelf(cursor),
  canFilter: true,
  catalogOf: ({ kind, endpoint }) =>
    kind === 'arcgis-portal' && !endpoint.includes('/content/items/') ? endpoint : null,
  request,
  read: (document, cursor) => (isSelf(cursor) ? readSelf(document, cursor) : readSearch(document, cursor)),
  isOwnPage: (url, endpoint) => url.startsWith(endpoint) && /\/(?:search|portals\/self)\?/.test(url),
};

/** Whose portal it is comes first: on ArcGIS Online, every organization's search lists the items of all. */
function isSelf({ token, way }: Cursor): boolean {
  return token === null && way === 0;
}

function spanOf({ token, since }: Cursor): Span {
  if (token !== null) return JSON.parse(token) as Span;
  const from = since === null ? Number.NaN : Date.parse(since);
  return { org: '', from: Number.isNaN(from) ? 0 : from, to: null };
}

function request(endpoint: string, cursor: Cursor): ProbeRequest {
  if (isSelf(cursor)) return { url: `${endpoint}/portals/self?f=json` };
  const { at, size } = cursor;
  const { org, from, to } = spanOf(cursor);
  const words = [dataTypes];
  if (org !== '') words.push(`orgid:${org}`);
  words.push(`modified:[${padded(from)} TO ${padded(to ?? 9_999_999_999_999)}]`);
  const query = encodeURIComponent(words.join(' AND '));
  return {
    url: `${endpoint}/search?q=${query}&start=${at}&num=${size}&sortField=modified&sortOrder=desc&f=json`,
  };
}

/** Compared as text, so as long as the longest. */
function padded(ms: number): string {
  return String(ms).padStart(19, '0');
}

/** Only organizations of ArcGIS Online have a name in the address. */
function readSelf(document: Document, cursor: Cursor): RecordPage | null {
  const object = document.status < 400 ? readArcgis(document) : null;
  if (object === null || typeof object.isPortal !== 'boolean') return null;
  const org = stringAt(object, 'urlKey') === '' ? '' : stringAt(object, 'id');
  return { ...emptyPage, next: { ...cursor, token: JSON.stringify({ ...spanOf(cursor), org }) } };
}

function readSearch(document: Document, cursor: Cursor): RecordPage | null {
  const object = document.status < 400 && document.partial === null ? readArcgis(document) : null;
  if (object === null || !Array.isArray(object.results)) return null;
  const found = arrayAt(object, 'results');
  const items = found.filter((item): item is JsonObject => isObject(item) && isItem(item));
  const total = numberAt(object, 'total');
  const newest = Math.max(...items.map((item) => numberAt(item, 'modified') ?? 0), 0);
  const parts = total === null || total < resultWindow ? [] : halves(cursor, newest);
  if (parts.length > 0) return { ...emptyPage, also: parts };
  const records = items.map((item) => readRecord(item, document)).filter((record) => record !== null);
  const named = numberAt(object, 'nextStart');
  const next = nextPage(cursor, { count: found.length, total, named, firstPosition: 1 });
  const isBeyond = next !== null && next.at + next.size - 1 > resultWindow;
  const also = shrunkGap(cursor, total, 1);
  return {
    ...{ records, omitted: found.length - records.length, deleted: [], total: null, also },
    next: isBeyond ? null : next,
    problems: isBeyond ? [{ code: 'catalog.partly-read', message: 'More than 10,000 items changed at once.' }] : [],
  };
}

/** Two spans instead of one; what changes meanwhile is later than both. Empty where the span is a moment. */
function halves(cursor: Cursor, newest: number): readonly Cursor[] {
  const span = spanOf(cursor);
  const from = Math.max(span.from, firstMs);
  const to = span.to ?? newest;
  if (to <= from) return [];
  const middle = Math.floor((from + to) / 2);
  const spans = [
    ...(span.to === null ? [{ ...span, from: to + 1 }] : []),
    { ...span, from: middle + 1, to },
    { ...span, to: middle },
  ];
  return spans.map((part) => ({ ...cursor, at: 1, total: null, until: null, token: JSON.stringify(part) }));
}

function readRecord(item: JsonObject, document: Document): CatalogRecord | null {
  const facts = { base: document.finalUrl, id: stringAt(item, 'id'), modified: instantOf(item.modified) };
  return listedRecord(facts, (records) => {
    records.add(readItem(item, records.problems));
    records.link(stringAt(item, 'url'), `${firstText(item, 'title')} ${stringAt(item, 'type')}`);
  });
}
