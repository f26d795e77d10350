// One dataset with several ways to get it: the port in front of what the catalog holds to be the same.
import type { Family } from './resource.ts';

/** A record of the catalog, or one of its layers. */
export interface ItemRef {
  readonly id: string;
  /** Position of the layer; null for the record itself. */
  readonly layer: number | null;
}

/** A way without words. */
export interface Copy extends ItemRef {
  /** Greater is better; equal for ways of which none is better. */
  readonly grade: number;
}

/** One of the ways to get a dataset. */
export interface Way extends ItemRef {
  readonly kind: string;
  readonly family: Family;
  readonly endpoint: string;
  /** Of the layer; null for the record itself. */
  readonly name: string | null;
  readonly title: string;
  /** Why it is held to be the same as another of the ways, surest first. */
  readonly reasons: readonly string[];
}

/** As people name items: a verdict outlives positions. */
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
  /** Datasets and services that are there more than one way. */
  readonly groups: number;
  /** Ways to get them. */
  readonly ways: number;
  /** Records still to be looked at. */
  readonly pending: number;
}

export interface Duplicates {
  /** Compares what is new or changed for about this long, in transactions of its own; true when nothing is left to do. */
  tend(budgetMs: number): Promise<boolean>;
  /** Every way to get it, itself included, the best first; empty where there is no other. */
  ways(ref: ItemRef): Promise<readonly Way[]>;
  /** The same of each, in few statements for all of them. */
  waysOfAll(refs: readonly ItemRef[]): Promise<readonly (readonly Way[])[]>;
  /** The same of each without words, for folding search results. */
  copies(refs: readonly ItemRef[]): Promise<readonly (readonly Copy[])[]>;
  /** Every dataset or service that is there more than one way. */
  groups(): AsyncIterable<readonly Way[]>;
  counts(): Promise<DuplicateCounts>;
  /** Keeps what a person says of two items: it wins over the rules, also after later visits. */
  judge(verdict: DuplicateVerdict): Promise<void>;
  /** Takes a verdict back; false where there is none. */
  forget(one: NamedItem, other: NamedItem): Promise<boolean>;
  verdicts(id: string): Promise<readonly DuplicateVerdict[]>;
}
