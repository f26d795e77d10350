// Which documents of a segment have the words of a query, and how well they fit.
import type { PostingList } from './posting-list.ts';

/** One way in which a word of the query may stand in a document. */
export interface Alternative {
  /** Ids of words that must all be there. */
  readonly words: readonly number[];
  /** They must follow each other in this order. */
  readonly isPhrase: boolean;
  /** 1 for the word as typed, less for what only resembles it. */
  readonly factor: number;
}

/** A word of the query: any of its alternatives will do, the best one counts. */
export interface Clause {
  readonly alternatives: readonly Alternative[];
  /** Bits of the fields where it must stand. */
  readonly fields: number;
  /** Layers have it where their service does. */
  readonly isInherited: boolean;
  readonly isNegated: boolean;
  /** How telling it is: rare words more. */
  readonly weight: number;
}

/** What a service says counts this much for each of its layers. */
const inheritedPart = 0.2;

export interface PostingSource {
  readonly documents: number;
  /** Below 0 for services, whose layers follow them. */
  readonly layer: Int32Array;
  postings(word: number): PostingList | null;
  places(word: number): readonly (readonly number[])[];
}

/** Numbers of documents, ascending, with how many clauses they have and how well. Valid until the workspace is used again. */
export interface Matches {
  readonly docs: Uint32Array;
  readonly hits: Uint8Array;
  readonly scores: Float32Array;
  readonly count: number;
}

/** Arrays as long as the longest segment, used again and again. */
export interface Workspace {
  readonly best: Float32Array;
  readonly score: Float32Array;
  readonly hits: Uint8Array;
  readonly docs: Uint32Array;
  readonly touched: Uint32Array;
}

export function createWorkspace(documents: number): Workspace {
  return {
    best: new Float32Array(documents),
    score: new Float32Array(documents),
    hits: new Uint8Array(documents),
    docs: new Uint32Array(documents),
    touched: new Uint32Array(documents),
  };
}

/** Documents with at least `wanted` of the clauses and none of the negated ones. */
export function matchSegment(
  clauses: readonly Clause[],
  wanted: number,
  source: PostingSource,
  work: Workspace,
): Matches {
  const { documents } = source;
  const asked = clauses.filter(({ isNegated }) => !isNegated);
  const { hits, score, docs } = work;
  hits.fill(0, 0, documents);
  score.fill(0, 0, documents);
  for (const [n, clause] of asked.entries()) {
    // Where every word is wanted, what lacked one before needs no look.
    const before = wanted === asked.length ? n : 0;
    addClause(clause, source, work, before);
  }
  for (const clause of clauses) if (clause.isNegated) removeClause(clause, source, work);
  let count = 0;
  for (let doc = 0; doc < documents; doc++) {
    if (hits[doc]! < wanted) continue;
    docs[count++] = doc;
  }
  return { docs, hits, scores: score, count };
}

function addClause(clause: Clause, source: PostingSource, work: Workspace, before: number): void {
  const { best, score, hits, touched } = work;
  let count = 0;
  const add = (doc: number, value: number) => {
    if (hits[doc]! < before) return;
    if (best[doc] === 0) touched[count++] = doc;
    if (value > best[doc]!) best[doc] = value;
  };
  for (const alternative of clause.alternatives) eachDocument(alternative, clause, source, add);
  for (let n = 0; n < count; n++) {
    const doc = touched[n]!;
    hits[doc]!++;
    score[doc]! += best[doc]!;
    best[doc] = 0;
  }
}

function removeClause(clause: Clause, source: PostingSource, { hits }: Workspace): void {
  for (const alternative of clause.alternatives)
    eachDocument(alternative, clause, source, (doc) => {
      hits[doc] = 0;
    });
}

/** Documents that match themselves, and the layers of services that do; a field that is named must be their own. */
function eachDocument(
  alternative: Alternative,
  clause: Clause,
  source: PostingSource,
  found: (doc: number, value: number) => void,
): void {
  const { documents, layer } = source;
  eachMatch(alternative, clause, source, (doc, value) => {
    found(doc, value);
    if (layer[doc]! >= 0 || !clause.isInherited) return;
    const inherited = value * inheritedPart;
    for (let each = doc + 1; each < documents && layer[each]! >= 0; each++) found(each, inherited);
  });
}

function eachMatch(
  { words, isPhrase, factor }: Alternative,
  { fields, weight }: Clause,
  source: PostingSource,
  found: (doc: number, value: number) => void,
): void {
  const unit = (weight * factor) / 255 / words.length;
  const [first] = words;
  if (words.length === 1) {
    const list = source.postings(first!);
    if (list === null) return;
    const { docs, impacts, fields: masks } = list;
    for (let n = 0; n < docs.length; n++) if ((masks[n]! & fields) !== 0) found(docs[n]!, impacts[n]! * unit);
    return;
  }
  const lists = words.map((word) => source.postings(word));
  if (lists.some((list) => list === null)) return;
  intersect(lists as PostingList[], fields, (doc, places, impact) => {
    if (!isPhrase || follow(words, places, source)) found(doc, impact * unit);
  });
}

/** Documents in all lists: `at` says where in each list the document stands. */
function intersect(
  lists: readonly PostingList[],
  fields: number,
  found: (doc: number, at: readonly number[], impact: number) => void,
): void {
  const at = lists.map(() => 0);
  const [lead] = lists;
  for (let n = 0; n < lead!.docs.length; n++) {
    const doc = lead!.docs[n]!;
    at[0] = n;
    let mask = lead!.fields[n]! & fields;
    let impact = lead!.impacts[n]!;
    for (let k = 1; k < lists.length && mask !== 0; k++) {
      const { docs, impacts, fields: masks } = lists[k]!;
      let place = at[k]!;
      while (place < docs.length && docs[place]! < doc) place++;
      at[k] = place;
      if (place >= docs.length) return;
      mask = docs[place] === doc ? mask & masks[place]! : 0;
      impact += docs[place] === doc ? impacts[place]! : 0;
    }
    if (mask !== 0) found(doc, at, impact);
  }
}

/** Whether the words stand one behind the other somewhere in the document. */
function follow(words: readonly number[], at: readonly number[], source: PostingSource): boolean {
  const places = words.map((word, k) => source.places(word)[at[k]!] ?? []);
  return places[0]!.some((start) => places.every((each, k) => k === 0 || each.includes(start + k)));
}
