// Our own order, the default: what a link is expected to bring for a visit, learned while crawling from all that it shows.
import { fingerprint } from '../base/fingerprint.ts';
import type { Ordering, OrderingSettings, RankedLink, RankOutcome } from '../model/rank.ts';
import { explainLearned } from './explain-learned.ts';
import type { Features } from './feature-bag.ts';
import { applyPrior } from './learned-prior.ts';
import { createRecent } from './recent.ts';
import { isRecord } from './saved-state.ts';
import { createSiteOfHost } from './site-of-host.ts';
import { createSites, type SiteFacts } from './sites.ts';
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

/** What a page adds that is wholly about maps: early in a crawl too little was found to say more than that. */
const subjectShare = 2;
/** As if each host, and each page's links, had already done so much as promised: one lucky visit is not a trend. */
const hostCaution = 2;
const listCaution = 0.3;
/** What it adds to a site's links that others link to its resources, and no page of its own that was read. */
const unlistedBonus = 2;
/** How pages that list nothing count against the rest of their site; so many pages are let pass. */
const fatigue = 0.5;
const patience = 10;

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
  const sites = createSites(saved.sites);
  const siteOf = createSiteOfHost();
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
    const site = siteOf(host);
    const { expected, features } = model.learn(link, { isFound: found > 0, about, host: hosts.about(host) });
    hosts.visited(host, worth(expected), costMs);
    if (parent !== null) lists.visited(parent, worth(expected), costMs);
    if (about !== null) hosts.read(host, about);
    if (page !== null) sites.read(site);
    if (page !== null) pages.set(page.url, { host, parent, features });
    if (found === 0) return;
    hosts.gained(host, 1);
    const from = parent === null ? site : siteOf(hostOfUrl(parent));
    if (from === site) sites.listed(site);
    else sites.cited(site);
    if (parent !== null) lists.gained(parent, 1);
    credit(parent);
  };
  /** Wanted pages of other topics stand everywhere on a site; services are listed in one place or a few. */
  const siteScore = (host: string): number => (isBlank === true ? 0 : promise(sites.of(siteOf(host))));
  const hostScore = (host: string): number => hosts.advantage(host) + siteScore(host) - thrift * hosts.expense(host);
  const isExplored = ({ link }: RankedLink): boolean => fingerprint(link.url, seed) % exploreOneIn === 0;
  const subject = isBlank === true ? 0 : subjectShare;
  const score = (link: RankedLink): number => {
    const expected = model.expect(link, hosts.about(hostOfUrl(link.link.url)));
    return Math.log(worth(expected)) + subject * expected.about + (isExplored(link) ? exploreBonus : 0);
  };
  return {
    name: 'learned',
    score,
    hostScore,
    pageScore: (page) => lists.advantage(page),
    learn,
    explain: (link) => {
      const host = hostOfUrl(link.link.url);
      return explainLearned(model, link, {
        about: hosts.about(host),
        site: sites.of(siteOf(host)),
        host: hosts.describe(host),
        bonus: hostScore(host),
        isExplored: isExplored(link),
      });
    },
    save: () => ({ model: model.save(), hosts: hosts.save(), sites: sites.save(), lists: lists.save() }),
  };
}

/**
 * Resources per visit: a link that is one brings it at once; a page that leads to n brings n for n + 1 visits, later.
 */
function worth({ found, leadsTo }: Expectation): number {
  return found + (1 - found) * foresight * (leadsTo / (1 + leadsTo));
}

/** A site with resources that only others link to most likely lists them somewhere; pages that bring nothing speak against it. */
function promise({ cited, listed, fruitless }: SiteFacts): number {
  const known = cited > 0 && listed === 0 ? unlistedBonus : 0;
  return known - fatigue * Math.log(1 + fruitless / patience);
}
