// Harvests an Opendatasoft portal by its catalog, and by its export beyond the catalog's result window.
import { arrayAt, isObject, type JsonValue, numberAt, objectAt, readJson, stringAt } from '../../base/json/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { instantOf } from '../geometry/instant.ts';
import { nextPage, shrunkGap } from '../paging/offset-paging.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { addDataset } from './opendatasoft.ts';

/** The maximum of offset and limit together (Explore API 2.1); exports have no such limit. */
const resultWindow = 10_000;

export const opendatasoftConnector: Connector = {
  kind: 'opendatasoft',
  firstPosition: 0,
  pageSize: 100,
  variants: 2,
  canSplit: () => true,
  canFilter: true,
  catalogOf: ({ kind, endpoint }) => (kind === 'opendatasoft' && endpoint.endsWith('/') ? endpoint : null),
  request,
  read,
  isOwnPage: (url) => /\/catalog\/datasets\?|\/datasets\/1\.0\/search/.test(url),
};

/** Portals that don't support this order are requested without. */
function request(endpoint: string, { at, size, way, since }: Cursor): ProbeRequest {
  const query = [`limit=${size}`, `offset=${at}`];
  if (way === 0) query.push('order_by=dataset_id');
  if (since !== null) query.push(`where=${encodeURIComponent(`modified>=date'${since}'`)}`);
  const list = at + size > resultWindow ? 'exports/json' : 'datasets';
  return { url: `${endpoint}api/explore/v2.1/catalog/${list}?${query.join('&')}`, accept: 'application/json' };
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  const value = document.status < 400 && document.partial === null ? readJson(document) : undefined;
  const found = listIn(value);
  if (found === null) return null;
  const root = document.finalUrl.replace(/api\/explore\/.*$/s, '');
  const records: CatalogRecord[] = [];
  for (const one of found) {
    if (!isObject(one) || stringAt(one, 'dataset_id') === '') continue;
    const metas = objectAt(one, 'metas') ?? {};
    const modified = instantOf((objectAt(metas, 'default') ?? metas).modified);
    const facts = { base: root, id: stringAt(one, 'dataset_id'), modified };
    const record = listedRecord(facts, (list) => addDataset(one, root, list));
    if (record !== null) records.push(record);
  }
  // An export has no total: that of the last page is used.
  const total = isObject(value) ? numberAt(value, 'total_count') : cursor.total;
  return {
    ...{ records, omitted: found.length - records.length, deleted: [], total, problems: [] },
    next: nextPage(cursor, { count: found.length, total, named: null, firstPosition: 0 }),
    also: shrunkGap(cursor, total, 0),
  };
}

/** A page of the catalog, or an export, which is a bare list. */
function listIn(value: JsonValue | undefined): readonly JsonValue[] | null {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value.results) ? arrayAt(value, 'results') : null;
}
