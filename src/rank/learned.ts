// Our own order, the default: what a link is expected to bring for a visit, learned while crawling from all that it shows.
import { fingerprint } from '../base/fingerprint.ts';
import type { Ordering, OrderingSettings, RankedLink, RankOutcome } from '../model/rank.ts';
import { explainLearned } from './explain-learned.ts';
import type { Features } from './feature-bag.ts';
import { applyPrior } from './learned-prior.ts';
import { createRecent } from './recent.ts';
import { isRecord } from './saved-state.ts';
import { hostOfUrl } from './url-host.ts';
import { createValueModel, type Expectation } from './value-model.ts';
import { createYields } from './yields.ts';

/** What a resource one click further on is worth; two clicks on, that squared. */
const foresight = 0.9;
const maxGenerations = 3;
/** Pages remembered to be credited with what their links bring. */
const rememberedPages = 8192;
/** One link in so many is visited out of turn, to learn about what looks poor. */
const exploreOneIn = 100;
const exploreBonus = 2;
/** How much the time a host takes counts against what it brings. */
const thrift = 0.2;

/** As if each host, and each page's links, had already done so much as promised: one lucky visit is not a trend. */
const hostCaution = 2;
const listCaution = 0.3;
/** What a host does is partly what its pages do, which counts already. */
const hostShare = 0.5;

/** A visited page, to be taught what its links brought. */
interface VisitedPage {
  readonly host: string;
  readonly parent: string | null;
  readonly features: Features;
}

export function learned({ seed, state, isBlank }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const model = createValueModel(saved.model, isBlank === true ? undefined : applyPrior);
  const hosts = createYields(hostCaution, saved.hosts);
  /** By page: what its links bring. */
  const lists = createYields(listCaution, saved.lists);
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
      if (page.parent !== null) lists.gained(page.parent, amount);
      url = page.parent;
    }
  };
  const learn = ({ link, found, page, costMs }: RankOutcome): void => {
    const host = hostOfUrl(link.link.url);
    const parent = link.parent?.url ?? null;
    const about = page === null ? null : model.topicality(page);
    const { expected, features } = model.learn(link, { isFound: found > 0, about, host: hosts.about(host) });
    hosts.visited(host, worth(expected), costMs);
    if (parent !== null) lists.visited(parent, worth(expected), costMs);
    if (about !== null) hosts.read(host, about);
    if (page !== null) pages.set(page.url, { host, parent, features });
    if (found === 0) return;
    hosts.gained(host, 1);
    if (parent !== null) lists.gained(parent, 1);
    credit(parent);
  };
  const hostScore = (host: string): number => hostShare * hosts.advantage(host) - thrift * hosts.expense(host);
  const isExplored = ({ link }: RankedLink): boolean => fingerprint(link.url, seed) % exploreOneIn === 0;
  return {
    name: 'learned',
    score: (link) =>
      Math.log(worth(model.expect(link, hosts.about(hostOfUrl(link.link.url))))) +
      (isExplored(link) ? exploreBonus : 0),
    hostScore,
    pageScore: (page) => lists.advantage(page),
    learn,
    explain: (link) => {
      const host = hostOfUrl(link.link.url);
      return explainLearned(model, link, {
        about: hosts.about(host),
        host: hosts.describe(host),
        bonus: hostScore(host),
        isExplored: isExplored(link),
      });
    },
    save: () => ({ model: model.save(), hosts: hosts.save(), lists: lists.save() }),
  };
}

/**
 * Resources per visit: a link that is one brings it at once; a page that leads to n brings n for n + 1 visits, later.
 */
export function worth({ found, leadsTo }: Expectation): number {
  return found + (1 - found) * foresight * (leadsTo / (1 + leadsTo));
}
