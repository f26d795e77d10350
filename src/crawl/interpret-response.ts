// What one answered visit brings about: findings, further offers, events and how the visit is settled.

import { intersects } from '../base/geo/extent.ts';
import { detach } from '../base/text/copy-string.ts';
import { endpointUrl, fetchKey, maskSecrets, readUrl } from '../base/url/url.ts';
import type { CrawlSession } from '../crawl-session.ts';
import { maxPlaces } from '../describe/platforms.ts';
import { extractPage } from '../extract/extract.ts';
import { headerRules } from '../extract/page/page-rules.ts';
import type { VisitAnswer } from '../fetch/visit.ts';
import { whyNothing } from '../identify/explain-failure.ts';
import { gatherParts } from '../identify/gather.ts';
import { hints } from '../identify/hints.ts';
import { identify } from '../identify/identify.ts';
import { nextProbe } from '../identify/next-probe.ts';
import { platformLeads } from '../identify/platform.ts';
import { outsideKinds } from '../identify/plugin-kinds.ts';
import { siblings } from '../identify/siblings.ts';
import type { Document, Page } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Offer, Outcome, Visit, VisitState } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { Finding } from '../model/resource.ts';
import type { Visited } from '../rank/crawl-rank.ts';
import { seedLink } from '../seeds/url-list.ts';
import type { SearchedSeeds } from './search-seeds.ts';

/** Everything one visit brings about: written in one transaction or not at all. */
export interface VisitEffects {
  readonly visit: Visit | null;
  /** Null when the visit was given back to the frontier. */
  readonly outcome: Outcome | null;
  readonly offers: readonly Offer[];
  readonly findings: readonly Finding[];
  readonly events: readonly CrawlEvent[];
  readonly requests: number;
  readonly bytes: number;
  /** Where the visited address redirects to. */
  readonly movedTo?: string;
  /** The order of visits was told already, before it was asked about the links of the page. */
  readonly isTaught?: boolean;
}

/** A URL that keeps failing is given up after this many visits. */
const maxTries = 3;

/**
 * Fetches what the kind of an answer still needs (the end of an archive, the landing page of an API). Web pages, which
 * are most of a crawl, need nothing for built-in kinds.
 */
export async function completeAnswer(
  session: CrawlSession,
  visit: Visit,
  answer: VisitAnswer,
  halt: AbortSignal,
): Promise<VisitAnswer> {
  if (answer.type !== 'answer') return answer;
  const kinds = answer.document.form === 'html' ? outsideKinds(session.kinds) : session.kinds;
  if (kinds.length === 0) return answer;
  try {
    const document = await gatherParts(answer.document, kinds, (request) => session.visitor.ask(visit, request, halt));
    return { ...answer, document, requests: answer.requests + document.requests - answer.document.requests };
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.code !== 'fetch.aborted') throw error;
    // Stopped in the middle, or asleep until the host was somebody else's: read in full another time, by whoever comes.
    const again = new GeotrawlError(error.code, error.message, { retry: true, cause: error });
    return { type: 'failed', error: again, requests: answer.requests };
  }
}

export function readAnswer(session: CrawlSession, visit: Visit, answer: VisitAnswer): VisitEffects {
  const effects = withKindFailures(session, effectsOf(session, visit, answer));
  teachRank(session, effects, answer);
  const { sitemaps = [] } = answer;
  return sitemaps.length === 0
    ? effects
    : { ...effects, offers: [...effects.offers, ...sitemapOffers(session, visit, sitemaps)] };
}

/** Tells the order of visits what became of this one; what will be tried again has become of nothing yet. */
function teachRank({ rank }: CrawlSession, { visit, outcome, isTaught }: VisitEffects, answer: VisitAnswer): void {
  if (rank === null || visit === null || outcome === null || outcome.state === 'retry' || isTaught === true) return;
  const costMs = answer.type === 'answer' ? answer.document.latencyMs : 0;
  rank.learn({ url: visit.url, found: outcome.found, page: null, failed: outcome.state !== 'done', costMs });
}

/** What kinds from outside got wrong since the last look is told like any other problem. */
function withKindFailures(session: CrawlSession, effects: VisitEffects): VisitEffects {
  const failures = session.kindFailures.splice(0);
  if (failures.length === 0) return effects;
  const told = failures.map((failure): CrawlEvent => ({ type: 'problem', ...failure, url: maskSecrets(failure.url) }));
  return { ...effects, events: [...effects.events, ...told] };
}

function effectsOf(session: CrawlSession, visit: Visit, answer: VisitAnswer): VisitEffects {
  const common = { visit, requests: answer.requests, bytes: 0, findings: [], offers: [] };
  switch (answer.type) {
    case 'later':
      return { ...common, outcome: null, events: [] };
    case 'refused':
      return { ...common, ...settled(visit, 'refused', answer.reason, answer.message) };
    case 'failed': {
      const again = answer.error.retry && visit.tries + 1 < maxTries;
      return { ...common, ...settled(visit, again ? 'retry' : 'failed', answer.error.code, answer.error.message) };
    }
    case 'answer':
      session.hasAnswer = true;
      return { ...common, bytes: answer.document.bytes.length, ...readGuarded(session, visit, answer.document) };
  }
}

type Reading = Pick<VisitEffects, 'outcome' | 'offers' | 'findings' | 'events' | 'movedTo' | 'isTaught'>;

/** A page that trips over a bug of ours is recorded and passed, so that the crawl can never get stuck on it. */
function readGuarded(session: CrawlSession, visit: Visit, document: Document): Reading {
  try {
    return readDocument(session, visit, document);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const message = `Reading this answer failed inside geotrawl; please report it: ${detail}`;
    return { ...settled(visit, 'failed', 'crawl.unreadable', message), offers: [], findings: [] };
  }
}

function readDocument(session: CrawlSession, visit: Visit, document: Document): Reading {
  const redirect = redirectTarget(document);
  if (redirect !== null) return followRedirect(session, visit, redirect);
  const identified = identify(document, session.kinds);
  if (identified.length > 0 && !identified.some((finding) => isNews(visit, finding))) return nothingNew(visit);
  if (identified.length > 0) return readResource(session, visit, document, identified);
  const offers = [...serviceOffers(session, visit, document, identified)];
  if (isPassing(document.status)) return { ...unanswered(visit, document), offers: [], findings: [] };
  if (visit.pool === 'probe') return readFailedProbe(session, visit, document, offers);
  if (document.status >= 400) return { ...unanswered(visit, document), offers, findings: [] };
  return readPage(session, visit, document, { offers, found: 0 });
}

/** What was identified, as far as its publisher lets robots list and follow it (edge case 101). */
function readResource(
  session: CrawlSession,
  visit: Visit,
  document: Document,
  identified: readonly Finding[],
): Reading {
  const rules = document.form === 'html' ? extractPage(document) : headerRules(document);
  const findings = rules.noindex ? [] : identified.filter((finding) => isInRegion(finding, session));
  const offers = rules.nofollow ? [] : [...serviceOffers(session, visit, document, identified)];
  const done = rules.noindex
    ? settled(visit, 'refused', 'policy.noindex', 'The site asks robots not to list this (noindex).')
    : settled(visit, 'done', null, '', findings.length);
  // A resource that is also a web page (a portal, a folder listing, a dataset's page) has links like any other.
  const isPage = document.form === 'html' && visit.pool === 'page' && document.status < 400;
  if (!isPage) return { ...done, offers, findings };
  const page = readPage(session, visit, document, { offers, found: findings.length });
  return { ...page, outcome: done.outcome, events: [...page.events, ...done.events], findings };
}

/** What else the answer gave beside being a page. */
interface Beside {
  readonly offers: readonly Offer[];
  readonly found: number;
}

function readPage(session: CrawlSession, visit: Visit, document: Document, { offers, found }: Beside): Reading {
  const page = extractPage(document);
  session.keywordSearch?.terms?.note(visit.url, page);
  const linked = linkOffers(session, visit, page, { found, costMs: document.latencyMs });
  const event: CrawlEvent = {
    type: 'page',
    url: maskSecrets(visit.url),
    status: document.status,
    // Events outlive the page, and a piece cut out of its text would keep all of it in memory.
    title: detach(page.title),
    depth: visit.depth,
    links: page.links.length,
    bytes: document.bytes.length,
  };
  return {
    ...settled(visit, 'done', null, ''),
    offers: [...offers, ...linked],
    findings: [],
    events: [event],
    isTaught: true,
  };
}

/** The links of a page as offers. The order of visits is told of the page first, then asked about its links. */
function linkOffers(
  session: CrawlSession,
  visit: Visit,
  page: Page,
  value: Pick<Visited, 'found' | 'costMs'>,
): Offer[] {
  const { rank, offersFrom } = session;
  const { url, host } = visit;
  const links = page.nofollow ? [] : page.links;
  const source = { via: visit, depth: visit.depth + 1 };
  if (rank === null) return offersFrom(links, source);
  const ranked = rank.pageOf({ page, url, platform: session.platformGuesses.has(host) ? 'recognized' : null });
  rank.learn({ url, ...value, page: ranked, failed: false });
  const offers = offersFrom(links, { ...source, page: ranked });
  rank.release(ranked);
  return offers;
}

/** What looked like a service did not prove to be one: the kind's next request, or the page it turned out to be. */
function readFailedProbe(session: CrawlSession, visit: Visit, document: Document, offers: readonly Offer[]): Reading {
  const page = asPage(session, visit, document);
  if (page !== null && document.status < 400) return readPage(session, visit, document, { offers: [], found: 0 });
  if (offers.length > 0) return { ...settled(visit, 'done', null, ''), offers, findings: [] };
  const common = { offers: page === null ? [] : [page], findings: [] };
  // That a neighbor is missing is no news, and its address nothing anyone linked to; that a link to a service leads nowhere is.
  if (visit.foundBy === 'sibling') return { ...settled(visit, 'done', null, ''), offers: [], findings: [] };
  if (document.status >= 400) return { ...unanswered(visit, document), ...common };
  const message = `It looked like a ${visit.kind} service. ${whyNothing(document).message}`;
  return { ...settled(visit, 'failed', 'crawl.not-confirmed', message), ...common };
}

/** The address as a page, where a probe was answered with HTML and the crawl may read pages there. */
function asPage(session: CrawlSession, visit: Visit, document: Document): Offer | null {
  const url = fetchKey(endpointUrl(visit.url));
  const mayRead = url !== null && session.inScope(url) && visit.depth <= session.config['crawl.depth'];
  if (!mayRead || !document.mediaType.includes('html')) return null;
  return { ...sameWay(visit), url, pool: 'page', kind: null, step: 0, cls: 5 };
}

/** Where what came back points to other services: the next probe, siblings at the address, what a description names. */
function* serviceOffers(
  session: CrawlSession,
  visit: Visit,
  document: Document,
  findings: readonly Finding[],
): Generator<Offer> {
  for (const finding of findings) {
    yield* session.offersFrom(finding.description.links, { via: visit, depth: visit.depth + 1 });
    for (const { kind, url } of siblings(finding, session.kinds))
      yield* probeOffers(session, visit, { kind, url, foundBy: 'sibling' });
  }
  if (findings.length > 0) return;
  // A guess about a neighbor is worth one request; a link to a service is worth asking in other ways.
  if (visit.kind !== null && visit.foundBy !== 'sibling' && !isGone(document.status)) {
    const request = nextProbe(visit.kind, visit.url, visit.step + 1, session.kinds);
    if (request !== null) yield { ...sameWay(visit), url: fetchKey(request.url) ?? request.url, step: visit.step + 1 };
  }
  if (visit.pool === 'page') {
    // The first stands for what the page is; the others are guesses from its product, like siblings of a service.
    const leads = hints(document, session.kinds);
    for (const [index, { kind, url }] of leads.entries())
      yield* probeOffers(session, visit, { kind, url, foundBy: index === 0 ? visit.foundBy : 'sibling' });
    if (leads.length === 0 && document.status < 400) yield* platformOffers(session, visit, document);
  }
}

/** Where the product behind a page keeps its catalog; a host is asked so at most four times, whatever its pages say. */
function* platformOffers(session: CrawlSession, visit: Visit, document: Document): Generator<Offer> {
  for (const { kind, url } of platformLeads(document, session.kinds)) {
    const asked = session.platformGuesses.get(visit.host) ?? new Set();
    session.platformGuesses.set(visit.host, asked);
    if (asked.has(url) || asked.size >= maxPlaces) continue;
    asked.add(url);
    yield* probeOffers(session, visit, { kind, url, foundBy: 'sibling' });
  }
}

interface ProbeWish {
  readonly kind: string;
  readonly url: string;
  readonly foundBy: Link['foundBy'];
}

function* probeOffers(session: CrawlSession, visit: Visit, { kind, url, foundBy }: ProbeWish): Generator<Offer> {
  const request = nextProbe(kind, url, 0, session.kinds);
  const probeUrl = request === null ? null : fetchKey(request.url);
  if (probeUrl !== null)
    yield { ...sameWay(visit), url: probeUrl, pool: 'probe', kind, step: 0, cls: 1, foundBy, via: visit };
}

/** An offer that stands in for the visit itself: same place in the chain, same depth. */
function sameWay(visit: Visit): Offer {
  const { url, pool, kind, step, depth, foundBy, anchor, via } = visit;
  return { url, pool, kind, step, depth, foundBy, anchor, via, cls: pool === 'probe' ? 0 : 3 };
}

function followRedirect(session: CrawlSession, visit: Visit, target: string): Reading {
  const url = fetchKey(target);
  if (url === null)
    return {
      ...settled(visit, 'failed', 'fetch.redirect-bad', `It redirects to ${target}, which is not a web address.`),
      offers: [],
      findings: [],
    };
  // Where a seed sends us is what the person meant by it.
  if (visit.depth === 0) session.widenScope(url);
  if (visit.pool === 'page' && !session.inScope(url)) {
    return {
      ...settled(visit, 'refused', 'policy.scope', `It redirects out of the crawl's scope, to ${maskSecrets(url)}.`),
      offers: [],
      findings: [],
    };
  }
  return {
    ...settled(visit, 'done', null, ''),
    offers: [{ ...sameWay(visit), url, foundBy: visit.depth === 0 ? 'seed' : 'redirect' }],
    findings: [],
    movedTo: url,
  };
}

function redirectTarget(document: Document): string | null {
  const { location } = document.headers;
  if (document.status < 300 || document.status >= 400 || location === undefined) return null;
  return readUrl(location, document.finalUrl)?.href ?? location;
}

/** Answers that say "not now" are asked again; the rest are what they are. */
function unanswered(visit: Visit, document: Document): Pick<Reading, 'outcome' | 'events'> {
  const again = isPassing(document.status) && visit.tries + 1 < maxTries;
  return settled(visit, again ? 'retry' : 'failed', 'fetch.status', whyNothing(document).message);
}

/** "Not now": busy, restarting, overloaded. */
function isPassing(status: number): boolean {
  return status === 429 || status === 408 || status === 502 || status === 503 || status === 504;
}

function isGone(status: number): boolean {
  return status === 404 || status === 410 || status === 401;
}

function settled(
  visit: Visit,
  state: VisitState,
  reason: ErrorCode | null,
  message: string,
  found = 0,
): Pick<Reading, 'outcome' | 'events'> {
  const events: CrawlEvent[] =
    reason === null || state === 'retry'
      ? []
      : [{ type: 'problem', url: maskSecrets(visit.url), code: reason, message }];
  return { outcome: { visit, state, reason, found }, events };
}

function sitemapOffers(session: CrawlSession, visit: Visit, sitemaps: readonly string[]): Offer[] {
  const links = sitemaps.map((url): Link => ({ url, foundBy: 'sitemap', anchor: '', window: '', nofollow: false }));
  return session.offersFrom(links, { via: null, depth: Math.min(1, visit.depth) });
}

function nothingNew(visit: Visit): Reading {
  return { ...settled(visit, 'done', null, ''), offers: [], findings: [] };
}

/** Asked for a neighbor, many servers answer with the service that is known there already. */
function isNews(visit: Visit, finding: Finding): boolean {
  return visit.foundBy !== 'sibling' || visit.kind === null || finding.identity.kind === visit.kind;
}

/** A resource that does not say where it lies is kept: silence is no reason to lose it. */
function isInRegion(finding: Finding, session: CrawlSession): boolean {
  const { extent } = finding.description;
  return session.region === null || extent === null || intersects(extent, session.region);
}

/** What a new crawl begins with: its seeds, at depth 0. */
export function seedEffects(session: CrawlSession): VisitEffects {
  const guesses = session.guesses.map((url): Link => ({ ...seedLink(url), foundBy: 'sibling' }));
  const archives = new Set(session.archives.map(({ url }) => url));
  const isArchive = (seed: string) => archives.has(fetchKey(seed) ?? seed);
  const pages = session.seeds.filter((seed) => !isArchive(seed)).map(seedLink);
  const offers = [
    ...session.seeds.filter(isArchive).map(archiveOffer),
    ...session.offersFrom([...pages, ...guesses], { via: null, depth: 0 }),
  ];
  const effects = { visit: null, outcome: null, offers, findings: [], events: [], requests: 0, bytes: 0 };
  return withKindFailures(session, effects);
}

/** Asked for as it is, whatever it looks like: its connector knows it. */
function archiveOffer(seed: string): Offer {
  const url = fetchKey(seed) ?? seed;
  return { url, pool: 'page', kind: null, step: 0, cls: 0, depth: 0, foundBy: 'seed', anchor: '', via: null };
}

/** Results of a search engine are seeds like any other: where they are belongs to the crawl. */
export function searchEffects(session: CrawlSession, { urls, events, requests }: SearchedSeeds): VisitEffects {
  for (const url of urls) session.widenScope(url);
  const offers = session.offersFrom(urls.map(seedLink), { via: null, depth: 0 });
  return { visit: null, outcome: null, offers, findings: [], events, requests, bytes: 0 };
}
