// Finds and scores the documents of a segment that match the clauses of a query.
import { type Clause, inheritedPart, type PostingSource } from '../query/query-clause.ts';
import { bestOfClause } from './best-of-clause.ts';
import { everywhere, markClause } from './mark-clause.ts';
import { type Matches, setBit, setBits, takeBits, type Workspace } from './match-workspace.ts';

/** Hits of excluded documents: lower than any number of clauses can compensate. */
const removed = -100;

export interface MatchOptions {
  readonly clauses: readonly Clause[];
  /** Number of clauses a document must match. */
  readonly least: number;
  readonly detail: Detail;
}

/** List every match; only the best document of records whose documents all match; only the best of every record. */
export type Detail = 'all' | 'brief' | 'best';

/** Documents that match enough clauses and no negated one. With negated ones only, all others. */
export function matchSegment(options: MatchOptions, source: PostingSource, work: Workspace): Matches {
  const { clauses, least } = options;
  const requested = clauses.filter(({ isNegated }) => !isNegated).sort((one, other) => one.most - other.most);
  const [only] = requested;
  if (requested.length === 1 && clauses.length === 1) return matchOne(only!, options, source, work);
  // If all clauses are required, documents that lack one are skipped from then on.
  for (const [n, clause] of requested.entries()) addClause(clause, source, work, least === requested.length ? n : 0);
  if (requested.length === 0) seeAll(source, work);
  for (const clause of clauses) if (clause.isNegated) removeClause(clause, source, work);
  const detail = clauses.some(({ isNegated }) => isNegated) ? 'all' : options.detail;
  return gather({ clauses, least: Math.max(1, least), detail }, source, work);
}

/** The same for a single clause, the most common query: no scores to sum. */
function matchOne(clause: Clause, { detail }: MatchOptions, source: PostingSource, work: Workspace): Matches {
  if (detail === 'best' && clause.area === null) return bestOfClause(clause, source, work);
  markClause(clause, source, work, everywhere);
  const { best, current, found, whole, bestRecords: records } = work;
  const { documents, first, recordOf, layer } = source;
  const marked = takeBits(work.marked, documents, current);
  if (detail === 'brief') whole.fill(0, 0, first.length - 1);
  let count = 0;
  for (let n = 0; n < marked; ) {
    const start = current[n]!;
    const record = recordOf[start]!;
    const end = first[record + 1]!;
    const inherited = clause.isInherited && layer[start]! < 0 ? best[start]! * inheritedPart : 0;
    const isWhole = inherited > 0;
    if (isWhole && detail === 'all') {
      // All layers match because their service does.
      for (let each = start; each < end; each++) {
        const own = n < marked && current[n] === each ? best[current[n++]!]! : 0;
        found.docs[count] = each;
        found.scores[count++] = own + inherited;
      }
    } else if (detail === 'best' || isWhole) {
      if (isWhole) whole[record] = 1;
      records[count] = record;
      let leader = start;
      for (n++; n < marked && current[n]! < end; n++) if (best[current[n]!]! > best[leader]!) leader = current[n]!;
      found.docs[count] = leader;
      found.scores[count++] = best[leader]! + inherited;
    } else {
      for (; n < marked && current[n]! < end; n++) {
        found.docs[count] = current[n]!;
        found.scores[count++] = best[current[n]!]!;
      }
    }
  }
  found.hits.fill(1, 0, count);
  return { ...found, count, whole: detail === 'brief' ? whole : null, records: detail === 'best' ? records : null };
}

/** `before` is the number of clauses documents must match so far; 0 if not all are required. */
function addClause(clause: Clause, source: PostingSource, work: Workspace, before: number): void {
  markClause(clause, source, work, { before, isAmongSeen: before > 0 });
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
      // Layers inherit from their service, with less weight.
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

function gather({ least, detail }: MatchOptions, source: PostingSource, work: Workspace): Matches {
  const { found, current, hits, ownScore, inherited, inheritedHits, whole, bestRecords } = work;
  const { documents, first, recordOf } = source;
  const { docs, hits: foundHits, scores } = found;
  const seen = takeBits(work.seen, documents, current);
  if (detail === 'brief') whole.fill(0, 0, first.length - 1);
  let count = 0;
  for (let n = 0; n < seen; ) {
    const record = recordOf[current[n]!]!;
    const end = first[record + 1]!;
    const [hitsOfAll, scoreOfAll] = [inheritedHits[record]!, inherited[record]!];
    const isWhole = hitsOfAll >= least;
    const isOne = detail === 'best' || (isWhole && detail === 'brief');
    if (isWhole && detail === 'brief') whole[record] = 1;
    const start = count;
    // All documents, starting with the service, if it matches enough clauses; otherwise those seen.
    if (isWhole && detail === 'all') count = addWhole({ record, from: current[n]!, end, least }, work, count);
    for (; n < seen && current[n]! < end; n++) {
      const doc = current[n]!;
      const has = hitsOfAll + hits[doc]!;
      const score = Math.fround(scoreOfAll + ownScore[doc]!);
      hits[doc] = 0;
      ownScore[doc] = 0;
      if (has < least || (isWhole && detail === 'all')) continue;
      const hasRival = isOne && count > start;
      if (hasRival && (has < foundHits[start]! || (has === foundHits[start] && score <= scores[start]!))) continue;
      const at = hasRival ? start : count++;
      if (isOne) bestRecords[at] = record;
      docs[at] = doc;
      foundHits[at] = has;
      scores[at] = score;
    }
  }
  clearRecords(source, work);
  return { ...found, count, whole: detail === 'brief' ? whole : null, records: detail === 'best' ? bestRecords : null };
}

interface WholeRecord {
  readonly record: number;
  readonly from: number;
  readonly end: number;
  readonly least: number;
}

/** Adds every document of a record with enough hits; returns the new count. */
function addWhole({ record, from, end, least }: WholeRecord, work: Workspace, before: number): number {
  const { found, hits, ownScore, inherited, inheritedHits } = work;
  let count = before;
  for (let doc = from; doc < end; doc++) {
    const has = inheritedHits[record]! + hits[doc]!;
    if (has < least) continue;
    found.docs[count] = doc;
    found.hits[count] = has;
    found.scores[count++] = inherited[record]! + ownScore[doc]!;
  }
  return count;
}

function clearRecords({ first }: PostingSource, { seenRecords, records, inherited, inheritedHits }: Workspace): void {
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

/** Excludes the layers of a matching service too. */
function removeClause(clause: Clause, source: PostingSource, work: Workspace): void {
  markClause(clause, source, work, { before: 0, isAmongSeen: true });
  const { hits, inheritedHits, seen, current } = work;
  const { documents, recordOf, layer } = source;
  const marked = takeBits(work.marked, documents, current);
  for (let n = 0; n < marked; n++) {
    const doc = current[n]!;
    const record = recordOf[doc]!;
    hits[doc] = removed;
    setBit(seen, doc);
    if (clause.isInherited && layer[doc]! < 0) inheritedHits[record] = removed;
  }
}
