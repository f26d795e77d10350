// The default ordering: the expected yield of a visit, learned during the crawl from all features of a link.
import { LRUCache } from 'lru-cache';
import { fingerprint } from '../base/text/fingerprint.ts';
import type { Ordering, OrderingSettings, RankedLink, RankOutcome } from '../model/rank.ts';
import { explainLearned } from './explain-learned.ts';
import { applyPrior } from './learned-prior.ts';
import { logistic } from './linear-model.ts';
import { isRecord } from './saved-state.ts';
import { createSiteOfHost } from './site-of-host.ts';
import { createSites, type SiteFacts } from './sites.ts';
import { hostOfUrl } from './url-host.ts';
import { createValueModel, type Expectation, siteStart, type VisitFeatures } from './value-model.ts';
import { createYields } from './yields.ts';

/** Discount for a resource one click further on; two clicks on, that squared. */
const foresight = 0.9;
const maxGenerations = 3;
/** Pages remembered so that they can be credited with the yield of their links. */
const rememberedPages = 16_384;
/** One visit in this many explores a low-scored link. */
const exploreOneIn = 100;
const exploreBonus = 2;
/** Weight of a host's response time against its yield. */
const thrift = 0.2;

/** Bonus of a page that is entirely about maps: early in a crawl there is little other evidence. */
const subjectShare = 3;
/** Pseudo-observations per host and per page's links: one lucky visit isn't a trend. */
const hostCaution = 2;
const listCaution = 0.3;
/** Bonus of a link that is certainly a resource: it is visited before any page, regardless of its site. */
const certainty = 4;
/** Pages assumed to exist on every site beyond those seen. */
const unseenPages = 3;
/** Correlation between the pages of a site as evidence about it. */
const likeness = 0.5;
/** Keeps probabilities above zero, so that their logarithm exists. */
const leastEvidence = -30;
/**
 * Probability that a site has undiscovered resources: if it has listed some before, and if only other sites link to it.
 */
const moreListed = 0.3;
const citedChance = 0.95;

/** A visited page, to be credited with the yield of its links. */
interface VisitedPage {
  readonly host: string;
  readonly parent: string | null;
  readonly features: VisitFeatures;
}

export function learned({ seed, state, isBlank }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const model = createValueModel(saved.model, isBlank === true ? undefined : applyPrior);
  const hosts = createYields(hostCaution, saved.hosts);
  /** Yield of the links, by page. */
  const lists = createYields(listCaution, saved.lists);
  const sites = createSites(saved.sites);
  const siteOf = createSiteOfHost();
  const pages = new LRUCache<string, VisitedPage>({ max: rememberedPages });

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
  /** Relevant pages of other topics are spread over a site; services are listed on one page or a few. */
  const siteScore = (host: string): number => (isBlank === true ? 0 : promise(sites.of(siteOf(host))));
  const ownScore = (host: string): number => hosts.advantage(host) - thrift * hosts.expense(host);
  const isExplored = ({ link }: RankedLink): boolean => fingerprint(link.url, seed) % exploreOneIn === 0;
  /** Specific to services: they are found on sites about maps, a few on each, and their URLs are distinctive. */
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
 * Resources per visit: a link that is a resource yields it at once; a page that leads to n yields n for n + 1 visits,
 * later.
 */
function worth({ found, leadsTo }: Expectation): number {
  return found + (1 - found) * foresight * (leadsTo / (1 + leadsTo));
}

/**
 * Log value of a site's queued links against those of a new site. Resources are listed on one or a few of a site's n
 * pages, so a page of a large site promises less, and the fewer pages are unread the more each promises.
 */
function promise(site: SiteFacts): number {
  const chance = chanceOfMore(site);
  const pages = Math.max(site.met, site.read) + unseenPages;
  return Math.log(chance / logistic(siteStart)) - Math.log((pages - chance * site.read) / unseenPages);
}

/** Probability that the site has undiscovered resources. */
function chanceOfMore({ cited, listed, read, evidence }: SiteFacts): number {
  // Pages of one site are similar, so ten carry less than ten times the evidence of one.
  const effective = evidence / (1 + Math.max(0, read - 1) * likeness);
  const chance = logistic(siteStart + Math.max(leastEvidence, effective));
  if (listed > 0) return Math.max(chance, moreListed);
  return cited > 0 ? citedChance : chance;
}
