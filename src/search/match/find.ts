// Runs a query: interprets its words, collects results, and returns one page with reasons and facet counts.
import type { Expand, RelaxedCondition, SearchQuery, SearchResult, SeenSince } from '../../model/search.ts';
import type { ReadRecord } from '../index/index-records.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../index/segment-rows.ts';
import { findPlaces } from '../places/gazetteer.ts';
import { type QueryClause, readQuery } from '../query/query-language.ts';
import { planQuery, type QueryPlan } from '../query/query-plan.ts';
import { relaxedQueries } from '../query/relaxed-queries.ts';
import { canExpand, type IndexSize, type Resolved, resolveClauses } from '../query/resolve-clauses.ts';
import { bestPage } from './best-page.ts';
import { type CollapsedPage, collapseDuplicates, type DuplicatesOf } from './collapse-duplicates.ts';
import {
  collectResults,
  createResults,
  documentOfKey,
  positionOfKey,
  type Results,
  segmentOfKey,
} from './collect-results.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { diversifyHosts, firstPage } from './diversify-hosts.ts';
import { explainHits } from './explain.ts';
import { createFacetCounter, type FacetTally } from './facets.ts';
import { createLastSeen, type LastSeen } from './last-seen.ts';
import { createWorkspace, type Workspace } from './match-workspace.ts';
import { createResultOrder, type ResultOrder } from './order-results.ts';
import { createRecordFilters, type RecordFilters, type RecordVerdicts } from './record-filter.ts';

export type SearchMatch = Omit<SearchResult, 'waiting'>;

export interface Finder {
  find(query: SearchQuery): Promise<SearchMatch>;
}

/** Cached document counts of words; more than a day of queries uses. */
const keptCounts = 100_000;

interface FinderParts {
  readonly index: SearchIndex;
  readonly filters: RecordFilters;
  readonly expand: Expand;
  readonly copies: DuplicatesOf | null;
  readonly order: ResultOrder;
  readonly seen: LastSeen;
  readonly countFacets: ReturnType<typeof createFacetCounter>;
  size(segments: readonly Segment[]): IndexSize;
  workspace(segments: readonly Segment[]): Workspace;
  /** Reusable arrays for results, which may be large. */
  takeResults(): Results;
  returnResults(results: Results): void;
}

export function createFinder(
  index: SearchIndex,
  parts: {
    readonly read: ReadRecord;
    readonly expand: Expand;
    readonly copies?: DuplicatesOf | undefined;
    readonly seenSince?: SeenSince | undefined;
  },
): Finder {
  let work = createWorkspace(0, 0);
  let spare: Results | null = null;
  const seen = createLastSeen(index, parts.seenSince ?? null);
  const finder: FinderParts = {
    index,
    filters: createRecordFilters(index, seen, parts.read),
    expand: parts.expand,
    copies: parts.copies ?? null,
    order: createResultOrder(index, seen),
    seen,
    countFacets: createFacetCounter(index.rows),
    size: createSizes(index),
    workspace: (segments) => {
      const documents = Math.max(0, ...segments.map((segment) => segment.documents));
      const records = Math.max(0, ...segments.map((segment) => segment.number('rid').length));
      const isTooSmall = work.hits.length < documents || work.records.length < records;
      if (isTooSmall) work = createWorkspace(documents, records);
      return work;
    },
    takeResults: () => {
      const results = spare ?? createResults();
      spare = null;
      return results;
    },
    returnResults: (results) => {
      spare = results;
    },
  };
  return { find: (query) => find(finder, query) };
}

/** Document counts are cached: a prefix stands for a hundred words, each counted in every segment. */
function createSizes({ rows }: SearchIndex): FinderParts['size'] {
  let sized: readonly Segment[] | null = null;
  let size: IndexSize | null = null;
  return (segments) => {
    if (size !== null && sized === segments) return size;
    const counts = new Map<number, number>();
    sized = segments;
    size = {
      documents: segments.reduce((sum, { documents }) => sum + documents, 0),
      documentsOf: (word) => {
        const known = counts.get(word);
        if (known !== undefined) return known;
        const count = segments.reduce((sum, { id }) => sum + rows.count(word, id), 0);
        if (counts.size >= keptCounts) counts.clear();
        counts.set(word, count);
        return count;
      },
    };
    return size;
  };
}

/** An interpreted query. */
interface FindRequest {
  readonly finder: FinderParts;
  readonly query: SearchQuery;
  readonly typed: readonly QueryClause[];
  readonly segments: readonly Segment[];
  readonly resolved: Resolved;
  readonly plan: QueryPlan;
}

const nothing: SearchMatch = {
  total: 0,
  hits: [],
  facets: {},
  expansions: [],
  next: null,
  nextOffset: null,
  relaxed: [],
};

async function find(finder: FinderParts, query: SearchQuery): Promise<SearchMatch> {
  const cursor = query.after === undefined ? null : readCursor(query, query.after);
  const request = interpret(finder, query);
  if (request === null) return nothing;
  const { order = [] } = query;
  await finder.seen.refresh(query);
  const { results, facets, hasAll } = await collect(request);
  if (order.length > 0) finder.order.apply(order, request.segments, results);
  const { page, shown } = await collapsedPage(request, results, cursor);
  const ranked = shown.map(({ n, leader }) => ({
    position: positionOfKey(request.segments, results.keys[n]!),
    score: results.scores[leader]!,
  }));
  const { plan, resolved, typed } = request;
  const explained = { index: finder.index, results: ranked, typed, ...resolved, plan, hasAll };
  const total = results.count;
  const next = nextCursor(request, results, page, cursor);
  const nextOffset = next === null ? null : (cursor?.position ?? plan.offset) + page.length;
  finder.returnResults(results);
  const relaxed = total > 0 ? [] : await relax(request);
  const { expansions } = resolved;
  return { total, hits: explainHits(explained), facets, expansions, next, nextOffset, relaxed };
}

/** Null for text without a word that could be looked up. */
function interpret(finder: FinderParts, query: SearchQuery): FindRequest | null {
  const { index, expand } = finder;
  const segments = index.segments();
  const { clauses: typed, filters, isUnreadable } = readQuery(query.words ?? '');
  const plan = planQuery(query, filters, index.rows, expand);
  if (isUnreadable) return null;
  const mayExpand = query.expand !== false;
  const words = mayExpand ? typed.filter(canExpand).map(({ text }) => text) : [];
  const resolved = resolveClauses(typed, index.rows, finder.size(segments), {
    meanings: words.length === 0 ? [] : expand(words),
    places: words.length === 0 ? [] : findPlaces(words),
    without: new Set(query.without),
    mayCorrect: mayExpand,
    meaningsOf: (word) => expand([word]),
  });
  return { finder, query, typed, segments, resolved, plan };
}

interface Collected {
  readonly results: Results;
  readonly facets: SearchResult['facets'];
  /** False if no record has all words, so that results have only some of them. */
  readonly hasAll: boolean;
}

async function collect(request: FindRequest): Promise<Collected> {
  const { finder, segments, resolved, plan, query } = request;
  const { clauses } = resolved;
  const words = clauses.filter(({ isNegated }) => !isNegated).length;
  const results = finder.takeResults();
  const run = (least: number, verdicts: RecordVerdicts | null, tally: FacetTally | null) => {
    const counts = plan.facets.length === 0 ? null : tally;
    const work = finder.workspace(segments);
    collectResults({ index: finder.index, segments, work, clauses, plan, verdicts, least, tally: counts }, results);
  };
  const judged = async (least: number): Promise<RecordVerdicts | null> => {
    if (query.filter === undefined) return null;
    run(least, finder.filters.narrow(query.filter), null);
    return finder.filters.judge(query.filter, recordsOf(segments, results));
  };
  // Synchronous from opening a tally to reading its counts: queries share its arrays.
  const counted = (least: number, verdicts: RecordVerdicts | null): SearchResult['facets'] => {
    const tally = finder.countFacets(plan.facets);
    run(least, verdicts, tally);
    return tally.counts(query.facetValues);
  };
  const facets = counted(words, await judged(words));
  if (results.count > 0 || words < 2) return { results, facets, hasAll: true };
  return { results, facets: counted(1, await judged(1)), hasAll: false };
}

function recordsOf(segments: readonly Segment[], { count, keys }: Results): ReadonlyMap<Segment, ReadonlySet<number>> {
  const records = new Map<Segment, Set<number>>();
  for (let n = 0; n < count; n++) {
    const { segment, doc } = positionOfKey(segments, keys[n]!);
    const own = records.get(segment) ?? new Set();
    records.set(segment, own.add(segment.recordOf[doc]!));
  }
  return records;
}

/** Multiples of the limit to consider when collapsing duplicates leaves the page short. */
const collapseReach = [2, 8];

/** The results shown, and the page they were chosen from. */
async function collapsedPage(
  request: FindRequest,
  results: Results,
  cursor: Cursor | null,
): Promise<{ readonly page: readonly number[]; readonly shown: CollapsedPage['shown'] }> {
  const { finder, segments, plan, query } = request;
  const { index, copies } = finder;
  const { limit, each } = plan;
  let page = choosePage(request, results, cursor, limit);
  if (copies === null || query.copies === true || limit === 0)
    return { page, shown: page.map((n) => ({ n, leader: n })) };
  const collapsing = { index, copies, segments, results, each };
  let collapsed = await collapseDuplicates(page, limit, collapsing);
  for (const reach of collapseReach) {
    if (collapsed.shown.length === page.length || collapsed.shown.length === limit) break;
    page = choosePage(request, results, cursor, limit * reach);
    collapsed = await collapseDuplicates(page, limit, collapsing);
  }
  return { page: page.slice(0, collapsed.used), shown: collapsed.shown };
}

/** The diversified first results, then all others in order. */
function choosePage(request: FindRequest, results: Results, cursor: Cursor | null, limit: number): readonly number[] {
  const offset = cursor?.position ?? request.plan.offset;
  const first = firstResults(request, results);
  const shown = first.slice(offset, offset + limit);
  if (shown.length === limit) return shown;
  const after = cursor?.after ?? null;
  const others = {
    offset: after === null ? Math.max(0, offset - first.length) : 0,
    limit: limit - shown.length,
    after,
    skip: new Set(first),
  };
  return [...shown, ...bestPage(results, others)];
}

function firstResults({ finder, segments, plan }: FindRequest, results: Results): readonly number[] {
  if (!plan.isSpread || plan.sort.by !== 'relevance' || results.count <= firstPage) return [];
  const hosts = segments.map((segment) => ({ ...segment.list('host'), recordOf: segment.recordOf }));
  return diversifyHosts(results, {
    hosts: finder.index.rows.valueLimit(),
    of: (n) => {
      const key = results.keys[n]!;
      const segment = segmentOfKey(key);
      const { ids, starts, values, recordOf } = hosts[segment]!;
      const id = ids[recordOf[documentOfKey(key)]!]!;
      // No value has the number 0: it stands for "no host".
      return starts[id] === starts[id + 1] ? 0 : values[starts[id]!]!;
    },
  });
}

function nextCursor(
  { query, plan }: FindRequest,
  results: Results,
  page: readonly number[],
  cursor: Cursor | null,
): string | null {
  const position = (cursor?.position ?? plan.offset) + page.length;
  const last = page.at(-1);
  if (last === undefined || position >= results.count) return null;
  const isFirst = plan.isSpread && plan.sort.by === 'relevance' && position <= firstPage;
  const after = isFirst ? null : { score: results.scores[last]!, tie: results.tie(last) };
  return writeCursor(query, { position, after });
}

/** Counts without one of the conditions each, for an empty result. */
async function relax({ finder, query }: FindRequest): Promise<readonly RelaxedCondition[]> {
  const relaxed: RelaxedCondition[] = [];
  for (const { condition, query: one } of relaxedQueries(query)) {
    const request = interpret(finder, one);
    if (request === null) continue;
    const { results } = await collect(request);
    const total = results.count;
    finder.returnResults(results);
    if (total > 0) relaxed.push({ condition, total });
  }
  return relaxed.sort((one, other) => other.total - one.total);
}
