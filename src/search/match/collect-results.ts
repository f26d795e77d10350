// Collects and scores the results of all segments: documents that match words, filters, area and time.
import { isApart } from '../../base/geo/extent-relation.ts';
import type { SearchIndex } from '../index/search-index.ts';
import { listScopes } from '../index/segment-builder.ts';
import type { DocumentPosition, Segment } from '../index/segment-rows.ts';
import { fitByDocument, openAreaFit } from '../query/area-fit.ts';
import type { Clause, PostingSource } from '../query/query-clause.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import { boxesOfRecords, documentsNear } from './documents-near.ts';
import { type FacetTally, openFilters, type SegmentTally } from './facets.ts';
import type { Matches, Workspace } from './match-workspace.ts';
import type { RecordVerdicts } from './record-filter.ts';
import { type Detail, matchSegment } from './segment-matches.ts';

/** Keys are segment × this + document. */
const documentLimit = 2 ** 32;
/** Ties are record × this + layer. */
const layerLimit = 2 ** 21;
/** The share of the score that depends on the completeness of the record. */
const completenessPart = 0.2;

/** By completeness, 0 … 100. */
const priors = Float64Array.from({ length: 101 }, (_, n) => 1 - completenessPart + (completenessPart * n) / 100);

export interface Collecting {
  readonly index: SearchIndex;
  readonly segments: readonly Segment[];
  readonly work: Workspace;
  readonly clauses: readonly Clause[];
  readonly plan: QueryPlan;
  /** Null without a filter. */
  readonly verdicts: RecordVerdicts | null;
  /** Number of clauses a document must match. */
  readonly least: number;
  /** Null to count no facets. */
  readonly tally: FacetTally | null;
}

/** Unordered results, as in `Ranked`; `keys` identify their documents. */
export interface Results {
  count: number;
  keys: Float64Array;
  scores: Float64Array;
  /** By record number, services before their layers: independent of segments. */
  tie(n: number): number;
}

export function createResults(): Results {
  return { count: 0, keys: new Float64Array(64), scores: new Float64Array(64), tie: () => 0 };
}

/** Position in the list of segments. */
export function segmentOfKey(key: number): number {
  return Math.floor(key / documentLimit);
}

export function documentOfKey(key: number): number {
  return key - segmentOfKey(key) * documentLimit;
}

export function positionOfKey(segments: readonly Segment[], key: number): DocumentPosition {
  return { segment: segments[segmentOfKey(key)]!, doc: documentOfKey(key) };
}

/** Replaces the contents of `results`. */
export function collectResults(collecting: Collecting, results: Results): void {
  const { clauses, least, work, plan, tally } = collecting;
  const detail = detailOf(collecting);
  results.count = 0;
  results.tie = openTies(collecting.segments, results);
  for (const [number, segment] of collecting.segments.entries()) {
    const matches =
      clauses.length === 0
        ? matchAll(segment, plan, work, detail)
        : matchSegment({ clauses, least, detail }, sourceOf(collecting.index, segment), work);
    // A rare word is in one of many segments: no columns are read in the others.
    if (matches.count === 0) continue;
    const adding = {
      segment,
      matches,
      conditions: openConditions(collecting, segment),
      results,
      base: number * documentLimit,
      rank: openRank(segment, plan),
      tally: tally?.open(segment, matches.whole) ?? null,
    };
    if (plan.each === 'layer') addLayers(adding, work);
    else if (matches.records === null) addRecords(adding, work);
    else addBest(adding, matches.records);
    adding.tally?.close();
  }
}

/** If conditions and facets apply to whole records, only the best document of each matters. */
function detailOf({ plan: { each, area, time, filters, facets }, tally }: Collecting): Detail {
  const isOfRecord = (facet: string) => listScopes.get(facet) === 'record';
  const isEach = filters.every(({ facet }) => isOfRecord(facet));
  if (each === 'layer' || area.length > 0 || time !== null || !isEach) return 'all';
  return tally === null || facets.every(isOfRecord) ? 'best' : 'brief';
}

/** Without words, everything near the area matches equally well. */
function matchAll(segment: Segment, { area }: QueryPlan, { found, whole }: Workspace, detail: Detail): Matches {
  const first = segment.number('first');
  const isBrief = detail !== 'all';
  if (isBrief) {
    whole.fill(1, 0, first.length - 1);
    found.docs.set(first.subarray(0, -1));
  }
  const count = isBrief ? first.length - 1 : documentsNear(segment, area, found.docs);
  found.hits.fill(0, 0, count);
  found.scores.fill(1, 0, count);
  return { ...found, count, whole: isBrief ? whole : null, records: null };
}

export function sourceOf(index: SearchIndex, segment: Segment): PostingSource {
  return {
    documents: segment.documents,
    layer: segment.number('layer'),
    first: segment.number('first'),
    recordOf: segment.recordOf,
    recordBoxes: () => boxesOfRecords(segment),
    extents: () => segment.list('extent'),
    postings: (group, among) => index.rows.postingsOf(group, segment.id, among),
  };
}

function makeRoom(results: Results, more: number): void {
  if (results.count + more <= results.keys.length) return;
  for (const name of ['keys', 'scores'] as const) {
    const larger = new Float64Array(Math.max(results.count + more, results.keys.length * 2));
    larger.set(results[name].subarray(0, results.count));
    results[name] = larger;
  }
}

function openTies(segments: readonly Segment[], results: Results): Results['tie'] {
  const columns = segments.map((segment) => ({
    recordOf: segment.recordOf,
    rid: segment.number('rid'),
    layer: segment.number('layer'),
  }));
  return (n) => {
    const key = results.keys[n]!;
    const { recordOf, rid, layer } = columns[segmentOfKey(key)]!;
    const doc = documentOfKey(key);
    return rid[recordOf[doc]!]! * layerLimit + layer[doc]! + 1;
  };
}

/** Conditions other than words; null if there are none. */
interface Conditions {
  readonly ofRecord: ((record: number) => boolean) | null;
  readonly ofDocument: ((doc: number) => boolean) | null;
  /** How well the extent fits the area, 0 outside. */
  readonly fit: ((doc: number) => number) | null;
  /** By record: how prominent the phrases of the filter are. */
  readonly weights: Uint8Array | null;
}

function openConditions({ plan, verdicts, clauses }: Collecting, segment: Segment): Conditions {
  const { dead } = segment;
  const verdict = verdicts?.of(segment) ?? null;
  const boxes = plan.area.length === 0 ? null : boxesOfRecords(segment);
  const { ofRecord, ofDocument } = openFilters(segment, plan.filters);
  const isInTime = openTime(segment, plan.time);
  const isOpen = dead === null && verdict === null && ofRecord === null && boxes === null;
  return {
    ofRecord: isOpen
      ? null
      : (record) =>
          (dead === null || dead[record] === 0) &&
          (verdict === null || verdict[record] === 1) &&
          (ofRecord === null || ofRecord(record)) &&
          (boxes === null || !isApart(boxes, record * 4, plan.area)),
    ofDocument:
      ofDocument === null || isInTime === null ? (ofDocument ?? isInTime) : (doc) => ofDocument(doc) && isInTime(doc),
    fit: plan.area.length === 0 ? null : fitByDocument(segment.list('extent'), openAreaFit(plan.area, plan.relation)),
    weights: clauses.length > 0 ? null : (verdicts?.weights(segment) ?? null),
  };
}

interface Adding {
  readonly segment: Segment;
  readonly matches: Matches;
  readonly conditions: Conditions;
  readonly results: Results;
  /** Key of the segment's first document. */
  readonly base: number;
  readonly rank: ((doc: number) => number) | null;
  readonly tally: SegmentTally | null;
}

/**
 * Adds every matching document. It is ranked by the number of matching clauses, then by how well they and the area fit.
 * Separate from `addRecords` for speed: there may be millions.
 */
function addLayers(
  { segment, matches, conditions, results, base, rank, tally }: Adding,
  { current: kept }: Workspace,
): void {
  const { docs, hits, scores, count } = matches;
  const { ofRecord, ofDocument, fit: fitOf } = conditions;
  const { recordOf } = segment;
  const completeness = segment.number('completeness');
  makeRoom(results, count);
  const { keys, scores: ranks } = results;
  let end = results.count;
  let last = -1;
  let isIncluded = false;
  for (let n = 0; n < count; n++) {
    const doc = docs[n]!;
    const record = recordOf[doc]!;
    if (record !== last) {
      last = record;
      isIncluded = ofRecord === null || ofRecord(record);
    }
    if (!isIncluded || (ofDocument !== null && !ofDocument(doc))) continue;
    const near = fitOf === null ? 1 : fitOf(doc);
    if (near === 0) continue;
    const fit = scores[n]! * near * priors[completeness[record]!]!;
    const score = hits[n]! + fit / (1 + fit);
    kept[end - results.count] = doc;
    keys[end] = base + doc;
    ranks[end++] = rank === null ? score : rank(doc);
  }
  tally?.addEach(kept, end - results.count);
  results.count = end;
}

/** Adds records whose best document is already known. */
function addBest({ matches, segment, conditions, results, base, rank, tally }: Adding, records: Uint32Array): void {
  const { docs, hits, scores, count } = matches;
  const { ofRecord } = conditions;
  const completeness = segment.number('completeness');
  makeRoom(results, count);
  const { keys, scores: ranks } = results;
  let end = results.count;
  for (let n = 0; n < count; n++) {
    const record = records[n]!;
    if (ofRecord !== null && !ofRecord(record)) continue;
    const fit = scores[n]! * priors[completeness[record]!]!;
    tally?.add(record, docs, 0);
    keys[end] = base + docs[n]!;
    ranks[end++] = rank === null ? hits[n]! + fit / (1 + fit) : rank(docs[n]!);
  }
  results.count = end;
}

/** Adds every record with matching documents, ranked by the best of them. */
function addRecords(
  { segment, matches, conditions, results, base, rank, tally }: Adding,
  { current: kept }: Workspace,
): void {
  const { docs, hits, scores, count } = matches;
  const { ofRecord, ofDocument, fit: fitOf, weights } = conditions;
  const { recordOf } = segment;
  const first = segment.number('first');
  const completeness = segment.number('completeness');
  makeRoom(results, Math.min(count, first.length - 1));
  const { keys, scores: ranks } = results;
  for (let n = 0; n < count; ) {
    const record = recordOf[docs[n]!]!;
    const end = first[record + 1]!;
    if (ofRecord !== null && !ofRecord(record)) {
      while (n < count && docs[n]! < end) n++;
      continue;
    }
    const prior = priors[completeness[record]!]! * (weights === null ? 1 : weights[record]!);
    let matching = 0;
    let best = -1;
    let bestHits = -1;
    let bestFit = -1;
    for (; n < count && docs[n]! < end; n++) {
      const doc = docs[n]!;
      if (ofDocument !== null && !ofDocument(doc)) continue;
      const near = fitOf === null ? 1 : fitOf(doc);
      if (near === 0) continue;
      const fit = scores[n]! * near;
      kept[matching++] = doc;
      if (hits[n]! < bestHits || (hits[n] === bestHits && fit <= bestFit)) continue;
      bestHits = hits[n]!;
      bestFit = fit;
      best = doc;
    }
    if (matching === 0) continue;
    tally?.add(record, kept, matching);
    keys[results.count] = base + best;
    ranks[results.count++] = rank === null ? bestHits + (bestFit * prior) / (1 + bestFit * prior) : rank(best);
  }
}

/** Ranks by a property instead of the score; greater comes first. Null for relevance. */
function openRank(segment: Segment, { sort, each }: QueryPlan): ((doc: number) => number) | null {
  const { by, descending = false } = sort;
  if (by === 'relevance') return null;
  const { recordOf } = segment;
  const sign = descending ? 1 : -1;
  const first = segment.number('first');
  if (by === 'created') {
    const created = segment.number('created');
    return (doc) => sign * created[recordOf[doc]!]!;
  }
  if (by === 'layers') return (doc) => sign * (first[recordOf[doc]! + 1]! - first[recordOf[doc]!]! - 1);
  const title = segment.number('title');
  return (doc) => sign * title[each === 'layer' ? doc : first[recordOf[doc]!]!]!;
}

function openTime(segment: Segment, time: QueryPlan['time']): ((doc: number) => boolean) | null {
  if (time === null) return null;
  const { ids, starts, values } = segment.list('time');
  return (doc) => {
    const at = starts[ids[doc]!]!;
    return at < starts[ids[doc]! + 1]! && values[at]! <= time[1] && values[at + 1]! >= time[0];
  };
}
