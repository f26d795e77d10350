// Results of several queries in groups of ten, all of width i before width i + 1 ([POLARHUB]), with a position that can be stored.
import { GeotrawlError } from '../model/errors.ts';
import type { QueryEngine } from './search-engines.ts';

/** [POLARHUB]'s k: results of one width. */
const resultsPerWidth = 10;

/** The state of one query. */
export interface QueryPosition {
  readonly text: string;
  /** Groups returned so far. */
  readonly width: number;
  /** Results for later groups: the engine's page size differs from ours. */
  readonly waiting: readonly string[];
  /** The engine's cursor; null before the first page and after the last. */
  readonly cursor: string | null;
  readonly isExhausted: boolean;
}

export interface SearchPosition {
  readonly queries: readonly QueryPosition[];
  /** Requests sent to the engine, over all runs of the crawl. */
  readonly requests: number;
}

export interface WidthGroup {
  readonly position: SearchPosition;
  readonly width: number;
  readonly queries: readonly string[];
  readonly urls: readonly string[];
  /** Why the group is incomplete; the next call resumes there. */
  readonly failure: GeotrawlError | null;
}

export interface WidthLimits {
  readonly maxWidth: number;
  readonly maxRequests: number;
}

export function startQuery(text: string): QueryPosition {
  return { text, width: 0, waiting: [], cursor: null, isExhausted: false };
}

/** True while a query has groups left. */
export function hasMore({ queries }: SearchPosition, maxWidth: number): boolean {
  return queries.some((query) => isOpen(query, maxWidth));
}

/** The next group: ten results of every query with the smallest width. Null when all have reached their limit. */
export async function nextGroup(
  position: SearchPosition,
  ask: QueryEngine,
  limits: WidthLimits,
  signal?: AbortSignal,
): Promise<WidthGroup | null> {
  const open = position.queries.filter((query) => isOpen(query, limits.maxWidth));
  if (open.length === 0) return null;
  const width = Math.min(...open.map((query) => query.width)) + 1;
  const queries = [...position.queries];
  const urls: string[] = [];
  const requested: string[] = [];
  const spent = { requests: position.requests };
  let failure: GeotrawlError | null = null;
  for (const [index, query] of position.queries.entries()) {
    if (failure !== null || !open.includes(query) || query.width !== width - 1) continue;
    const filled = await fill(query, countedAsk(ask, spent, limits.maxRequests), signal);
    failure = filled.failure;
    queries[index] = failure === null ? taken(filled.query) : filled.query;
    if (failure !== null) continue;
    requested.push(query.text);
    urls.push(...filled.query.waiting.slice(0, resultsPerWidth));
  }
  const after = { queries, requests: spent.requests };
  return { position: after, width, queries: requested, urls: [...new Set(urls)], failure };
}

function isOpen({ width, waiting, isExhausted }: QueryPosition, maxWidth: number): boolean {
  return width < maxWidth && !(isExhausted && waiting.length === 0);
}

function taken(query: QueryPosition): QueryPosition {
  return { ...query, width: query.width + 1, waiting: query.waiting.slice(resultsPerWidth) };
}

/** Requests pages until ten results are available or there are no more. Keeps results received before a failure. */
async function fill(
  start: QueryPosition,
  ask: QueryEngine,
  signal: AbortSignal | undefined,
): Promise<{ query: QueryPosition; failure: GeotrawlError | null }> {
  let query = start;
  while (query.waiting.length < resultsPerWidth && !query.isExhausted) {
    try {
      const page = await ask(query.text, query.cursor, signal);
      const waiting = [...new Set([...query.waiting, ...page.urls])];
      // Some engines return the last page again for pages after it.
      const isRepeated = page.urls.length > 0 && waiting.length === query.waiting.length;
      query = { ...query, waiting, cursor: page.cursor, isExhausted: page.cursor === null || isRepeated };
    } catch (error) {
      if (!(error instanceof GeotrawlError)) throw error;
      return { query, failure: error };
    }
  }
  return { query, failure: null };
}

/** The quota of a crawl counts requests including failed ones, as engines do. */
function countedAsk(ask: QueryEngine, spent: { requests: number }, maxRequests: number): QueryEngine {
  return async (query, cursor, signal) => {
    if (spent.requests >= maxRequests) {
      throw new GeotrawlError(
        'search.quota',
        `This crawl has sent ${maxRequests} requests to the search engine, which is its limit (search.maxRequests).`,
        { facts: { requests: spent.requests } },
      );
    }
    spent.requests++;
    return ask(query, cursor, signal);
  };
}
