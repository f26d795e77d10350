// Harvests of portals that count their datasets, so that a page can start at any position.
import { type JsonValue, readJson } from '../../base/json/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import { nextPage, shrunkGap } from '../paging/offset-paging.ts';

type PortalConnector = Pick<Connector, 'kind' | 'request' | 'read' | 'isOwnPage'> &
  Partial<Pick<Connector, 'canSplit'>>;

export function portalConnector(connector: PortalConnector): Connector {
  return {
    firstPosition: 0,
    pageSize: 100,
    variants: 2,
    canSplit: () => true,
    canFilter: true,
    // Endpoints of searches and later pages have a query.
    catalogOf: ({ kind, endpoint }) => (kind === connector.kind && endpoint.endsWith('/') ? endpoint : null),
    ...connector,
  };
}

/** The JSON of a complete response that isn't an error. */
export function completeJson(document: Document): JsonValue | undefined {
  return document.status < 400 && document.partial === null ? readJson(document) : undefined;
}

/** `count` entries were received; those that aren't public or aren't datasets are null or missing in `read`. */
export function countedPage(
  cursor: Cursor,
  read: readonly (CatalogRecord | null)[],
  { count, total }: { readonly count: number; readonly total: number | null },
): RecordPage {
  const records = read.filter((record) => record !== null);
  return {
    records,
    omitted: count - records.length,
    deleted: [],
    total,
    next: nextPage(cursor, { count, total, named: null, firstPosition: 0 }),
    also: shrunkGap(cursor, total, 0),
    problems: [],
  };
}
