// Marks the documents of a segment that have a word of a query, each with the best of its alternatives.

import { isApart } from '../../base/geo/extent-relation.ts';
import { placeFrom } from '../index/phrase-list.ts';
import type { PostingList } from '../index/posting-list.ts';
import type { Clause, PostingSource } from '../query/query-clause.ts';
import { listBits, type Workspace } from './match-workspace.ts';

/** Which documents are looked at. */
export interface MarkOptions {
  /** Layers that have fewer clauses by now are left out. */
  readonly before: number;
  /** Records none of whose documents is seen by now are left out. */
  readonly isAmongSeen: boolean;
}

/** Nothing is left out. */
export const everywhere: MarkOptions = { before: 0, isAmongSeen: false };

/** Fills `marked`, and `best` where it is marked. */
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
  if (clause.area !== null) markPlace(clause, source, work, { before, among });
}

function mark(doc: number, value: number, { marked, best }: Workspace): void {
  const bit = 1 << (doc & 31);
  if ((marked[doc >>> 5]! & bit) === 0) {
    marked[doc >>> 5]! |= bit;
    best[doc] = value;
  } else if (value > best[doc]!) best[doc] = value;
}

/** The most frequent work of all: nothing is called and nothing made in its loop. */
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
  /** Records to look at, ascending. */
  readonly among: Uint32Array;
}

/** Whichever are fewer are gone through: records to look at, or documents of the list. */
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
    // A service counts whatever it has: its layers inherit it.
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
    at = placeFrom(docs, at, first[record]!);
    if (at >= docs.length) return;
    const lacking = before - inheritedHits[record]!;
    for (; at < docs.length && docs[at]! < end; at++) {
      const doc = docs[at]!;
      if ((masks[at]! & fields) === 0 || (layer[doc]! >= 0 && hits[doc]! < lacking)) continue;
      mark(doc, impacts[at]! * unit, work);
    }
  }
}

function markPlace(
  { area, weight }: Clause,
  source: PostingSource,
  work: Workspace,
  { before, among }: { readonly before: number; readonly among: Uint32Array | null },
): void {
  const { boxes } = area!;
  const fitOf = area!.open(source);
  const { first, layer } = source;
  const { hits, inheritedHits } = work;
  const around = source.recordBoxes();
  const count = among?.length ?? first.length - 1;
  for (let n = 0; n < count; n++) {
    const record = among === null ? n : among[n]!;
    if (isApart(around, record * 4, boxes)) continue;
    const lacking = before - inheritedHits[record]!;
    for (let doc = first[record]!; doc < first[record + 1]!; doc++) {
      if (before > 0 && layer[doc]! >= 0 && hits[doc]! < lacking) continue;
      const fit = fitOf(doc);
      if (fit > 0) mark(doc, weight * fit, work);
    }
  }
}
