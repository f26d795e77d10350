// The search port: query → ranked ids with reasons.
import type { Extent } from './extent.ts';
import type { Filter } from './filter.ts';
import type { Resource } from './resource.ts';
import type { Transaction } from './store.ts';

export interface SearchQuery {
  /** In the query language of docs/search.md: words, "phrases", -without, field:word, place names. */
  readonly words?: string;
  readonly extent?: Extent;
  /** Spatial relation of the resource's extent to the query's; `intersects` by default. */
  readonly relation?: 'intersects' | 'within' | 'contains';
  /** Only results whose time intersects this interval; null is an open end. */
  readonly time?: { readonly fromMs: number | null; readonly toMs: number | null };
  readonly kinds?: readonly string[];
  /** Only results with one of these topic ids ('inspire:hy'). */
  readonly topics?: readonly string[];
  /** Values by facet: a result has one of those named for each. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  /** A condition on records; never ignored. */
  readonly filter?: Filter;
  /** The unit of results: a service with its layers (default), or each layer. */
  readonly each?: 'resource' | 'layer';
  /** Facets to count. */
  readonly facets?: readonly string[];
  /** Values returned per facet, most frequent first; 50 by default. */
  readonly facetValues?: number;
  /** False: words as typed, without other languages, places or spelling correction. */
  readonly expand?: boolean;
  /** Ids of excluded expansions. */
  readonly without?: readonly string[];
  /** `relevance` by default, which has only one direction. */
  readonly sort?: SearchSort;
  /** Order of whole records by properties, in place of `sort`; those without a value come last. */
  readonly order?: readonly SortKey[];
  /** False: one host may fill the first page. */
  readonly spread?: boolean;
  /** True: every distribution of a dataset is a result; otherwise the best one represents all. */
  readonly copies?: boolean;
  readonly limit?: number;
  readonly offset?: number;
  /** `next` of an earlier result of the same query: continues after it, at constant cost. */
  readonly after?: string;
}

export interface SearchSort {
  readonly by: 'relevance' | 'title' | 'created' | 'layers';
  readonly descending?: boolean;
}

export interface SortKey {
  readonly property: string;
  readonly isDescending: boolean;
}

export interface SearchHit {
  readonly id: string;
  /** Higher is better; comparable only within one result list. */
  readonly score: number;
  /** Indexes of the resource's layers that match the words, best first, at most five. */
  readonly layers: readonly number[];
  /** The layer that is the result, in layer mode; null for the service itself. */
  readonly layer: number | null;
  /** Plain-language reasons ('"land cover" in title', '2 matching layers for "water"'). */
  readonly reasons: readonly string[];
}

export interface SearchResult {
  /** Counts every copy. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
  /** For each requested facet its values with result counts, most frequent first. */
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
  /** Query expansions; each can be excluded by its id. */
  readonly expansions: readonly SearchExpansion[];
  /** For `after`; null on the last page. */
  readonly next: string | null;
  /** The same for `offset`: collapsed duplicates are already skipped. */
  readonly nextOffset: number | null;
  /** For empty results: the counts without one of the conditions, highest first. */
  readonly relaxed: readonly RelaxedCondition[];
  /** Records stored but not yet indexed. 0 except after large imports. */
  readonly waiting: number;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface SearchExpansion {
  /** 'concept:forest', 'place:CH', 'spelling:forset'. */
  readonly id: string;
  readonly kind: 'concept' | 'place' | 'spelling';
  /** The part of the query it applies to. */
  readonly from: string;
  /** Display name. */
  readonly label: string;
  /** Additional words, at most twenty. */
  readonly words: readonly string[];
}

export interface RelaxedCondition {
  /** 'words', 'extent', 'time', 'filter', or the name of a facet. */
  readonly condition: string;
  readonly total: number;
}

/** Possible meanings of words in a query: synonyms and translations. */
export type Expand = (words: readonly string[]) => readonly Meaning[];

export interface Meaning {
  /** Without its scheme: 'forest'. */
  readonly concept: string;
  readonly label: string;
  /** The words it covers: first index inclusive, last exclusive. */
  readonly start: number;
  readonly end: number;
  /** Terms of the concept and, with less weight, of narrower concepts. */
  readonly terms: readonly { readonly text: string; readonly isNarrower: boolean }[];
  /** Narrower concepts. */
  readonly narrower: readonly string[];
}

/** Records last seen at or after this time. */
export type SeenSince = (fromMs: number) => Promise<readonly { readonly id: string; readonly lastSeenMs: number }[]>;

export interface DensityGrid {
  readonly columns: number;
  readonly rows: number;
}

/** Records first seen in a month ('2026-11'). */
export interface MonthCount {
  readonly month: string;
  readonly count: number;
}

export interface Search {
  /**
   * Queues a new or changed record for indexing, inside the transaction that stores it. Indexed at the latest by
   * `find`.
   */
  index(transaction: Transaction, resource: Resource): Promise<void>;
  /** Indexes for about this long, in transactions of its own; true when done. */
  tend(budgetMs: number): Promise<boolean>;
  /** The signal cancels a search that is still queued. */
  find(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult>;
  /** Layer count per grid cell: rows from north to south, each from west to east. Unindexed records are missing. */
  density(grid: DensityGrid): Promise<Uint32Array>;
  /** Indexed records by month, oldest first; months without records are left out. */
  growth(): Promise<readonly MonthCount[]>;
}
