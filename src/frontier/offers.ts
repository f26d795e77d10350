// From links on a page to offers to the frontier: what to probe, what to read as a page, what to leave.

import { detach } from '../base/text/copy-string.ts';
import { readOwsQuery } from '../base/url/ows-url.ts';
import { fetchKey } from '../base/url/url.ts';
import type { Offer, VisitRef } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { Rank, RankedPage } from '../model/rank.ts';

/**
 * A link is probed as a service from this suspicion on; below it, it is at most a page. What turns out to be a page after
 * all usually answers the probe with itself, and is read then.
 */
const probeFrom = 0.5;
/** Two kinds may share an address (WMS and WFS); more guesses than that would be spraying. */
const probesPerLink = 2;

/** The crawl's rules for what may be offered. One per crawl. */
export interface OfferRules {
  readonly maxDepth: number;
  readonly inScope: (url: string) => boolean;
  readonly isFollowable: (url: string) => boolean;
  readonly suspicions: (link: Link) => readonly { readonly kind: string; readonly score: number }[];
  /** The first request that would prove `kind` at `url`; null where the kind has none. */
  readonly firstProbe: (kind: string, url: string) => string | null;
  readonly rank: Rank;
}

/** Where the links stand. */
export interface OfferSource {
  readonly via: VisitRef | null;
  /** Depth of what the links lead to. */
  readonly depth: number;
  /** The page they stand on, where it was read. */
  readonly page?: RankedPage;
}

/**
 * Makes the offers of a page's links. Links met before at the same or a smaller depth are dropped on their raw text,
 * before anything is parsed: four of five links on the web are repeats ([GEOWEB]).
 */
export function createOfferMaker(rules: OfferRules): (links: Iterable<Link>, source: OfferSource) => Offer[] {
  const met = createRawMemory();
  return (links, source) => {
    const offers: Offer[] = [];
    for (const link of links) {
      const url = met.first(link.url, source.depth);
      if (url !== null) addOffers(offers, { link, url }, source, rules);
    }
    return offers;
  };
}

interface NewLink {
  readonly link: Link;
  /** Its URL, independent of the page's text. */
  readonly url: string;
}

function addOffers(offers: Offer[], { link, url: raw }: NewLink, source: OfferSource, rules: OfferRules): void {
  const url = fetchKey(raw);
  if (url === null) return;
  const suspicions = rules.suspicions(link);
  const best = suspicions[0]?.score ?? 0;
  // Spread last, below: what is named behind a spread gets new hidden classes each time in Node 20, 5 µs for one offer.
  const common = { depth: source.depth, foundBy: link.foundBy, via: source.via, step: 0 };
  const known = { link, depth: source.depth, inScope: true, parent: source.page ?? null };
  for (const { kind, score } of suspicions.slice(0, probesPerLink)) {
    if (score < probeFrom) break;
    const probe = rules.firstProbe(kind, url);
    const probeUrl = probe === null ? null : fetchKey(probe);
    if (probeUrl === null) continue;
    const cls = rules.rank.classOf({ pool: 'probe', suspicion: score, ...known }, probeUrl);
    offers.push({ url: probeUrl, pool: 'probe', kind, cls, anchor: detach(link.anchor), ...common });
  }
  if (best < probeFrom && isPage(url, link, source, rules)) {
    const cls = rules.rank.classOf({ pool: 'page', suspicion: best, ...known }, url);
    offers.push({ url, pool: 'page', kind: null, cls, anchor: detach(link.anchor), ...common });
  }
}

function isPage(url: string, link: Link, source: OfferSource, rules: OfferRules): boolean {
  if (link.nofollow || source.depth > rules.maxDepth || !rules.isFollowable(url)) return false;
  // A GetMap or GetFeature link costs the server work and holds no links: it is probed by its capabilities instead.
  if (readOwsQuery(url)?.request != null) return false;
  return rules.inScope(url);
}

interface RawMemory {
  /** A copy of the URL at its first meeting at this depth, or null: copies, because offers and memory outlive the page. */
  first(raw: string, depth: number): string | null;
}

/** Remembers the most recent raw links in two generations, so memory stays bounded however long the crawl. */
function createRawMemory(generationSize = 65_536): RawMemory {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  return {
    first(raw, depth) {
      const known = young.get(raw) ?? old.get(raw);
      if (known !== undefined && known <= depth) return null;
      if (young.size >= generationSize) {
        old = young;
        young = new Map();
      }
      const own = detach(raw);
      young.set(own, depth);
      return own;
    },
  };
}
