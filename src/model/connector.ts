// The contract of a catalog connector: how one sort of catalog is walked page by page. Pure, like kinds.
import type { Document } from './document.ts';
import type { Extent } from './extent.ts';
import type { ProbeRequest } from './kind.ts';
import type { Problem } from './problem.ts';
import type { Identity, Provider } from './resource.ts';

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
  readonly keywords?: readonly string[];
  /** When its data are from: one moment, or "start/end" with '..' for an open end. */
  readonly time?: string | null;
  readonly provider?: Provider | null;
  /** License, fees and constraints as the catalog writes them. */
  readonly terms?: string;
  /** As the catalog writes it: 'de', 'ger', 'eng' … */
  readonly language?: string;
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
  /** Records known to be there that could not be read, or parts that may hold some, at least: what is not seen now is then not held to be gone. */
  readonly lost?: number;
  /** Parts that are closed to us, or listed and not there: for good, or as long as a server keeps us out. */
  readonly closed?: number;
  /** Identifiers the catalog says were deleted. */
  readonly deleted: readonly string[];
  /** How many there are in all; null where the catalog does not say. */
  readonly total: number | null;
  readonly next: Cursor | null;
  /** Further walks the page opens, before `next`: parts of a catalog of catalogs, or what moved behind our back. */
  readonly also?: readonly Cursor[];
  /** Parts below this one, to be walked before the others that wait. */
  readonly branches?: readonly Branch[];
  readonly problems: readonly Problem[];
}

/** How a walk goes on past a page that cannot be had. */
export interface Recovery {
  readonly next: Cursor | null;
  /** The page was given up: what is in it is missing. */
  readonly isSkipped: boolean;
}

export interface Connector {
  /** Id of the kind whose catalogs it walks. */
  readonly kind: string;
  /** It takes what would be too much for every crawl: only where somebody asks for it (`harvest --items`). */
  readonly onWish?: boolean;
  /** Position of the very first record: 0 or 1. */
  readonly firstPosition: number;
  readonly pageSize: number;
  /** Ways of asking, tried in turn until one is answered. */
  readonly ways: number;
  /**
   * Pages in a row without anything new after which a list is held to be endless; 3 where nothing is said. More where a
   * catalog lists the same records in several places.
   */
  readonly maxRepeats?: number;
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
  /** The token a walk begins with, for connectors that make their own; the others begin without one. */
  begin?(since: string | null, nowMs: number): string;
  /** Where such a walk goes on when a page cannot be had; null where it cannot. The others look by halves. */
  recover?(cursor: Cursor): Recovery | null;
  /** Its pages are resources of their own, such as folders and metadata files: a crawl visits them as well. */
  readonly keepsPages?: boolean;
}
