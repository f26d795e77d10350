// The Bing Web Search API, version 7. Microsoft's ended in 2025; others serve the same format, so the URL is a setting.
import { arrayAt, objectAt, objectsAt, readJsonObject, stringAt } from '../base/json/json.ts';
import type { SearchEngine } from '../model/search-engine.ts';
import { readSearchResponse, resultUrls, withParameters } from './search-response.ts';

const pageSize = 50;

export const bing: SearchEngine = {
  id: 'bing',
  title: 'Bing-compatible web search',
  specification: 'https://learn.microsoft.com/en-us/bing/search-apis/bing-web-search/reference/response-objects',
  needs: ['url', 'key'],
  request: (query, cursor, { url, key }) => ({
    url: withParameters(url ?? '', { q: query, count: pageSize, offset: cursor ?? '0', responseFilter: 'Webpages' }),
    headers: { 'ocp-apim-subscription-key': key ?? '' },
  }),
  read: (document, cursor) => {
    // 403 means either a key without permission or an exhausted monthly quota; the error distinguishes them.
    if (document.status === 403) {
      const codes = objectsAt(readJsonObject(document) ?? {}, 'errors').map((error) => stringAt(error, 'subCode'));
      return codes.some((code) => /quota|blocked/i.test(code)) ? 'quota' : 'denied';
    }
    const response = readSearchResponse(document);
    if (typeof response === 'string') return response;
    if (response._type !== 'SearchResponse') return 'unreadable';
    const pages = objectAt(response, 'webPages') ?? {};
    const values = arrayAt(pages, 'value');
    const offset = Number(cursor ?? '0') + values.length;
    const total = typeof pages.totalEstimatedMatches === 'number' ? pages.totalEstimatedMatches : 0;
    return { urls: resultUrls(values, 'url'), cursor: values.length > 0 && offset < total ? String(offset) : null };
  },
};
