// Words of a query as they are looked for in a segment.
import type { Box } from '../../base/geo/extent-relation.ts';
import type { ListColumn } from '../index/list-column.ts';
import type { Among } from '../index/phrase-list.ts';
import type { PostingList } from '../index/posting-list.ts';
import type { WordGroup } from '../index/segment-postings.ts';

/** What a service says counts this much for each of its layers, besides what they say themselves. */
export const inheritedPart = 0.5;

/** One way in which a word of the query may stand in a document. */
export interface Alternative extends WordGroup {
  /** 1 for the word as typed, less for what only resembles it. */
  readonly factor: number;
  /** What it is called where it is not what was typed. */
  readonly matched?: string;
}

/** A word of the query: any of its alternatives will do, the best one counts. */
export interface Clause {
  readonly alternatives: readonly Alternative[];
  /** A document that lies there has it too. */
  readonly area: PlaceArea | null;
  /** Bits of the fields where it must stand. */
  readonly fields: number;
  /** Layers have it where their service does. */
  readonly isInherited: boolean;
  readonly isNegated: boolean;
  /** How telling it is: rare words more. */
  readonly weight: number;
  /** Documents that have it at most, over all segments. */
  readonly most: number;
}

/** A place that a query names. */
export interface PlaceArea {
  readonly boxes: readonly Box[];
  /** 0 … 1: how well a document fits it. */
  open(source: PostingSource): (doc: number) => number;
}

export interface PostingSource {
  readonly documents: number;
  /** Below 0 for services, whose layers follow them. */
  readonly layer: Int32Array;
  /** Number of the first document of each record, and behind the last one the number of documents. */
  readonly first: Uint32Array;
  readonly recordOf: Uint32Array;
  /** Boxes around everything each record has, four numbers each. */
  recordBoxes(): Float64Array;
  /** By document: its extent, if any. A large column, read where a place is asked for. */
  extents(): ListColumn;
  /** Documents that have all words; at least those among the ones named, null for all. */
  postings(group: WordGroup, among: Among | null): PostingList | null;
}
