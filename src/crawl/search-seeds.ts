// Seeds from a search engine during a crawl: the next width once all previous results are crawled.
import type { Config } from '../config.ts';
import type { HostGate } from '../fetch/host-gate.ts';
import { createPoliteFetch, type PoliteFetch } from '../fetch/polite-fetch.ts';
import type { Clock } from '../model/clock.ts';
import type { Fetch } from '../model/fetch.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { SearchAccess, SearchEngine } from '../model/search-engine.ts';
import { composeQueries } from '../seeds/compose-queries.ts';
import { createProductiveTerms, type ProductiveTerms } from '../seeds/productive-terms.ts';
import { chooseEngine, requestWith } from '../seeds/search-engines.ts';
import { hasMore, nextGroup, type SearchPosition, startQuery, type WidthGroup } from '../seeds/width-search.ts';
import type { StoredOptions, StoredSearch } from './stored-crawl-options.ts';

export interface SearchedSeeds {
  readonly urls: readonly string[];
  readonly events: readonly CrawlEvent[];
  readonly requests: number;
}

export interface CrawlSearch {
  /** The next seeds; null if there are none, or none for now. The position is stored with them. */
  next(signal?: AbortSignal): Promise<SearchedSeeds | null>;
  /** True if the search was interrupted and can be continued with `--resume`. */
  isUnfinished(): boolean;
  /** Null if no new queries should be composed. */
  readonly terms: ProductiveTerms | null;
}

/** Engines that take words; others take patterns, which can't be composed. */
export function firstQueries(keywords: readonly string[], config: Config): StoredSearch {
  const engine = chooseEngine(config['search.engine'], accessOf(config));
  const mandatory = engine.id === 'commoncrawl' ? [] : config['search.mandatory'];
  const queries = composeQueries(keywords, mandatory).map(startQuery);
  // A query the engine can't handle is rejected before the crawl starts.
  for (const { text } of queries) engine.request(text, null, accessOf(config));
  return { engine: engine.id, queries, requests: 0, made: 0, terms: {} };
}

interface SearchParts {
  readonly stored: StoredOptions;
  readonly config: Config;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Shared with other crawls. */
  readonly gate?: HostGate | undefined;
}

/** Null for a crawl without keywords. */
export function openCrawlSearch({ stored, config, fetch, clock, gate }: SearchParts): CrawlSearch | null {
  const initial = stored.current().search;
  if (initial === undefined) return null;
  const access = accessOf(config);
  const engine = chooseEngine(initial.engine, access);
  const polite = createPoliteFetch(fetch, clock, gate);
  const request = requestWith(engine, access, politeGet(polite, config['politeness.delayMs']));
  const limits = { maxWidth: config['search.width'], maxRequests: config['search.maxRequests'] };
  const terms = config['search.newQueries'] > 0 ? createProductiveTerms(initial.terms) : null;
  let isBroken = false;
  return {
    terms,
    isUnfinished: () => isBroken,
    async next(signal) {
      if (isBroken) return null;
      const search = withNewQueries(stored.current().search ?? initial, terms, config);
      const group = await nextGroup(search, request, limits, signal);
      if (group === null || signal?.aborted) return null;
      if (group.failure !== null) {
        if (isWithoutResponse(search, group)) throw group.failure;
        isBroken = true;
      }
      stored.change({ search: { ...search, ...group.position, terms: terms?.counts() ?? {} } });
      return { urls: group.urls, events: eventsOf(engine, group), requests: group.position.requests - search.requests };
    },
  };
}

/** A search without any response is misconfigured: report it at once instead of running an empty crawl. */
function isWithoutResponse(before: SearchPosition, { position }: WidthGroup): boolean {
  return before.requests === 0 && position.queries.every(({ width, waiting }) => width === 0 && waiting.length === 0);
}

function eventsOf(engine: SearchEngine, { width, queries, urls, failure }: WidthGroup): CrawlEvent[] {
  const events: CrawlEvent[] = [];
  if (queries.length > 0) events.push({ type: 'search', engine: engine.id, width, queries, results: urls.length });
  if (failure !== null)
    events.push({ type: 'problem', url: engine.specification, code: failure.code, message: failure.message });
  return events;
}

/** When the queries are exhausted, words of productive pages form new ones. */
function withNewQueries(search: StoredSearch, terms: ProductiveTerms | null, config: Config): StoredSearch {
  const left = config['search.newQueries'] - search.made;
  if (terms === null || left <= 0 || hasMore(search, config['search.width'])) return search;
  const words = terms.best(
    left,
    search.queries.map(({ text }) => text),
  );
  const known = new Set(search.queries.map(({ text }) => text));
  const made = composeQueries(words, config['search.mandatory'])
    .filter((text) => !known.has(text))
    .slice(0, left);
  return { ...search, queries: [...search.queries, ...made.map(startQuery)], made: search.made + made.length };
}

/** The request carries the key: it goes only to the configured URL, without redirects or retries. */
function politeGet(polite: PoliteFetch, delayMs: number): Parameters<typeof requestWith>[2] {
  return (request, signal) =>
    polite.get({ ...request, accept: 'application/json', delayMs, mayHop: () => false }, signal);
}

function accessOf(config: Config): SearchAccess {
  return { url: config['search.url'], key: config['search.key'], account: config['search.account'] };
}
