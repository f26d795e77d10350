// Google Programmable Search (Custom Search JSON API): key and engine id; ten results per page, at most a hundred.
import { arrayAt, type JsonObject, objectAt, objectsAt, readJsonObject, stringAt } from '../base/json/json.ts';
import type { SearchEngine, SearchRefusal } from '../model/search-engine.ts';
import { readSearchResponse, resultUrls, withParameters } from './search-response.ts';

const publicUrl = 'https://www.googleapis.com/customsearch/v1';
const pageSize = 10;
/** The API returns 400 if start + num exceeds this. */
const lastResult = 100;

export const google: SearchEngine = {
  id: 'google',
  title: 'Google Programmable Search',
  specification: 'https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list',
  needs: ['key', 'account'],
  request: (query, cursor, { url, key, account }) => ({
    url: withParameters(url ?? publicUrl, {
      q: query,
      num: pageSize,
      start: cursor ?? '1',
      cx: account ?? '',
      key: key ?? '',
    }),
  }),
  read: (document, cursor) => {
    if (document.status >= 400) return refusalOfError(document.status, readJsonObject(document));
    const response = readSearchResponse(document);
    if (typeof response === 'string') return response;
    if (objectAt(response, 'queries') === null && !Array.isArray(response.items)) return 'unreadable';
    // `items` is missing if nothing was found.
    const urls = resultUrls(arrayAt(response, 'items'), 'link');
    const hasNext = objectsAt(objectAt(response, 'queries') ?? {}, 'nextPage').length > 0;
    const start = Number(cursor ?? '1') + pageSize;
    return { urls, cursor: hasNext && start + pageSize - 1 <= lastResult ? String(start) : null };
  },
};

/** Quota and key share statuses: 400 with a reason for bad keys, 403 and 429 with one for exhausted quotas. */
function refusalOfError(status: number, response: JsonObject | undefined): SearchRefusal {
  const error = objectAt(response ?? {}, 'error') ?? {};
  const reasons = [
    ...objectsAt(error, 'errors').map((one) => stringAt(one, 'reason')),
    ...objectsAt(error, 'details').map((one) => stringAt(one, 'reason')),
    stringAt(error, 'status'),
  ].join(' ');
  if (status === 429 || /limitExceeded|quotaExceeded|RESOURCE_EXHAUSTED/i.test(reasons)) return 'quota';
  if (status === 401 || status === 403 || /keyInvalid|API_KEY_INVALID|keyExpired/i.test(reasons)) return 'denied';
  return 'unreadable';
}
