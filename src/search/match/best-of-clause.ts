// The best document of each record that matches a clause, taken directly from the postings.
import type { PostingList } from '../index/posting-list.ts';
import { type Clause, inheritedPart, type PostingSource } from '../query/query-clause.ts';
import { type Matches, setBit, takeBits, type Workspace } from './match-workspace.ts';

/** Equals marking every document and taking the best of each record, in a single pass. Not for clauses with an area. */
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

/** By record, `best` and `current` temporarily hold the score and number of its best document, `inherited` the service's score. */
function addBest(
  { docs, impacts, fields: masks }: PostingList,
  { fields, unit }: { readonly fields: number; readonly unit: number },
  { first, recordOf }: PostingSource,
  { seenRecords, best, inherited, current }: Workspace,
): void {
  // If most records match, advancing to the next is faster than looking it up by document, which misses the CPU cache.
  const isDense = docs.length * 4 > first.length;
  let record = 0;
  for (let n = 0; n < docs.length; ) {
    const start = docs[n]!;
    if (isDense) while (first[record + 1]! <= start) record++;
    else record = recordOf[start]!;
    const end = first[record + 1]!;
    const ofService = start === first[record] && (masks[n]! & fields) !== 0 ? impacts[n]! : 0;
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
