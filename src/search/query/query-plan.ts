// Validates a query: looks up filter values, checks extent and time, applies limits.
import type { Box, Relation } from '../../base/geo/extent-relation.ts';
import { boxesOf, readSearchExtent } from '../../base/geo/extent-relation.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import type { Expand, SearchQuery, SearchSort } from '../../model/search.ts';
import { documentFacets, propertyLists, recordFacets } from '../index/search-document.ts';
import type { SegmentRows } from '../index/segment-rows.ts';
import type { TypedFilters } from './query-language.ts';

const defaultLimit = 20;
/** Stored facets, and years derived from times. */
const facetNames: readonly string[] = [...recordFacets, ...documentFacets, 'year'];

export interface FacetFilter {
  readonly facet: string;
  /** Ids of the values; unknown values match nothing. */
  readonly values: ReadonlySet<number>;
  /** Matches documents without any of the values. */
  readonly isExcluded: boolean;
}

export interface QueryPlan {
  /** Cut at the antimeridian; empty for no area. */
  readonly area: readonly Box[];
  readonly relation: Relation;
  /** Milliseconds; null for any time. */
  readonly time: readonly [fromMs: number, toMs: number] | null;
  readonly filters: readonly FacetFilter[];
  readonly each: 'resource' | 'layer';
  readonly facets: readonly string[];
  readonly sort: SearchSort;
  readonly isSpread: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** `typed` are filters found among the words. */
export function planQuery(query: SearchQuery, typed: TypedFilters, rows: SegmentRows, expand: Expand): QueryPlan {
  const { kinds = [], topics = [] } = query;
  const given = [
    ...Object.entries(query.filters ?? {}).map(([facet, values]) => ({ facet, values, isExcluded: false })),
    ...typed,
    ...(kinds.length > 0 ? [{ facet: 'kind', values: kinds, isExcluded: false }] : []),
    ...(topics.length > 0 ? [{ facet: 'topic', values: topics, isExcluded: false }] : []),
  ];
  const filters = given.map(({ facet, values, isExcluded }) => ({
    facet: readFacet(facet),
    values: new Set(values.flatMap((value) => matchingValues(facet, value, rows, expand))),
    isExcluded,
  }));
  return {
    area: query.extent === undefined ? [] : boxesOf(readArea(query.extent)),
    relation: query.relation ?? 'intersects',
    time: query.time === undefined ? null : [query.time.fromMs ?? -Infinity, query.time.toMs ?? Infinity],
    filters,
    each: query.each ?? 'resource',
    facets: (query.facets ?? []).map(readFacet),
    sort: query.sort ?? { by: 'relevance' },
    isSpread: query.spread !== false && !filters.some(({ facet }) => facet === 'host'),
    limit: readCount('limit', query.limit ?? defaultLimit),
    offset: readCount('offset', query.offset ?? 0),
  };
}

/** A host includes its subdomains, a word stands for its possible topics, and years are their own ids. */
function matchingValues(facet: string, value: string, rows: SegmentRows, expand: Expand): readonly number[] {
  if (facet === 'year') return /^\d{4}$/.test(value) ? [Number(value)] : [];
  if (facet === 'host') return rows.valuesBelow(facet, value);
  const ids = facet === 'topic' && !value.includes(':') ? matchingTopics(value, expand) : [value];
  return ids.flatMap((id) => rows.valueId(facet, id) ?? []);
}

function matchingTopics(value: string, expand: Expand): readonly string[] {
  return expand(value.toLowerCase().split(/[\s_-]+/u)).map(({ concept }) => `concept:${concept}`);
}

function readFacet(name: string): string {
  if (facetNames.includes(name) || propertyLists.includes(name)) return name;
  throw badQuery(`Unknown facet ${name}. Facets are ${facetNames.join(', ')}.`);
}

function readArea(extent: Extent): Extent {
  const area = readSearchExtent(extent);
  if (area !== null) return area;
  const given = extent.join(',');
  throw badQuery(`${given} is not an extent. Give west,south,east,north in degrees, south not above north.`);
}

function readCount(name: string, count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw badQuery(`The ${name} must be a non-negative integer, not ${count}.`);
}

function badQuery(message: string): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message);
}
