// SearXNG: a self-hosted metasearch engine; no key, and JSON if its operator enables it.
import { arrayAt } from '../base/json/json.ts';
import type { SearchEngine } from '../model/search-engine.ts';
import { readSearchResponse, resultUrls, withParameters } from './search-response.ts';

export const searxng: SearchEngine = {
  id: 'searxng',
  title: 'SearXNG',
  specification: 'https://docs.searxng.org/dev/search_api.html',
  needs: ['url'],
  request: (query, cursor, { url }) => ({
    url: withParameters(searchAddress(url ?? ''), { q: query, format: 'json', pageno: cursor ?? '1' }),
  }),
  read: (document, cursor) => {
    const response = readSearchResponse(document);
    if (typeof response === 'string') return response;
    if (!Array.isArray(response.results)) return 'unreadable';
    const urls = resultUrls(arrayAt(response, 'results'), 'url');
    // The number of pages is unknown: the first empty one ends the list.
    return { urls, cursor: urls.length === 0 ? null : String(Number(cursor ?? '1') + 1) };
  },
};

/** The setting may be the instance's URL or its search page. */
function searchAddress(url: string): string {
  const { pathname } = new URL(url);
  return /\/search\/?$/.test(pathname) ? url : new URL('search', url.endsWith('/') ? url : `${url}/`).href;
}
