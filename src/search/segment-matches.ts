// Which documents of a segment have the words of a query, and how well they fit.

import { markClause } from './mark-clause.ts';
import { setBit, setBits, takeBits, type Workspace } from './match-workspace.ts';
import type { Clause, PostingSource } from './query-clause.ts';

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
  const [only] = asked;
  if (asked.length === 1 && clauses.length === 1) return matchOne(only!, wish, source, work);
  for (const [n, clause] of asked.entries()) {
    // Where every word is wanted, what lacked one before needs no look.
    addClause(clause, source, work, least === asked.length ? n : 0);
  }
  if (asked.length === 0) seeAll(source, work);
  for (const clause of clauses) if (clause.isNegated) removeClause(clause, source, work);
  const isBrief = wish.isBrief && !clauses.some(({ isNegated }) => isNegated);
  return gather({ ...wish, least: Math.max(1, least), isBrief }, source, work);
}

/** The same for one clause, which is what most queries are: nothing has to be added up. */
function matchOne(clause: Clause, { isBrief }: MatchWish, source: PostingSource, work: Workspace): Matches {
  markClause(clause, source, work, { before: 0 });
  const { best, current, found, whole } = work;
  const { documents, first, recordOf, layer } = source;
  const marked = takeBits(work.marked, documents, current);
  if (isBrief) whole.fill(0, 0, first.length - 1);
  let count = 0;
  let record = -1;
  let inherited = 0;
  for (let n = 0; n < marked; ) {
    const doc = current[n]!;
    if (recordOf[doc] !== record) {
      record = recordOf[doc]!;
      inherited = clause.isInherited && layer[doc]! < 0 ? best[doc]! * inheritedPart : 0;
      if (inherited > 0 && isBrief) whole[record] = 1;
    }
    if (inherited > 0 && !isBrief) {
      // All layers have what their service has.
      for (let each = doc; each < first[record + 1]!; each++) {
        const own = n < marked && current[n] === each ? best[current[n++]!]! : 0;
        found.docs[count] = each;
        found.scores[count++] = own + inherited;
      }
    } else {
      found.docs[count] = doc;
      found.scores[count++] = best[doc]! + inherited;
      n++;
    }
  }
  found.hits.fill(1, 0, count);
  return { ...found, count, whole: isBrief ? whole : null };
}

/** `before` is how many clauses documents must have by now; 0 where some of them are enough. */
function addClause(clause: Clause, source: PostingSource, work: Workspace, before: number): void {
  markClause(clause, source, work, { before });
  const { best, ownScore, hits, current, seen, seenRecords, inherited, inheritedHits } = work;
  const { documents, recordOf, layer } = source;
  const marked = takeBits(work.marked, documents, current);
  let record = -1;
  let isInherited = false;
  for (let n = 0; n < marked; n++) {
    const doc = current[n]!;
    if (recordOf[doc] !== record) {
      record = recordOf[doc]!;
      setBit(seenRecords, record);
      // What a service has its layers have too, but for less.
      isInherited = clause.isInherited && layer[doc]! < 0;
      if (isInherited) {
        inherited[record]! += Math.fround(best[doc]! * inheritedPart);
        inheritedHits[record]!++;
      }
    }
    ownScore[doc]! += best[doc]!;
    if (!isInherited) hits[doc]!++;
    setBit(seen, doc);
  }
}

function gather({ least, isBrief }: MatchWish, source: PostingSource, work: Workspace): Matches {
  const { found, current, hits, ownScore, inherited, inheritedHits, whole } = work;
  const { documents, first, recordOf } = source;
  const seen = takeBits(work.seen, documents, current);
  if (isBrief) whole.fill(0, 0, first.length - 1);
  let count = 0;
  const add = (doc: number, record: number) => {
    const has = inheritedHits[record]! + hits[doc]!;
    if (has < least) return;
    found.docs[count] = doc;
    found.hits[count] = has;
    found.scores[count++] = inherited[record]! + ownScore[doc]!;
  };
  for (let n = 0; n < seen; ) {
    const doc = current[n]!;
    const record = recordOf[doc]!;
    const end = first[record + 1]!;
    const isWhole = inheritedHits[record]! >= least;
    if (isWhole && isBrief) whole[record] = 1;
    // All documents where the service has enough of the clauses, it being the first that is seen; otherwise those seen.
    if (isWhole && !isBrief) for (let each = doc; each < end; each++) add(each, record);
    for (; n < seen && current[n]! < end; n++) {
      const each = current[n]!;
      if (!isWhole || isBrief) add(each, record);
      hits[each] = 0;
      ownScore[each] = 0;
    }
  }
  forgetRecords(source, work);
  return { ...found, count, whole: isBrief ? whole : null };
}

function forgetRecords({ first }: PostingSource, { seenRecords, records, inherited, inheritedHits }: Workspace): void {
  const count = takeBits(seenRecords, first.length - 1, records);
  for (let n = 0; n < count; n++) {
    inherited[records[n]!] = 0;
    inheritedHits[records[n]!] = 0;
  }
}

function seeAll({ documents, first }: PostingSource, { hits, seen, seenRecords }: Workspace): void {
  hits.fill(1, 0, documents);
  setBits(seen, documents);
  setBits(seenRecords, first.length - 1);
}

/** Layers of a service that has it are gone too. */
function removeClause(clause: Clause, source: PostingSource, work: Workspace): void {
  markClause(clause, source, work, { before: 0 });
  const { hits, inheritedHits, seen, seenRecords, current } = work;
  const { documents, recordOf, layer } = source;
  const marked = takeBits(work.marked, documents, current);
  for (let n = 0; n < marked; n++) {
    const doc = current[n]!;
    const record = recordOf[doc]!;
    if ((seenRecords[record >>> 5]! & (1 << (record & 31))) === 0) continue;
    hits[doc] = removed;
    setBit(seen, doc);
    if (clause.isInherited && layer[doc]! < 0) inheritedHits[record] = removed;
  }
}
