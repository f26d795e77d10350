// When records were last seen: a record seen again unchanged isn't indexed again, so the index alone is out of date.
import type { Filter } from '../../model/filter.ts';
import type { SearchQuery, SeenSince } from '../../model/search.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../index/segment-rows.ts';
import { propertiesIn } from './filter-properties.ts';

/** A commit may come this much after the time it stores. */
const commitLagMs = 120_000;

export interface LastSeen {
  /** Reads times that changed since the last call, if the query depends on them. */
  refresh(query: SearchQuery): Promise<void>;
  /** Milliseconds since the epoch, by record of the segment. */
  of(segment: Segment): (record: number) => number;
}

export function createLastSeen(index: SearchIndex, seenSince: SeenSince | null): LastSeen {
  const times = new Map<number, number>();
  let readToMs = 0;
  let stamp = '';
  return {
    refresh: async ({ order = [], filter }) => {
      const writes = index.writes();
      if (seenSince === null || writes === stamp || !dependsOnUpdated(order, filter)) return;
      for (const { id, lastSeenMs } of await seenSince(Math.max(0, readToMs - commitLagMs))) {
        const rid = index.ridOf(id);
        if (rid !== null) times.set(rid, lastSeenMs);
        readToMs = Math.max(readToMs, lastSeenMs);
      }
      stamp = writes;
    },
    of: (segment) => {
      const [rid, updated] = [segment.number('rid'), segment.number('updated')];
      return (record) => Math.max(updated[record]!, times.get(rid[record]!) ?? 0);
    },
  };
}

function dependsOnUpdated(order: NonNullable<SearchQuery['order']>, filter: Filter | undefined): boolean {
  if (order.some(({ property }) => property === 'updated')) return true;
  return filter !== undefined && propertiesIn(filter).includes('updated');
}
