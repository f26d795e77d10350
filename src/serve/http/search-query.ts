// The query parameters of a search, shared by our own API, its exports and its feeds.
import { isTopicId } from '../../classify/vocabularies/topic-ids.ts';
import type { Filter } from '../../model/filter.ts';
import type { SearchQuery } from '../../model/search.ts';
import { documentFacets, recordFacets } from '../../search/index/search-document.ts';
import { allOf, allWords, boxIn, languageFilter, timeFilter } from './query-filter.ts';
import { listIn } from './request.ts';
import { badParameter } from './response.ts';

type Relation = NonNullable<SearchQuery['relation']>;

/** Counted by the search itself; `/api/v1/facets` counts by any property. */
const searchFacets: readonly string[] = [...recordFacets, ...documentFacets, 'year'];

export const searchParameters: readonly string[] = [
  ...['q', 'bbox', 'relation', 'datetime', 'kind', 'topic', 'filter', 'filter-lang'],
  ...['each', 'facets', 'expand', 'without', 'copies'],
  ...['sortby', 'limit', 'offset', 'cursor'],
];

/** The search without paging. Routes validate enumerations and booleans by `queryParameters`. */
export function queryIn(query: URLSearchParams): SearchQuery {
  return { ...searchQuery(query), ...rankedOptions(query) };
}

/** Parameters of the ranked search only. */
function rankedOptions(query: URLSearchParams): Partial<SearchQuery> {
  const filter = languageFilter(query);
  const time = timeFilter(query);
  const each = query.get('each');
  const expand = query.get('expand');
  const copies = query.get('copies');
  const facets = listIn(query, 'facets');
  const wrong = facets?.find((facet) => !searchFacets.includes(facet));
  if (wrong !== undefined) throw badParameter('facets', `"${wrong}" must be one of ${searchFacets.join(', ')}.`);
  const without = listIn(query, 'without');
  return {
    ...(filter === null ? {} : { filter }),
    ...(time?.op === 'during' ? { time: { fromMs: time.fromMs, toMs: time.toMs } } : {}),
    ...(each === null ? {} : { each: each as 'resource' | 'layer' }),
    ...(expand === null ? {} : { expand: isTrue(expand) }),
    ...(copies === null ? {} : { copies: isTrue(copies) }),
    ...(facets === null ? {} : { facets }),
    ...(without === null ? {} : { without }),
  };
}

const isTrue = (text: string) => text.toLowerCase() === 'true';

/** A search as a filter, without its ranking. */
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
  const relation = query.get('relation') as Relation | null;
  if (relation !== null && extent === null) throw badParameter('relation', 'needs bbox.');
  const kinds = listIn(query, 'kind');
  const topics = listIn(query, 'topic');
  const wrong = topics?.find((topic) => !isTopicId(topic) && !topic.includes(':'));
  if (wrong !== undefined) throw badParameter('topic', `"${wrong}" isn't a topic such as inspire:hy.`);
  return {
    words: query.get('q') ?? '',
    ...(extent === null ? {} : { extent }),
    ...(relation === null ? {} : { relation }),
    ...(kinds === null ? {} : { kinds }),
    ...(topics === null ? {} : { topics }),
  };
}
