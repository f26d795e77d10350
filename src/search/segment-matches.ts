// Which documents of a segment have the words of a query, and how well they fit.
import type { PostingList } from './posting-list.ts';
import type { WordPlaces } from './segment-rows.ts';

/** One way in which a word of the query may stand in a document. */
export interface Alternative {
  /** Ids of words that must all be there. */
  readonly words: readonly number[];
  /** They must follow each other in this order. */
  readonly isPhrase: boolean;
  /** 1 for the word as typed, less for what only resembles it. */
  readonly factor: number;
  /** What it is called where it is not what was typed. */
  readonly meant?: string;
}

/** A word of the query: any of its alternatives will do, the best one counts. */
export interface Clause {
  readonly alternatives: readonly Alternative[];
  /** A document that lies there has it too: 0 … 1 by how well it fits. */
  readonly area: ((source: PostingSource) => Float32Array) | null;
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

/** What a service says counts this much for each of its layers. */
const inheritedPart = 0.2;

export interface PostingSource {
  readonly documents: number;
  /** Below 0 for services, whose layers follow them. */
  readonly layer: Int32Array;
  /** By document: which extent it has. */
  readonly extentIds: Uint32Array;
  /** The extents. */
  readonly extents: { readonly starts: Uint32Array; readonly values: Float64Array };
  postings(word: number): PostingList | null;
  places(word: number): WordPlaces;
}

/** Numbers of documents, ascending, with how many clauses they have and how well. Valid until the workspace is used again. */
export interface Matches {
  readonly docs: Uint32Array;
  readonly hits: Uint8Array;
  readonly scores: Float32Array;
  readonly count: number;
}

/** Arrays as long as the longest segment, used again and again: what a search touches it leaves as it was, all zero. */
export interface Workspace {
  readonly best: Float32Array;
  readonly score: Float32Array;
  readonly hits: Uint8Array;
  /** Documents touched by any clause, and by the present one. */
  readonly touched: Uint32Array;
  readonly current: Uint32Array;
  readonly found: { readonly docs: Uint32Array; readonly hits: Uint8Array; readonly scores: Float32Array };
  /** What is left after all other conditions. */
  readonly fitting: { readonly docs: Uint32Array; readonly scores: Float64Array };
}

export function createWorkspace(documents: number): Workspace {
  return {
    best: new Float32Array(documents),
    score: new Float32Array(documents),
    hits: new Uint8Array(documents),
    touched: new Uint32Array(documents),
    current: new Uint32Array(documents),
    found: {
      docs: new Uint32Array(documents),
      hits: new Uint8Array(documents),
      scores: new Float32Array(documents),
    },
    fitting: { docs: new Uint32Array(documents), scores: new Float64Array(documents) },
  };
}

/** Where more than this part of a segment is touched, going through all of it is quicker than sorting. */
const sparsePart = 1 / 64;

/** Documents with at least `wanted` of the clauses and none of the negated ones. With negated ones only, all others. */
export function matchSegment(
  clauses: readonly Clause[],
  wanted: number,
  source: PostingSource,
  work: Workspace,
): Matches {
  const asked = clauses.filter(({ isNegated }) => !isNegated).sort((one, other) => one.most - other.most);
  let touched = 0;
  for (const [n, clause] of asked.entries()) {
    // Where every word is wanted, what lacked one before needs no look.
    touched = addClause(clause, source, work, { before: wanted === asked.length ? n : 0, touched });
  }
  if (asked.length === 0) touched = touchAll(source, work);
  for (const clause of clauses) if (clause.isNegated) removeClause(clause, source, work);
  return gather(source.documents, touched, Math.max(1, wanted), work);
}

function gather(documents: number, touched: number, wanted: number, work: Workspace): Matches {
  const { found, hits, score } = work;
  let count = 0;
  const keep = (doc: number) => {
    if (hits[doc]! >= wanted) {
      found.docs[count] = doc;
      found.hits[count] = hits[doc]!;
      found.scores[count++] = score[doc]!;
    }
    hits[doc] = 0;
    score[doc] = 0;
  };
  if (touched < documents * sparsePart) {
    const docs = work.touched.subarray(0, touched).sort();
    for (let n = 0; n < docs.length; n++) keep(docs[n]!);
  } else for (let doc = 0; doc < documents; doc++) keep(doc);
  return { ...found, count };
}

function touchAll({ documents }: PostingSource, { hits, touched }: Workspace): number {
  hits.fill(1, 0, documents);
  for (let doc = 0; doc < documents; doc++) touched[doc] = doc;
  return documents;
}

/** Answers with how many documents are touched by now. */
function addClause(
  clause: Clause,
  source: PostingSource,
  work: Workspace,
  { before, touched }: { readonly before: number; readonly touched: number },
): number {
  const { best, score, hits, current } = work;
  let count = 0;
  const add = (doc: number, value: number) => {
    if (hits[doc]! < before) return;
    if (best[doc] === 0) current[count++] = doc;
    if (value > best[doc]!) best[doc] = value;
  };
  for (const alternative of clause.alternatives) eachDocument(alternative, clause, source, add);
  if (clause.area !== null) eachPlace(clause, source, add);
  let all = touched;
  for (let n = 0; n < count; n++) {
    const doc = current[n]!;
    if (hits[doc]!++ === 0) work.touched[all++] = doc;
    score[doc]! += best[doc]!;
    best[doc] = 0;
  }
  return all;
}

function removeClause(clause: Clause, source: PostingSource, { hits }: Workspace): void {
  const remove = (doc: number) => {
    hits[doc] = 0;
  };
  for (const alternative of clause.alternatives) eachDocument(alternative, clause, source, remove);
}

function eachPlace({ area, weight }: Clause, source: PostingSource, found: (doc: number, value: number) => void): void {
  const fits = area!(source);
  for (let doc = 0; doc < source.documents; doc++) {
    const fit = fits[source.extentIds[doc]!]!;
    if (fit > 0) found(doc, weight * fit);
  }
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
  const lists: PostingList[] = [];
  for (const word of words) {
    const list = source.postings(word);
    if (list === null) return;
    lists.push(list);
  }
  let places: readonly WordPlaces[] | null = null;
  intersect(lists, fields, (doc, at, impact) => {
    if (isPhrase) places ??= words.map((word) => source.places(word));
    if (places === null || follow(places, at)) found(doc, impact * unit);
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
function follow(places: readonly WordPlaces[], at: readonly number[]): boolean {
  const own = places.map((each, k) => each.at(at[k]!));
  return own[0]!.some((start) => own.every((each, k) => k === 0 || each.includes(start + k)));
}
