// Words of a query as they are looked up in a segment.
import type { Box } from '../../base/geo/extent-relation.ts';
import type { ListColumn } from '../index/list-column.ts';
import type { RecordRuns } from '../index/phrase-list.ts';
import type { PostingList } from '../index/posting-list.ts';
import type { WordGroup } from '../index/segment-postings.ts';

/** Weight of a service's words for each of its layers, relative to their own. */
export const inheritedPart = 0.5;

/** One way a document can match a word of the query. */
export interface Alternative extends WordGroup {
  /** 1 for the word as typed, less for similar words. */
  readonly factor: number;
  /** Display name, unless it is the typed word. */
  readonly matched?: string;
}

/** A word of the query: matched by any of its alternatives; the best one counts. */
export interface Clause {
  readonly alternatives: readonly Alternative[];
  /** Documents in this area match too. */
  readonly area: PlaceArea | null;
  /** Bits of the fields to search. */
  readonly fields: number;
  /** Layers match if their service does. */
  readonly isInherited: boolean;
  readonly isNegated: boolean;
  /** Higher for rare words. */
  readonly weight: number;
  /** Upper bound of matching documents over all segments. */
  readonly most: number;
}

/** A place named in a query. */
export interface PlaceArea {
  readonly boxes: readonly Box[];
  /** 0 … 1: how well a document fits it. */
  open(source: PostingSource): (doc: number) => number;
}

export interface PostingSource {
  readonly documents: number;
  /** Below 0 for services, whose layers follow them. */
  readonly layer: Int32Array;
  /** Number of the first document of each record; at the end the number of documents. */
  readonly first: Uint32Array;
  readonly recordOf: Uint32Array;
  /** Bounding box of each record, four numbers each. */
  recordBoxes(): Float64Array;
  /** Extents by document. A large column, read only for places. */
  extents(): ListColumn;
  /** Documents that have all words; with `among` at least those of these records. */
  postings(group: WordGroup, among: RecordRuns | null): PostingList | null;
}
