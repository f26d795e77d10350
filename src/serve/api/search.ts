// /api/v1/search: ranked results with explanations, and /api/v1/facets: counts per value.

import type { ShownResource } from '../../model/catalog.ts';
import { recordProperty } from '../../query/record-properties.ts';
import { withQuery } from '../formats/record-links.ts';
import { pageUrl } from '../formats/record-url.ts';
import { sortIn } from '../http/query-filter.ts';
import { filterOf, itemParameters, sortableNames } from '../http/record-query.ts';
import { countIn, type HttpRequest, listIn } from '../http/request.ts';
import { badParameter, type HttpResponse, jsonResponse } from '../http/response.ts';
import { queryIn, searchFilter } from '../http/search-query.ts';
import type { ServerContext } from '../http/server-context.ts';
import { cursorAt, positionIn } from './cursor.ts';

export const maxLimit = 1000;

interface SearchPage {
  readonly total: number;
  readonly items: readonly object[];
  /** Cursor of the next page; null on the last one. */
  readonly cursor: string | null;
  readonly more?: object;
}

export async function getSearch(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { query, base } = request;
  const limit = countIn(query, 'limit', 20, { most: maxLimit });
  const { total, items, cursor, more } = await (query.has('sortby') ? sorted : ranked)(request, context, limit);
  const next = cursor === null ? null : withQuery(`${base}/api/v1/search`, query, { cursor, offset: null });
  return {
    ...jsonResponse({ total, items, next, ...more }),
    ...(next === null ? {} : { headers: { link: `<${next}>; rel="next"` } }),
  };
}

async function ranked(
  { query, base, signal }: HttpRequest,
  { catalog }: ServerContext,
  limit: number,
): Promise<SearchPage> {
  const after = query.get('cursor');
  if (after !== null && query.has('offset')) throw badParameter('cursor', 'must not be combined with offset.');
  const start = after === null ? { offset: positionIn(query) } : { after };
  const found = await catalog.list({ ...queryIn(query), limit, ...start }, signal);
  const items = found.lines.map(({ resource, layer, layers, distributions, score, reasons }) => ({
    ...summary(resource, base),
    ...(layer === null ? {} : { layer }),
    score,
    reasons,
    layers,
    distributions,
  }));
  const { total, next, facets, expansions, relaxed, waiting } = found;
  return { total, items, cursor: next, more: { facets, expansions, relaxed, waiting } };
}

/** Null when the results are sorted by a property. */
async function sorted({ query, base }: HttpRequest, { list }: ServerContext, limit: number): Promise<SearchPage> {
  for (const name of ['each', 'facets', 'expand', 'without', 'copies'])
    if (query.has(name)) throw badParameter(name, 'needs ranking by relevance; remove sortby.');
  const filter = searchFilter(query);
  const offset = positionIn(query);
  const found = await list.find({ filter, sort: sortIn(query, sortableNames), limit, offset });
  const items = found.records.map((record) => summary(record, base));
  return { total: found.total, items, cursor: found.next === null ? null : cursorAt(found.next) };
}

type Summarized = Pick<
  ShownResource,
  'id' | 'kind' | 'family' | 'version' | 'title' | 'abstract' | 'endpoint' | 'extent' | 'layerCount' | 'provider'
>;

/** The fields of one result row. */
function summary(resource: Summarized, base: string): object {
  const { id, kind, family, version, title, abstract, endpoint, extent, layerCount, provider } = resource;
  return {
    id,
    kind,
    family,
    version,
    title,
    abstract,
    endpoint,
    extent,
    layerCount,
    organization: provider?.organization ?? null,
    self: `${base}/api/v1/resources/${id}`,
    page: pageUrl(base, id),
  };
}

/** Properties with few enough values to choose from. */
const facetNames = [
  'type',
  'kind',
  'host',
  'organization',
  'language',
  'topics',
  'license',
  'open',
  'software',
  'crs',
  'formats',
  'problems',
];
const defaultFacets = ['type', 'kind', 'organization', 'language', 'topics', 'license'];
const valuesShown = 50;

export const facetParameters: readonly string[] = [
  ...itemParameters.filter((name) => !['limit', 'offset', 'f', 'lang', 'sortby'].includes(name)),
  'by',
];

export async function getFacets(request: HttpRequest, { list }: ServerContext): Promise<HttpResponse> {
  const names = listIn(request.query, 'by') ?? defaultFacets;
  for (const name of names)
    if (!facetNames.includes(name)) throw badParameter('by', `"${name}" must be one of ${facetNames.join(', ')}.`);
  const { total, counts } = await list.count(filterOf(request.query), names);
  const facets = names.map((name) => {
    const values = [...(counts.get(name) ?? new Map<string, number>())]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { name, title: recordProperty(name)!.title, different: values.length, values: values.slice(0, valuesShown) };
  });
  return jsonResponse({ total, facets });
}
