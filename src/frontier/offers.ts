// Turns the links of a page into offers to the frontier: what to probe, what to read as a page, what to skip.

import { LRUCache } from 'lru-cache';
import { copyString } from '../base/text/copy-string.ts';
import { readOwsQuery } from '../base/url/ows-url.ts';
import { fetchKey } from '../base/url/url.ts';
import type { Offer, VisitRef } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { Rank, RankedPage } from '../model/rank.ts';

/**
 * Minimum suspicion for a link to be probed as a service; below it, it is at most a page. If it is a page after all,
 * the probe usually returns that page, which is then read.
 */
const probeFrom = 0.5;
/** Two kinds may share a URL (WMS and WFS); more guesses would be excessive. */
const probesPerLink = 2;

/** Raw links remembered to drop repeats. */
const rememberedLinks = 131_072;

/** The crawl's rules for what may be offered. One per crawl. */
export interface OfferRules {
  readonly maxDepth: number;
  readonly inScope: (url: string) => boolean;
  readonly isFollowable: (url: string) => boolean;
  readonly suspicions: (link: Link) => readonly { readonly kind: string; readonly score: number }[];
  /** The first request that would prove `kind` at `url`; null if the kind has none. */
  readonly firstProbe: (kind: string, url: string) => string | null;
  readonly rank: Rank;
}

/** Where the links were found. */
export interface OfferSource {
  readonly via: VisitRef | null;
  /** Depth of the link targets. */
  readonly depth: number;
  /** The page that contains them, if it was read. */
  readonly page?: RankedPage;
}

/**
 * Makes the offers of a page's links. Links already seen at the same or a smaller depth are dropped by their raw text,
 * before any parsing: four of five links on the web are repeats ([GEOWEB]).
 */
export function createOfferMaker(rules: OfferRules): (links: Iterable<Link>, source: OfferSource) => Offer[] {
  const depths = new LRUCache<string, number>({ max: rememberedLinks });
  return (links, source) => {
    const offers: Offer[] = [];
    for (const link of links) {
      const known = depths.get(link.url);
      if (known !== undefined && known <= source.depth) continue;
      // A copy, because offers and cache outlive the page's text.
      const url = copyString(link.url);
      depths.set(url, source.depth);
      addOffers(offers, { link, url }, source, rules);
    }
    return offers;
  };
}

interface NewLink {
  readonly link: Link;
  /** The URL as a copy, independent of the page's text. */
  readonly url: string;
}

function addOffers(offers: Offer[], { link, url: raw }: NewLink, source: OfferSource, rules: OfferRules): void {
  const url = fetchKey(raw);
  if (url === null) return;
  const suspicions = rules.suspicions(link);
  const best = suspicions[0]?.score ?? 0;
  // The spread comes last: in Node 20 properties named after a spread get new hidden classes each time, 5 µs per offer.
  const common = { depth: source.depth, foundBy: link.foundBy, via: source.via, step: 0 };
  const known = { link, depth: source.depth, inScope: true, parent: source.page ?? null };
  for (const { kind, score } of suspicions.slice(0, probesPerLink)) {
    if (score < probeFrom) break;
    const probe = rules.firstProbe(kind, url);
    const probeUrl = probe === null ? null : fetchKey(probe);
    if (probeUrl === null) continue;
    const cls = rules.rank.classOf({ pool: 'probe', suspicion: score, ...known }, probeUrl);
    offers.push({ url: probeUrl, pool: 'probe', kind, cls, anchor: copyString(link.anchor), ...common });
  }
  if (best < probeFrom && isPage(url, link, source, rules)) {
    const cls = rules.rank.classOf({ pool: 'page', suspicion: best, ...known }, url);
    offers.push({ url, pool: 'page', kind: null, cls, anchor: copyString(link.anchor), ...common });
  }
}

function isPage(url: string, link: Link, source: OfferSource, rules: OfferRules): boolean {
  if (link.nofollow || source.depth > rules.maxDepth || !rules.isFollowable(url)) return false;
  // A GetMap or GetFeature link costs the server work and contains no links: its capabilities are probed instead.
  if (readOwsQuery(url)?.request != null) return false;
  return rules.inScope(url);
}
