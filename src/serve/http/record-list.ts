// Pages of records and counts of their properties from the search index, for every API that lists records.
import type { Filter } from '../../model/filter.ts';
import type { Resource } from '../../model/resource.ts';
import type { SortKey } from '../../model/search.ts';
import type { OpenCatalog } from '../../open-catalog.ts';
import { propertyList } from '../../search/index/search-document.ts';

export interface RecordQuery {
  /** Null for all records. */
  readonly filter: Filter | null;
  /** By default by relevance of the phrases in the filter; without phrases by id. */
  readonly sort?: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
}

export interface RecordPage {
  /** Matching records, not only those of the page. */
  readonly total: number;
  /** With the first of their named layers only. */
  readonly records: readonly Resource[];
  /** Offset of the next page; null on the last one. */
  readonly next: number | null;
}

/** Number of records by property and value. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface RecordList {
  find(query: RecordQuery): Promise<RecordPage>;
  count(
    filter: Filter | null,
    properties: readonly string[],
  ): Promise<{ readonly total: number; readonly counts: Counts }>;
}

type Source = Pick<OpenCatalog, 'find' | 'getAll' | 'counts' | 'page'>;

/** Every record is a result: no synonyms, no host diversity, no collapsed duplicates. */
const plain = { expand: false, spread: false, copies: true } as const;

/** As many as the longest format of a listed record contains (ISO 19139). */
const maxLayers = 100;

const byId: readonly SortKey[] = [{ property: 'id', isDescending: false }];

export function openRecordList(catalog: Source): RecordList {
  return {
    find: async ({ filter, sort = [], offset, limit }) => {
      if (filter === null && sort.length === 0) {
        const { resources } = await catalog.counts();
        return pageAt(offset, resources, limit === 0 ? [] : await catalog.page(offset, limit, maxLayers));
      }
      const condition = filter === null ? {} : { filter };
      const order = sort.length > 0 || hasPhrase(filter) ? sort : byId;
      const { total, hits } = await catalog.find({ ...plain, ...condition, order, offset, limit });
      const ids = hits.map(({ id }) => id);
      const records = await catalog.getAll(ids, maxLayers);
      const found = ids.flatMap((id) => records.get(id) ?? []);
      return pageAt(offset, total, found);
    },
    count: async (filter, properties) => {
      const condition = filter === null ? {} : { filter };
      const facets = properties.map(propertyList);
      const query = { ...plain, ...condition, facets, facetValues: Number.MAX_SAFE_INTEGER, limit: 0 };
      const { total, facets: counted } = await catalog.find(query);
      const counts = properties.map((name, n): [string, Map<string, number>] => [
        name,
        new Map((counted[facets[n]!] ?? []).map(({ value, count }) => [value, count])),
      ]);
      return { total, counts: new Map(counts) };
    },
  };
}

function pageAt(offset: number, total: number, records: readonly Resource[]): RecordPage {
  const end = offset + records.length;
  return { total, records, next: records.length > 0 && end < total ? end : null };
}

/** False for phrases in negations: they rank nothing. */
function hasPhrase(filter: Filter | null): boolean {
  if (filter === null) return false;
  return filter.op === 'text' || ('filters' in filter && filter.filters.some(hasPhrase));
}
