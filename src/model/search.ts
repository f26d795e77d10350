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
  readonly limit?: number;
  readonly offset?: number;
}

export interface SearchHit {
  readonly id: string;
  /** Higher is better; comparable only within one result. */
  readonly score: number;
  /** Indexes into the resource's layers that match the words, best first, at most five. */
  readonly layers: readonly number[];
  /** Plain words on why it is here ('title matches "land cover"', '2 datasets match "water"'). */
  readonly reasons: readonly string[];
}

export interface SearchResult {
  readonly total: number;
  readonly hits: readonly SearchHit[];
}

export interface Search {
  /** Makes a new or changed record findable, inside the transaction that stores it. */
  index(transaction: Transaction, resource: Resource): Promise<void>;
  find(query: SearchQuery): Promise<SearchResult>;
}
