// The ordering of a crawl and its learned state, stored with the crawl options.

import type { Clock } from '../model/clock.ts';
import type { OrderingName } from '../model/rank.ts';
import type { Store } from '../model/store.ts';
import { type CrawlRank, createCrawlRank } from '../rank/crawl-rank.ts';
import { orderings } from '../rank/orderings.ts';
import type { StoredOptions } from './stored-crawl-options.ts';

export interface CrawlRanking {
  readonly rank: CrawlRank;
  /** Stores the learned state, if the last time was a while ago. */
  note(): void;
  save(store: Store): Promise<void>;
}

/** The state grows to some megabytes, so it is stored at intervals and at the end. */
const saveEveryMs = 60_000;
/** Some orderings use randomness; the seed makes a crawl repeatable. */
const seed = 1;

/** Null for FIFO, which has nothing to learn. */
export function openCrawlRanking(plan: StoredOptions, strategy: OrderingName, clock: Clock): CrawlRanking | null {
  if (strategy === 'fifo') return null;
  const { ranking } = plan.current();
  const known = ranking?.strategy === strategy ? ranking : undefined;
  const ordered = createCrawlRank(orderings[strategy]({ seed, state: known?.state }));
  let taught = known?.taught ?? 0;
  const rank: CrawlRank = {
    ...ordered,
    learn: (visited) => {
      taught++;
      ordered.learn(visited);
    },
  };
  const put = (): void => plan.change({ ranking: { strategy, state: rank.save(), taught } });
  let notedMs = clock.now();
  return {
    rank,
    note() {
      if (clock.now() - notedMs < saveEveryMs) return;
      notedMs = clock.now();
      put();
    },
    save: (store) =>
      store.transact(async (transaction) => {
        put();
        await plan.save(transaction);
      }),
  };
}
