// Brave Search API: an independent index; the key is sent in a header.
import { arrayAt, type JsonObject, objectAt, readJsonObject, stringAt } from '../base/json/json.ts';
import type { SearchEngine, SearchRefusal } from '../model/search-engine.ts';
import { readSearchResponse, resultUrls, withParameters } from './search-response.ts';

const publicUrl = 'https://api.search.brave.com/res/v1/web/search';
const pageSize = 20;
/** Maximum `offset`, which counts pages. */
const lastOffset = 9;

export const brave: SearchEngine = {
  id: 'brave',
  title: 'Brave Search API',
  specification: 'https://api-dashboard.search.brave.com/documentation/services/web-search',
  needs: ['key'],
  request: (query, cursor, { url, key }) => ({
    url: withParameters(url ?? publicUrl, { q: query, count: pageSize, offset: cursor ?? '0', result_filter: 'web' }),
    headers: { 'x-subscription-token': key ?? '' },
  }),
  read: (document, cursor) => {
    // An unknown key is reported as an invalid parameter: 422.
    if (document.status === 422) return refusalOfError(readJsonObject(document));
    const response = readSearchResponse(document);
    if (typeof response === 'string') return response;
    if (typeof response.type !== 'string' && objectAt(response, 'web') === null) return 'unreadable';
    const urls = resultUrls(arrayAt(objectAt(response, 'web') ?? {}, 'results'), 'url');
    const hasMore = objectAt(response, 'query')?.more_results_available !== false;
    const offset = Number(cursor ?? '0') + 1;
    return { urls, cursor: urls.length > 0 && hasMore && offset <= lastOffset ? String(offset) : null };
  },
};

function refusalOfError(response: JsonObject | undefined): SearchRefusal {
  const code = stringAt(objectAt(response ?? {}, 'error') ?? {}, 'code');
  return code.includes('TOKEN') ? 'denied' : 'unreadable';
}
