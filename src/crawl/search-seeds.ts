// Seeds from a search engine while a crawl runs: the next width when everything before it is crawled.
import type { Config } from '../config.ts';
import type { OpenPlan, StoredSearch } from '../crawl-plan.ts';
import type { HostGate } from '../fetch/host-gate.ts';
import { createPoliteFetch, type PoliteFetch } from '../fetch/polite-fetch.ts';
import type { Clock } from '../model/clock.ts';
import type { Fetch } from '../model/fetch.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { SearchAccess, SearchEngine } from '../model/search-engine.ts';
import { composeQueries } from '../seeds/compose-queries.ts';
import { createProductiveTerms, type ProductiveTerms } from '../seeds/productive-terms.ts';
import { askWith, chooseEngine } from '../seeds/search-engines.ts';
import { hasMore, nextGroup, type SearchPosition, startQuery, type WidthGroup } from '../seeds/width-search.ts';

export interface SearchedSeeds {
  readonly urls: readonly string[];
  readonly events: readonly CrawlEvent[];
  readonly requests: number;
}

export interface CrawlSearch {
  /** The next seeds; null when there are no more, or none for now. Its position is in the plan when they are stored. */
  next(signal?: AbortSignal): Promise<SearchedSeeds | null>;
  /** True when the search broke off and can go on with `--resume`. */
  isUnfinished(): boolean;
  /** Null where no new queries are wanted. */
  readonly terms: ProductiveTerms | null;
}

/** Engines that take words; the others take patterns, which are not to be composed. */
export function firstQueries(keywords: readonly string[], config: Config): StoredSearch {
  const engine = chooseEngine(config['search.engine'], accessOf(config));
  const mandatory = engine.id === 'commoncrawl' ? [] : config['search.mandatory'];
  const queries = composeQueries(keywords, mandatory).map(startQuery);
  // A query the engine cannot take is refused before the crawl begins.
  for (const { text } of queries) engine.request(text, null, accessOf(config));
  return { engine: engine.id, queries, requests: 0, made: 0, terms: {} };
}

interface SearchParts {
  readonly plan: OpenPlan;
  readonly config: Config;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Shared with other crawls. */
  readonly gate?: HostGate | undefined;
}

/** Null for a crawl without keywords. */
export function openCrawlSearch({ plan, config, fetch, clock, gate }: SearchParts): CrawlSearch | null {
  const begun = plan.current().search;
  if (begun === undefined) return null;
  const access = accessOf(config);
  const engine = chooseEngine(begun.engine, access);
  const polite = createPoliteFetch(fetch, clock, gate);
  const ask = askWith(engine, access, politeGet(polite, config['politeness.delayMs']));
  const limits = { maxWidth: config['search.width'], maxRequests: config['search.maxRequests'] };
  const terms = config['search.newQueries'] > 0 ? createProductiveTerms(begun.terms) : null;
  let isBroken = false;
  return {
    terms,
    isUnfinished: () => isBroken,
    async next(signal) {
      if (isBroken) return null;
      const stored = withNewQueries(plan.current().search ?? begun, terms, config);
      const group = await nextGroup(stored, ask, limits, signal);
      if (group === null || signal?.aborted) return null;
      if (group.failure !== null) {
        if (isFirstAnswer(stored, group)) throw group.failure;
        isBroken = true;
      }
      plan.change({ search: { ...stored, ...group.position, terms: terms?.counts() ?? {} } });
      return { urls: group.urls, events: eventsOf(engine, group), requests: group.position.requests - stored.requests };
    },
  };
}

/** A search that never had an answer is set up wrongly: better told at once than hidden in an empty crawl. */
function isFirstAnswer(before: SearchPosition, { position }: WidthGroup): boolean {
  return before.requests === 0 && position.queries.every(({ width, waiting }) => width === 0 && waiting.length === 0);
}

function eventsOf(engine: SearchEngine, { width, queries, urls, failure }: WidthGroup): CrawlEvent[] {
  const events: CrawlEvent[] = [];
  if (queries.length > 0) events.push({ type: 'search', engine: engine.id, width, queries, results: urls.length });
  if (failure !== null)
    events.push({ type: 'problem', url: engine.specification, code: failure.code, message: failure.message });
  return events;
}

/** Once the queries there are have come to their end, words of productive pages make new ones. */
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

/** A request carries the key: it goes nowhere but to the address that was set, neither by redirect nor a second time. */
function politeGet(polite: PoliteFetch, delayMs: number): Parameters<typeof askWith>[2] {
  return (request, signal) =>
    polite.get({ ...request, accept: 'application/json', delayMs, mayHop: () => false }, signal);
}

function accessOf(config: Config): SearchAccess {
  return { url: config['search.url'], key: config['search.key'], account: config['search.account'] };
}
