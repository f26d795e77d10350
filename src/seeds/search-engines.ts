// The supported search engines and how to query them; every refusal becomes a coded error without the key.
import { maskSecrets } from '../base/url/url.ts';
import type { Document } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { SearchAccess, SearchEngine, SearchPage, SearchRefusal, SearchRequest } from '../model/search-engine.ts';
import { bing } from './bing.ts';
import { brave } from './brave.ts';
import { commonCrawl } from './common-crawl.ts';
import { google } from './google.ts';
import { searxng } from './searxng.ts';

export const searchEngines: readonly SearchEngine[] = [searxng, brave, google, bing, commonCrawl];

/** Names of the settings, for messages. */
const settingOf: Readonly<Record<keyof SearchAccess, string>> = {
  url: 'search.url',
  key: 'search.key',
  account: 'search.account',
};

/** The engine with this id. Throws `usage.no-search-engine` naming missing settings. */
export function chooseEngine(id: string, access: SearchAccess): SearchEngine {
  const engine = searchEngines.find((one) => one.id === id);
  if (engine === undefined) {
    const known = searchEngines.map((one) => one.id).join(', ');
    throw new GeotrawlError(
      'usage.no-search-engine',
      `Keywords need a search engine. Set search.engine (GEOTRAWL_SEARCH__ENGINE) to one of ${known}; searxng also needs search.url, brave search.key.`,
    );
  }
  const missing = engine.needs.filter((name) => access[name] === null).map((name) => settingOf[name]);
  if (missing.length > 0) {
    throw new GeotrawlError('usage.no-search-engine', `${engine.title} also needs ${missing.join(' and ')}.`, {
      facts: { engine: id, missing: missing.join() },
    });
  }
  if (access.url !== null && !/^https?:\/\/[^/]/i.test(access.url)) {
    throw new GeotrawlError('config.bad-value', `search.url is "${maskSecrets(access.url)}"; it must be a web URL.`);
  }
  return engine;
}

export type QueryEngine = (query: string, cursor: string | null, signal?: AbortSignal) => Promise<SearchPage>;

/** One page of results per call. Throws `search.*` for any other response, `fetch.*` without a response. */
export function requestWith(
  engine: SearchEngine,
  access: SearchAccess,
  get: (request: SearchRequest, signal?: AbortSignal) => Promise<Document>,
): QueryEngine {
  return async (query, cursor, signal) => {
    const document = await get(engine.request(query, cursor, access), signal);
    const page = engine.read(document, cursor);
    if (typeof page !== 'string') return page;
    throw refusedError(page, engine, document);
  };
}

const refusalWords: Readonly<Record<SearchRefusal, string>> = {
  denied: 'denied access: check search.key and that this type of request is allowed',
  quota: 'reported too many requests',
  unreadable: 'returned something other than a list of results',
};

function refusedError(refusal: SearchRefusal, engine: SearchEngine, document: Document): GeotrawlError {
  const { host } = new URL(document.url);
  const { status } = document;
  const message = `${engine.title} at ${host} ${refusalWords[refusal]} (status ${status}).`;
  const facts = { engine: engine.id, status, retryAfter: document.headers['retry-after'] ?? null };
  return new GeotrawlError(`search.${refusal}`, message, { retry: refusal === 'quota', facts });
}
