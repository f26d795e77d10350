// Evaluates filters on the records of a segment: on the index if possible, otherwise on records of the catalog.
import { LRUCache } from 'lru-cache';
import type { Filter } from '../../model/filter.ts';
import { matchesFilter } from '../../query/filter-match.ts';
import type { ReadRecord } from '../index/index-records.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Segment, SegmentRows } from '../index/segment-rows.ts';
import { fitsByIndex } from './index-filter.ts';
import type { LastSeen } from './last-seen.ts';
import { doubtful, recordsWithText } from './text-filter.ts';

export interface RecordVerdicts {
  /** By record: 1 matches, 2 doesn't, 0 not evaluated. */
  of(segment: Segment): Uint8Array;
  /** By record: how prominent the filter's phrases are; null without phrases. */
  weights(segment: Segment): Uint8Array | null;
}

/** Filters with cached verdicts, for the pages of a few users. */
const keptFilters = 20;

export interface RecordFilters {
  /** Verdicts on at least these records. */
  judge(filter: Filter, target: ReadonlyMap<Segment, ReadonlySet<number>>): Promise<RecordVerdicts>;
  /** All matching records, and those that only the catalog can decide. Reads no records. */
  narrow(filter: Filter): RecordVerdicts;
}

export function createRecordFilters(index: SearchIndex, seen: LastSeen, read: ReadRecord): RecordFilters {
  const { rows, idOf, ridOf } = index;
  const source = { rows, idOf, ridOf, seen };
  const kept = new LRUCache<string, WeakMap<Segment, Uint8Array>>({ max: keptFilters });
  /** Records may change without being reindexed: verdicts are valid until the next write. */
  let stamp = '';
  const verdictsOf = (filter: Filter, segment: Segment): Uint8Array => {
    const now = index.writes();
    if (stamp !== now) kept.clear();
    stamp = now;
    const key = JSON.stringify(filter);
    const bySegment = kept.get(key) ?? new WeakMap<Segment, Uint8Array>();
    kept.set(key, bySegment);
    const verdicts = bySegment.get(segment) ?? new Uint8Array(segment.number('rid').length);
    bySegment.set(segment, verdicts);
    return verdicts;
  };
  return {
    narrow: (filter) => ({
      weights: () => null,
      of: (segment) => {
        const fits = fitsByIndex(filter, segment, source);
        return Uint8Array.from({ length: segment.number('rid').length }, (_, record) =>
          fits(record) === 'no' ? 2 : 1,
        );
      },
    }),
    judge: async (filter, target) => {
      for (const [segment, records] of target) {
        const verdicts = verdictsOf(filter, segment);
        const fits = fitsByIndex(filter, segment, source);
        for (const record of records) {
          if (verdicts[record] !== 0) continue;
          const known = fits(record);
          if (known === 'read') {
            const resource = await read(index.idOf(segment.number('rid')[record]!));
            verdicts[record] = resource !== null && matchesFilter(filter, resource) ? 1 : 2;
          } else verdicts[record] = known === 'yes' ? 1 : 2;
        }
      }
      return {
        of: (segment) => verdictsOf(filter, segment),
        weights: (segment) => textWeights(filter, segment, index.rows),
      };
    },
  };
}

function textWeights(filter: Filter, segment: Segment, rows: SegmentRows): Uint8Array | null {
  const phrases = phrasesOf(filter);
  if (phrases.length === 0) return null;
  const weights = new Uint8Array(segment.number('rid').length);
  for (const phrase of phrases) {
    const own = recordsWithText(phrase, segment, rows);
    for (let record = 0; record < own.length; record++)
      weights[record] = Math.min(255, weights[record]! + (own[record] === doubtful ? 1 : own[record]!));
  }
  return weights;
}

/** Outside negations. */
function phrasesOf(filter: Filter): readonly string[] {
  if (filter.op === 'text') return [filter.phrase];
  return 'filters' in filter ? filter.filters.flatMap(phrasesOf) : [];
}
