// The best document of every record that has a word, straight from the postings: for results of which only that one matters.

import type { PostingList } from '../index/posting-list.ts';
import { type Clause, inheritedPart, type PostingSource } from '../query/query-clause.ts';
import { type Matches, setBit, takeBits, type Workspace } from './match-workspace.ts';

/** The same as marking every document and taking the best of each record, but each is looked at once. Not for clauses with a place. */
export function bestOfClause(clause: Clause, source: PostingSource, work: Workspace): Matches {
  for (const alternative of clause.alternatives) {
    const list = source.postings(alternative, null);
    const unit = (clause.weight * alternative.factor) / 255 / alternative.words.length;
    if (list !== null) addBest(list, { fields: clause.fields, unit }, source, work);
  }
  const { seenRecords, bestRecords: records, best, inherited, current, found } = work;
  const count = takeBits(seenRecords, source.first.length - 1, records);
  for (let n = 0; n < count; n++) {
    const record = records[n]!;
    found.docs[n] = current[record]!;
    found.scores[n] = best[record]! + (clause.isInherited ? inherited[record]! * inheritedPart : 0);
    inherited[record] = 0;
  }
  found.hits.fill(1, 0, count);
  return { ...found, count, whole: null, records };
}

/** By record, for now: `best` and `current` hold its best document and what that has, `inherited` what the service has. */
function addBest(
  { docs, impacts, fields: masks }: PostingList,
  { fields, unit }: { readonly fields: number; readonly unit: number },
  { first, recordOf }: PostingSource,
  { seenRecords, best, inherited, current }: Workspace,
): void {
  // Where most records come, the next one is found by counting on: looking it up by document costs a miss of the cache each.
  const isDense = docs.length * 4 > first.length;
  let record = 0;
  for (let n = 0; n < docs.length; ) {
    const start = docs[n]!;
    if (isDense) while (first[record + 1]! <= start) record++;
    else record = recordOf[start]!;
    const end = first[record + 1]!;
    const ofService = start === first[record] && (masks[n]! & fields) !== 0 ? impacts[n]! : 0;
    // Impacts are whole numbers: within one list they are compared as they are.
    let most = 0;
    let leader = 0;
    for (; n < docs.length && docs[n]! < end; n++) {
      if (impacts[n]! <= most || (masks[n]! & fields) === 0) continue;
      most = impacts[n]!;
      leader = docs[n]!;
    }
    if (most === 0) continue;
    const value = Math.fround(most * unit);
    const isNew = (seenRecords[record >>> 5]! & (1 << (record & 31))) === 0;
    if (isNew || value > best[record]! || (value === best[record] && leader < current[record]!)) {
      best[record] = value;
      current[record] = leader;
    }
    setBit(seenRecords, record);
    if (ofService * unit > inherited[record]!) inherited[record] = ofService * unit;
  }
}
