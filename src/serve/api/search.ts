// /api/v1/search: ranked results with reasons, and /api/v1/facets: what there is of what.
import { recordProperty } from '../../base/record-properties.ts';
import { isTopicId } from '../../classify/vocabularies/topic-ids.ts';
import type { Filter } from '../../model/filter.ts';
import type { Resource } from '../../model/resource.ts';
import type { SearchQuery } from '../../model/search.ts';
import { type Answer, badParameter, jsonAnswer } from '../http/answer.ts';
import { type Asked, checkQuery, countIn, listIn } from '../http/asked.ts';
import { allWords } from '../opensearch/routes.ts';
import { pageUrl } from '../pages/record-page.ts';
import { allOf, boxIn, languageFilter, sortIn } from '../query-filter.ts';
import { filterOf, itemParameters } from '../records/items.ts';
import { withQuery } from '../records/links.ts';
import { sortableNames } from '../records/queryables.ts';
import type { Serving } from '../serving.ts';
import { cursorAt, positionIn } from './cursor.ts';

const relations = ['intersects', 'within', 'contains'] as const;
type Relation = (typeof relations)[number];

export const searchParameters: readonly string[] = [
  ...['q', 'bbox', 'relation', 'kind', 'topic', 'filter', 'filter-lang', 'sortby', 'limit', 'offset', 'cursor'],
];
export const maxLimit = 1000;

interface Found {
  readonly total: number;
  readonly items: readonly object[];
}

export async function getSearch(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, searchParameters);
  const { query, base } = asked;
  const limit = countIn(query, 'limit', 20, { least: 0, most: maxLimit });
  const offset = positionIn(query);
  const isRanked = !query.has('filter') && !query.has('sortby');
  const found = await (isRanked ? ranked : filtered)(asked, serving, { limit, offset });
  const end = offset + found.items.length;
  const next =
    found.items.length > 0 && end < found.total
      ? withQuery(`${base}/api/v1/search`, query, { cursor: cursorAt(end), offset: null })
      : null;
  return {
    ...jsonAnswer({ total: found.total, items: found.items, next }),
    ...(next === null ? {} : { headers: { link: `<${next}>; rel="next"` } }),
  };
}

interface Window {
  readonly limit: number;
  readonly offset: number;
}

async function ranked({ query, base }: Asked, { catalog }: Serving, window: Window): Promise<Found> {
  const { total, items } = await catalog.search({ ...searchQuery(query), ...window });
  const toItem = ({ resource, layers, score, reasons }: (typeof items)[number]) => ({
    ...summary(resource, base),
    score,
    reasons,
    layers: layers.map(({ name, title }) => ({ name, title })),
  });
  return { total, items: items.map(toItem) };
}

/** With a filter or an order of one's own there is no score. */
async function filtered({ query, base }: Asked, { list }: Serving, window: Window): Promise<Found> {
  const { extent, relation = 'intersects', kinds, topics } = searchQuery(query);
  const oneOf = (name: string, values: readonly string[] | undefined): Filter | null =>
    values === undefined
      ? null
      : { op: 'in', value: { is: 'property', name }, list: values.map((value) => ({ is: 'literal', value })) };
  const filter = allOf([
    allWords(query.get('q')),
    extent === undefined ? null : { op: 'spatial', relation, shapes: [{ is: 'box', extent }] },
    oneOf('kind', kinds),
    oneOf('topics', topics),
    languageFilter(query),
  ]);
  const found = await list.find({ filter, sort: sortIn(query, sortableNames), ...window });
  return { total: found.total, items: found.records.map((record) => summary(record, base)) };
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

/** Enough to show a line of it. */
function summary(resource: Resource, base: string): object {
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
