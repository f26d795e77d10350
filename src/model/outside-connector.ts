// The contract of a connector from outside: one archive with an API of its own, walked by cursors of its own. Pure.
import type { CatalogRecord } from './connector.ts';
import type { Document } from './document.ts';
import type { ProbeRequest } from './kind.ts';
import type { Provider } from './resource.ts';

/** What a harvest begins with. */
export interface HarvestStart {
  /** Only records changed since then are wanted (the newest `modified` that is known); null for all. ISO 8601. */
  readonly since: string | null;
  /** The moment it begins, ISO 8601: connectors have no clock. */
  readonly now: string;
}

/** A record as somebody wrote it; what is missing is left empty. Links may be relative. */
export interface PartialRecord extends Partial<Omit<CatalogRecord, 'id' | 'title' | 'links' | 'provider'>> {
  readonly id: string;
  readonly title: string;
  readonly links?: readonly { readonly url: string; readonly label?: string }[];
  readonly provider?: Partial<Provider> | null;
}

export interface OutsidePage<Cursor> {
  readonly records: readonly PartialRecord[];
  /** Where to go on; null at the end. */
  readonly next: Cursor | null;
  /** How many records this harvest will bring in all, where the archive says so. */
  readonly total?: number | null;
  /** Identifiers of records the archive says were deleted. */
  readonly deleted?: readonly string[];
}

/** A cursor is plain data of the connector's choice: it is stored as JSON after every page. */
export interface OutsideConnector<Cursor = unknown> {
  /** Names it in the database and on the command line: lower-case letters, digits, hyphens. */
  readonly id: string;
  readonly title: string;
  /** Address of the archive, asked once before each harvest. All requests go to its host. */
  readonly endpoint: string;
  /** How often it wants to be harvested; `harvest --due` goes by it. Not given: only when it is named. */
  readonly everyHours?: number;
  begin(start: HarvestStart): Cursor;
  request(cursor: Cursor): ProbeRequest;
  /** Null where the answer is no page of records. Not asked about errors (status 400 and more) and cut answers. */
  read(document: Document, cursor: Cursor): OutsidePage<Cursor> | null;
  /** A page with less in it, for one that cannot be had; null where it cannot be smaller. */
  smaller?(cursor: Cursor): Cursor | null;
  /** What comes after a page that cannot be had at all; null at the end. Not given: the harvest fails there. */
  after?(cursor: Cursor): Cursor | null;
}
