// The duplicates port: datasets with several distributions.
import type { Family } from './resource.ts';

/** A record of the catalog, or one of its layers. */
export interface ItemRef {
  readonly id: string;
  /** Position of the layer; null for the record itself. */
  readonly layer: number | null;
}

/** A distribution without display texts. */
export interface Copy extends ItemRef {
  /** Preference; higher is better, ties are possible. */
  readonly grade: number;
}

/** One distribution of a dataset. */
export interface Distribution extends ItemRef {
  readonly kind: string;
  readonly family: Family;
  readonly endpoint: string;
  /** Of the layer; null for the record itself. */
  readonly name: string | null;
  readonly title: string;
  /** Why it is considered the same as another distribution, most certain first. */
  readonly reasons: readonly string[];
}

/** As users name items: a verdict outlives layer positions. */
export interface NamedItem {
  readonly id: string;
  /** Name of the layer; null for the record itself. */
  readonly layer: string | null;
}

export interface DuplicateVerdict {
  readonly one: NamedItem;
  readonly other: NamedItem;
  readonly verdict: 'same' | 'different';
  readonly madeMs: number;
}

export interface DuplicateCounts {
  /** Duplicate groups. */
  readonly groups: number;
  /** Distributions in these groups. */
  readonly copies: number;
  /** Records still to be compared. */
  readonly pending: number;
}

export interface Duplicates {
  /** Compares new and changed records for about this long, in transactions of its own; true when done. */
  tend(budgetMs: number): Promise<boolean>;
  /** All distributions including the item itself, best first; empty if there is no other. */
  distributions(ref: ItemRef): Promise<readonly Distribution[]>;
  /** The same for each item, in few statements. */
  distributionsOfAll(refs: readonly ItemRef[]): Promise<readonly (readonly Distribution[])[]>;
  /** The same without display texts, for collapsing search results. */
  copies(refs: readonly ItemRef[]): Promise<readonly (readonly Copy[])[]>;
  /** All duplicate groups. */
  groups(): AsyncIterable<readonly Distribution[]>;
  counts(): Promise<DuplicateCounts>;
  /** Stores a user's verdict on two items; it overrides the rules also after later visits. */
  judge(verdict: DuplicateVerdict): Promise<void>;
  /** Removes a verdict; false if there is none. */
  forget(one: NamedItem, other: NamedItem): Promise<boolean>;
  verdicts(id: string): Promise<readonly DuplicateVerdict[]>;
}
