// The contract of a plugin connector: one archive with its own API and its own cursors. Pure.
import type { CatalogRecord } from './connector.ts';
import type { Document } from './document.ts';
import type { ProbeRequest } from './kind.ts';
import type { Provider } from './resource.ts';

/** The start of a harvest. */
export interface HarvestStart {
  /** Only records changed since then (the newest known `modified`); null for all. ISO 8601. */
  readonly since: string | null;
  /** Start time, ISO 8601: connectors have no clock. */
  readonly now: string;
}

/** A record as written by a plugin; missing members are left empty. Links may be relative. */
export interface PartialRecord extends Partial<Omit<CatalogRecord, 'id' | 'title' | 'links' | 'provider'>> {
  readonly id: string;
  readonly title: string;
  readonly links?: readonly { readonly url: string; readonly label?: string }[];
  readonly provider?: Partial<Provider> | null;
}

export interface PluginPage<Cursor> {
  readonly records: readonly PartialRecord[];
  /** Where to continue; null at the end. */
  readonly next: Cursor | null;
  /** Total number of records of this harvest, if known. */
  readonly total?: number | null;
  /** Identifiers of records reported as deleted. */
  readonly deleted?: readonly string[];
}

/** A cursor is plain data of the connector's choice, stored as JSON after every page. */
export interface PluginConnector<Cursor = unknown> {
  /** Its name in the database and on the command line: lowercase letters, digits, hyphens. */
  readonly id: string;
  readonly title: string;
  /** URL of the archive, read once before each harvest. All requests go to its host. */
  readonly endpoint: string;
  /** Harvest interval for `harvest --due`. Absent: only on request. */
  readonly everyHours?: number;
  begin(start: HarvestStart): Cursor;
  request(cursor: Cursor): ProbeRequest;
  /**
   * Null if the response isn't a page of records. Not called for errors (status 400 and above) and truncated responses.
   */
  read(document: Document, cursor: Cursor): PluginPage<Cursor> | null;
  /** A smaller page, for one that can't be fetched; null if it can't be smaller. */
  smaller?(cursor: Cursor): Cursor | null;
  /** The next page after one that can't be fetched at all; null at the end. Absent: the harvest fails there. */
  after?(cursor: Cursor): Cursor | null;
}
