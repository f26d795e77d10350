// Reads harvested records in pages.
import { endpointKey } from '../base/url/endpoint.ts';
import { maskSecrets } from '../base/url/url.ts';
import type { CatalogRecord } from '../model/connector.ts';
import { type SqlStore, statement } from '../store/sql/sql.ts';
import { extentOf, type RecordDetails, type RecordRow, shownId } from './record-row.ts';

/** A record and its catalog. */
export interface HarvestedRecord extends CatalogRecord {
  /** URL of the catalog. */
  readonly catalog: string;
  /** Kind of the catalog, or id of the connector. */
  readonly kind: string;
}

interface HarvestedRow extends RecordRow {
  readonly harvest: number;
  readonly key: string;
  readonly catalog: string;
  readonly kind: string;
  readonly modified: string;
  readonly links: string | null;
}

const pageSize = 500;

/**
 * By catalog and identifier, without deleted ones; secrets in URLs are masked. `from`: URL of a catalog, or id of a
 * connector.
 */
export async function* readRecords(store: SqlStore, from?: string): AsyncGenerator<HarvestedRecord> {
  const chosen = from === undefined ? '' : 'AND (harvest.kind = ? OR harvest.endpoint_key = ?)';
  const values = from === undefined ? [] : [from, endpointKey(from)];
  const page = statement<HarvestedRow>(
    `SELECT harvest.harvest_id AS harvest, endpoint_key AS key, endpoint AS catalog, kind, id, modified, title, abstract,
       west, south, east, north, links, details
     FROM harvest_record JOIN harvest USING(harvest_id)
     WHERE (harvest_id, id) > (?, ?) AND gone_ms IS NULL ${chosen}
     ORDER BY harvest_id, id LIMIT ${pageSize}`,
  );
  for (let last: readonly [number, string] = [0, '']; ; ) {
    const rows = await store.read(() => page.all(...last, ...values));
    for (const row of rows) yield readRow(row);
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageSize) return;
    last = [end.harvest, end.id];
  }
}

function readRow(row: HarvestedRow): HarvestedRecord {
  const { key, catalog, kind, id, modified, title, abstract, links, details } = row;
  return {
    catalog: catalog || key,
    kind,
    id: shownId(id),
    title,
    abstract,
    modified,
    extent: extentOf(row),
    ...(details === null ? {} : masked(JSON.parse(details) as RecordDetails)),
    links: (links === null ? [] : (JSON.parse(links) as CatalogRecord['links'])).map(({ url, label }) => ({
      url: maskSecrets(url),
      label,
    })),
  };
}

function masked({ provider, ...details }: RecordDetails): RecordDetails {
  if (provider == null) return details;
  return { ...details, provider: { ...provider, url: provider.url && maskSecrets(provider.url) } };
}
