// How many records were first seen in each month.
import type { MonthCount } from '../../model/search.ts';
import type { Segment } from '../index/segment-rows.ts';

/** Oldest first; months without records are left out. */
export function recordsByMonth(segments: readonly Segment[]): readonly MonthCount[] {
  const counts = new Map<string, number>();
  for (const { number, dead } of segments)
    number('created').forEach((createdMs, record) => {
      if (dead?.[record] === 1) return;
      const month = new Date(createdMs).toISOString().slice(0, 7);
      counts.set(month, (counts.get(month) ?? 0) + 1);
    });
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([month, count]) => ({ month, count }));
}
