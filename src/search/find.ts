// Runs a query over all segments: words, filters and area decide what is meant, scores decide the order.
import type { SearchQuery, SearchResult } from '../model/search.ts';
import { createBestPage } from './best-page.ts';
import { explainHits } from './explain.ts';
import { boxesOf, isRelated, readOverlap } from './extent-relation.ts';
import { countFacets, type FacetTally, openFilter } from './facets.ts';
import { readQuery } from './query-language.ts';
import { resolveClauses } from './resolve-clauses.ts';
import type { SearchIndex } from './search-index.ts';
import { type Clause, createWorkspace, matchSegment, type Workspace } from './segment-matches.ts';
import type { Place, Segment } from './segment-rows.ts';
import { readWanted, type Wanted } from './wanted.ts';

/** A document anywhere in the index: segment and number in one. */
const documentLimit = 2 ** 32;

export interface Finder {
  find(query: SearchQuery): SearchResult;
}

export function createFinder(index: SearchIndex): Finder {
  let work = createWorkspace(0);
  return {
    find(query) {
      const segments = index.segments();
      const longest = Math.max(0, ...segments.map(({ documents }) => documents));
      if (work.hits.length < longest) work = createWorkspace(longest);
      const typed = readQuery(query.words ?? '');
      const wanted = readWanted(query, typed.filters, index.rows);
      if (typed.isUnreadable) return { total: 0, hits: [], facets: {} };
      const size = { documents: total(segments), segments: segments.map(({ id }) => id) };
      const clauses = resolveClauses(typed.clauses, index.rows, size);
      const asked = clauses.filter(({ isNegated }) => !isNegated).length;
      const run = (least: number) => search({ index, segments, work, clauses, wanted, least });
      const all = run(asked);
      const hasAll = all.total > 0 || asked < 2;
      const { page, ...found } = hasAll ? all : run(1);
      const places = page.map(({ key, score }) => ({ place: placeOf(segments, key), score }));
      return { ...found, hits: explainHits({ index, places, typed: typed.clauses, clauses, wanted, hasAll }) };
    },
  };
}

function total(segments: readonly Segment[]): number {
  return segments.reduce((sum, { documents }) => sum + documents, 0);
}

function placeOf(segments: readonly Segment[], key: number): Place {
  return { segment: segments[Math.floor(key / documentLimit)]!, doc: key % documentLimit };
}

interface Run {
  readonly index: SearchIndex;
  readonly segments: readonly Segment[];
  readonly work: Workspace;
  readonly clauses: readonly Clause[];
  readonly wanted: Wanted;
  /** Clauses a document must have at least. */
  readonly least: number;
}

interface Found {
  readonly total: number;
  readonly page: readonly { readonly key: number; readonly score: number }[];
  readonly facets: SearchResult['facets'];
}

function search({ index, segments, work, clauses, wanted, least }: Run): Found {
  const best = createBestPage(wanted.offset, wanted.limit);
  const tally = countFacets(index.rows, wanted.facets);
  for (const [number, segment] of segments.entries()) {
    const source = {
      documents: segment.documents,
      layer: segment.columns.layer,
      postings: (word: number) => index.rows.postings(word, segment.id),
      places: (word: number) => index.rows.places(word, segment.id),
    };
    const matches = clauses.length === 0 ? null : matchSegment(clauses, least, source, work);
    const score = openScore(segment, wanted, matches);
    const add = wanted.each === 'layer' ? addEach : addGroups;
    const count = matches?.count ?? segment.documents;
    const docAt = (n: number) => (matches === null ? n : matches.docs[n]!);
    add({ segment, count, docAt, score }, (doc, value) => {
      best.add(number * documentLimit + doc, value);
      tally.add(segment, doc);
    });
  }
  return { total: best.count, page: best.page(), facets: (tally satisfies FacetTally).counts() };
}

interface Candidates {
  readonly segment: Segment;
  readonly count: number;
  docAt(n: number): number;
  /** NaN for what is not meant. */
  score(doc: number): number;
}

function addEach({ count, docAt, score }: Candidates, add: (doc: number, score: number) => void): void {
  for (let n = 0; n < count; n++) {
    const doc = docAt(n);
    const value = score(doc);
    if (!Number.isNaN(value)) add(doc, value);
  }
}

/** The documents of a record lie together: the best of them stands for it. */
function addGroups({ segment, count, docAt, score }: Candidates, add: (doc: number, score: number) => void): void {
  const { rid } = segment.columns;
  let best = -1;
  let bestScore = Number.NaN;
  let current = -1;
  for (let n = 0; n < count; n++) {
    const doc = docAt(n);
    const value = score(doc);
    if (Number.isNaN(value)) continue;
    if (rid[doc] !== current) {
      if (best >= 0) add(best, bestScore);
      current = rid[doc]!;
      best = doc;
      bestScore = value;
    } else if (value > bestScore) {
      best = doc;
      bestScore = value;
    }
  }
  if (best >= 0) add(best, bestScore);
}

/** The number of words found decides, then how well they and the area fit: n … n + 1. */
function openScore(
  segment: Segment,
  wanted: Wanted,
  matches: ReturnType<typeof matchSegment> | null,
): (doc: number) => number {
  const { dead } = segment;
  const isWanted = openFilter(segment, wanted.filters);
  const place = openPlace(segment, wanted);
  return (doc) => {
    if (dead !== null && dead[doc] === 1) return Number.NaN;
    if (isWanted !== null && !isWanted(doc)) return Number.NaN;
    const near = place === null ? 1 : place(doc);
    if (Number.isNaN(near)) return near;
    if (matches === null) return place === null ? 0 : near;
    const fit = matches.scores[doc]! * near;
    return matches.hits[doc]! + fit / (1 + fit);
  };
}

/** How well the extent fits the area asked for; NaN for what lies elsewhere. Null where no area is asked for. */
function openPlace(segment: Segment, { area, relation }: Wanted): ((doc: number) => number) | null {
  if (area.length === 0) return null;
  const { extent } = segment.columns;
  return (doc) => {
    const west = extent[doc * 4]!;
    if (Number.isNaN(west)) return west;
    const own = boxesOf([west, extent[doc * 4 + 1]!, extent[doc * 4 + 2]!, extent[doc * 4 + 3]!]);
    if (!isRelated(relation, own, area)) return Number.NaN;
    // The fourth root tells a canton from the world when a country is asked for: 0.45 and 0.1 instead of 0.04 and 0.0001.
    return 0.2 + 0.8 * readOverlap(own, area).likeness ** 0.25;
  };
}
