// The URL index of Common Crawl (CDX server API of pywb): searched by URL pattern instead of words, such as `*.gov.uk *getcapabilities*`.
import { isObject, type JsonValue, parseObject, readJson, stringAt } from '../base/json/json.ts';
import { webUrl } from '../base/url/web-url.ts';
import type { Document } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { SearchEngine, SearchPage, SearchRefusal } from '../model/search-engine.ts';
import { refusalOf, withParameters } from './search-response.ts';

/** The list of indexes, newest first. */
const publicUrl = 'https://index.commoncrawl.org/collinfo.json';

/** The cursor is 'INDEX PAGE'; the list of indexes is requested before the first page. */
export const commonCrawl: SearchEngine = {
  id: 'commoncrawl',
  title: 'Common Crawl index',
  specification: 'https://pywb.readthedocs.io/en/latest/manual/cdxserver_api.html',
  needs: [],
  request: (query, cursor, { url }) => {
    const pattern = parsePattern(query);
    if (cursor === null) return { url: url ?? publicUrl };
    const [index = '', page = '0'] = cursor.split(' ');
    const filters = ['=status:200', ...(pattern.filter === null ? [] : [`~url:${pattern.filter}`])];
    const address = new URL(
      withParameters(index, { url: pattern.where, output: 'json', fl: 'url', page, pageSize: 1 }),
    );
    for (const filter of filters) address.searchParams.append('filter', filter);
    return { url: address.href };
  },
  read: (document, cursor) => (cursor === null ? readIndexes(document) : readCaptures(document, cursor)),
};

/** `WHERE [PATTERN]`: an index is sorted by host, so a part of it must be named; `*` matches anything in both. */
function parsePattern(query: string): { where: string; filter: string | null } {
  const [where = '', ...patterns] = query.trim().split(/\s+/);
  if (!where.includes('.') || !/[a-z0-9]/i.test(where)) {
    throw new GeotrawlError(
      'usage.bad-argument',
      `"${query}" names no part of the web. Write it like "*.gov.uk *getcapabilities*".`,
      { facts: { query } },
    );
  }
  if (patterns.length === 0) return { where, filter: null };
  // The server matches from the beginning, with Python's regular expressions.
  const parts = patterns.map((pattern) => pattern.split('*').map(escaped).join('.*'));
  return { where, filter: `(?i).*${parts.join('.*')}.*` };
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}

function readIndexes(document: Document): SearchPage | SearchRefusal {
  const refusal = refusalOf(document.status);
  if (refusal !== null) return refusal;
  const list = readJson(document);
  const newest = Array.isArray(list) ? (list as readonly JsonValue[]).find(isObject) : undefined;
  const index = newest === undefined ? null : webUrl(stringAt(newest, 'cdx-api'));
  return index === null ? 'unreadable' : { urls: [], cursor: `${index} 0` };
}

function readCaptures(document: Document, cursor: string): SearchPage | SearchRefusal {
  // Status 404 or 400: no capture, or a page after the last one.
  if (document.status === 404 || document.status === 400) return { urls: [], cursor: null };
  const refusal = refusalOf(document.status);
  if (refusal !== null) return document.status === 503 ? 'quota' : refusal;
  const urls = new Set<string>();
  const lines = document
    .text()
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const line of lines) {
    const url = captureUrl(line);
    if (url !== null) urls.add(url);
  }
  // A page without matches isn't necessarily the last one.
  if (lines.length > 0 && urls.size === 0) return 'unreadable';
  const [index = '', page = '0'] = cursor.split(' ');
  return { urls: [...urls], cursor: `${index} ${Number(page) + 1}` };
}

function captureUrl(line: string): string | null {
  const capture = parseObject(line);
  return capture === null ? null : webUrl(stringAt(capture, 'url'));
}
