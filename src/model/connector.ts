// The contract of a catalog connector: how one sort of catalog is walked page by page. Pure, like kinds.
import type { Document } from './document.ts';
import type { Extent } from './extent.ts';
import type { ProbeRequest } from './kind.ts';
import type { Problem } from './problem.ts';
import type { Identity } from './resource.ts';

/** One record as a catalog lists it. */
export interface CatalogRecord {
  /** The catalog's own identifier; '' where it gives none. */
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly extent: Extent | null;
  /** When it was last changed, as the catalog writes it (ISO 8601); '' where it does not say. */
  readonly modified: string;
  /** Services and data it leads to, absolute; the label is what the record calls them. */
  readonly links: readonly { readonly url: string; readonly label: string }[];
}

/** Where a walk through a catalog stands. Plain data: it is stored after every page. */
export interface Cursor {
  /** Position of the first record wanted, counted as the catalog counts. */
  readonly at: number;
  /** Records asked for. */
  readonly size: number;
  /** Position to stop before; null goes on to the end. Pages that failed are walked again in bounded parts. */
  readonly until: number | null;
  /** What the catalog gave to go on with, where it does not count: a token, or an address. */
  readonly token: string | null;
  /** Which of the connector's ways of asking is used, 0 first. */
  readonly way: number;
  /** Only records changed since then; null for all. */
  readonly since: string | null;
  /** How many there were in all when the last page came; null before the first. */
  readonly total: number | null;
}

/** A part of a catalog that is a tree: a folder, a sub-catalog, or a file that is a record of its own. */
export interface Branch {
  /** Its address. Each is walked once in a harvest, however many places name it. */
  readonly key: string;
  /** Of a file: its date in the folder. The record kept under `key` with the same date is not asked for again. */
  readonly modified: string;
  readonly cursor: Cursor;
}

export interface RecordPage {
  readonly records: readonly CatalogRecord[];
  /** Records that were there but are nobody's to list (private, deleted) or are none at all. */
  readonly omitted: number;
  /** Identifiers the catalog says were deleted. */
  readonly deleted: readonly string[];
  /** How many there are in all; null where the catalog does not say. */
  readonly total: number | null;
  readonly next: Cursor | null;
  /** Further walks the page opens, before `next`: parts of a catalog of catalogs, or what moved behind our back. */
  readonly also?: readonly Cursor[];
  /** Parts below this one, to be walked before the others that wait. */
  readonly branches?: readonly Branch[];
  /** Parts that gave no answer to rely on: what they held before is not taken for gone. */
  readonly unread?: number;
  readonly problems: readonly Problem[];
}

export interface Connector {
  /** Id of the kind whose catalogs it walks. */
  readonly kind: string;
  /** Position of the very first record: 0 or 1. */
  readonly firstPosition: number;
  readonly pageSize: number;
  /** Ways of asking, tried in turn until one is answered. */
  readonly ways: number;
  /** Whether any position in the page can be asked for: where it fails it is then walked in halves. */
  canSplit(cursor: Cursor): boolean;
  /** Whether the catalog can be asked for what changed since a moment. */
  readonly canFilter: boolean;
  /** The address to harvest, where an identity is that of a whole catalog of this sort; null for anything else. */
  catalogOf(identity: Identity): string | null;
  request(endpoint: string, cursor: Cursor): ProbeRequest;
  /** Null where the document is no page of such a catalog: an error, or something else. */
  read(document: Document, cursor: Cursor): RecordPage | null;
  /** Whether a link leads to a page the connector walks itself. */
  isOwnPage(url: string, endpoint: string): boolean;
  /** Its pages are resources of their own, such as folders and metadata files: a crawl visits them as well. */
  readonly keepsPages?: boolean;
}
