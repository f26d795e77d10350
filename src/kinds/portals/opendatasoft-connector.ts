// Harvests an Opendatasoft portal by its catalog, and by its export beyond the catalog's result window.
import { isObject, type JsonValue, numberAt, objectAt, stringAt } from '../../base/json/json.ts';
import type { Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { instantOf } from '../geometry/instant.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { addDataset } from './opendatasoft.ts';
import { completeJson, countedPage, portalConnector } from './portal-connector.ts';

/** The maximum of offset and limit together (Explore API 2.1); exports have no such limit. */
const resultWindow = 10_000;

export const opendatasoftConnector = portalConnector({
  kind: 'opendatasoft',
  request,
  read,
  isOwnPage: (url) => /\/catalog\/datasets\?|\/datasets\/1\.0\/search/.test(url),
});

/** Portals that don't support this order are requested without. */
function request(endpoint: string, { at, size, variant, since }: Cursor): ProbeRequest {
  const query = [`limit=${size}`, `offset=${at}`];
  if (variant === 0) query.push('order_by=dataset_id');
  if (since !== null) query.push(`where=${encodeURIComponent(`modified>=date'${since}'`)}`);
  const list = at + size > resultWindow ? 'exports/json' : 'datasets';
  return { url: `${endpoint}api/explore/v2.1/catalog/${list}?${query.join('&')}`, accept: 'application/json' };
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  const value = completeJson(document);
  const listed = listIn(value);
  if (listed === null) return null;
  const root = document.finalUrl.replace(/api\/explore\/.*$/s, '');
  const records = listed.filter(isObject).map((dataset) => {
    const metas = objectAt(dataset, 'metas') ?? {};
    const modified = instantOf((objectAt(metas, 'default') ?? metas).modified);
    const id = stringAt(dataset, 'dataset_id');
    return id === '' ? null : listedRecord({ base: root, id, modified }, (list) => addDataset(dataset, root, list));
  });
  // An export has no total: that of the last page is used.
  const total = isObject(value) ? numberAt(value, 'total_count') : cursor.total;
  return countedPage(cursor, records, { count: listed.length, total });
}

/** A page of the catalog, or an export, which is a bare list. */
function listIn(value: JsonValue | undefined): readonly JsonValue[] | null {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value.results) ? value.results : null;
}
