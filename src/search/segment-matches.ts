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
  /** Number of the first document of each record, and behind the last one the number of documents. */
  readonly first: Uint32Array;
  readonly recordOf: Uint32Array;
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
  /** By record, where matches are brief: 1 where all documents match, of which only the service and the best are named. */
  readonly whole: Uint8Array | null;
}

/** Matches of the documents of one segment while they are looked for. What a search touches it leaves as it was, all zero. */
export interface Workspace {
  /** By document: the best of the present clause; what it has more than its service; how many clauses it has that its service has not. */
  readonly best: Float32Array;
  readonly more: Float32Array;
  readonly hits: Int8Array;
  readonly isTouched: Uint8Array;
  /** Documents touched by the present clause, and those of services among them. */
  readonly current: Uint32Array;
  readonly services: Uint32Array;
  /** By record: what all its documents inherit by the present clause, by all of them, and by how many. */
  readonly inherits: Float32Array;
  readonly inherited: Float32Array;
  readonly inheritedHits: Int8Array;
  readonly isTouchedRecord: Uint8Array;
  readonly records: Uint32Array;
  readonly whole: Uint8Array;
  readonly found: { readonly docs: Uint32Array; readonly hits: Uint8Array; readonly scores: Float32Array };
  /** What is left after all other conditions. */
  readonly fitting: { readonly docs: Uint32Array; readonly scores: Float64Array };
}

export function createWorkspace(documents: number, records: number): Workspace {
  return {
    best: new Float32Array(documents),
    more: new Float32Array(documents),
    hits: new Int8Array(documents),
    isTouched: new Uint8Array(documents),
    current: new Uint32Array(documents),
    services: new Uint32Array(records),
    inherits: new Float32Array(records),
    inherited: new Float32Array(records),
    inheritedHits: new Int8Array(records),
    isTouchedRecord: new Uint8Array(records),
    records: new Uint32Array(records),
    whole: new Uint8Array(records),
    found: { docs: new Uint32Array(documents), hits: new Uint8Array(documents), scores: new Float32Array(documents) },
    fitting: { docs: new Uint32Array(documents), scores: new Float64Array(documents) },
  };
}

/** Where fewer than this part of the records is touched, sorting them is quicker than going through all. */
const sparsePart = 1 / 16;
/** Clauses something that must not be there takes away: more than any query has. */
const removed = -100;

export interface MatchWish {
  readonly clauses: readonly Clause[];
  /** Clauses a document must have at least. */
  readonly least: number;
  /** Of records whose documents all match only the service and those with words of their own are wanted. */
  readonly isBrief: boolean;
}

/** Documents with enough of the clauses and none of the negated ones. With negated ones only, all others. */
export function matchSegment(wish: MatchWish, source: PostingSource, work: Workspace): Matches {
  const { clauses, least } = wish;
  const asked = clauses.filter(({ isNegated }) => !isNegated).sort((one, other) => one.most - other.most);
  let records = 0;
  const [only] = asked;
  if (asked.length === 1 && clauses.length === 1) return matchOne(only!, wish, source, work);
  for (const [n, clause] of asked.entries()) {
    // Where every word is wanted, what lacked one before needs no look.
    records = addClause(clause, source, work, { before: least === asked.length ? n : 0, records });
  }
  if (asked.length === 0) records = touchAll(source, work);
  for (const clause of clauses) if (clause.isNegated) removeClause(clause, source, work);
  const isBrief = wish.isBrief && !clauses.some(({ isNegated }) => isNegated);
  return gather({ ...wish, least: Math.max(1, least), isBrief }, source, work, records);
}

/** The same for one clause, which is what most queries are: nothing has to be added up. */
function matchOne(clause: Clause, { isBrief }: MatchWish, source: PostingSource, work: Workspace): Matches {
  const { best, found, isTouchedRecord, whole } = work;
  const { first, recordOf, layer } = source;
  const all = first.length - 1;
  let records = 0;
  const add = (doc: number, value: number) => {
    if (value > best[doc]!) best[doc] = value;
    const record = recordOf[doc]!;
    if (isTouchedRecord[record] === 1) return;
    isTouchedRecord[record] = 1;
    work.records[records++] = record;
  };
  for (const alternative of clause.alternatives) eachMatch(alternative, clause, source, add);
  if (clause.area !== null) eachPlace(clause, source, null, add);
  if (isBrief) whole.fill(0, 0, all);
  const touched = records < all * sparsePart ? work.records.subarray(0, records).sort() : null;
  let count = 0;
  for (let n = 0; n < (touched?.length ?? all); n++) {
    const record = touched === null ? n : touched[n]!;
    if (isTouchedRecord[record] === 0) continue;
    isTouchedRecord[record] = 0;
    const start = first[record]!;
    const inherited = clause.isInherited && layer[start]! < 0 ? best[start]! * inheritedPart : 0;
    if (isBrief && inherited > 0) whole[record] = 1;
    const least = isBrief ? 0 : inherited;
    for (let doc = start; doc < first[record + 1]!; doc++) {
      const own = best[doc]!;
      if (own === 0 && least === 0) continue;
      found.docs[count] = doc;
      found.hits[count] = 1;
      found.scores[count++] = own > inherited ? own : inherited;
      best[doc] = 0;
    }
  }
  return { ...found, count, whole: isBrief ? whole : null };
}

function gather({ least, isBrief }: MatchWish, source: PostingSource, work: Workspace, records: number): Matches {
  const { found, hits, more, isTouched, inherited, inheritedHits, isTouchedRecord, whole } = work;
  const { first } = source;
  const all = first.length - 1;
  if (isBrief) whole.fill(0, 0, all);
  const isSparse = records < all * sparsePart;
  const touched = isSparse ? work.records.subarray(0, records).sort() : null;
  let count = 0;
  for (let n = 0; n < (touched?.length ?? all); n++) {
    const record = touched === null ? n : touched[n]!;
    if (isTouchedRecord[record] === 0) continue;
    const isWhole = inheritedHits[record]! >= least;
    if (isWhole && isBrief) whole[record] = 1;
    const end = first[record + 1]!;
    for (let doc = first[record]!; doc < end; doc++) {
      const isOwn = isTouched[doc] === 1;
      if (!isOwn && !(isWhole && !isBrief)) continue;
      const has = inheritedHits[record]! + hits[doc]!;
      if (has >= least) {
        found.docs[count] = doc;
        found.hits[count] = has;
        found.scores[count++] = inherited[record]! + more[doc]!;
      }
      if (isOwn) {
        hits[doc] = 0;
        more[doc] = 0;
        isTouched[doc] = 0;
      }
    }
    inherited[record] = 0;
    inheritedHits[record] = 0;
    isTouchedRecord[record] = 0;
  }
  return { ...found, count, whole: isBrief ? whole : null };
}

function touchAll(
  { documents, first }: PostingSource,
  { hits, isTouched, isTouchedRecord, records }: Workspace,
): number {
  hits.fill(1, 0, documents);
  isTouched.fill(1, 0, documents);
  isTouchedRecord.fill(1, 0, first.length - 1);
  for (let record = 0; record + 1 < first.length; record++) records[record] = record;
  return first.length - 1;
}

/** Answers with how many records are touched by now. */
function addClause(
  clause: Clause,
  source: PostingSource,
  work: Workspace,
  { before, records }: { readonly before: number; readonly records: number },
): number {
  const { best, more, hits, current, services, inherits, inherited, inheritedHits, isTouched, isTouchedRecord } = work;
  const { recordOf, layer } = source;
  let count = 0;
  let servicesFound = 0;
  let all = records;
  const add = (doc: number, value: number) => {
    const record = recordOf[doc]!;
    if (before > 0) {
      if (isTouchedRecord[record] === 0) return;
      if (layer[doc]! >= 0 && inheritedHits[record]! + hits[doc]! < before) return;
    }
    if (best[doc] === 0) {
      current[count++] = doc;
      if (layer[doc]! < 0) services[servicesFound++] = doc;
    }
    if (value > best[doc]!) best[doc] = value;
    if (isTouchedRecord[record] === 0) {
      isTouchedRecord[record] = 1;
      work.records[all++] = record;
    }
  };
  for (const alternative of clause.alternatives) eachMatch(alternative, clause, source, add);
  if (clause.area !== null) eachPlace(clause, source, before > 0 ? work.records.subarray(0, records) : null, add);
  // What a service has its layers have too, but for less; only then it is known what they have more.
  if (clause.isInherited)
    for (let n = 0; n < servicesFound; n++) inherits[recordOf[services[n]!]!] = best[services[n]!]! * inheritedPart;
  for (let n = 0; n < count; n++) {
    const doc = current[n]!;
    const inheritedNow = inherits[recordOf[doc]!]!;
    if (best[doc]! > inheritedNow) more[doc]! += best[doc]! - inheritedNow;
    if (inheritedNow === 0) hits[doc]!++;
    isTouched[doc] = 1;
    best[doc] = 0;
  }
  for (let n = 0; n < servicesFound; n++) {
    const record = recordOf[services[n]!]!;
    if (inherits[record] === 0) continue;
    inherited[record]! += inherits[record]!;
    inheritedHits[record]!++;
    inherits[record] = 0;
  }
  return all;
}

/** Layers of a service that has it are gone too. */
function removeClause(clause: Clause, source: PostingSource, work: Workspace): void {
  const { hits, inheritedHits, isTouched, isTouchedRecord } = work;
  const remove = (doc: number) => {
    const record = source.recordOf[doc]!;
    if (isTouchedRecord[record] === 0) return;
    hits[doc] = removed;
    isTouched[doc] = 1;
    if (clause.isInherited && source.layer[doc]! < 0) inheritedHits[record] = removed;
  };
  for (const alternative of clause.alternatives) eachMatch(alternative, clause, source, remove);
}

/** `among` are the records to look at; null for all. */
function eachPlace(
  { area, weight }: Clause,
  source: PostingSource,
  among: Uint32Array | null,
  found: (doc: number, value: number) => void,
): void {
  const fits = area!(source);
  const { extentIds, first } = source;
  const count = among?.length ?? first.length - 1;
  for (let n = 0; n < count; n++) {
    const record = among === null ? n : among[n]!;
    for (let doc = first[record]!; doc < first[record + 1]!; doc++) {
      const fit = fits[extentIds[doc]!]!;
      if (fit > 0) found(doc, weight * fit);
    }
  }
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

/** Documents in all lists: `at` says where in each list the document stands. The shortest list leads. */
function intersect(
  lists: readonly PostingList[],
  fields: number,
  found: (doc: number, at: readonly number[], impact: number) => void,
): void {
  const at = lists.map(() => 0);
  let lead = 0;
  for (let k = 1; k < lists.length; k++) if (lists[k]!.docs.length < lists[lead]!.docs.length) lead = k;
  const { docs: leading } = lists[lead]!;
  for (let n = 0; n < leading.length; n++) {
    const doc = leading[n]!;
    let mask = fields;
    let impact = 0;
    for (let k = 0; k < lists.length && mask !== 0; k++) {
      const { docs, impacts, fields: masks } = lists[k]!;
      const place = k === lead ? n : placeFrom(docs, at[k]!, doc);
      at[k] = place;
      if (place >= docs.length) return;
      mask = docs[place] === doc ? mask & masks[place]! : 0;
      impact += impacts[place]!;
    }
    if (mask !== 0) found(doc, at, impact);
  }
}

/** The first place from `start` on with this number or a greater one: in leaps, then halving. */
function placeFrom(docs: Uint32Array, start: number, doc: number): number {
  let low = start;
  let leap = 1;
  while (low + leap < docs.length && docs[low + leap]! < doc) {
    low += leap;
    leap *= 2;
  }
  let high = Math.min(docs.length, low + leap);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the words stand one behind the other somewhere in the document. */
function follow(places: readonly WordPlaces[], at: readonly number[]): boolean {
  const own = places.map((each, k) => each.at(at[k]!));
  return own[0]!.some((start) => own.every((each, k) => k === 0 || each.includes(start + k)));
}
