// Where the words of a query stand in the documents of one record: read back from the postings.

import type { PostingList } from '../index/posting-list.ts';
import type { Clause, PostingSource } from '../query/query-clause.ts';

/** How one document has one clause. */
export interface TermPosition {
  /** Bits of the fields where the word itself stands, or one that begins with or contains it. */
  fields: number;
  /** Other words it has it by, each once. */
  readonly matched: string[];
  /** It lies in the place that is named. */
  isInPlace: boolean;
}

/** What is asked of a segment. */
export interface TermPositionSource extends PostingSource {
  /** Documents that have a word. */
  list(word: number): PostingList | null;
}

/** By document of the record, counted from 0: for each clause. Documents that have none are not there, but for the first. */
export type TermPositions = ReadonlyMap<number, readonly TermPosition[]>;

/** Documents from `first` on, `count` of them. */
export type TermPositionsOf = (first: number, count: number) => TermPositions;

/** What a segment has of a clause: looked up once, whatever number of results lie in it. */
interface OpenClause {
  readonly fields: number;
  readonly alternatives: readonly OpenAlternative[];
  /** How well a document fits the place that is named; null where none is. */
  readonly fit: ((doc: number) => number) | null;
}

interface OpenAlternative {
  /** Of all its words. */
  readonly lists: readonly PostingList[];
  readonly matched: string | undefined;
}

export function openTermPositions(clauses: readonly Clause[], source: TermPositionSource): TermPositionsOf {
  const opened = clauses.map((clause) => openClause(clause, source));
  return (first, count) => {
    const standings = new Map<number, readonly TermPosition[]>();
    const standingOf = (doc: number, n: number): TermPosition => {
      const known =
        standings.get(doc) ?? opened.map((): TermPosition => ({ fields: 0, matched: [], isInPlace: false }));
      standings.set(doc, known);
      return known[n]!;
    };
    for (const [n, { fields, alternatives, fit }] of opened.entries()) {
      standingOf(0, n);
      for (const { lists, matched } of alternatives)
        eachDocument(lists, first, first + count, (doc, bits) => {
          if ((bits & fields) === 0) return;
          const standing = standingOf(doc - first, n);
          if (matched === undefined) standing.fields |= bits & fields;
          else if (!standing.matched.includes(matched)) standing.matched.push(matched);
        });
      if (fit !== null)
        for (let doc = 0; doc < count; doc++) if (fit(first + doc) > 0) standingOf(doc, n).isInPlace = true;
    }
    return standings;
  };
}

/** Whether the clause holds for the document. */
export function isThere({ fields, matched, isInPlace }: TermPosition): boolean {
  return fields !== 0 || matched.length > 0 || isInPlace;
}

function openClause({ alternatives, fields, area, isNegated }: Clause, source: TermPositionSource): OpenClause {
  // Nothing that is found has it.
  if (isNegated) return { fields, alternatives: [], fit: null };
  const open = alternatives.flatMap(({ words, matched }): OpenAlternative[] => {
    const lists: PostingList[] = [];
    for (const word of words) {
      const list = source.list(word);
      if (list === null) return [];
      lists.push(list);
    }
    return [{ lists, matched }];
  });
  return { fields, alternatives: open, fit: area === null ? null : area.open(source) };
}

/** Documents from `start` up to `end` that stand in all lists, with the fields of any of them. */
function eachDocument(
  [one, ...others]: readonly PostingList[],
  start: number,
  end: number,
  tell: (doc: number, bits: number) => void,
): void {
  if (one === undefined) return;
  const { docs, fields } = one;
  for (let n = lowerBound(docs, start); n < docs.length && docs[n]! < end; n++) {
    const doc = docs[n]!;
    let bits = fields[n]!;
    const isInAll = others.every((other) => {
      const at = lowerBound(other.docs, doc);
      bits |= other.docs[at] === doc ? other.fields[at]! : 0;
      return other.docs[at] === doc;
    });
    if (isInAll) tell(doc, bits);
  }
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
