// What a document means: a resource, a page, a failed probe, or an error.

import { intersects } from '../base/geo/extent.ts';
import { copyString } from '../base/text/copy-string.ts';
import { endpointUrl, fetchKey, maskSecrets } from '../base/url/url.ts';
import { extractPage } from '../extract/extract.ts';
import { headerRules } from '../extract/page/page.ts';
import { explainFailure } from '../identify/explain-failure.ts';
import { identify } from '../identify/identify.ts';
import type { Document, Page } from '../model/document.ts';
import type { Offer, Visit } from '../model/frontier.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { Discovery } from '../model/resource.ts';
import type { ReadingContext } from './crawl-session.ts';
import { nextProbeOffers, replaceVisit, resourceOffers } from './service-offers.ts';
import { failed, type Interpretation, refused, succeeded } from './visit-effects.ts';

export function interpretDocument(context: ReadingContext, visit: Visit, document: Document): Interpretation {
  const identified = identify(document, context.kinds);
  if (identified.length > 0) {
    const isNews = identified.some((discovery) => isWanted(visit, discovery));
    return isNews ? readResource(context, visit, document, identified) : succeeded(visit);
  }
  if (isTemporary(document.status)) return failedRequest(visit, document);
  const offers = [...nextProbeOffers(context, visit, document)];
  if (visit.pool === 'probe') return readFailedProbe(context, visit, document, offers);
  if (document.status >= 400) return { ...failedRequest(visit, document), offers };
  return { ...readPage(context, visit, document, extractPage(document)), offers };
}

/** Many servers respond to a sibling probe with the service already known there. */
function isWanted(visit: Visit, { identity }: Discovery): boolean {
  return visit.foundBy !== 'sibling' || visit.kind === null || identity.kind === visit.kind;
}

/** The identified resources, as far as the publisher's robots rules allow (edge case 101). */
function readResource(
  context: ReadingContext,
  visit: Visit,
  document: Document,
  identified: readonly Discovery[],
): Interpretation {
  const page = document.form === 'html' ? extractPage(document) : null;
  const { noindex, nofollow } = page ?? headerRules(document);
  const discoveries = noindex ? [] : identified.filter((discovery) => isInRegion(context, discovery));
  const offers = nofollow ? [] : [...resourceOffers(context, visit, identified)];
  const settled = noindex
    ? refused(visit, 'policy.noindex', 'The site asks robots not to list this (noindex).')
    : succeeded(visit, discoveries.length);
  // A resource that is also a web page (a portal, a folder listing, a dataset page) has links like any other.
  const isPage = page !== null && visit.pool === 'page' && document.status < 400;
  if (!isPage) return { ...settled, offers, discoveries };
  const read = readPage(context, visit, document, page);
  return { ...settled, offers, discoveries, page, events: [...read.events, ...settled.events] };
}

/** A resource without an extent is kept. */
function isInRegion({ region }: ReadingContext, { description: { extent } }: Discovery): boolean {
  return region === null || extent === null || intersects(extent, region);
}

function readPage({ terms }: ReadingContext, visit: Visit, document: Document, page: Page): Interpretation {
  terms?.note(visit.url, page);
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
  return { ...succeeded(visit), page, events: [event] };
}

/** A suspected service wasn't confirmed: the kind's next request, or the page it turned out to be. */
function readFailedProbe(
  context: ReadingContext,
  visit: Visit,
  document: Document,
  offers: readonly Offer[],
): Interpretation {
  const page = asPage(context, visit, document);
  if (page !== null && document.status < 400) return readPage(context, visit, document, extractPage(document));
  if (offers.length > 0) return { ...succeeded(visit), offers };
  // A missing sibling isn't a problem, because no one linked to it; a dead link to a service is.
  if (visit.foundBy === 'sibling') return succeeded(visit);
  const pages = page === null ? [] : [page];
  if (document.status >= 400) return { ...failedRequest(visit, document), offers: pages };
  const message = `It looked like a ${visit.kind} service. ${explainFailure(document).message}`;
  return { ...failed(visit, false, 'crawl.not-confirmed', message), offers: pages };
}

/** The URL as a page, if a probe returned HTML and the crawl may read pages there. */
function asPage({ inScope, maxDepth }: ReadingContext, visit: Visit, document: Document): Offer | null {
  const url = fetchKey(endpointUrl(visit.url));
  if (url === null || !inScope(url) || visit.depth > maxDepth || !document.mediaType.includes('html')) return null;
  return { ...replaceVisit(visit), url, pool: 'page', kind: null, step: 0, cls: 5 };
}

function failedRequest(visit: Visit, document: Document): Interpretation {
  return failed(visit, isTemporary(document.status), 'fetch.status', explainFailure(document).message);
}

/** Busy, restarting, overloaded. */
function isTemporary(status: number): boolean {
  return status === 429 || status === 408 || status === 502 || status === 503 || status === 504;
}
