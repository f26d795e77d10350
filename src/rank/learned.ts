// Our own order, the default: what a link is expected to bring for a visit, learned while crawling from all that it shows.
import { fingerprint } from '../base/fingerprint.ts';
import type { Ordering, OrderingSettings, RankedLink, RankOutcome } from '../model/rank.ts';
import { explainLearned } from './explain-learned.ts';
import type { Features } from './feature-bag.ts';
import { createHostYields } from './host-yields.ts';
import { learnedPrior } from './learned-prior.ts';
import { hostOfUrl } from './ordered-queue.ts';
import { createRecent } from './recent.ts';
import { isRecord } from './saved-state.ts';
import { createValueModel, type Expectation } from './value-model.ts';

/** What a resource one click further on is worth; two clicks on, that squared. */
const foresight = 0.7;
const maxGenerations = 3;
/** Pages remembered to be credited with what their links bring. */
const rememberedPages = 8192;
/** One link in so many is visited out of turn, to learn about what looks poor. */
const exploreOneIn = 100;
const exploreBonus = 2;
/** How much the time a host takes counts against what it brings. */
const thrift = 0.2;

/** A visited page, to be taught what its links brought. */
interface VisitedPage {
  readonly host: string;
  readonly parent: string | null;
  readonly features: Features;
}

export function learned({ seed, state, isBlank }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const model = createValueModel(saved.model ?? (isBlank === true ? null : learnedPrior()));
  const hosts = createHostYields(saved.hosts);
  const pages = createRecent<VisitedPage>(rememberedPages);

  const credit = (from: string | null): void => {
    let url = from;
    let amount = 1;
    for (let generation = 0; generation < maxGenerations && url !== null; generation++) {
      const page = pages.get(url);
      if (page === undefined) return;
      model.credit(page.features, amount);
      amount *= foresight;
      hosts.gained(page.host, amount);
      url = page.parent;
    }
  };
  const learn = ({ link, found, page, costMs }: RankOutcome): void => {
    const host = hostOfUrl(link.link.url);
    hosts.visited(host, worth(model.expect(link)), costMs);
    const features = model.learn(link, found > 0);
    const parent = link.parent?.url ?? null;
    if (page !== null) pages.set(page.url, { host, parent, features });
    if (found === 0) return;
    hosts.gained(host, 1);
    credit(parent);
  };
  const hostScore = (host: string): number => hosts.advantage(host) - thrift * hosts.expense(host);
  const isExplored = ({ link }: RankedLink): boolean => fingerprint(link.url, seed) % exploreOneIn === 0;
  return {
    name: 'learned',
    score: (link) => Math.log(worth(model.expect(link))) + (isExplored(link) ? exploreBonus : 0),
    hostScore,
    learn,
    explain: (link) => {
      const host = hostOfUrl(link.link.url);
      return explainLearned(model, link, {
        host: hosts.describe(host),
        bonus: hostScore(host),
        isExplored: isExplored(link),
      });
    },
    save: () => ({ model: model.save(), hosts: hosts.save() }),
  };
}

/**
 * Resources per visit: a link that is one brings it at once; a page that leads to n brings n for n + 1 visits, later.
 */
export function worth({ found, leadsTo }: Expectation): number {
  return found + (1 - found) * foresight * (leadsTo / (1 + leadsTo));
}
