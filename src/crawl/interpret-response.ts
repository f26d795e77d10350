// The effects of one visit: discoveries, offers, events and the settlement.

import { intersects } from '../base/geo/extent.ts';
import { copyString } from '../base/text/copy-string.ts';
import { endpointUrl, fetchKey, maskSecrets, readUrl } from '../base/url/url.ts';
import { maxPlaces } from '../describe/platforms.ts';
import { extractPage } from '../extract/extract.ts';
import { headerRules } from '../extract/page/page.ts';
import type { VisitResponse } from '../fetch/visit.ts';
import { explainFailure } from '../identify/explain-failure.ts';
import { gatherParts } from '../identify/gather.ts';
import { hints } from '../identify/hints.ts';
import { identify } from '../identify/identify.ts';
import { nextProbe } from '../identify/next-probe.ts';
import { platformLeads } from '../identify/platform.ts';
import { pluginKinds } from '../identify/plugin-kinds.ts';
import { siblings } from '../identify/siblings.ts';
import type { Document, Page } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Offer, Outcome, Visit, VisitState } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { Discovery } from '../model/resource.ts';
import type { Visited } from '../rank/crawl-rank.ts';
import { seedLink } from '../seeds/url-list.ts';
import type { CrawlSession } from './crawl-session.ts';
import type { SearchedSeeds } from './search-seeds.ts';

/** All effects of a visit, written in one transaction. */
export interface VisitEffects {
  readonly visit: Visit | null;
  /** Null if the visit was released unsettled. */
  readonly outcome: Outcome | null;
  readonly offers: readonly Offer[];
  readonly discoveries: readonly Discovery[];
  readonly events: readonly CrawlEvent[];
  readonly requests: number;
  readonly bytes: number;
  /** Redirect target of the visited URL. */
  readonly movedTo?: string;
  /** The ordering has already learned this visit, before scoring the links of the page. */
  readonly isTaught?: boolean;
}

/** Visits after which a failing URL is given up. */
const maxTries = 3;

/**
 * Fetches the further parts a kind needs (the end of an archive, the landing page of an API). Web pages, most of a
 * crawl, need none.
 */
export async function isCompleteResponse(
  session: CrawlSession,
  visit: Visit,
  answer: VisitResponse,
  halt: AbortSignal,
): Promise<VisitResponse> {
  if (answer.type !== 'answer') return answer;
  const kinds = answer.document.form === 'html' ? pluginKinds(session.kinds) : session.kinds;
  if (kinds.length === 0) return answer;
  try {
    const document = await gatherParts(answer.document, kinds, (request) =>
      session.visitor.requestPart(visit, request, halt),
    );
    return { ...answer, document, requests: answer.requests + document.requests - answer.document.requests };
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.code !== 'fetch.aborted') throw error;
    // Stopped midway, or the lease expired: the next visit reads it in full.
    const again = new GeotrawlError(error.code, error.message, { retry: true, cause: error });
    return { type: 'failed', error: again, requests: answer.requests };
  }
}

export function readResponse(session: CrawlSession, visit: Visit, answer: VisitResponse): VisitEffects {
  const effects = withKindFailures(session, effectsOf(session, visit, answer));
  teachRank(session, effects, answer);
  const { sitemaps = [] } = answer;
  return sitemaps.length === 0
    ? effects
    : { ...effects, offers: [...effects.offers, ...sitemapOffers(session, visit, sitemaps)] };
}

/** Reports the outcome to the ordering, unless the visit will be retried. */
function teachRank({ rank }: CrawlSession, { visit, outcome, isTaught }: VisitEffects, answer: VisitResponse): void {
  if (rank === null || visit === null || outcome === null || outcome.state === 'retry' || isTaught === true) return;
  const costMs = answer.type === 'answer' ? answer.document.latencyMs : 0;
  rank.learn({ url: visit.url, found: outcome.found, page: null, failed: outcome.state !== 'done', costMs });
}

/** Reports errors of plugin kinds as problems. */
function withKindFailures(session: CrawlSession, effects: VisitEffects): VisitEffects {
  const failures = session.kindFailures.splice(0);
  if (failures.length === 0) return effects;
  const told = failures.map((failure): CrawlEvent => ({ type: 'problem', ...failure, url: maskSecrets(failure.url) }));
  return { ...effects, events: [...effects.events, ...told] };
}

function effectsOf(session: CrawlSession, visit: Visit, answer: VisitResponse): VisitEffects {
  const common = { visit, requests: answer.requests, bytes: 0, discoveries: [], offers: [] };
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
      session.hasResponse = true;
      return { ...common, bytes: answer.document.bytes.length, ...readGuarded(session, visit, answer.document) };
  }
}

type Reading = Pick<VisitEffects, 'outcome' | 'offers' | 'discoveries' | 'events' | 'movedTo' | 'isTaught'>;

/** A page that triggers a bug of ours is recorded and skipped, so that the crawl never gets stuck on it. */
function readGuarded(session: CrawlSession, visit: Visit, document: Document): Reading {
  try {
    return readDocument(session, visit, document);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const message = `Reading this answer failed inside geotrawl; please report it: ${detail}`;
    return { ...settled(visit, 'failed', 'crawl.unreadable', message), offers: [], discoveries: [] };
  }
}

function readDocument(session: CrawlSession, visit: Visit, document: Document): Reading {
  const redirect = redirectTarget(document);
  if (redirect !== null) return followRedirect(session, visit, redirect);
  const identified = identify(document, session.kinds);
  if (identified.length > 0 && !identified.some((discovery) => isNews(visit, discovery))) return nothingNew(visit);
  if (identified.length > 0) return readResource(session, visit, document, identified);
  const offers = [...serviceOffers(session, visit, document, identified)];
  if (isPassing(document.status)) return { ...unanswered(visit, document), offers: [], discoveries: [] };
  if (visit.pool === 'probe') return readFailedProbe(session, visit, document, offers);
  if (document.status >= 400) return { ...unanswered(visit, document), offers, discoveries: [] };
  return readPage(session, visit, document, { offers, found: 0 });
}

/** The identified resources, as far as the publisher's robots rules allow (edge case 101). */
function readResource(
  session: CrawlSession,
  visit: Visit,
  document: Document,
  identified: readonly Discovery[],
): Reading {
  const rules = document.form === 'html' ? extractPage(document) : headerRules(document);
  const discoveries = rules.noindex ? [] : identified.filter((discovery) => isInRegion(discovery, session));
  const offers = rules.nofollow ? [] : [...serviceOffers(session, visit, document, identified)];
  const done = rules.noindex
    ? settled(visit, 'refused', 'policy.noindex', 'The site asks robots not to list this (noindex).')
    : settled(visit, 'done', null, '', discoveries.length);
  // A resource that is also a web page (a portal, a folder listing, a dataset page) has links like any other.
  const isPage = document.form === 'html' && visit.pool === 'page' && document.status < 400;
  if (!isPage) return { ...done, offers, discoveries };
  const page = readPage(session, visit, document, { offers, found: discoveries.length });
  return { ...page, outcome: done.outcome, events: [...page.events, ...done.events], discoveries };
}

/** Further results besides the page itself. */
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
    // Events outlive the page, and a slice of its text would keep all of it in memory.
    title: copyString(page.title),
    depth: visit.depth,
    links: page.links.length,
    bytes: document.bytes.length,
  };
  return {
    ...settled(visit, 'done', null, ''),
    offers: [...offers, ...linked],
    discoveries: [],
    events: [event],
    isTaught: true,
  };
}

/** The links of a page as offers. The ordering learns the page first, then scores its links. */
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

/** A suspected service wasn't confirmed: the kind's next request, or the page it turned out to be. */
function readFailedProbe(session: CrawlSession, visit: Visit, document: Document, offers: readonly Offer[]): Reading {
  const page = asPage(session, visit, document);
  if (page !== null && document.status < 400) return readPage(session, visit, document, { offers: [], found: 0 });
  if (offers.length > 0) return { ...settled(visit, 'done', null, ''), offers, discoveries: [] };
  const common = { offers: page === null ? [] : [page], discoveries: [] };
  // A missing sibling isn't a problem, because no one linked to it; a dead link to a service is.
  if (visit.foundBy === 'sibling') return { ...settled(visit, 'done', null, ''), offers: [], discoveries: [] };
  if (document.status >= 400) return { ...unanswered(visit, document), ...common };
  const message = `It looked like a ${visit.kind} service. ${explainFailure(document).message}`;
  return { ...settled(visit, 'failed', 'crawl.not-confirmed', message), ...common };
}

/** The URL as a page, if a probe returned HTML and the crawl may read pages there. */
function asPage(session: CrawlSession, visit: Visit, document: Document): Offer | null {
  const url = fetchKey(endpointUrl(visit.url));
  const mayRead = url !== null && session.inScope(url) && visit.depth <= session.config['crawl.depth'];
  if (!mayRead || !document.mediaType.includes('html')) return null;
  return { ...samePath(visit), url, pool: 'page', kind: null, step: 0, cls: 5 };
}

/** References to other services: the next probe, siblings at the URL, services named by a description. */
function* serviceOffers(
  session: CrawlSession,
  visit: Visit,
  document: Document,
  discoveries: readonly Discovery[],
): Generator<Offer> {
  for (const discovery of discoveries) {
    yield* session.offersFrom(discovery.description.links, { via: visit, depth: visit.depth + 1 });
    for (const { kind, url } of siblings(discovery, session.kinds))
      yield* probeOffers(session, visit, { kind, url, foundBy: 'sibling' });
  }
  if (discoveries.length > 0) return;
  // A guessed sibling gets one request; a link to a service gets the other request variants.
  if (visit.kind !== null && visit.foundBy !== 'sibling' && !isGone(document.status)) {
    const request = nextProbe(visit.kind, visit.url, visit.step + 1, session.kinds);
    if (request !== null) yield { ...samePath(visit), url: fetchKey(request.url) ?? request.url, step: visit.step + 1 };
  }
  if (visit.pool === 'page') {
    // The first is what the page claims to be; the others are guesses from its product, like siblings.
    const leads = hints(document, session.kinds);
    for (const [index, { kind, url }] of leads.entries())
      yield* probeOffers(session, visit, { kind, url, foundBy: index === 0 ? visit.foundBy : 'sibling' });
    if (leads.length === 0 && document.status < 400) yield* platformOffers(session, visit, document);
  }
}

/** Known catalog locations of the product behind a page; at most four probes per host. */
function* platformOffers(session: CrawlSession, visit: Visit, document: Document): Generator<Offer> {
  for (const { kind, url } of platformLeads(document, session.kinds)) {
    const requested = session.platformGuesses.get(visit.host) ?? new Set();
    session.platformGuesses.set(visit.host, requested);
    if (requested.has(url) || requested.size >= maxPlaces) continue;
    requested.add(url);
    yield* probeOffers(session, visit, { kind, url, foundBy: 'sibling' });
  }
}

interface ProbeOptions {
  readonly kind: string;
  readonly url: string;
  readonly foundBy: Link['foundBy'];
}

function* probeOffers(session: CrawlSession, visit: Visit, { kind, url, foundBy }: ProbeOptions): Generator<Offer> {
  const request = nextProbe(kind, url, 0, session.kinds);
  const probeUrl = request === null ? null : fetchKey(request.url);
  if (probeUrl !== null)
    yield { ...samePath(visit), url: probeUrl, pool: 'probe', kind, step: 0, cls: 1, foundBy, via: visit };
}

/** An offer that replaces the visit itself: same provenance, same depth. */
function samePath(visit: Visit): Offer {
  const { url, pool, kind, step, depth, foundBy, anchor, via } = visit;
  return { url, pool, kind, step, depth, foundBy, anchor, via, cls: pool === 'probe' ? 0 : 3 };
}

function followRedirect(session: CrawlSession, visit: Visit, target: string): Reading {
  const url = fetchKey(target);
  if (url === null)
    return {
      ...settled(visit, 'failed', 'fetch.redirect-bad', `It redirects to ${target}, which is not a web address.`),
      offers: [],
      discoveries: [],
    };
  // The redirect target of a seed counts as the seed.
  if (visit.depth === 0) session.widenScope(url);
  if (visit.pool === 'page' && !session.inScope(url)) {
    return {
      ...settled(visit, 'refused', 'policy.scope', `It redirects out of the crawl's scope, to ${maskSecrets(url)}.`),
      offers: [],
      discoveries: [],
    };
  }
  return {
    ...settled(visit, 'done', null, ''),
    offers: [{ ...samePath(visit), url, foundBy: visit.depth === 0 ? 'seed' : 'redirect' }],
    discoveries: [],
    movedTo: url,
  };
}

function redirectTarget(document: Document): string | null {
  const { location } = document.headers;
  if (document.status < 300 || document.status >= 400 || location === undefined) return null;
  return readUrl(location, document.finalUrl)?.href ?? location;
}

/** Temporary failures are retried; others are final. */
function unanswered(visit: Visit, document: Document): Pick<Reading, 'outcome' | 'events'> {
  const again = isPassing(document.status) && visit.tries + 1 < maxTries;
  return settled(visit, again ? 'retry' : 'failed', 'fetch.status', explainFailure(document).message);
}

/** Temporary: busy, restarting, overloaded. */
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
  return { ...settled(visit, 'done', null, ''), offers: [], discoveries: [] };
}

/** Many servers respond to a sibling probe with the service already known there. */
function isNews(visit: Visit, discovery: Discovery): boolean {
  return visit.foundBy !== 'sibling' || visit.kind === null || discovery.identity.kind === visit.kind;
}

/** A resource without an extent is kept. */
function isInRegion(discovery: Discovery, session: CrawlSession): boolean {
  const { extent } = discovery.description;
  return session.region === null || extent === null || intersects(extent, session.region);
}

/** The offers of a new crawl: its seeds, at depth 0. */
export function seedEffects(session: CrawlSession): VisitEffects {
  const guesses = session.guesses.map((url): Link => ({ ...seedLink(url), foundBy: 'sibling' }));
  const archives = new Set(session.archives.map(({ url }) => url));
  const isArchive = (seed: string) => archives.has(fetchKey(seed) ?? seed);
  const pages = session.seeds.filter((seed) => !isArchive(seed)).map(seedLink);
  const offers = [
    ...session.seeds.filter(isArchive).map(archiveOffer),
    ...session.offersFrom([...pages, ...guesses], { via: null, depth: 0 }),
  ];
  const effects = { visit: null, outcome: null, offers, discoveries: [], events: [], requests: 0, bytes: 0 };
  return withKindFailures(session, effects);
}

/** Requested as is: its connector knows it. */
function archiveOffer(seed: string): Offer {
  const url = fetchKey(seed) ?? seed;
  return { url, pool: 'page', kind: null, step: 0, cls: 0, depth: 0, foundBy: 'seed', anchor: '', via: null };
}

/** Search engine results are seeds like any other: their sites belong to the crawl. */
export function searchEffects(session: CrawlSession, { urls, events, requests }: SearchedSeeds): VisitEffects {
  for (const url of urls) session.widenScope(url);
  const offers = session.offersFrom(urls.map(seedLink), { via: null, depth: 0 });
  return { visit: null, outcome: null, offers, discoveries: [], events, requests, bytes: 0 };
}
