// A query made sure of: words read, extent checked, limits in place.
import { GeotrawlError } from '../model/errors.ts';
import type { Extent } from '../model/extent.ts';
import type { SearchQuery } from '../model/search.ts';
import type { Box, Relation } from './extent-relation.ts';
import { boxesOf, readSearchExtent } from './extent-relation.ts';
import type { QueryWord } from './words.ts';
import { readWords } from './words.ts';

const defaultLimit = 20;

export interface Wanted {
  readonly words: readonly QueryWord[];
  /** True when there is text, but no word in it that could be looked up. */
  readonly isUnreadable: boolean;
  /** The area asked for, cut at the antimeridian; empty when none is. */
  readonly area: readonly Box[];
  readonly relation: Relation;
  /** Null for all kinds. */
  readonly kinds: readonly string[] | null;
  /** Null for all topics. */
  readonly topics: readonly string[] | null;
  readonly limit: number;
  readonly offset: number;
}

export function readWanted(query: SearchQuery): Wanted {
  const words = readWords(query.words ?? '');
  return {
    words,
    isUnreadable: words.length === 0 && (query.words ?? '').trim() !== '',
    area: query.extent === undefined ? [] : boxesOf(readArea(query.extent)),
    relation: query.relation ?? 'intersects',
    kinds: query.kinds === undefined || query.kinds.length === 0 ? null : query.kinds,
    topics: query.topics === undefined || query.topics.length === 0 ? null : query.topics,
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
