// /collections/services/items: search with parameters and filters, and single records.
import type { Filter } from '../../model/filter.ts';
import type { Resource } from '../../model/resource.ts';
import { bindFilter, ownNames } from '../../query/bind-filter.ts';
import { parseCql2Json } from '../../query/cql2-json.ts';
import { datasetGraph } from '../formats/dcat-record.ts';
import { iso19139 } from '../formats/iso19139.ts';
import { queryableNames, sortableNames } from '../formats/queryables.ts';
import { recordFeature } from '../formats/record-feature.ts';
import { collectionUrl, itemsUrl, type Link, recordUrl, relationOf, withQuery } from '../formats/record-links.ts';
import {
  allOf,
  anyOf,
  boxFilter,
  boxIn,
  languageFilter,
  propertyFilter,
  sortIn,
  timeFilter,
  wordsFilter,
} from '../http/query-filter.ts';
import { type Asked, checkQuery, countIn, formOf, listIn } from '../http/request.ts';
import { type Answer, badParameter, htmlAnswer, jsonAnswer, notFound, xmlAnswer } from '../http/response.ts';
import { settingOf } from '../pages/page-setting.ts';
import { readLayerWish } from '../pages/record/layer-list.ts';
import { recordPage } from '../pages/record/record-page.ts';
import { resultsPage } from '../pages/search/results-page.ts';
import type { RecordPage } from '../record-list.ts';
import type { Serving } from '../serving.ts';

export const defaultLimit = 10;
export const maxLimit = 1000;
const maxOffset = Number.MAX_SAFE_INTEGER;

/** Parameters of the standard, and `offset`, `f` and `lang`, which clients add. */
export const itemParameters: readonly string[] = [
  ...['bbox', 'datetime', 'limit', 'offset', 'ids', 'q', 'externalIds', 'sortby', 'filter', 'filter-lang', 'f', 'lang'],
  ...queryableNames,
];

const itemForms = { json: 'application/geo+json', html: 'text/html' } as const;
const recordForms = { ...itemForms, jsonld: 'application/ld+json', iso: 'application/xml' } as const;

export async function getItems(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, itemParameters);
  return answerItems(asked, serving, null);
}

/** The body is CQL2 JSON whatever Content-Type says: OWSLib calls it text/xml. */
export async function postItems(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, itemParameters);
  const text = (await asked.text()).trim();
  if (text === '') throw badParameter('body', 'a filter in CQL2 JSON is expected.');
  return answerItems(asked, serving, text);
}

async function answerItems(asked: Asked, serving: Serving, body: string | null): Promise<Answer> {
  const { query } = asked;
  const form = formOf(asked, itemForms);
  const limit = countIn(query, 'limit', defaultLimit, { least: 1, most: maxLimit });
  const offset = countIn(query, 'offset', 0, { least: 0, most: maxOffset });
  const posted = body === null ? null : bindFilter(parseCql2Json(body), ownNames);
  const filter = allOf([posted, filterOf(query)]);
  const found = await serving.list.find({ filter, sort: sortIn(query, sortableNames), offset, limit });
  // The filter of a body goes on in the address of the next page.
  const paged = new URLSearchParams(query);
  if (body !== null) {
    if (query.has('filter')) throw badParameter('filter', 'give it in the body or in the address, not in both.');
    paged.set('filter', body);
    paged.set('filter-lang', 'cql2-json');
  }
  const links = pageLinks({ base: asked.base, query: paged, found, offset, limit });
  if (form === 'html')
    return htmlAnswer(resultsPage({ setting: settingOf(asked, serving), query, found, offset, links }));
  return itemsAnswer(found, links, asked.base);
}

function itemsAnswer(found: RecordPage, links: readonly Link[], base: string): Answer {
  const content = {
    type: 'FeatureCollection',
    numberMatched: found.total,
    numberReturned: found.records.length,
    features: found.records.map((record) => recordFeature(record, base)),
    links,
  };
  const answer = jsonAnswer({ ...content, timeStamp: new Date().toISOString() }, itemForms.json);
  return { ...answer, sameAs: JSON.stringify(content), headers: { link: linkHeader(links) } };
}

export function filterOf(query: URLSearchParams): Filter | null {
  return allOf([
    boxFilter(boxIn(query)),
    timeFilter(query),
    wordsFilter(query),
    idsFilter(query),
    externalIdsFilter(query),
    ...queryableNames.filter((name) => query.has(name)).map((name) => propertyFilter(query, name)),
    languageFilter(query),
  ]);
}

function idsFilter(query: URLSearchParams): Filter | null {
  const ids = listIn(query, 'ids');
  return (
    ids && { op: 'in', value: { is: 'property', name: 'id' }, list: ids.map((value) => ({ is: 'literal', value })) }
  );
}

/** `url:https://…`, `https://…`, or the scheme alone, which every record has. */
function externalIdsFilter(query: URLSearchParams): Filter | null {
  const ids = listIn(query, 'externalIds');
  if (ids === null) return null;
  const filters = ids.map((id): Filter => {
    if (id === 'url') return { op: 'constant', value: true };
    const value = id.startsWith('url:') ? id.slice('url:'.length) : id;
    return { op: '=', left: { is: 'property', name: 'endpoint' }, right: { is: 'literal', value } };
  });
  return anyOf(filters);
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
  const end = offset + found.records.length;
  return [
    { rel: 'self', type, title: 'This page', href: withQuery(url, query, { f: null }) },
    { rel: 'alternate', type: 'text/html', title: 'This page for people', href: withQuery(url, query, { f: 'html' }) },
    { rel: 'collection', type: 'application/json', title: 'The catalog', href: collectionUrl(base) },
    { rel: 'profile', href: 'http://www.opengis.net/def/profile/OGC/0/ogc-catalog' },
    { rel: relationOf('queryables'), type: 'application/schema+json', href: `${collectionUrl(base)}/queryables` },
    ...(found.records.length > 0 && end < found.total
      ? [{ rel: 'next', type, title: 'Next page', href: at(end) }]
      : []),
    ...(offset > 0 ? [{ rel: 'prev', type, title: 'Previous page', href: at(Math.max(0, offset - limit)) }] : []),
  ];
}

export function linkHeader(links: readonly Link[]): string {
  return links
    .filter(({ rel }) => ['next', 'prev', 'collection', 'alternate'].includes(rel))
    .map(({ href, rel, type }) => `<${href}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`)
    .join(', ');
}

export async function getRecord(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['f', 'lang']);
  const record = await findRecord(serving, asked.parameters.record ?? '');
  const form = formOf(asked, recordForms);
  if (form === 'html') return htmlAnswer(await pageOfRecord(record, asked, serving));
  if (form === 'iso') return xmlAnswer(iso19139(record, asked.base));
  if (form === 'jsonld') return jsonAnswer(datasetGraph([record], asked.base), recordForms.jsonld);
  const answer = jsonAnswer(recordFeature(record, asked.base), itemForms.json);
  return { ...answer, headers: { link: `<${recordUrl(asked.base, record.id)}>; rel="canonical"` } };
}

export async function pageOfRecord(record: Resource, asked: Asked, serving: Serving): Promise<string> {
  const { catalog } = serving;
  const [history, provenance, ways, monitored, rounds] = await Promise.all([
    catalog.history(record.id),
    catalog.provenance(record.id),
    catalog.duplicates.ways({ id: record.id, layer: null }),
    catalog.checks.get(record.id),
    catalog.checks.rounds(record.id, { limit: 5, sinceMs: 0 }),
  ]);
  const health = { monitored, rounds };
  const layers = readLayerWish(asked.query);
  const hostCountry = await catalog.hostCountry(record.endpoint);
  const setting = settingOf(asked, serving);
  return recordPage({ record, history, provenance, ways, health, hostCountry, setting, layers });
}

/** By its whole identifier: the beginning of one is good enough on the command line only. */
export async function findRecord({ catalog }: Serving, id: string): Promise<Resource> {
  const record = /^[0-9a-f]{16}$/.test(id) ? await catalog.get(id) : null;
  if (record === null) throw notFound(`There is no record ${JSON.stringify(id)}.`);
  return record;
}
