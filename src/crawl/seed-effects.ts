// The effects of seeds: those of a new crawl, and those a search engine returned.
import { fetchKey } from '../base/url/url.ts';
import type { Offer } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import { seedLink } from '../seeds/url-list.ts';
import type { CrawlTarget, ReadingContext } from './crawl-session.ts';
import type { SearchedSeeds } from './search-seeds.ts';
import { noEffects, problemEvent, type VisitEffects } from './visit-effects.ts';

/** The offers of a new crawl: its seeds, at depth 0. */
export function seedEffects(target: CrawlTarget, { offersFrom, takeKindFailures }: ReadingContext): VisitEffects {
  const guesses = target.guesses.map((url): Link => ({ ...seedLink(url), foundBy: 'sibling' }));
  const archives = new Set(target.archives.map(({ url }) => url));
  const isArchive = (seed: string) => archives.has(fetchKey(seed) ?? seed);
  const pages = target.seeds.filter((seed) => !isArchive(seed)).map(seedLink);
  const offers = [
    ...target.seeds.filter(isArchive).map(archiveOffer),
    ...offersFrom([...pages, ...guesses], { via: null, depth: 0 }),
  ];
  return { ...noEffects, offers, events: takeKindFailures().map((failure) => problemEvent(failure.url, failure)) };
}

/** Requested as is: its connector knows it. */
function archiveOffer(seed: string): Offer {
  const url = fetchKey(seed) ?? seed;
  return { url, pool: 'page', kind: null, step: 0, cls: 0, depth: 0, foundBy: 'seed', anchor: '', via: null };
}

/** Search engine results are seeds like any other: their sites belong to the crawl. */
export function searchEffects(
  { offersFrom, widenScope }: ReadingContext,
  { urls, events, requests }: SearchedSeeds,
): VisitEffects {
  for (const url of urls) widenScope(url);
  return { ...noEffects, offers: offersFrom(urls.map(seedLink), { via: null, depth: 0 }), events, requests };
}
