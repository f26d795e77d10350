// Turns the response to a visit into its effects: discoveries, offers, events and the outcome.

import { fetchKey, maskSecrets, readUrl } from '../base/url/url.ts';
import type { VisitResponse } from '../fetch/visit.ts';
import type { Document } from '../model/document.ts';
import type { Offer, Visit } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { ReadingContext } from './crawl-session.ts';
import { interpretDocument } from './interpret-document.ts';
import { replaceVisit } from './service-offers.ts';
import {
  failed,
  type Interpretation,
  problemEvent,
  refused,
  succeeded,
  unsettled,
  type VisitEffects,
} from './visit-effects.ts';

export function readResponse(context: ReadingContext, visit: Visit, response: VisitResponse): VisitEffects {
  try {
    return effectsOf(context, visit, response, interpretResponse(context, visit, response));
  } catch (error) {
    // A page that triggers a bug of ours is recorded and skipped, so that the crawl never gets stuck on it.
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const message = `Reading this response failed inside geotrawl; please report it: ${detail}`;
    return effectsOf(context, visit, response, failed(visit, false, 'crawl.unreadable', message));
  }
}

/** The order matters: what the ordering learns from the visit applies to the links of its page and sitemaps. */
function effectsOf(
  context: ReadingContext,
  visit: Visit,
  response: VisitResponse,
  interpretation: Interpretation,
): VisitEffects {
  const { page: _page, ...read } = interpretation;
  const document = response.type === 'response' ? response.document : null;
  const linked = learnAndOfferLinks(context, visit, interpretation, document?.latencyMs ?? 0);
  const failures = context.takeKindFailures().map((failure) => problemEvent(failure.url, failure));
  const listed = sitemapOffers(context, visit, response.sitemaps ?? []);
  return {
    ...read,
    visit,
    offers: [...read.offers, ...linked, ...listed],
    events: [...read.events, ...failures],
    requests: response.requests,
    bytes: document?.bytes.length ?? 0,
  };
}

/** The ordering learns the visit, unless it will be retried, then ranks the links of its page. */
function learnAndOfferLinks(
  { rank, offersFrom, platformGuesses }: ReadingContext,
  visit: Visit,
  { page, outcome }: Interpretation,
  costMs: number,
): readonly Offer[] {
  const { url, host } = visit;
  const links = page === null || page.nofollow ? [] : page.links;
  const source = { via: visit, depth: visit.depth + 1 };
  if (rank === null) return offersFrom(links, source);
  if (outcome === null || outcome.state === 'retry') return [];
  const platform = platformGuesses.has(host) ? 'recognized' : null;
  const ranked = page === null ? null : rank.pageOf({ page, url, platform });
  rank.learn({ url, found: outcome.found, page: ranked, failed: page === null && outcome.state !== 'done', costMs });
  if (ranked === null) return [];
  const offers = offersFrom(links, { ...source, page: ranked });
  rank.release(ranked);
  return offers;
}

function sitemapOffers(
  { offersFrom }: ReadingContext,
  { depth }: Visit,
  sitemaps: readonly string[],
): readonly Offer[] {
  if (sitemaps.length === 0) return [];
  const links = sitemaps.map((url): Link => ({ url, foundBy: 'sitemap', anchor: '', window: '', nofollow: false }));
  return offersFrom(links, { via: null, depth: Math.min(1, depth) });
}

function interpretResponse(context: ReadingContext, visit: Visit, response: VisitResponse): Interpretation {
  switch (response.type) {
    case 'later':
      return unsettled;
    case 'refused':
      return refused(visit, response.reason, response.message);
    case 'failed':
      return failed(visit, response.error.retry, response.error.code, response.error.message);
    case 'response': {
      const target = redirectTarget(response.document);
      if (target !== null) return followRedirect(context, visit, target);
      return interpretDocument(context, visit, response.document);
    }
  }
}

function redirectTarget(document: Document): string | null {
  const { location } = document.headers;
  if (document.status < 300 || document.status >= 400 || location === undefined) return null;
  return readUrl(location, document.finalUrl)?.href ?? location;
}

function followRedirect(context: ReadingContext, visit: Visit, target: string): Interpretation {
  const url = fetchKey(target);
  if (url === null) {
    const message = `It redirects to ${target}, which is not a web address.`;
    return failed(visit, false, 'fetch.redirect-bad', message);
  }
  const isSeed = visit.depth === 0;
  // The redirect target of a seed counts as the seed.
  if (isSeed) context.widenScope(url);
  if (visit.pool === 'page' && !context.inScope(url)) {
    const message = `It redirects out of the crawl's scope, to ${maskSecrets(url)}.`;
    return refused(visit, 'policy.scope', message);
  }
  const offers = [{ ...replaceVisit(visit), url, foundBy: isSeed ? 'seed' : 'redirect' } as const];
  return { ...succeeded(visit), offers, movedTo: url };
}
