// Query → ranked ids with reasons: the port in front of the search index.
import type { Extent } from './extent.ts';
import type { Filter } from './filter.ts';
import type { Resource } from './resource.ts';
import type { Transaction } from './store.ts';

export interface SearchQuery {
  /** In the language of docs/search.md: words, "phrases", -without, field:word, place names. */
  readonly words?: string;
  readonly extent?: Extent;
  /** How the resource's extent lies to the query's; `intersects` when not given. */
  readonly relation?: 'intersects' | 'within' | 'contains';
  /** Only what has a moment in common with this span; null is an open end. */
  readonly time?: { readonly fromMs: number | null; readonly toMs: number | null };
  readonly kinds?: readonly string[];
  /** Only what is about one of these: ids of topics ('inspire:hy'). */
  readonly topics?: readonly string[];
  /** Values by facet: a result has one of those named for each. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  /** A condition on records; never ignored. */
  readonly filter?: Filter;
  /** What a result is: a service with its layers (the default), or each layer by itself. */
  readonly each?: 'resource' | 'layer';
  /** Facets to count. */
  readonly facets?: readonly string[];
  /** Values told of each facet, the most frequent ones; 50 when not given. */
  readonly facetValues?: number;
  /** False: words as they are, without other languages, places or corrected spelling. */
  readonly expand?: boolean;
  /** Ids of expansions that are not wanted. */
  readonly without?: readonly string[];
  /** `relevance` when not given; it has no other direction. */
  readonly sort?: SearchSort;
  /** False: one host may fill the first page. */
  readonly spread?: boolean;
  /** True: every way to get a dataset is a result; otherwise the best of those found stands for all. */
  readonly copies?: boolean;
  readonly limit?: number;
  readonly offset?: number;
  /** `next` of an earlier result of the same query: goes on behind it, however deep, in the same time. */
  readonly after?: string;
}

export interface SearchSort {
  readonly by: 'relevance' | 'title' | 'created' | 'layers';
  readonly descending?: boolean;
}

export interface SearchHit {
  readonly id: string;
  /** Higher is better; comparable only within one result. */
  readonly score: number;
  /** Indexes into the resource's layers that match the words, best first, at most five. */
  readonly layers: readonly number[];
  /** The layer that is the result, where each layer is one; null for the service itself. */
  readonly layer: number | null;
  /** Plain words on why it is here ('title matches "land cover"', '2 datasets match "water"'). */
  readonly reasons: readonly string[];
}

export interface SearchResult {
  /** Every copy counts. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
  /** For each facet asked for, its values with the number of results that have them, most first. */
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
  /** What else was looked for than the words typed; each can be left out by its id. */
  readonly expansions: readonly SearchExpansion[];
  /** For `after`; null on the last page. */
  readonly next: string | null;
  /** The same for `offset`: what was folded away has been passed over. */
  readonly nextOffset: number | null;
  /** Where nothing was found: what would be without one of the conditions, most first. */
  readonly relaxed: readonly RelaxedCondition[];
  /** Records that are stored but not indexed yet, and missing here. 0 but for the time after much was stored at once. */
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
  /** The part of the query it stands for. */
  readonly from: string;
  /** As a person would name it. */
  readonly label: string;
  /** Words looked for besides, at most twenty. */
  readonly words: readonly string[];
}

export interface RelaxedCondition {
  /** 'words', 'extent', 'time', 'filter', or the name of a facet. */
  readonly condition: string;
  readonly total: number;
}

/** What words of a query may mean, wherever in it they stand: other words for the same thing. */
export type Expand = (words: readonly string[]) => readonly Meaning[];

export interface Meaning {
  /** Without its scheme: 'forest'. */
  readonly concept: string;
  readonly label: string;
  /** The words it stands for: from the first up to but not including the last. */
  readonly start: number;
  readonly end: number;
  /** Terms for it and for narrower concepts, which count less. */
  readonly terms: readonly { readonly text: string; readonly isNarrower: boolean }[];
  /** Narrower concepts. */
  readonly narrower: readonly string[];
}

export interface DensityGrid {
  readonly columns: number;
  readonly rows: number;
}

export interface Search {
  /** Makes a new or changed record findable, inside the transaction that stores it. It is indexed later, at the latest by `find`. */
  index(transaction: Transaction, resource: Resource): Promise<void>;
  /** Works on the index for about this long, in transactions of its own; true when nothing is left to do. */
  tend(budgetMs: number): Promise<boolean>;
  /** The signal gives it up as long as it waits for its turn. */
  find(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult>;
  /** How many layers cover each cell: rows from north to south, each from west to east. What waits to be indexed is missing. */
  density(grid: DensityGrid): Promise<Uint32Array>;
}
