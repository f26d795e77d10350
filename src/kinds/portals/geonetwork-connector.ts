// Walks a GeoNetwork catalog: version 4 by its Elasticsearch door, versions 2 and 3 by the `q` service.
import { type JsonObject, numberAt, objectAt, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { hitSaid, takeSource } from '../geonetwork-said.ts';
import { listedRecord } from '../listed-record.ts';
import { nextPage, shrunkGap } from '../paging/offset-paging.ts';
import { readHits, takeHit } from './geonetwork.ts';

/** Elasticsearch gives no page that ends beyond it (index.max_result_window); further ones follow the last record. */
const resultWindow = 10_000;

/** Of the hundred fields of a record. */
const sourceFields = [
  ...['uuid', 'resourceTitleObject', 'resourceAbstractObject', 'link', 'geom', 'changeDate', 'dateStamp', 'tag'],
  ...['OrgForResourceObject', 'OrgForResource', 'contactForResource', 'mainLanguage', 'resourceTemporalDateRange'],
  ...['licenseObject', 'MD_LegalConstraintsOtherConstraintsObject', 'MD_LegalConstraintsUseLimitationObject'],
];

export const geonetworkConnector: Connector = {
  kind: 'geonetwork',
  firstPosition: 0,
  pageSize: 100,
  ways: 2,
  canSplit: (cursor) => cursor.way > 0 || cursor.at + cursor.size <= resultWindow,
  canFilter: true,
  catalogOf: ({ kind, endpoint }) => (kind === 'geonetwork' && endpoint.endsWith('/') ? endpoint : null),
  request: (endpoint, cursor) => (cursor.way === 0 ? searchRequest(endpoint, cursor) : listRequest(endpoint, cursor)),
  read: (document, cursor) => (cursor.way === 0 ? readSearch(document, cursor) : readList(document, cursor)),
  isOwnPage: (url) => /\/srv\/[a-z]{2,3}\/q\?/.test(url),
};

function searchRequest(endpoint: string, { at, size, since, token }: Cursor): ProbeRequest {
  const filter: JsonObject[] = [{ terms: { isTemplate: ['n'] } }];
  if (since !== null) filter.push({ range: { changeDate: { gte: since } } });
  const isBeyond = at + size > resultWindow && token !== null;
  const query = {
    ...(isBeyond ? { search_after: JSON.parse(token) } : { from: at }),
    size,
    sort: [{ uuid: 'asc' }],
    query: { bool: { filter } },
    track_total_hits: true,
    _source: sourceFields,
  };
  const body = { type: 'application/json', text: JSON.stringify(query) };
  return { url: `${endpoint}srv/api/search/records/_search`, accept: 'application/json', body };
}

function listRequest(endpoint: string, { at, size, since }: Cursor): ProbeRequest {
  const range = `from=${at + 1}&to=${at + size}`;
  const changed = since === null ? '' : `&dateFrom=${encodeURIComponent(since.slice(0, 10))}`;
  return {
    url: `${endpoint}srv/eng/q?_content_type=json&fast=index&sortBy=_uuid&sortOrder=reverse&${range}${changed}`,
  };
}

function readSearch(document: Document, cursor: Cursor): RecordPage | null {
  const answer = document.status < 400 && document.partial === null ? readJsonObject(document) : undefined;
  const outer = answer === undefined ? null : objectAt(answer, 'hits');
  if (outer === null || !Array.isArray(outer.hits)) return null;
  const hits = objectsAt(outer, 'hits');
  const records: CatalogRecord[] = [];
  for (const hit of hits) {
    const source = objectAt(hit, '_source') ?? {};
    const id = stringAt(source, 'uuid') || stringAt(hit, '_id');
    const modified = stringAt(source, 'changeDate') || stringAt(source, 'dateStamp');
    const record = listedRecord({ base: document.finalUrl, id, modified }, (list) => takeSource(source, list));
    if (record !== null) records.push(record);
  }
  const total = numberAt(outer, 'total') ?? numberAt(objectAt(outer, 'total') ?? {}, 'value');
  const count = outer.hits.length;
  const next = nextPage(cursor, { count, total, named: null, firstPosition: 0 });
  const after = hits.at(-1)?.sort;
  const token = Array.isArray(after) ? JSON.stringify(after) : null;
  return {
    ...{ records, omitted: count - records.length, deleted: [], total, problems: [] },
    next: next === null ? null : { ...next, token },
    also: shrunkGap(cursor, total, 0),
  };
}

function readList(document: Document, cursor: Cursor): RecordPage | null {
  const hits = document.status < 400 && document.partial === null ? readHits(document) : null;
  if (hits === null) return null;
  const records: CatalogRecord[] = [];
  for (const hit of hits) {
    const info = objectAt(hit, 'geonet:info') ?? {};
    const facts = { base: document.finalUrl, id: stringAt(info, 'uuid'), modified: stringAt(info, 'changeDate') };
    const record = listedRecord(facts, (list) => {
      takeHit(hit, list);
      return hitSaid(hit);
    });
    if (record !== null) records.push(record);
  }
  const total = numberAt(objectAt(readJsonObject(document) ?? {}, 'summary') ?? {}, '@count');
  const next = nextPage(cursor, { count: hits.length, total, named: null, firstPosition: 0 });
  const also = shrunkGap(cursor, total, 0);
  return { records, omitted: hits.length - records.length, deleted: [], total, next, also, problems: [] };
}
