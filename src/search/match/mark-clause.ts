// Marks the documents of a segment that match a clause, each with the score of its best alternative.
import { isApart } from '../../base/geo/extent-relation.ts';
import { indexFrom } from '../index/phrase-list.ts';
import type { PostingList } from '../index/posting-list.ts';
import type { Clause, PlaceArea, PostingSource } from '../query/query-clause.ts';
import { listBits, type Workspace } from './match-workspace.ts';

export interface MarkOptions {
  /** Skips layers that match fewer clauses so far. */
  readonly before: number;
  /** Skips records without seen documents. */
  readonly isAmongSeen: boolean;
}

export const everywhere: MarkOptions = { before: 0, isAmongSeen: false };

/** Sets `marked`, and `best` of marked documents. */
export function markClause(clause: Clause, source: PostingSource, work: Workspace, options: MarkOptions): void {
  const { before, isAmongSeen } = options;
  const records = isAmongSeen ? listBits(work.seenRecords, source.first.length - 1, work.records) : 0;
  const among = isAmongSeen ? work.records.subarray(0, records) : null;
  const runs = among === null ? null : { records: among, first: source.first };
  for (const alternative of clause.alternatives) {
    const list = source.postings(alternative, runs);
    if (list === null) continue;
    const unit = (clause.weight * alternative.factor) / 255 / alternative.words.length;
    if (among === null) markList(list, clause.fields, unit, work);
    else markListAmong(list, { fields: clause.fields, unit, before, among }, source, work);
  }
  if (clause.area !== null) markArea({ ...clause, area: clause.area }, source, work, { before, among });
}

function mark(doc: number, value: number, { marked, best }: Workspace): void {
  const bit = 1 << (doc & 31);
  if ((marked[doc >>> 5]! & bit) === 0) {
    marked[doc >>> 5]! |= bit;
    best[doc] = value;
  } else if (value > best[doc]!) best[doc] = value;
}

/** The hottest loop: no calls and no allocations. */
function markList({ docs, impacts, fields: masks }: PostingList, fields: number, unit: number, work: Workspace): void {
  const { marked, best } = work;
  for (let n = 0; n < docs.length; n++) {
    if ((masks[n]! & fields) === 0) continue;
    const doc = docs[n]!;
    const value = impacts[n]! * unit;
    const bit = 1 << (doc & 31);
    if ((marked[doc >>> 5]! & bit) === 0) {
      marked[doc >>> 5]! |= bit;
      best[doc] = value;
    } else if (value > best[doc]!) best[doc] = value;
  }
}

interface ListOptions {
  readonly fields: number;
  readonly unit: number;
  readonly before: number;
  /** Records to consider, ascending. */
  readonly among: Uint32Array;
}

/** Iterates over the shorter of the two: the records, or the list. */
function markListAmong(list: PostingList, options: ListOptions, source: PostingSource, work: Workspace): void {
  if (list.docs.length < options.among.length) markFew(list, options, source, work);
  else markMany(list, options, source, work);
}

function markFew(list: PostingList, options: ListOptions, source: PostingSource, work: Workspace): void {
  const { docs, impacts, fields: masks } = list;
  const { fields, unit, before } = options;
  const { recordOf, layer } = source;
  const { hits, inheritedHits, seenRecords } = work;
  for (let n = 0; n < docs.length; n++) {
    const doc = docs[n]!;
    const record = recordOf[doc]!;
    if ((seenRecords[record >>> 5]! & (1 << (record & 31))) === 0 || (masks[n]! & fields) === 0) continue;
    // Services are always marked, because their layers inherit from them.
    if (layer[doc]! < 0 || hits[doc]! >= before - inheritedHits[record]!) mark(doc, impacts[n]! * unit, work);
  }
}

function markMany(list: PostingList, options: ListOptions, source: PostingSource, work: Workspace): void {
  const { docs, impacts, fields: masks } = list;
  const { fields, unit, before, among } = options;
  const { first, layer } = source;
  const { hits, inheritedHits } = work;
  let at = 0;
  for (let n = 0; n < among.length; n++) {
    const record = among[n]!;
    const end = first[record + 1]!;
    at = indexFrom(docs, at, first[record]!);
    if (at >= docs.length) return;
    const lacking = before - inheritedHits[record]!;
    for (; at < docs.length && docs[at]! < end; at++) {
      const doc = docs[at]!;
      if ((masks[at]! & fields) === 0 || (layer[doc]! >= 0 && hits[doc]! < lacking)) continue;
      mark(doc, impacts[at]! * unit, work);
    }
  }
}

function markArea(
  { area: { boxes, open }, weight }: Pick<Clause, 'weight'> & { readonly area: PlaceArea },
  source: PostingSource,
  work: Workspace,
  { before, among }: { readonly before: number; readonly among: Uint32Array | null },
): void {
  const fitOf = open(source);
  const { first, layer } = source;
  const { hits, inheritedHits } = work;
  const recordBoxes = source.recordBoxes();
  const count = among?.length ?? first.length - 1;
  for (let n = 0; n < count; n++) {
    const record = among === null ? n : among[n]!;
    if (isApart(recordBoxes, record * 4, boxes)) continue;
    const lacking = before - inheritedHits[record]!;
    for (let doc = first[record]!; doc < first[record + 1]!; doc++) {
      if (before > 0 && layer[doc]! >= 0 && hits[doc]! < lacking) continue;
      const fit = fitOf(doc);
      if (fit > 0) mark(doc, weight * fit, work);
    }
  }
}
