// First in, first out within a class: a plain breadth-first crawl with service probes ahead of pages.
import type { Ordering, Rank, RankedLink } from '../model/rank.ts';

export const fifo: Rank = { name: 'fifo', classOf };

/** Pure arrival order without classes, the baseline of the published comparisons. */
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
