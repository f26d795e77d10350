// The order of visits of a crawl, and what it has learned, stored with the crawl's plan.
import type { OpenPlan } from '../crawl-plan.ts';
import type { Clock } from '../model/clock.ts';
import type { OrderingName } from '../model/rank.ts';
import type { Store } from '../model/store.ts';
import { type CrawlRank, createCrawlRank } from '../rank/crawl-rank.ts';
import { orderings } from '../rank/orderings.ts';

export interface CrawlRanking {
  readonly rank: CrawlRank;
  /** Puts what was learned into the plan, when the last time is a while ago. */
  note(): void;
  save(store: Store): Promise<void>;
}

/** What a learning order knows grows to some megabytes: it is stored now and then, and at the end. */
const saveEveryMs = 60_000;
/** Chance plays a small part in some orders; the same crawl twice shall go the same way. */
const seed = 1;

/** Null for the plain order of arrival, which has nothing to learn. */
export function openCrawlRanking(plan: OpenPlan, strategy: OrderingName, clock: Clock): CrawlRanking | null {
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
