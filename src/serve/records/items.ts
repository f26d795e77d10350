// OGC API – Records: items and single records in all formats.
import { bindFilter, ownNames } from '../../query/bind-filter.ts';
import { parseCql2Json } from '../../query/cql2-json.ts';
import { datasetGraph } from '../formats/dcat-record.ts';
import { iso19139 } from '../formats/iso19139.ts';
import { recordFeature } from '../formats/record-feature.ts';
import {
  collectionUrl,
  itemsUrl,
  type Link,
  linkHeader,
  recordUrl,
  relationOf,
  withQuery,
} from '../formats/record-links.ts';
import { allOf, sortIn } from '../http/query-filter.ts';
import type { RecordPage } from '../http/record-list.ts';
import { filterOf, findRecord, sortableNames } from '../http/record-query.ts';
import { countIn, formOf, type HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse, htmlResponse, jsonResponse, xmlResponse } from '../http/response.ts';
import type { RecordsContext } from './records-context.ts';

export const defaultLimit = 10;
export const maxLimit = 1000;

export const itemForms = { json: 'application/geo+json', html: 'text/html' } as const;
export const recordForms = { ...itemForms, jsonld: 'application/ld+json', iso: 'application/xml' } as const;

export async function getItems(request: HttpRequest, context: RecordsContext): Promise<HttpResponse> {
  return respondItems(request, context, null);
}

/** The body is CQL2 JSON whatever its Content-Type: OWSLib sends text/xml. */
export async function postItems(request: HttpRequest, context: RecordsContext): Promise<HttpResponse> {
  const text = (await request.text()).trim();
  if (text === '') throw badParameter('body', 'must be a filter in CQL2 JSON.');
  return respondItems(request, context, text);
}

async function respondItems(request: HttpRequest, context: RecordsContext, body: string | null): Promise<HttpResponse> {
  const { query } = request;
  const form = formOf(request, itemForms);
  const limit = countIn(query, 'limit', defaultLimit, { least: 1, most: maxLimit });
  const offset = countIn(query, 'offset');
  const posted = body === null ? null : bindFilter(parseCql2Json(body), ownNames);
  const filter = allOf([posted, filterOf(query)]);
  const found = await context.list.find({ filter, sort: sortIn(query, sortableNames), offset, limit });
  // The filter of a body becomes part of the next page's URL.
  const paged = new URLSearchParams(query);
  if (body !== null) {
    if (query.has('filter')) throw badParameter('filter', 'must be in the body or in the URL, not in both.');
    paged.set('filter', body);
    paged.set('filter-lang', 'cql2-json');
  }
  const links = pageLinks({ base: request.base, query: paged, found, offset, limit });
  if (form === 'html') return htmlResponse(context.pages.results(request, { found, offset, links }));
  return itemsResponse(found, links, request.base);
}

function itemsResponse(found: RecordPage, links: readonly Link[], base: string): HttpResponse {
  const content = {
    type: 'FeatureCollection',
    numberMatched: found.total,
    numberReturned: found.records.length,
    features: found.records.map((record) => recordFeature(record, base)),
    links,
  };
  const response = jsonResponse({ ...content, timeStamp: new Date().toISOString() }, itemForms.json);
  return { ...response, etagSource: JSON.stringify(content), headers: { link: linkHeader(links) } };
}

interface PageOf {
  readonly base: string;
  readonly query: URLSearchParams;
  readonly found: RecordPage;
  readonly offset: number;
  readonly limit: number;
}

function pageLinks({ base, query, found, offset, limit }: PageOf): readonly Link[] {
  const url = itemsUrl(base);
  const at = (start: number) => withQuery(url, query, { offset: String(start), limit: String(limit) });
  const type = itemForms.json;
  return [
    { rel: 'self', type, title: 'This page', href: withQuery(url, query, { f: null }) },
    { rel: 'alternate', type: 'text/html', title: 'This page for people', href: withQuery(url, query, { f: 'html' }) },
    { rel: 'collection', type: 'application/json', title: 'The catalog', href: collectionUrl(base) },
    { rel: 'profile', href: 'http://www.opengis.net/def/profile/OGC/0/ogc-catalog' },
    { rel: relationOf('queryables'), type: 'application/schema+json', href: `${collectionUrl(base)}/queryables` },
    ...(found.next === null ? [] : [{ rel: 'next', type, title: 'Next page', href: at(found.next) }]),
    ...(offset > 0 ? [{ rel: 'prev', type, title: 'Previous page', href: at(Math.max(0, offset - limit)) }] : []),
  ];
}

export async function getRecord(request: HttpRequest, context: RecordsContext): Promise<HttpResponse> {
  const record = await findRecord(context, request.parameters.record ?? '');
  const form = formOf(request, recordForms);
  if (form === 'html') return htmlResponse(await context.pages.record(record, request));
  if (form === 'iso') return xmlResponse(iso19139(record, request.base));
  if (form === 'jsonld') return jsonResponse(datasetGraph([record], request.base), recordForms.jsonld);
  const response = jsonResponse(recordFeature(record, request.base), itemForms.json);
  return { ...response, headers: { link: `<${recordUrl(request.base, record.id)}>; rel="canonical"` } };
}
