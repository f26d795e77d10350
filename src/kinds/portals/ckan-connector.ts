// Harvests a CKAN portal with package_search.
import { arrayAt, isObject, numberAt, objectAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { nextPage, shrunkGap } from '../paging/offset-paging.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { addPackage, parsedPackage } from './ckan-packages.ts';

export const ckanConnector: Connector = {
  kind: 'ckan',
  firstPosition: 0,
  pageSize: 100,
  variants: 2,
  canSplit: () => true,
  canFilter: true,
  catalogOf: ({ kind, endpoint }) => (kind === 'ckan' && endpoint.endsWith('/') ? endpoint : null),
  request,
  read,
  isOwnPage: (url) => /\/action\/(?:package_search|package_list|current_package)/.test(url),
};

/** Unsorted, Solr ranks by relevance, and equal ranks swap between pages. DKAN doesn't support this order. */
function request(endpoint: string, { at, size, way, since }: Cursor): ProbeRequest {
  const query = [`rows=${size}`, `start=${at}`];
  if (way === 0) query.push(`sort=${encodeURIComponent('id asc')}`);
  if (since !== null) query.push(`fq=${encodeURIComponent(`metadata_modified:[${solrTime(since)} TO *]`)}`);
  return { url: `${endpoint}api/3/action/package_search?${query.join('&')}`, accept: 'application/json' };
}

/** Solr accepts times only in UTC with a Z; CKAN writes them without. */
function solrTime(time: string): string {
  const ms = Date.parse(/[zZ]$|[+-]\d\d:?\d\d$/.test(time) || !time.includes('T') ? time : `${time}Z`);
  return Number.isNaN(ms) ? time : new Date(ms).toISOString();
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  const answer = document.status < 400 && document.partial === null ? readJsonObject(document) : undefined;
  const result = answer?.success === true ? objectAt(answer, 'result') : null;
  if (result === null || !Array.isArray(result.results)) return null;
  const root = document.finalUrl.replace(/api\/3\/action\/.*$/s, '');
  const found = arrayAt(result, 'results');
  const records: CatalogRecord[] = [];
  for (const one of found) {
    if (!isObject(one)) continue;
    const facts = { base: root, id: stringAt(one, 'id'), modified: stringAt(one, 'metadata_modified') };
    const record = listedRecord(facts, (list) => {
      addPackage(one, root, list);
      return parsedPackage(one);
    });
    if (record !== null) records.push(record);
  }
  const total = numberAt(result, 'count');
  const next = nextPage(cursor, { count: found.length, total, named: null, firstPosition: 0 });
  return {
    records,
    omitted: found.length - records.length,
    deleted: [],
    total,
    next,
    also: shrunkGap(cursor, total, 0),
    problems: [],
  };
}
