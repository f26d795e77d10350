// Harvests an OpenSearch catalog: description, template, pages of results. In a two-step search the collections are the records,
// as in STAC; their products are read on request.
import { withoutQuery } from '../../base/url/ows-url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { nextAddress, onSameHost } from '../paging/link-paging.ts';
import { nextPage } from '../paging/offset-paging.ts';
import { emptyPage } from '../paging/tree-walk.ts';
import { readSearches, type Search, splitTemplate } from './opensearch.ts';
import { readSearchResults, type SearchResults } from './opensearch-results.ts';

/** The content of a cursor's token: the description of a collection's search, or a search in progress. */
type SearchToken =
  | { readonly description: string }
  | {
      readonly search: ChosenSearch;
      /** The page to request, if the search continues by links. */
      readonly url?: string;
      /** One of several searches: its total isn't that of the catalog. */
      readonly isPart: boolean;
      /** Results so far. */
      readonly reached: number;
    };

const pageSize = 100;
const common = { firstPosition: 0, pageSize, variants: 1, canSplit, canFilter: true, request, isOwnPage: isSameHost };

export const opensearchConnector: Connector = {
  ...common,
  kind: 'opensearch',
  catalogOf: ({ kind, endpoint }) => (kind === 'opensearch' && !isSecondStep(endpoint) ? endpoint : null),
  read: (document, cursor) => read(document, cursor, false),
};

export const opensearchItemsConnector: Connector = {
  ...common,
  kind: 'opensearch-items',
  onRequest: true,
  maxRepeats: 100,
  catalogOf: ({ kind, endpoint }) => (kind === 'opensearch' ? endpoint : null),
  read: (document, cursor) => read(document, cursor, true),
};

/** The description of the search in one collection: its results are products, often millions. */
function isSecondStep(endpoint: string): boolean {
  return (
    /[?&](?:parentidentifier|parentid|collection(?:id)?|dataset(?:id)?|uid|shortname)=[^&]/i.test(endpoint) ||
    /\/(?:granules|products)\//i.test(endpoint)
  );
}

/** A description leads to nothing but its searches. */
function isSameHost(url: string, endpoint: string): boolean {
  return onSameHost(url, endpoint) !== null;
}

function tokenOf({ token }: Cursor): SearchToken | null {
  return token === null ? null : (JSON.parse(token) as SearchToken);
}

function canSplit(cursor: Cursor): boolean {
  const token = tokenOf(cursor);
  return token !== null && ('description' in token || token.search.by !== 'link');
}

function request(endpoint: string, cursor: Cursor): ProbeRequest {
  const token = tokenOf(cursor);
  if (token === null || 'description' in token)
    return { url: token?.description ?? endpoint, accept: 'application/opensearchdescription+xml, */*;q=0.5' };
  const { search, url } = token;
  const count = search.by === 'page' ? pageSize : cursor.size;
  const filled = url ?? fillTemplate(search, { count, at: cursor.at, since: cursor.since });
  return { url: filled, accept: `${search.type}, */*;q=0.5` };
}

function read(document: Document, cursor: Cursor, isItemHarvest: boolean): RecordPage | null {
  const token = tokenOf(cursor);
  if (token === null || 'description' in token) return readDescription(document, cursor, token !== null);
  if (cursor.since !== null && document.status >= 400 && document.status < 500)
    return { ...emptyPage, next: { ...cursor, since: null } };
  const results = readSearchResults(document);
  if (results === null) return null;
  if (isItemHarvest && token.search.isCollections) return readCollectionSearches(document, cursor, results, token);
  return readResults(document, cursor, results, token);
}

function readDescription(document: Document, cursor: Cursor, isPart: boolean): RecordPage | null {
  if (document.status >= 400 || readXmlRoot(document)?.name !== 'OpenSearchDescription') return null;
  const search = chooseSearch(readSearches(document), document.finalUrl, !isPart);
  if (search === null || onSameHost(withoutQuery(search.template), document.finalUrl) === null) {
    const problems = new ProblemTally();
    const message = search === null ? 'No search returns records.' : 'The search is on another host.';
    problems.add('catalog.paging-odd', message, search?.template ?? document.finalUrl);
    return { ...emptyPage, lost: 1, problems: problems.list() };
  }
  const token: SearchToken = { search, isPart, reached: 0 };
  const since = supportsChanges(search.template) ? cursor.since : null;
  const size = search.by === 'page' ? 1 : pageSize;
  return { ...emptyPage, next: { ...cursor, at: 0, size, until: null, since, token: JSON.stringify(token) } };
}

type RunningSearch = Exclude<SearchToken, { description: string }>;

function readResults(document: Document, cursor: Cursor, results: SearchResults, token: RunningSearch): RecordPage {
  const { records, count, total } = results;
  const problems = new ProblemTally();
  const progress = { ...token, reached: token.reached + count };
  const isByLink = token.search.by === 'link' && count > 0 && results.next !== null;
  const url = isByLink ? nextAddress(results.next ?? '', document, problems) : null;
  const next =
    token.search.by !== 'link'
      ? nextByCount(cursor, results, progress)
      : url === null
        ? null
        : { ...cursor, at: cursor.at + count, token: JSON.stringify({ ...progress, url }) };
  return {
    records,
    omitted: count - records.length,
    deleted: [],
    total: token.isPart ? null : total,
    next,
    lost: isByLink && url === null ? 1 : 0,
    problems: [...results.problems, ...problems.list()],
  };
}

function nextByCount(cursor: Cursor, { count, total, next }: SearchResults, token: RunningSearch): Cursor | null {
  if (count === 0) return null;
  if (token.search.by === 'index') {
    const named = next === null ? null : cursor.at + count;
    return nextPage(cursor, { count, total, named, firstPosition: 0 });
  }
  const isMore = next !== null || total === null || token.reached < total;
  const isBounded = cursor.until !== null && cursor.at + 1 >= cursor.until;
  return isMore && !isBounded ? { ...cursor, at: cursor.at + 1, token: JSON.stringify(token) } : null;
}

/** The searches in the collections of a page, each harvested separately. */
function readCollectionSearches(
  document: Document,
  cursor: Cursor,
  results: SearchResults,
  token: RunningSearch,
): RecordPage {
  const page = readResults(document, cursor, results, token);
  const also = results.searches.map((description) => ({
    ...cursor,
    at: 0,
    size: 1,
    until: 1,
    total: null,
    token: JSON.stringify({ description }),
  }));
  return { ...page, records: [], omitted: 0, total: null, also: also.reverse() };
}

/** How a search continues: by the position of a record, by the number of a page, or by the links in its responses. */
type PagedBy = 'index' | 'page' | 'link';

interface ChosenSearch {
  readonly template: string;
  readonly type: string;
  readonly by: PagedBy;
  /** The number of the first record or page. */
  readonly offset: number;
  /** It lists collections, which have their own searches (OGC 13-026r9, two-step search). */
  readonly isCollections: boolean;
}

const parameter = /\{([^{}]{1,100})\}/g;
/** Records changed since an instant, in the terms of OGC 13-026r9 and of Dublin Core. */
const modifiedNames = ['eo:modificationdate', 'dct:modified', 'dc:modified'];

/** Formats from the best described to the least; HTML pages and suggestions aren't records. */
function rankOf(type: string): number {
  if (/html|suggestions|opensearchdescription/i.test(type)) return 0;
  const known = [/atom/i, /geo\+json|vnd\.geo\+json/i, /rss/i, /json/i, /xml/i].findIndex((one) => one.test(type));
  return known < 0 ? 0 : 5 - known;
}

/** Null without a search whose responses could be read. Collections first, if requested. */
function chooseSearch(searches: readonly Search[], base: string, prefersCollections: boolean): ChosenSearch | null {
  const usable = searches.filter(({ type, rel }) => rankOf(type) > 0 && !/suggestions|self|template/.test(rel));
  const collections = usable.filter(({ rel }) => /\bcollection\b/.test(rel));
  const results = usable.filter(({ rel }) => !/\bcollection\b/.test(rel));
  const isCollections = prefersCollections && collections.length > 0;
  const [best] = (isCollections ? collections : results).toSorted(
    (one, other) => rankOf(other.type) - rankOf(one.type),
  );
  if (best === undefined) return null;
  const names = namesIn(best.template);
  const by = names.has('startindex') ? 'index' : names.has('startpage') ? 'page' : 'link';
  const offset = by === 'index' ? best.indexOffset : best.pageOffset;
  // Resolving a URL escapes braces: the template is cut before its first parameter.
  const first = best.template.indexOf('{');
  const head = first < 0 ? best.template : best.template.slice(0, first);
  const absolute = /^https?:/i.test(best.template) ? head : webUrl(head, base);
  if (absolute === null) return null;
  return { template: absolute + best.template.slice(head.length), type: best.type, by, offset, isCollections };
}

function namesIn(template: string): ReadonlySet<string> {
  return new Set([...template.matchAll(parameter)].map(([, name = '']) => plainName(name)));
}

/** "os:startIndex?" is startindex; other prefixes distinguish parameters. */
function plainName(name: string): string {
  return name
    .replace(/\?$/, '')
    .replace(/^(?:os|opensearch):/i, '')
    .toLowerCase();
}

interface Filling {
  readonly count: number;
  /** Position or page, from 0. */
  readonly at: number;
  readonly since: string | null;
}

function supportsChanges(template: string): boolean {
  const names = namesIn(template);
  return modifiedNames.some((name) => names.has(name));
}

/** Unknown optional parameters are removed; required ones stay empty, as in a search for anything. */
function fillTemplate({ template, offset }: ChosenSearch, { count, at, since }: Filling): string {
  const values = new Map([
    ['count', String(count)],
    ['startindex', String(at + offset)],
    ['startpage', String(at + offset)],
    ['language', '*'],
    ['inputencoding', 'UTF-8'],
    ['outputencoding', 'UTF-8'],
  ]);
  // "[date" is an interval that starts there (OGC 13-026r9, table 8).
  if (since !== null) for (const name of modifiedNames) values.set(name, name.startsWith('eo:') ? `[${since}` : since);
  const [path, query] = splitTemplate(template);
  const fill = (text: string) =>
    text.replace(parameter, (_, name: string) => encodeURIComponent(values.get(plainName(name)) ?? ''));
  const isOmitted = (part: string) =>
    [...part.matchAll(parameter)].some(([, name = '']) => name.endsWith('?') && !values.has(plainName(name)));
  const kept = query.split('&').filter((part) => part !== '' && !isOmitted(part));
  return `${fill(path)}${kept.length > 0 ? '?' : ''}${kept.map(fill).join('&')}`;
}
