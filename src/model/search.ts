// Query → ranked ids with reasons: the port in front of the search index.
import type { Extent } from './extent.ts';
import type { Resource } from './resource.ts';
import type { Transaction } from './store.ts';

export interface SearchQuery {
  readonly words?: string;
  readonly extent?: Extent;
  /** How the resource's extent lies to the query's; `intersects` when not given. */
  readonly relation?: 'intersects' | 'within' | 'contains';
  readonly kinds?: readonly string[];
  /** Only what is about one of these: ids of topics ('inspire:hy'). */
  readonly topics?: readonly string[];
  /** Values by facet: a result has one of those named for each. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  /** What a result is: a service with its layers (the default), or each layer by itself. */
  readonly each?: 'resource' | 'layer';
  /** Facets to count. */
  readonly facets?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
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
  readonly total: number;
  readonly hits: readonly SearchHit[];
  /** For each facet asked for, its values with the number of results that have them, most first. */
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface Search {
  /** Makes a new or changed record findable, inside the transaction that stores it. */
  index(transaction: Transaction, resource: Resource): Promise<void>;
  find(query: SearchQuery): Promise<SearchResult>;
}
