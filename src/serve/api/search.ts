// /api/v1/search: ranked results with reasons, and /api/v1/facets: what there is of what.

import { isTopicId } from '../../classify/vocabularies/topic-ids.ts';
import type { ShownResource } from '../../model/catalog.ts';
import type { Filter } from '../../model/filter.ts';
import type { SearchQuery } from '../../model/search.ts';
import { recordProperty } from '../../query/record-properties.ts';
import { documentFacets, recordFacets } from '../../search/index/search-document.ts';
import { sortableNames } from '../formats/queryables.ts';
import { withQuery } from '../formats/record-links.ts';
import { pageUrl } from '../formats/record-url.ts';
import { allOf, boxIn, languageFilter, sortIn, timeFilter } from '../http/query-filter.ts';
import { type Asked, checkQuery, countIn, listIn } from '../http/request.ts';
import { type Answer, badParameter, jsonAnswer } from '../http/response.ts';
import { allWords } from '../opensearch/routes.ts';
import { filterOf, itemParameters } from '../records/items.ts';
import type { Serving } from '../serving.ts';
import { cursorAt, positionIn } from './cursor.ts';

const relations = ['intersects', 'within', 'contains'] as const;
type Relation = (typeof relations)[number];

/** Counted by the search itself; `/api/v1/facets` counts by any property. */
const searchFacets: readonly string[] = [...recordFacets, ...documentFacets, 'year'];

export const searchParameters: readonly string[] = [
  ...[
    'q',
    'bbox',
    'relation',
    'datetime',
    'kind',
    'topic',
    'filter',
    'filter-lang',
    'each',
    'facets',
    'expand',
    'without',
    'copies',
  ],
  ...['sortby', 'limit', 'offset', 'cursor'],
];
export const maxLimit = 1000;

interface Found {
  readonly total: number;
  readonly items: readonly object[];
  /** Where to go on; null at the end. */
  readonly cursor: string | null;
  readonly more?: object;
}

export async function getSearch(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, searchParameters);
  const { query, base } = asked;
  const limit = countIn(query, 'limit', 20, { least: 0, most: maxLimit });
  const { total, items, cursor, more } = await (query.has('sortby') ? sorted : ranked)(asked, serving, limit);
  const next = cursor === null ? null : withQuery(`${base}/api/v1/search`, query, { cursor, offset: null });
  return {
    ...jsonAnswer({ total, items, next, ...more }),
    ...(next === null ? {} : { headers: { link: `<${next}>; rel="next"` } }),
  };
}

async function ranked({ query, base, signal }: Asked, { catalog }: Serving, limit: number): Promise<Found> {
  const after = query.get('cursor');
  if (after !== null && query.has('offset')) throw badParameter('cursor', 'give cursor or offset, not both.');
  const place = after === null ? { offset: positionIn(query) } : { after };
  const found = await catalog.list({ ...queryIn(query), limit, ...place }, signal);
  const items = found.lines.map(({ resource, layer, layers, ways, score, reasons }) => ({
    ...summary(resource, base),
    ...(layer === null ? {} : { layer }),
    score,
    reasons,
    layers,
    ways,
  }));
  const { total, next, facets, expansions, relaxed, waiting } = found;
  return { total, items, cursor: next, more: { facets, expansions, relaxed, waiting } };
}

/** What is asked for, but for the page. */
export function queryIn(query: URLSearchParams): SearchQuery {
  return { ...searchQuery(query), ...wishesIn(query) };
}

/** What only the ranked search takes. */
function wishesIn(query: URLSearchParams): Partial<SearchQuery> {
  const filter = languageFilter(query);
  const time = timeFilter(query);
  const [each, expand] = [query.get('each'), query.get('expand')];
  if (each !== null && each !== 'resource' && each !== 'layer') throw badParameter('each', 'it is resource or layer.');
  if (expand !== null && expand !== 'true' && expand !== 'false') throw badParameter('expand', 'it is true or false.');
  const copies = query.get('copies');
  if (copies !== null && copies !== 'true' && copies !== 'false') throw badParameter('copies', 'it is true or false.');
  const facets = listIn(query, 'facets');
  const wrong = facets?.find((facet) => !searchFacets.includes(facet));
  if (wrong !== undefined) throw badParameter('facets', `"${wrong}" is not one of ${searchFacets.join(', ')}.`);
  const without = listIn(query, 'without');
  return {
    ...(filter === null ? {} : { filter }),
    ...(time?.op === 'during' ? { time: { fromMs: time.fromMs, toMs: time.toMs } } : {}),
    ...(each === null ? {} : { each }),
    ...(expand === null ? {} : { expand: expand === 'true' }),
    ...(copies === null ? {} : { copies: copies === 'true' }),
    ...(facets === null ? {} : { facets }),
    ...(without === null ? {} : { without }),
  };
}

/** In an order of one's own there is no score. */
async function sorted({ query, base }: Asked, { list }: Serving, limit: number): Promise<Found> {
  for (const name of ['each', 'facets', 'expand', 'without', 'copies'])
    if (query.has(name)) throw badParameter(name, 'it goes with relevance, not with sortby.');
  const filter = searchFilter(query);
  const offset = positionIn(query);
  const found = await list.find({ filter, sort: sortIn(query, sortableNames), limit, offset });
  const end = offset + found.records.length;
  const hasMore = found.records.length > 0 && end < found.total;
  const items = found.records.map((record) => summary(record, base));
  return { total: found.total, items, cursor: hasMore ? cursorAt(end) : null };
}

/** What a search asks for as a filter, without an order. */
export function searchFilter(query: URLSearchParams): Filter | null {
  const { extent, relation = 'intersects', kinds, topics } = searchQuery(query);
  const oneOf = (name: string, values: readonly string[] | undefined): Filter | null =>
    values === undefined
      ? null
      : { op: 'in', value: { is: 'property', name }, list: values.map((value) => ({ is: 'literal', value })) };
  return allOf([
    allWords(query.get('q')),
    extent === undefined ? null : { op: 'spatial', relation, shapes: [{ is: 'box', extent }] },
    oneOf('kind', kinds),
    oneOf('topics', topics),
    timeFilter(query),
    languageFilter(query),
  ]);
}

function searchQuery(query: URLSearchParams): SearchQuery {
  const extent = boxIn(query);
  const wish = query.get('relation');
  const relation = relations.find((one) => one === wish);
  if (wish !== null && relation === undefined) throw badParameter('relation', `it is one of ${relations.join(', ')}.`);
  if (relation !== undefined && extent === null)
    throw badParameter('relation', 'it says how results lie to bbox: give bbox too.');
  const kinds = listIn(query, 'kind');
  const topics = listIn(query, 'topic');
  const wrong = topics?.find((topic) => !isTopicId(topic) && !topic.includes(':'));
  if (wrong !== undefined) throw badParameter('topic', `"${wrong}" is no topic; they look like inspire:hy.`);
  return {
    words: query.get('q') ?? '',
    ...(extent === null ? {} : { extent }),
    ...(relation === undefined ? {} : { relation: relation as Relation }),
    ...(kinds === null ? {} : { kinds }),
    ...(topics === null ? {} : { topics }),
  };
}

type Summarized = Pick<
  ShownResource,
  'id' | 'kind' | 'family' | 'version' | 'title' | 'abstract' | 'endpoint' | 'extent' | 'layerCount' | 'provider'
>;

/** Enough to show a line of it. */
function summary(resource: Summarized, base: string): object {
  const { id, kind, family, version, title, abstract, endpoint, extent, layerCount, provider } = resource;
  return {
    ...{ id, kind, family, version, title, abstract, endpoint, extent, layerCount },
    organization: provider?.organization ?? null,
    self: `${base}/api/v1/resources/${id}`,
    page: pageUrl(base, id),
  };
}

/** Properties with few values worth choosing from. */
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

export async function getFacets(asked: Asked, { list }: Serving): Promise<Answer> {
  checkQuery(asked, facetParameters);
  const names = listIn(asked.query, 'by') ?? defaultFacets;
  for (const name of names)
    if (!facetNames.includes(name)) throw badParameter('by', `"${name}" is not one of ${facetNames.join(', ')}.`);
  const { total, counts } = await list.count(filterOf(asked.query), names);
  const facets = names.map((name) => {
    const values = [...(counts.get(name) ?? new Map<string, number>())]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { name, title: recordProperty(name)!.title, different: values.length, values: values.slice(0, valuesShown) };
  });
  return jsonAnswer({ total, facets });
}
