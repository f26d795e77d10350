// The query parameters that select records, shared by OGC API – Records, STAC and our own API.
import type { Filter } from '../../model/filter.ts';
import type { Resource } from '../../model/resource.ts';
import type { OpenCatalog } from '../../open-catalog.ts';
import { recordProperties } from '../../query/record-properties.ts';
import {
  allOf,
  anyOf,
  boxFilter,
  boxIn,
  languageFilter,
  propertyFilter,
  timeFilter,
  wordsFilter,
} from './query-filter.ts';
import { listIn } from './request.ts';
import { notFound } from './response.ts';

/** Properties that filters can name. */
const queryableNames: readonly string[] = recordProperties.map(({ name }) => name);
export const sortableNames: readonly string[] = recordProperties
  .filter(({ isSortable }) => isSortable)
  .map(({ name }) => name);

/** Parameters of the standard, and `offset`, `f` and `lang`, which clients add. */
export const itemParameters: readonly string[] = [
  ...['bbox', 'datetime', 'limit', 'offset', 'ids', 'q', 'externalIds', 'sortby', 'filter', 'filter-lang', 'f', 'lang'],
  ...queryableNames,
];

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

/** Needs the full identifier; only the command line accepts prefixes. */
export async function findRecord(
  { catalog }: { readonly catalog: Pick<OpenCatalog, 'get'> },
  id: string,
): Promise<Resource> {
  const record = /^[0-9a-f]{16}$/.test(id) ? await catalog.get(id) : null;
  if (record === null) throw notFound(`No such record: ${JSON.stringify(id)}.`);
  return record;
}
