// Which records of which catalogs lead to a resource.
import { resourceKey } from '../base/endpoint.ts';
import type { CatalogRecord } from '../model/connector.ts';
import type { RecordRef } from '../model/resource.ts';
import type { Transaction } from '../model/store.ts';
import { databaseOf } from '../store/sqlite.ts';
import type { RecordDetails } from './record-details.ts';
import { shownId } from './record-key.ts';

/** What a record says of the resource it leads to. */
export interface LeadingRecord extends RecordRef, RecordDetails {
  readonly abstract: string;
  readonly extent: CatalogRecord['extent'];
}

/** A service that half a catalog leads to is not described by the next hundred records either. */
const maxLeading = 50;

/** Writes where one record leads; replaces what was written of it before. */
export function openLinkRows(transaction: Transaction, harvest: number) {
  const database = databaseOf(transaction);
  const clear = database.prepare('DELETE FROM harvest_link WHERE harvest_id = ? AND id = ?');
  const insert = database.prepare('INSERT OR IGNORE INTO harvest_link(key, harvest_id, id) VALUES(?, ?, ?)');
  const own = database.prepare('SELECT endpoint_key AS own FROM harvest WHERE harvest_id = ?').get(harvest) as
    | { own: string }
    | undefined;
  return (id: string, links: CatalogRecord['links'], isKnown: boolean): void => {
    if (isKnown) clear.run(harvest, id);
    for (const { url } of links) {
      const key = resourceKey(url);
      // Records link to themselves in their catalog, which they do not describe.
      if (key !== own?.own) insert.run(key, harvest, id);
    }
  };
}

interface LeadingRow {
  readonly catalog: string;
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly details: string | null;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
}

/** Records that lead to any of these addresses, at most fifty; those gone from their catalogs are left out. */
export function recordsLeadingTo(transaction: Transaction, urls: readonly string[]): readonly LeadingRecord[] {
  const keys = [...new Set(urls.map(resourceKey))];
  const rows = databaseOf(transaction)
    .prepare(
      `SELECT DISTINCT harvest.endpoint AS catalog, harvest.endpoint_key AS key, record.id, record.title, record.abstract,
         record.details, record.west, record.south, record.east, record.north
       FROM harvest_link AS link
         JOIN harvest_record AS record ON record.harvest_id = link.harvest_id AND record.id = link.id
         JOIN harvest ON harvest.harvest_id = link.harvest_id
       WHERE link.key IN (${keys.map(() => '?').join(', ')}) AND record.gone_ms IS NULL
       ORDER BY link.harvest_id, link.id LIMIT ${maxLeading}`,
    )
    .all(...keys) as LeadingRow[];
  return rows.map(readRow);
}

function readRow({ catalog, key, id, title, abstract, details, west, south, east, north }: LeadingRow): LeadingRecord {
  const hasExtent = west !== null && south !== null && east !== null && north !== null;
  return {
    ...(details === null ? {} : (JSON.parse(details) as RecordDetails)),
    catalog: catalog || key,
    ...{ id: shownId(id), title, abstract, extent: hasExtent ? [west, south, east, north] : null },
  };
}

/** What leads to an address leads to the one it redirects to. */
export function followLinks(transaction: Transaction, from: string, to: string): void {
  databaseOf(transaction)
    .prepare(
      'INSERT OR IGNORE INTO harvest_link(key, harvest_id, id) SELECT ?, harvest_id, id FROM harvest_link WHERE key = ?',
    )
    .run(resourceKey(to), resourceKey(from));
}
