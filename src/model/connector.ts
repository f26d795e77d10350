// The contract of a catalog connector: how one type of catalog is harvested page by page. Pure, like kinds.
import type { Document } from './document.ts';
import type { Extent } from './extent.ts';
import type { ProbeRequest } from './kind.ts';
import type { Problem } from './problem.ts';
import type { Identity, Provider } from './resource.ts';

/** One record as listed by a catalog. */
export interface CatalogRecord {
  /** The catalog's identifier; '' if it has none. */
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly extent: Extent | null;
  /** Last modification as written by the catalog (ISO 8601); '' if unknown. */
  readonly modified: string;
  /** Absolute URLs of services and data; the label is the record's name for them. */
  readonly links: readonly { readonly url: string; readonly label: string }[];
  readonly keywords?: readonly string[];
  /** Temporal extent of the data: one instant, or "start/end" with '..' for an open end. */
  readonly time?: string | null;
  readonly provider?: Provider | null;
  /** License, fees and constraints as written by the catalog. */
  readonly terms?: string;
  /** As written by the catalog: 'de', 'ger', 'eng' … */
  readonly language?: string;
}

/** Position of a harvest in a catalog. Plain data, stored after every page. */
export interface Cursor {
  /** Position of the first record, counted as the catalog counts. */
  readonly at: number;
  /** Page size. */
  readonly size: number;
  /** Position to stop before; null means to the end. Failed pages are retried in bounded parts. */
  readonly until: number | null;
  /** Continuation token or URL of catalogs without positions. */
  readonly token: string | null;
  /** Index of the connector's request variant in use. */
  readonly variant: number;
  /** Only records changed since then; null for all. */
  readonly since: string | null;
  /** Total at the last page; null before the first. */
  readonly total: number | null;
}

/** A part of a hierarchical catalog: a folder, a sub-catalog, or a file that is a record of its own. */
export interface Branch {
  /** Its URL. Each is harvested once, however often it is linked. */
  readonly key: string;
  /**
   * For a file: its date in the folder. If the record stored under `key` has the same date, it isn't requested again.
   */
  readonly modified: string;
  readonly cursor: Cursor;
}

export interface RecordPage {
  readonly records: readonly CatalogRecord[];
  /** Entries that aren't public (private, deleted) or aren't records. */
  readonly omitted: number;
  /**
   * Lower bound of the records that exist but couldn't be read; if positive, records not seen aren't treated as
   * deleted.
   */
  readonly lost?: number;
  /** Parts that are forbidden, or listed but missing. */
  readonly closed?: number;
  /** Identifiers reported as deleted by the catalog. */
  readonly deleted: readonly string[];
  /** Total number of records; null if unknown. */
  readonly total: number | null;
  readonly next: Cursor | null;
  /**
   * Further positions opened by the page, before `next`: parts of a catalog of catalogs, or records that moved during
   * the harvest.
   */
  readonly also?: readonly Cursor[];
  /** Parts below this one, harvested before other pending parts. */
  readonly branches?: readonly Branch[];
  readonly problems: readonly Problem[];
}

/** How a harvest continues after a page that can't be fetched. */
export interface Recovery {
  readonly next: Cursor | null;
  /** The page was given up: its records are missing. */
  readonly isSkipped: boolean;
}

export interface Connector {
  /** Id of the kind whose catalogs it harvests. */
  readonly kind: string;
  /** Too large for ordinary crawls: only on request (`harvest --items`). */
  readonly onRequest?: boolean;
  /** Position of the first record: 0 or 1. */
  readonly firstPosition: number;
  readonly pageSize: number;
  /** Request variants, tried in order until one succeeds. */
  readonly variants: number;
  /**
   * Consecutive pages without new records after which a list is considered endless; 3 by default. Higher for catalogs
   * that list records in several places.
   */
  readonly maxRepeats?: number;
  /** Whether pages can start at any position: failed pages are then bisected. */
  canSplit(cursor: Cursor): boolean;
  /** Whether the catalog supports requesting changes since a time. */
  readonly canFilter: boolean;
  /** The URL to harvest if an identity is a whole catalog of this type; null otherwise. */
  catalogOf(identity: Identity): string | null;
  request(endpoint: string, cursor: Cursor): ProbeRequest;
  /** Null if the document isn't a page of such a catalog: an error, or something else. */
  read(document: Document, cursor: Cursor): RecordPage | null;
  /** Whether a link leads to a page that the connector requests itself. */
  isOwnPage(url: string, endpoint: string): boolean;
  /** Initial token, for connectors that create their own. */
  begin?(since: string | null, nowMs: number): string;
  /** How such a harvest continues after a page that can't be fetched; null if it can't. Others bisect. */
  recover?(cursor: Cursor): Recovery | null;
  /** Its pages are resources of their own, such as folders and metadata files, so crawls visit them as well. */
  readonly keepsPages?: boolean;
}
