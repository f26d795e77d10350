// Our own order, the default: what a link is expected to bring for a visit, learned while crawling from all that it shows.
import { fingerprint } from '../base/text/fingerprint.ts';
import type { Ordering, OrderingSettings, RankedLink, RankOutcome } from '../model/rank.ts';
import { explainLearned } from './explain-learned.ts';
import { applyPrior } from './learned-prior.ts';
import { logistic } from './linear-model.ts';
import { createRecent } from './recent.ts';
import { isRecord } from './saved-state.ts';
import { createSiteOfHost } from './site-of-host.ts';
import { createSites, type SiteFacts } from './sites.ts';
import { hostOfUrl } from './url-host.ts';
import { createValueModel, type Expectation, siteStart, type VisitFeatures } from './value-model.ts';
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
const subjectShare = 3;
/** As if each host, and each page's links, had already done so much as promised: one lucky visit is not a trend. */
const hostCaution = 2;
const listCaution = 0.3;
/** What a link adds that is certainly a resource: it is asked before any page, whatever is thought of its site. */
const certainty = 4;
/** Pages that every site is thought to have beyond those that were met. */
const unseenPages = 3;
/** How much alike the pages of a site are in what they say of it. */
const likeness = 0.5;
/** No evidence makes a chance nothing, of which there is no logarithm. */
const leastTold = -30;
/** Chances that a site has more to find: where some was listed already, and where only others link to it. */
const moreListed = 0.3;
const citedChance = 0.95;

/** A visited page, to be taught what its links brought. */
interface VisitedPage {
  readonly host: string;
  readonly parent: string | null;
  readonly features: VisitFeatures;
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
    const seen = page === null ? null : model.read(page);
    const about = seen?.about ?? null;
    const site = siteOf(host);
    const { expected, features } = model.learn(link, { isFound: found > 0, about, host: hosts.about(host) });
    hosts.visited(host, worth(expected), costMs);
    if (parent !== null) lists.visited(parent, worth(expected), costMs);
    if (about !== null) hosts.read(host, about);
    if (seen !== null) sites.read(site, seen.site);
    if (page !== null) pages.set(page.url, { host, parent, features });
    if (found === 0) return;
    hosts.gained(host, 1);
    const from = parent === null ? site : siteOf(hostOfUrl(parent));
    if (from === site && link.parent !== null && sites.of(site).listed === 0) model.learnSite(link.parent, true);
    if (from === site) sites.listed(site);
    else sites.cited(site);
    if (parent !== null) lists.gained(parent, 1);
    credit(parent);
  };
  /** Wanted pages of other topics stand everywhere on a site; services are listed in one place or a few. */
  const siteScore = (host: string): number => (isBlank === true ? 0 : promise(sites.of(siteOf(host))));
  const ownScore = (host: string): number => hosts.advantage(host) - thrift * hosts.expense(host);
  const isExplored = ({ link }: RankedLink): boolean => fingerprint(link.url, seed) % exploreOneIn === 0;
  /** What only services are like: they stand on sites about maps, a few on each, and their addresses tell. */
  const [subject, certain] = isBlank === true ? [0, 0] : [subjectShare, certainty];
  const score = (link: RankedLink): number => {
    const expected = model.expect(link, hosts.about(hostOfUrl(link.link.url)));
    if (link.pool === 'page') sites.met(siteOf(hostOfUrl(link.link.url)));
    return (
      Math.log(worth(expected)) +
      subject * expected.about +
      certain * expected.found +
      (isExplored(link) ? exploreBonus : 0)
    );
  };
  return {
    name: 'learned',
    score,
    hostScore: (host) => ownScore(host) + siteScore(host),
    pageScore: (page) => lists.advantage(page),
    learn,
    explain: (link) => {
      const host = hostOfUrl(link.link.url);
      return explainLearned(model, link, {
        about: hosts.about(host),
        host: hosts.describe(host),
        hostScore: ownScore(host),
        site: sites.of(siteOf(host)),
        chance: chanceOfMore(sites.of(siteOf(host))),
        siteScore: siteScore(host),
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

/**
 * What a site's waiting links are worth against those of a new site, as a logarithm: resources on a site of n pages stand on
 * one of them or a few, so a page of a large site promises less, and the fewer are unread the more each promises.
 */
function promise(site: SiteFacts): number {
  const chance = chanceOfMore(site);
  const pages = Math.max(site.met, site.read) + unseenPages;
  return Math.log(chance / logistic(siteStart)) - Math.log((pages - chance * site.read) / unseenPages);
}

/** The chance that a site has resources which were not found yet. */
function chanceOfMore({ cited, listed, read, evidence }: SiteFacts): number {
  // Pages of one site say much the same, so ten do not tell ten times as much as one.
  const told = evidence / (1 + Math.max(0, read - 1) * likeness);
  const chance = logistic(siteStart + Math.max(leastTold, told));
  if (listed > 0) return Math.max(chance, moreListed);
  return cited > 0 ? citedChance : chance;
}
