// First come, first served within a class: the order of a plain breadth-first crawl, with service probes ahead of pages.
import type { Rank } from '../model/rank.ts';

export const fifo: Rank = {
  name: 'fifo',
  classOf: ({ pool, suspicion, depth, inScope }) => {
    if (pool === 'probe') return suspicion >= 0.8 ? 0 : 1;
    if (depth === 0) return 2;
    if (!inScope) return 6;
    return suspicion >= 0.2 ? 3 : 4;
  },
};
