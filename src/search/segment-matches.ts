// Which documents of a segment have the words of a query, and how well they fit.
import { type Clause, eachMatch, eachPlace, type PostingSource } from './clause-matches.ts';

/** What a service says counts this much for each of its layers, besides what they say themselves. */
const inheritedPart = 0.5;

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
  /** By document: the best of the present clause; what it has itself by all of them; how many clauses it has that its service has not. */
  readonly best: Float32Array;
  readonly ownScore: Float32Array;
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
    ownScore: new Float32Array(documents),
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
      found.scores[count++] = own + inherited;
      best[doc] = 0;
    }
  }
  return { ...found, count, whole: isBrief ? whole : null };
}

function gather({ least, isBrief }: MatchWish, source: PostingSource, work: Workspace, records: number): Matches {
  const { found, hits, ownScore, isTouched, inherited, inheritedHits, isTouchedRecord, whole } = work;
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
        found.scores[count++] = inherited[record]! + ownScore[doc]!;
      }
      if (isOwn) {
        hits[doc] = 0;
        ownScore[doc] = 0;
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
  const { best, ownScore, hits, current, services, inherits, inherited, inheritedHits, isTouched, isTouchedRecord } =
    work;
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
  // What a service has its layers have too, but for less.
  if (clause.isInherited)
    for (let n = 0; n < servicesFound; n++) inherits[recordOf[services[n]!]!] = best[services[n]!]! * inheritedPart;
  for (let n = 0; n < count; n++) {
    const doc = current[n]!;
    const inheritedNow = inherits[recordOf[doc]!]!;
    ownScore[doc]! += best[doc]!;
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
