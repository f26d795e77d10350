// The filter syntax tree, independent of the source language: CQL2 text or JSON, FES, or request parameters.
import type { Extent } from './extent.ts';

export type Filter =
  | { readonly op: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly op: 'not'; readonly filter: Filter }
  | { readonly op: 'constant'; readonly value: boolean }
  | { readonly op: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly op: 'like'; readonly value: Operand; readonly pattern: readonly LikePart[] }
  | { readonly op: 'between'; readonly value: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly op: 'in'; readonly value: Operand; readonly list: readonly Operand[] }
  | { readonly op: 'isNull'; readonly value: Operand }
  | TextFilter
  | SpatialFilter
  | TimeFilter;

export type Comparison = '=' | '<>' | '<' | '>' | '<=' | '>=';

export type Operand =
  /** A property of the record. A multi-valued property matches if one of its values does. */
  | { readonly is: 'property'; readonly name: string }
  | { readonly is: 'literal'; readonly value: string | number | boolean }
  /** A date equals every instant of its day. Milliseconds since the epoch, both ends inclusive. */
  | { readonly is: 'time'; readonly fromMs: number; readonly toMs: number }
  /** Ignoring case, or accents. */
  | { readonly is: 'casei' | 'accenti'; readonly of: Operand };

/** `many` matches any run of characters including none; `one` exactly one character. */
export type LikePart = { readonly text: string } | { readonly wild: 'many' | 'one' };

/**
 * The words of the phrase occur consecutively in one text of the record: title, abstract, keywords, provider, kind,
 * software, URL, or one of a layer. The first and last may be parts of longer words. Case and accents are ignored.
 */
export interface TextFilter {
  readonly op: 'text';
  readonly phrase: string;
}

/**
 * Spatial relation of the record's extent to the shapes. Records without an extent match neither the filter nor its
 * negation.
 */
export interface SpatialFilter {
  readonly op: 'spatial';
  readonly relation: SpatialRelation;
  readonly shapes: readonly Shape[];
}

/** `within`: the record is inside the shapes. `contains`: the record contains all of them. */
export type SpatialRelation = 'intersects' | 'within' | 'contains' | 'disjoint';

/** Longitude and latitude in degrees. */
export type Position = readonly [number, number];

export type Shape =
  | { readonly is: 'box'; readonly extent: Extent }
  | { readonly is: 'point'; readonly position: Position }
  | { readonly is: 'line'; readonly positions: readonly Position[] }
  /** Outer ring first, then holes; each closed. */
  | { readonly is: 'polygon'; readonly rings: readonly (readonly Position[])[] };

/** The record's temporal extent intersects this interval; null is an open end. */
export interface TimeFilter {
  readonly op: 'during';
  readonly fromMs: number | null;
  readonly toMs: number | null;
}
