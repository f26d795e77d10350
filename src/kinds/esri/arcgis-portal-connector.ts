// Harvests the items of an ArcGIS portal by its search, newest first, in time spans that fit its result window.
import { arrayAt, isObject, type JsonObject, numberAt, stringAt } from '../../base/json/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import type { Problem } from '../../model/problem.ts';
import { instantOf } from '../geometry/instant.ts';
import { nextPage, shrunkGap } from '../paging/offset-paging.ts';
import { emptyPage } from '../paging/tree-walk.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { isItem, readItem } from './arcgis-items.ts';
import { firstText, readArcgis } from './arcgis-json.ts';
import { dataTypes } from './arcgis-portal.ts';

/** Search lists no item beyond it, and counts no further (edge case 74). */
const resultWindow = 10_000;
const pageSize = 100;

/** The scope of a harvest: items of one organization, changed in a time span (ms, inclusive). */
interface Span {
  readonly org: string;
  readonly from: number;
  /** Null: up to now. */
  readonly to: number | null;
}

export const arcgisPortalConnector: Connector = {
  kind: 'arcgis-portal',
  firstPosition: 1,
  pageSize,
  variants: 2,
  canSplit: (cursor) => !isSelf(cursor),
  canFilter: true,
  catalogOf: ({ kind, endpoint }) =>
    kind === 'arcgis-portal' && !endpoint.includes('/content/items/') ? endpoint : null,
  request,
  read: (document, cursor) => (isSelf(cursor) ? readSelf(document, cursor) : readSearch(document, cursor)),
  isOwnPage: (url, endpoint) => url.startsWith(endpoint) && /\/(?:search|portals\/self)\?/.test(url),
};

/** The organization comes first: on ArcGIS Online, every organization's search lists the items of all. */
function isSelf({ token, variant }: Cursor): boolean {
  return token === null && variant === 0;
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

/** Compared as text, so padded to the longest. */
function padded(ms: number): string {
  return String(ms).padStart(19, '0');
}

/** Only organizations of ArcGIS Online have a name in the URL. */
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
  const records = items.map((item) => readRecord(item, document)).filter((record) => record !== null);
  const total = numberAt(object, 'total');
  const named = numberAt(object, 'nextStart');
  const next = nextPage(cursor, { count: found.length, total, named, firstPosition: 1 });
  const dates = items.map((item) => numberAt(item, 'modified')).filter((date) => date !== null);
  const onward = cursor.until === null ? onwardFrom(cursor, next, total, dates) : { next, also: [], problems: [] };
  const also = [...onward.also, ...shrunkGap(cursor, total, 1)];
  return { records, omitted: found.length - records.length, deleted: [], total: null, ...onward, also };
}

interface Onward {
  readonly next: Cursor | null;
  readonly also: readonly Cursor[];
  readonly problems: readonly Problem[];
}

/** From the newest item to the oldest, a window at a time: each ends where the next starts. */
function onwardFrom(cursor: Cursor, next: Cursor | null, total: number | null, dates: readonly number[]): Onward {
  const span = spanOf(cursor);
  const newest = dates.at(0);
  const oldest = dates.at(-1);
  if (newest === undefined || oldest === undefined) return { next, also: [], problems: [] };
  if (next !== null && next.at + next.size - 1 <= resultWindow) {
    if (span.to !== null) return { next, also: [], problems: [] };
    // Items changed during the harvest become the newest: they are read at the end.
    const rest = { ...next, token: JSON.stringify({ ...span, to: newest }) };
    return { next: spanCursor(cursor, { ...span, from: newest + 1 }), also: [rest], problems: [] };
  }
  if ((total ?? 0) < resultWindow) return { next: null, also: [], problems: [] };
  const isMoment = oldest === span.to;
  const problem = {
    code: 'catalog.partly-read',
    message: 'More than 10,000 items changed at the same time.',
  } as const;
  const to = isMoment ? oldest - 1 : oldest;
  return { next: spanCursor(cursor, { ...span, to }), also: [], problems: isMoment ? [problem] : [] };
}

function spanCursor(cursor: Cursor, span: Span): Cursor {
  return { ...cursor, at: 1, size: pageSize, total: null, token: JSON.stringify(span) };
}

function readRecord(item: JsonObject, document: Document): CatalogRecord | null {
  const facts = { base: document.finalUrl, id: stringAt(item, 'id'), modified: instantOf(item.modified) };
  return listedRecord(facts, (records) => {
    records.add(readItem(item, records.problems));
    records.link(stringAt(item, 'url'), `${firstText(item, 'title')} ${stringAt(item, 'type')}`);
  });
}
