// Services a document leads to: further probes, siblings, and catalogs of a recognized product.

import { fetchKey } from '../base/url/url.ts';
import { maxPlaces } from '../describe/platforms.ts';
import { hints } from '../identify/hints.ts';
import { nextProbe } from '../identify/next-probe.ts';
import { platformLeads } from '../identify/platform.ts';
import { siblings } from '../identify/siblings.ts';
import type { Document } from '../model/document.ts';
import type { Offer, Visit } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { Discovery } from '../model/resource.ts';
import type { ReadingContext } from './crawl-session.ts';

/** Services named by descriptions, and siblings at their URLs. */
export function* resourceOffers(
  context: ReadingContext,
  visit: Visit,
  discoveries: readonly Discovery[],
): Generator<Offer> {
  for (const discovery of discoveries) {
    yield* context.offersFrom(discovery.description.links, { via: visit, depth: visit.depth + 1 });
    for (const { kind, url } of siblings(discovery, context.kinds))
      yield* probeOffers(context, visit, { kind, url, foundBy: 'sibling' });
  }
}

/** After a response that isn't a resource: the kind's next request, and what a page reveals about its software. */
export function* nextProbeOffers(context: ReadingContext, visit: Visit, document: Document): Generator<Offer> {
  const { kinds } = context;
  // A guessed sibling gets one request; a link to a service gets the other request variants.
  if (visit.kind !== null && visit.foundBy !== 'sibling' && !isGone(document.status)) {
    const step = visit.step + 1;
    const request = nextProbe(visit.kind, visit.url, step, kinds);
    if (request !== null) yield { ...replaceVisit(visit), url: fetchKey(request.url) ?? request.url, step };
  }
  if (visit.pool !== 'page') return;
  // The first is what the page claims to be; the others are guesses from its product, like siblings.
  const leads = hints(document, kinds);
  for (const [index, { kind, url }] of leads.entries())
    yield* probeOffers(context, visit, { kind, url, foundBy: index === 0 ? visit.foundBy : 'sibling' });
  if (leads.length === 0 && document.status < 400) yield* platformOffers(context, visit, document);
}

function isGone(status: number): boolean {
  return status === 404 || status === 410 || status === 401;
}

/** Known catalog locations of the product behind a page; at most four probes per host. */
function* platformOffers(context: ReadingContext, visit: Visit, document: Document): Generator<Offer> {
  const { kinds, platformGuesses } = context;
  for (const { kind, url } of platformLeads(document, kinds)) {
    const requested = platformGuesses.get(visit.host) ?? new Set();
    platformGuesses.set(visit.host, requested);
    if (requested.has(url) || requested.size >= maxPlaces) continue;
    requested.add(url);
    yield* probeOffers(context, visit, { kind, url, foundBy: 'sibling' });
  }
}

function* probeOffers(
  { kinds }: ReadingContext,
  visit: Visit,
  { kind, url, foundBy }: Pick<Link, 'url' | 'foundBy'> & { readonly kind: string },
): Generator<Offer> {
  const request = nextProbe(kind, url, 0, kinds);
  const probeUrl = request === null ? null : fetchKey(request.url);
  if (probeUrl !== null)
    yield { ...replaceVisit(visit), url: probeUrl, pool: 'probe', kind, step: 0, cls: 1, foundBy, via: visit };
}

/** An offer that replaces the visit itself: same provenance, same depth. */
export function replaceVisit(visit: Visit): Offer {
  const { url, pool, kind, step, depth, foundBy, anchor, via } = visit;
  return { url, pool, kind, step, depth, foundBy, anchor, via, cls: pool === 'probe' ? 0 : 3 };
}
