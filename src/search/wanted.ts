// A query made sure of: filters looked up, extent checked, limits in place.
import { GeotrawlError } from '../model/errors.ts';
import type { Extent } from '../model/extent.ts';
import type { SearchQuery } from '../model/search.ts';
import type { Box, Relation } from './extent-relation.ts';
import { boxesOf, readSearchExtent } from './extent-relation.ts';
import type { SegmentRows } from './segment-rows.ts';

const defaultLimit = 20;

export interface Wanted {
  /** The area asked for, cut at the antimeridian; empty when none is. */
  readonly area: readonly Box[];
  readonly relation: Relation;
  /** Ids of the values asked for; a facet none of whose values is known filters everything out. */
  readonly filters: readonly { readonly facet: string; readonly values: ReadonlySet<number> }[];
  readonly each: 'resource' | 'layer';
  readonly facets: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

export type Filters = Readonly<Record<string, readonly string[]>>;

/** `typed` are filters found among the words. */
export function readWanted(query: SearchQuery, typed: Filters, rows: SegmentRows): Wanted {
  const given = {
    ...typed,
    ...query.filters,
    ...(query.kinds?.length ? { kind: query.kinds } : {}),
    ...(query.topics?.length ? { topic: query.topics } : {}),
  };
  return {
    area: query.extent === undefined ? [] : boxesOf(readArea(query.extent)),
    relation: query.relation ?? 'intersects',
    filters: Object.entries(given).map(([facet, values]) => ({
      facet,
      values: new Set(values.flatMap((value) => rows.valueId(facet, value) ?? [])),
    })),
    each: query.each ?? 'resource',
    facets: query.facets ?? [],
    limit: readCount('limit', query.limit ?? defaultLimit),
    offset: readCount('offset', query.offset ?? 0),
  };
}

function readArea(extent: Extent): Extent {
  const area = readSearchExtent(extent);
  if (area !== null) return area;
  const given = extent.join(',');
  throw badQuery(`${given} is not an extent. Give west,south,east,north in degrees, south not above north.`);
}

function readCount(name: string, count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw badQuery(`The ${name} must be a whole number from 0, not ${count}.`);
}

function badQuery(message: string): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message);
}
