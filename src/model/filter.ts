// A condition on records, whatever language it was written in: CQL2 text or JSON, FES, or the parameters of a request.
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
  /** A property of the record. One with several values fits when one of them does. */
  | { readonly is: 'property'; readonly name: string }
  | { readonly is: 'literal'; readonly value: string | number | boolean }
  /** A day is as long as it is: it equals every moment in it. Milliseconds since the epoch, both ends included. */
  | { readonly is: 'time'; readonly fromMs: number; readonly toMs: number }
  /** Without regard to case, or to accents. */
  | { readonly is: 'casei' | 'accenti'; readonly of: Operand };

/** `many` is any run of characters, the empty one too; `one` is exactly one character. */
export type LikePart = { readonly text: string } | { readonly wild: 'many' | 'one' };

/**
 * The words of the phrase stand one behind the other in a text of the record: title, abstract, keywords, provider, kind, software,
 * address, or one of a layer. The first and the last may be parts of longer words. Case and accents aside.
 */
export interface TextFilter {
  readonly op: 'text';
  readonly phrase: string;
}

/** How the record's extent lies to the shapes. Records without an extent do not fit, nor their negation. */
export interface SpatialFilter {
  readonly op: 'spatial';
  readonly relation: SpatialRelation;
  readonly shapes: readonly Shape[];
}

/** `within`: the record lies in the shapes. `contains`: it holds all of them. */
export type SpatialRelation = 'intersects' | 'within' | 'contains' | 'disjoint';

/** Longitude and latitude in degrees. */
export type Position = readonly [number, number];

export type Shape =
  | { readonly is: 'box'; readonly extent: Extent }
  | { readonly is: 'point'; readonly position: Position }
  | { readonly is: 'line'; readonly positions: readonly Position[] }
  /** Outer ring first, then holes; each closed. */
  | { readonly is: 'polygon'; readonly rings: readonly (readonly Position[])[] };

/** The record's time and this span have a moment in common; null is an open end. */
export interface TimeFilter {
  readonly op: 'during';
  readonly fromMs: number | null;
  readonly toMs: number | null;
}
