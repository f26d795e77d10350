// How the documents of one record match the clauses of a query, read back from the postings for explanations.
import { indexFrom } from '../index/phrase-list.ts';
import type { PostingList } from '../index/posting-list.ts';
import type { Clause, PostingSource } from '../query/query-clause.ts';

/** How one document matches one clause. */
export interface ClauseMatch {
  /** Bits of the fields with the word itself, or a longer word that starts with or contains it. */
  fields: number;
  /** Synonyms and corrections that matched. */
  readonly matched: string[];
  isInArea: boolean;
}

export interface ClauseMatchSource extends PostingSource {
  /** Documents that have a word. */
  list(word: number): PostingList | null;
}

/** By document, counted from 0: a match for each clause. Documents without any are missing, except the first. */
export type DocumentMatches = ReadonlyMap<number, readonly ClauseMatch[]>;

/** Matches of `count` documents from `first` on. */
export type MatchesOf = (first: number, count: number) => DocumentMatches;

/** A clause in one segment: opened once for all results. */
interface OpenClause {
  readonly fields: number;
  readonly alternatives: readonly OpenAlternative[];
  /** How well a document fits the area; null without one. */
  readonly fitOf: ((doc: number) => number) | null;
}

interface OpenAlternative {
  /** Of all its words. */
  readonly lists: readonly PostingList[];
  readonly matched: string | undefined;
}

export function openClauseMatches(clauses: readonly Clause[], source: ClauseMatchSource): MatchesOf {
  const opened = clauses.map((clause) => openClause(clause, source));
  return (first, count) => {
    const matches = new Map<number, readonly ClauseMatch[]>();
    const matchOf = (doc: number, clause: number): ClauseMatch => {
      const known = matches.get(doc) ?? opened.map((): ClauseMatch => ({ fields: 0, matched: [], isInArea: false }));
      matches.set(doc, known);
      return known[clause]!;
    };
    for (const [n, { fields, alternatives, fitOf }] of opened.entries()) {
      matchOf(0, n);
      for (const { lists, matched } of alternatives)
        eachDocument(lists, first, first + count, (doc, bits) => {
          if ((bits & fields) === 0) return;
          const match = matchOf(doc - first, n);
          if (matched === undefined) match.fields |= bits & fields;
          else if (!match.matched.includes(matched)) match.matched.push(matched);
        });
      if (fitOf === null) continue;
      for (let doc = 0; doc < count; doc++) if (fitOf(first + doc) > 0) matchOf(doc, n).isInArea = true;
    }
    return matches;
  };
}

export function isMatch({ fields, matched, isInArea }: ClauseMatch): boolean {
  return fields !== 0 || matched.length > 0 || isInArea;
}

function openClause({ alternatives, fields, area, isNegated }: Clause, source: ClauseMatchSource): OpenClause {
  // No result matches a negated clause.
  if (isNegated) return { fields, alternatives: [], fitOf: null };
  const open = alternatives.flatMap(({ words, matched }): OpenAlternative[] => {
    const lists: PostingList[] = [];
    for (const word of words) {
      const list = source.list(word);
      if (list === null) return [];
      lists.push(list);
    }
    return [{ lists, matched }];
  });
  return { fields, alternatives: open, fitOf: area === null ? null : area.open(source) };
}

/** Calls back for documents from `start` up to `end` that are in all lists, with the fields of any of them. */
function eachDocument(
  [one, ...others]: readonly PostingList[],
  start: number,
  end: number,
  callback: (doc: number, bits: number) => void,
): void {
  if (one === undefined) return;
  const { docs, fields } = one;
  for (let n = indexFrom(docs, 0, start); n < docs.length && docs[n]! < end; n++) {
    const doc = docs[n]!;
    let bits = fields[n]!;
    const isInAll = others.every((other) => {
      const at = indexFrom(other.docs, 0, doc);
      bits |= other.docs[at] === doc ? other.fields[at]! : 0;
      return other.docs[at] === doc;
    });
    if (isInAll) callback(doc, bits);
  }
}
