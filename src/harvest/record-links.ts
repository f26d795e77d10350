// Links from catalog records to resources.
import { resourceKey } from '../base/url/endpoint.ts';
import type { CatalogRecord } from '../model/connector.ts';
import type { RecordRef } from '../model/resource.ts';
import type { Transaction } from '../model/store.ts';
import { insertion, statement, type Work, within } from '../store/sql/sql.ts';
import { extentOf, type RecordDetails, type RecordRow, shownId } from './record-row.ts';

/** A record's description of the resource it links to. */
export interface LeadingRecord extends RecordRef, RecordDetails {
  readonly abstract: string;
  readonly extent: CatalogRecord['extent'];
}

/** Limit per resource: a service that half a catalog links to isn't described any better by more records. */
const maxLeading = 50;

const clear = statement('DELETE FROM harvest_link WHERE harvest_id = ? AND id = ?');
const insert = insertion('INSERT INTO harvest_link(key, harvest_id, id) VALUES(?, ?, ?) ON CONFLICT DO NOTHING');
const ownKey = statement<{ own: string }>('SELECT endpoint_key AS own FROM harvest WHERE harvest_id = ?');

/** Stores the links of one record; replaces earlier ones. */
export function* writeLinks(
  harvest: number,
  { id, links, isKnown }: { readonly id: string; readonly links: CatalogRecord['links']; readonly isKnown: boolean },
): Work<void> {
  if (isKnown) yield* clear.run(harvest, id);
  if (links.length === 0) return;
  const own = yield* ownKey.get(harvest);
  const keys = new Set(links.map(({ url }) => resourceKey(url)));
  // Links of records to themselves in their catalog don't count.
  if (own !== undefined) keys.delete(own.own);
  yield* insert([...keys].map((key) => [key, harvest, id]));
}

interface LeadingRow extends RecordRow {
  readonly catalog: string;
  readonly key: string;
}

/** Records that link to any of these URLs, at most fifty, without deleted ones. */
export async function recordsLeadingTo(
  transaction: Transaction,
  urls: readonly string[],
): Promise<readonly LeadingRecord[]> {
  const keys = [...new Set(urls.map(resourceKey))];
  const leading = statement<LeadingRow>(
    `SELECT DISTINCT harvest.endpoint AS catalog, harvest.endpoint_key AS key, record.id, record.title, record.abstract,
       record.details, record.west, record.south, record.east, record.north, record.harvest_id
     FROM harvest_link AS link
       JOIN harvest_record AS record ON record.harvest_id = link.harvest_id AND record.id = link.id
       JOIN harvest ON harvest.harvest_id = link.harvest_id
     WHERE link.key IN (${keys.map(() => '?').join(', ')}) AND record.gone_ms IS NULL
     ORDER BY record.harvest_id, record.id LIMIT ${maxLeading}`,
  );
  return (await within(transaction, () => leading.all(...keys))).map(readRow);
}

function readRow(row: LeadingRow): LeadingRecord {
  const { catalog, key, id, title, abstract, details } = row;
  return {
    ...(details === null ? {} : (JSON.parse(details) as RecordDetails)),
    catalog: catalog || key,
    id: shownId(id),
    title,
    abstract,
    extent: extentOf(row),
  };
}

const follow = statement(`INSERT INTO harvest_link(key, harvest_id, id)
  SELECT CAST(? AS TEXT), harvest_id, id FROM harvest_link WHERE key = ? ON CONFLICT DO NOTHING`);

/** Links to a URL also count for its redirect target. */
export async function followLinks(transaction: Transaction, from: string, to: string): Promise<void> {
  await within(transaction, () => follow.run(resourceKey(to), resourceKey(from)));
}
