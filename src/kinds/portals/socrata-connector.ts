// Harvests a Socrata portal by the discovery API: scrolling by identifier, or by date for changes.
import { isObject, type JsonValue, numberAt, objectAt, stringAt } from '../../base/json/json.ts';
import { hostOf } from '../../base/url/web-url.ts';
import type { CatalogRecord, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { instantOf } from '../geometry/instant.ts';
import { nextPage, shrunkGap } from '../paging/offset-paging.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { completeJson, portalConnector } from './portal-connector.ts';
import { readAsset } from './socrata.ts';

/** The maximum of offset and limit together. */
const resultWindow = 10_000;

export const socrataConnector = portalConnector({
  kind: 'socrata',
  canSplit: ({ at, size }) => at + 2 * size <= resultWindow,
  request,
  read,
  isOwnPage: (url) => /\/api\/catalog\/v1\?|\/api\/views\.json/.test(url),
});

/**
 * The identifier to continue after: scrolling has no window, and insertions and deletions don't shift it. Only where
 * the last page ended; parts of a failed page, and changes by date, are requested by offset.
 */
function scrollId({ at, token, variant, until, since }: Cursor): string | null {
  const [position, id] = (token ?? '').split(' ');
  return variant === 0 && until === null && since === null && id !== undefined && Number(position) === at ? id : null;
}

/** Only assets of this portal: the discovery API covers all of them. */
function request(endpoint: string, cursor: Cursor): ProbeRequest {
  const host = hostOf(endpoint) ?? '';
  const query = [`domains=${host}`, `search_context=${host}`, `limit=${cursor.size}`];
  const id = scrollId(cursor);
  if (id !== null) query.push(`scroll_id=${id}`);
  else query.push(`offset=${cursor.at}`, `order=${cursor.since === null ? 'dataset_id' : 'updatedAt%20DESC'}`);
  return { url: `${new URL(endpoint).origin}/api/catalog/v1?${query.join('&')}`, accept: 'application/json' };
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  const response = completeJson(document);
  if (!isObject(response) || !Array.isArray(response.results)) return null;
  const listed: readonly JsonValue[] = response.results;
  const records = listed.map((one) => readOne(one, document.finalUrl)).filter((record) => record !== null);
  const { since } = cursor;
  const changed = records.filter(({ modified }) => since === null || modified === '' || modified >= since);
  const total = numberAt(response, 'resultSetSize');
  const next =
    changed.length < records.length ? null : nextOf(cursor, listed.length, records.at(-1)?.id ?? null, total);
  const isBeyond = next !== null && scrollId(next) === null && next.at + next.size > resultWindow;
  return {
    records: changed,
    omitted: listed.length - records.length,
    deleted: [],
    // The number of changed records is smaller than the total.
    total: since === null ? total : null,
    next: isBeyond ? null : next,
    also: scrollId(cursor) === null ? shrunkGap(cursor, total, 0) : [],
    problems: isBeyond
      ? [{ code: 'catalog.partly-read', message: 'The portal returns at most 10,000 records by offset.' }]
      : [],
  };
}

function readOne(one: JsonValue, url: string): CatalogRecord | null {
  const resource = isObject(one) ? objectAt(one, 'resource') : null;
  const id = resource === null ? '' : stringAt(resource, 'id');
  if (!isObject(one) || resource === null || id === '') return null;
  const modified = instantOf(resource.updatedAt) || instantOf(resource.metadata_updated_at);
  return listedRecord({ base: url, id, modified }, (list) => readAsset(one, url, list));
}

/** Scrolling ends at the first page without records: the total falls while records already read are deleted. */
function nextOf(cursor: Cursor, count: number, last: string | null, total: number | null): Cursor | null {
  const at = cursor.at + count;
  if (cursor.variant > 0 || cursor.since !== null || cursor.until !== null || last === null)
    return nextPage(cursor, { count, total, named: null, firstPosition: 0 });
  return { ...cursor, at, token: `${at} ${last}`, total };
}
