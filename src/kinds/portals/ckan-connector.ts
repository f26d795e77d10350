// Harvests a CKAN portal with package_search.
import { isObject, numberAt, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import type { Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { addPackage, parsedPackage } from './ckan-packages.ts';
import { completeJson, countedPage, portalConnector } from './portal-connector.ts';

export const ckanConnector = portalConnector({
  kind: 'ckan',
  request,
  read,
  isOwnPage: (url) => /\/action\/(?:package_search|package_list|current_package)/.test(url),
});

/** Unsorted, Solr ranks by relevance, and equal ranks swap between pages. DKAN doesn't support this order. */
function request(endpoint: string, { at, size, variant, since }: Cursor): ProbeRequest {
  const query = [`rows=${size}`, `start=${at}`];
  if (variant === 0) query.push(`sort=${encodeURIComponent('id asc')}`);
  if (since !== null) query.push(`fq=${encodeURIComponent(`metadata_modified:[${solrTime(since)} TO *]`)}`);
  return { url: `${endpoint}api/3/action/package_search?${query.join('&')}`, accept: 'application/json' };
}

/** Solr accepts times only in UTC with a Z; CKAN writes them without. */
function solrTime(time: string): string {
  const ms = Date.parse(/[zZ]$|[+-]\d\d:?\d\d$/.test(time) || !time.includes('T') ? time : `${time}Z`);
  return Number.isNaN(ms) ? time : new Date(ms).toISOString();
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  const response = completeJson(document);
  const result = isObject(response) && response.success === true ? objectAt(response, 'result') : null;
  if (result === null || !Array.isArray(result.results)) return null;
  const root = document.finalUrl.replace(/api\/3\/action\/.*$/s, '');
  const records = objectsAt(result, 'results').map((dataset) => {
    const facts = { base: root, id: stringAt(dataset, 'id'), modified: stringAt(dataset, 'metadata_modified') };
    return listedRecord(facts, (list) => {
      addPackage(dataset, root, list);
      return parsedPackage(dataset);
    });
  });
  return countedPage(cursor, records, { count: result.results.length, total: numberAt(result, 'count') });
}
