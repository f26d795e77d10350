// Opens a crawl's rules for reading responses and ranking links.
import type { Config } from '../config.ts';
import { isFollowable } from '../extract/page/follow.ts';
import { createOfferMaker, type OfferRules } from '../frontier/offers.ts';
import { makeScope, parsePattern } from '../frontier/scope.ts';
import { chooseKinds } from '../identify/choose-kinds.ts';
import { nextProbe } from '../identify/next-probe.ts';
import { suspicions } from '../identify/suspicions.ts';
import type { LoadedKind } from '../plugins/kind-modules.ts';
import { registryOf } from '../plugins/kind-modules.ts';
import type { KindFailure } from '../plugins/plugin-kind.ts';
import { fifo } from '../rank/fifo.ts';
import type { CrawlDependencies, ReadingContext } from './crawl-session.ts';
import type { StoredOptions } from './stored-crawl-options.ts';

export type CrawlKinds = Pick<ReadingContext, 'kinds' | 'takeKindFailures'>;

/** The kinds of the registry with these ids; null for all. */
export function openKinds(plugins: readonly LoadedKind[], ids: readonly string[] | null): CrawlKinds {
  const failures: KindFailure[] = [];
  const registry = registryOf(plugins, (failure) => failures.push(failure));
  return { kinds: chooseKinds(registry, ids), takeKindFailures: () => failures.splice(0) };
}

export interface CrawlScope {
  inScope(url: string): boolean;
  widen(url: string): void;
  /** Adopts seeds added by other workers. */
  refresh(): void;
}

export function openScope(stored: StoredOptions, config: Config): CrawlScope {
  const { include, exclude } = stored.current();
  const patterns = { include: include.map(parsePattern), exclude: exclude.map(parsePattern) };
  const scopeOf = (seeds: readonly string[]) => makeScope({ seeds, scope: config['crawl.scope'], ...patterns });
  let { seeds: known } = stored.current();
  let scope = scopeOf(known);
  const refresh = () => {
    const { seeds } = stored.current();
    if (seeds.length === known.length) return;
    known = seeds;
    scope = scopeOf(seeds);
  };
  return {
    inScope: (url) => scope(url),
    refresh,
    widen: (url) => {
      const { seeds } = stored.current();
      if (seeds.includes(url)) return;
      stored.change({ seeds: [...seeds, url] });
      refresh();
    },
  };
}

export interface ReadingRules extends Pick<ReadingContext, 'region' | 'rank' | 'terms'> {
  readonly config: Config;
  readonly kinds: CrawlKinds;
  readonly scope: CrawlScope;
}

export function openReading(
  { config, kinds: { kinds, takeKindFailures }, scope: { inScope, widen }, region, rank, terms }: ReadingRules,
  wrapOffers: CrawlDependencies['wrapOffers'] = (offers) => offers,
): ReadingContext {
  const maxDepth = config['crawl.depth'];
  const rules: OfferRules = {
    maxDepth,
    inScope,
    isFollowable,
    rank: rank ?? fifo,
    suspicions: (link) => suspicions(link, kinds),
    firstProbe: (kind, url) => nextProbe(kind, url, 0, kinds)?.url ?? null,
  };
  let makeOffers = createOfferMaker(rules);
  return {
    kinds,
    takeKindFailures,
    rank,
    inScope,
    widenScope: widen,
    region,
    maxDepth,
    terms,
    offersFrom: (links, source) => wrapOffers(makeOffers(links, source)),
    forgetLinks: () => {
      makeOffers = createOfferMaker(rules);
    },
    platformGuesses: new Map(),
  };
}
