// First come, first served within a class: the order of a plain breadth-first crawl, with service probes ahead of pages.
import type { Ordering, Rank, RankedLink } from '../model/rank.ts';

export const fifo: Rank = { name: 'fifo', classOf };

/** The plain order of arrival, as the published crawlers are compared with: no classes. */
export function fifoOrdering(): Ordering {
  return {
    name: 'fifo',
    score: () => 0,
    learn: () => undefined,
    explain: () => ['Links are visited in the order they are found.'],
    save: () => null,
  };
}

function classOf({ pool, suspicion, depth, inScope }: RankedLink): number {
  if (pool === 'probe') return suspicion >= 0.8 ? 0 : 1;
  if (depth === 0) return 2;
  if (!inScope) return 6;
  return suspicion >= 0.2 ? 3 : 4;
}
