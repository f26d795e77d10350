// Goes through all segments: words, filters, area and time decide what is meant, and every result gets its score.

import { openAreaFit } from './area-fit.ts';
import type { Clause, PostingSource } from './clause-matches.ts';
import { boxesOfRecords, documentsNear } from './documents-near.ts';

import { type FacetTally, openFilters } from './facets.ts';
import type { RecordVerdicts } from './record-filter.ts';
import type { SearchIndex } from './search-index.ts';
import { listScopes } from './segment-builder.ts';
import { type Matches, matchSegment, type Workspace } from './segment-matches.ts';
import type { Place, Segment } from './segment-rows.ts';
import type { Wanted } from './wanted.ts';

/** A document anywhere in the index: segment and number in one. */
const documentLimit = 2 ** 32;
/** Layers a record may have for its results to have an order of their own. */
const layerLimit = 2 ** 21;
/** What a record's own completeness may take off its score at most. */
const completenessPart = 0.2;

/** By completeness, 0 … 100. */
const priors = Float64Array.from({ length: 101 }, (_, n) => 1 - completenessPart + (completenessPart * n) / 100);

export interface Collecting {
  readonly index: SearchIndex;
  readonly segments: readonly Segment[];
  readonly work: Workspace;
  readonly clauses: readonly Clause[];
  readonly wanted: Wanted;
  /** What a filter says of records; null without one. */
  readonly verdicts: RecordVerdicts | null;
  /** Clauses a document must have at least. */
  readonly least: number;
  /** Null where nothing is to be counted. */
  readonly tally: FacetTally | null;
}

/** Results in no order: see `Ranked`; `keys` say which documents they are. */
export interface Results {
  count: number;
  keys: Float64Array;
  scores: Float64Array;
  ties: Float64Array;
}

export function createResults(): Results {
  return { count: 0, keys: new Float64Array(64), scores: new Float64Array(64), ties: new Float64Array(64) };
}

/** Position in the list of segments. */
export function segmentOfKey(key: number): number {
  return Math.floor(key / documentLimit);
}

export function documentOfKey(key: number): number {
  return key - segmentOfKey(key) * documentLimit;
}

export function placeOfKey(segments: readonly Segment[], key: number): Place {
  return { segment: segments[segmentOfKey(key)]!, doc: documentOfKey(key) };
}

/** Fills `results` anew. */
export function collectResults(collecting: Collecting, results: Results): void {
  results.count = 0;
  for (const [number, segment] of collecting.segments.entries()) {
    const { clauses, least, work, wanted } = collecting;
    const wish = { clauses, least, isBrief: isOfRecords(wanted) };
    const matches = clauses.length === 0 ? null : matchSegment(wish, sourceOf(collecting, segment), work);
    const fitting = keepFitting(collecting, segment, matches);
    const rank = openRank(segment, collecting.wanted);
    const tally = collecting.tally?.open(segment, matches?.whole ?? null) ?? null;
    const tie = openTie(segment);
    eachResult(segment.recordOf, fitting, collecting.wanted.each, (from, to, best) => {
      const doc = fitting.docs[best]!;
      tally?.add(fitting.docs, from, to);
      addResult(results, number * documentLimit + doc, rank(doc, fitting.scores[best]!), tie(doc));
    });
    tally?.close();
  }
}

/** Whether nothing asked for differs between the documents of a record, but for words. */
function isOfRecords({ each, area, time, filters }: Wanted): boolean {
  const isEach = filters.every(({ facet }) => listScopes.get(facet) === 'record');
  return each === 'resource' && area.length === 0 && time === null && isEach;
}

export function sourceOf({ index }: Pick<Collecting, 'index'>, segment: Segment): PostingSource {
  const extents = segment.list('extent');
  return {
    documents: segment.documents,
    layer: segment.number('layer'),
    first: segment.number('first'),
    recordOf: segment.recordOf,
    recordBoxes: () => boxesOfRecords(segment),
    extentIds: extents.ids,
    extents,
    postings: (word) => index.rows.postings(word, segment.id),
    places: (word) => index.rows.places(word, segment.id),
  };
}

function addResult(results: Results, key: number, score: number, tie: number): void {
  if (results.count === results.keys.length)
    for (const name of ['keys', 'scores', 'ties'] as const) {
      const larger = new Float64Array(results.count * 2);
      larger.set(results[name]);
      results[name] = larger;
    }
  const at = results.count++;
  results.keys[at] = key;
  results.scores[at] = score;
  results.ties[at] = tie;
}

/** Records as they came, the service before its layers: the same whatever segments they lie in. */
function openTie(segment: Segment): (doc: number) => number {
  const { recordOf } = segment;
  const rid = segment.number('rid');
  const layer = segment.number('layer');
  return (doc) => rid[recordOf[doc]!]! * layerLimit + layer[doc]! + 1;
}

interface Fitting {
  readonly docs: Uint32Array;
  readonly scores: Float64Array;
  readonly count: number;
}

/** Documents that are meant, with their scores: the number of words found decides, then how well they and the area fit. */
function keepFitting({ wanted, verdicts, work }: Collecting, segment: Segment, matches: Matches | null): Fitting {
  const candidates = matches === null ? documentsNear(segment, wanted.area, work.found.docs) : null;
  const most = matches?.count ?? candidates!;
  const among = matches?.docs ?? work.found.docs;
  const docs = work.fitting.docs;
  const scores = work.fitting.scores;
  const { dead, recordOf } = segment;
  const isWanted = openFilters(segment, wanted.filters);
  const place = openPlace(segment, wanted);
  const isThen = openTime(segment, wanted.time);
  const verdict = verdicts?.of(segment) ?? null;
  const completeness = segment.number('completeness');
  const isOpen = dead === null && verdict === null && isWanted === null && isThen === null;
  let count = 0;
  for (let n = 0; n < most; n++) {
    const doc = among[n]!;
    const record = recordOf[doc]!;
    if (!isOpen) {
      if (dead !== null && dead[record] === 1) continue;
      if (verdict !== null && verdict[record] !== 1) continue;
      if (isWanted !== null && !isWanted(doc)) continue;
      if (isThen !== null && !isThen(doc)) continue;
    }
    const near = place === null ? 1 : place(doc);
    if (near === 0) continue;
    const fit = (matches === null ? 1 : matches.scores[n]!) * near * priors[completeness[record]!]!;
    docs[count] = doc;
    scores[count++] = (matches === null ? 0 : matches.hits[n]!) + fit / (1 + fit);
  }
  return { docs, scores, count };
}

/** Calls with the run of documents that make a result, and the best of them. */
function eachResult(
  recordOf: Uint32Array,
  { docs, scores, count }: Fitting,
  each: Wanted['each'],
  found: (from: number, to: number, best: number) => void,
): void {
  if (each === 'layer') {
    for (let n = 0; n < count; n++) found(n, n + 1, n);
    return;
  }
  for (let from = 0; from < count; ) {
    const record = recordOf[docs[from]!];
    let best = from;
    let to = from + 1;
    while (to < count && recordOf[docs[to]!] === record) {
      if (scores[to]! > scores[best]!) best = to;
      to++;
    }
    found(from, to, best);
    from = to;
  }
}

/** Results in another order than that of their scores: greater is first here, too. */
function openRank(segment: Segment, { sort, each }: Wanted): (doc: number, score: number) => number {
  const { by, descending = false } = sort;
  if (by === 'relevance') return (_doc, score) => score;
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

/** How well the extent fits the area asked for; 0 for what lies elsewhere. Null where no area is asked for. */
function openPlace(segment: Segment, { area, relation }: Wanted): ((doc: number) => number) | null {
  if (area.length === 0) return null;
  const { ids, starts, values } = segment.list('extent');
  const fitOf = openAreaFit(area, relation);
  const fits = new Float32Array(starts.length - 1).fill(-1);
  return (doc) => {
    const id = ids[doc]!;
    if (fits[id]! < 0) fits[id] = starts[id] === starts[id + 1] ? 0 : fitOf(values, starts[id]!);
    return fits[id]!;
  };
}

function openTime(segment: Segment, time: Wanted['time']): ((doc: number) => boolean) | null {
  if (time === null) return null;
  const { ids, starts, values } = segment.list('time');
  return (doc) => {
    const at = starts[ids[doc]!]!;
    return at < starts[ids[doc]! + 1]! && values[at]! <= time[1] && values[at + 1]! >= time[0];
  };
}
