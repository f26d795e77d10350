// Where the words of a query stand in the documents of one record: read back from the postings.

import type { PostingList } from './posting-list.ts';
import type { Alternative, Clause } from './query-clause.ts';

/** How one document has one clause. */
export interface Standing {
  /** Bits of the fields where the word itself stands, or one that begins with or contains it. */
  fields: number;
  /** Other words it has it by. */
  readonly meant: Set<string>;
  /** It lies in the place that is named. */
  isInPlace: boolean;
}

export interface RecordDocuments {
  readonly first: number;
  readonly count: number;
  postings(word: number): PostingList | null;
  /** Whether a document lies in the place a clause names. */
  isInPlace(clause: Clause, doc: number): boolean;
}

/** By document of the record, counted from 0: for each clause. Documents that have none are not there, but for the first. */
export type Standings = ReadonlyMap<number, readonly Standing[]>;

export function standingsIn(clauses: readonly Clause[], record: RecordDocuments): Standings {
  const { first, count } = record;
  const standings = new Map<number, readonly Standing[]>();
  const standingOf = (doc: number, n: number): Standing => {
    const known =
      standings.get(doc) ?? clauses.map((): Standing => ({ fields: 0, meant: new Set(), isInPlace: false }));
    standings.set(doc, known);
    return known[n]!;
  };
  for (const [n, clause] of clauses.entries()) {
    standingOf(0, n);
    if (clause.isNegated) continue;
    for (const alternative of clause.alternatives)
      for (const [doc, bits] of documentsWith(alternative, record)) {
        if ((bits & clause.fields) === 0) continue;
        const standing = standingOf(doc, n);
        if (alternative.meant === undefined) standing.fields |= bits & clause.fields;
        else standing.meant.add(alternative.meant);
      }
    if (clause.area !== null)
      for (let doc = 0; doc < count; doc++)
        if (record.isInPlace(clause, first + doc)) standingOf(doc, n).isInPlace = true;
  }
  return standings;
}

/** Whether the clause holds for the document. */
export function isThere({ fields, meant, isInPlace }: Standing): boolean {
  return fields !== 0 || meant.size > 0 || isInPlace;
}

/** Documents of the record that have all words of an alternative, with the fields of any of them. */
function documentsWith(
  { words }: Alternative,
  { first, count, postings }: RecordDocuments,
): ReadonlyMap<number, number> {
  let found: Map<number, number> | null = null;
  for (const word of words) {
    if (found?.size === 0) break;
    const list = postings(word);
    const here = new Map<number, number>();
    if (list !== null) {
      for (let n = lowerBound(list.docs, first); n < list.docs.length && list.docs[n]! < first + count; n++) {
        const doc = list.docs[n]! - first;
        if (found === null || found.has(doc)) here.set(doc, list.fields[n]! | (found?.get(doc) ?? 0));
      }
    }
    found = here;
  }
  return found ?? new Map();
}

function lowerBound(docs: Uint32Array, doc: number): number {
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}
