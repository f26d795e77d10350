// Collapses distributions of one dataset into one result: the best of those found, at the rank of the first.
import type { Copy, ItemRef } from '../../model/duplicates.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { DocumentPosition, Segment } from '../index/segment-rows.ts';
import { documentOfKey, positionOfKey, type Results, segmentOfKey } from './collect-results.ts';

/** For each item, all distributions of its dataset including itself, best first; empty without others. */
export type DuplicatesOf = (refs: readonly ItemRef[]) => Promise<readonly (readonly Copy[])[]>;

export interface Collapsing {
  readonly index: Pick<SearchIndex, 'idOf' | 'ridOf'>;
  readonly copies: DuplicatesOf;
  readonly segments: readonly Segment[];
  /** With ascending keys. */
  readonly results: Pick<Results, 'count' | 'keys' | 'scores'>;
  readonly each: 'resource' | 'layer';
}

export interface CollapsedPage {
  /** Indexes of results: the one shown, and the one whose rank it takes. */
  readonly shown: readonly { readonly n: number; readonly leader: number }[];
  /** Number of entries of the page used, including collapsed ones. */
  readonly used: number;
}

/** A dataset is shown where its best ranked distribution is, so that it appears once on any sequence of pages. */
export async function collapseDuplicates(
  page: readonly number[],
  limit: number,
  collapsing: Collapsing,
): Promise<CollapsedPage> {
  const refs = await copiesOf(page, collapsing);
  const records = recordsOf(refs.flat(), collapsing);
  const shown: { n: number; leader: number }[] = [];
  let used = 0;
  for (const [at, leader] of page.entries()) {
    if (shown.length === limit) break;
    used = at + 1;
    const distributions = refs[at]!.flatMap(({ grade, ...ref }) => {
      const n = bestOf(resultsOf(ref, records, collapsing), collapsing);
      return n === null ? [] : [{ n, grade }];
    });
    if (bestOf([leader, ...distributions.map(({ n }) => n)], collapsing) === leader)
      shown.push({ n: bestDistribution(distributions, leader), leader });
  }
  return { shown, used };
}

/** The first result itself, unless another distribution is better. */
function bestDistribution(
  distributions: readonly { readonly n: number; readonly grade: number }[],
  leader: number,
): number {
  const best = Math.max(...distributions.map(({ grade }) => grade));
  const good = distributions.filter(({ grade }) => grade === best).map(({ n }) => n);
  return good.includes(leader) ? leader : (good[0] ?? leader);
}

async function copiesOf(page: readonly number[], collapsing: Collapsing): Promise<readonly (readonly Copy[])[]> {
  const all = await collapsing.copies(page.map((n) => refOf(n, collapsing)));
  // Layers aren't results in resource mode.
  return collapsing.each === 'layer' ? all : all.map((refs) => refs.filter((ref) => ref.layer === null));
}

function refOf(n: number, { index, segments, results, each }: Collapsing): ItemRef {
  const { segment, doc } = positionOfKey(segments, results.keys[n]!);
  const layer = each === 'resource' ? -1 : segment.number('layer')[doc]!;
  const id = index.idOf(segment.number('rid')[segment.recordOf[doc]!]!);
  return { id, layer: layer < 0 ? null : layer };
}

interface RecordPosition {
  readonly segment: number;
  readonly record: number;
}

type RecordPositions = ReadonlyMap<string, RecordPosition>;

function recordsOf(refs: readonly ItemRef[], { index, segments }: Collapsing): RecordPositions {
  const ids = new Map<number, string>();
  for (const { id } of refs) {
    const rid = index.ridOf(id);
    if (rid !== null) ids.set(rid, id);
  }
  const records = new Map<string, RecordPosition>();
  if (ids.size === 0) return records;
  for (const [number, segment] of segments.entries()) {
    const rids = segment.number('rid');
    for (let record = 0; record < rids.length; record++) {
      const id = ids.get(rids[record]!);
      if (id !== undefined && segment.dead?.[record] !== 1) records.set(id, { segment: number, record });
    }
  }
  return records;
}

/** Indexes of the results of an item; for a record, those of all its documents. */
function resultsOf(ref: ItemRef, records: RecordPositions, { segments, results }: Collapsing): readonly number[] {
  const position = records.get(ref.id);
  if (position === undefined) return [];
  const segment = segments[position.segment]!;
  const first = segment.number('first');
  const layer = segment.number('layer');
  const [from, to] = [first[position.record]!, first[position.record + 1]!];
  const found: number[] = [];
  for (let n = firstFrom(results, position.segment, from); n < results.count; n++) {
    const doc = documentOfKey(results.keys[n]!);
    if (segmentOfKey(results.keys[n]!) !== position.segment || doc >= to) break;
    if (ref.layer === null || layer[doc] === ref.layer) found.push(n);
  }
  return found;
}

/** The first result at or after this document. */
function firstFrom({ keys, count }: Collapsing['results'], segment: number, doc: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = segmentOfKey(keys[middle]!) - segment || documentOfKey(keys[middle]!) - doc;
    if (at < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In the order of results: by score, then by record number. */
function bestOf(list: readonly number[], { results, segments }: Collapsing): number | null {
  let best: number | null = null;
  for (const n of list) {
    if (best === null || results.scores[n]! > results.scores[best]!) best = n;
    else if (results.scores[n] === results.scores[best] && isEarlier(n, best, results, segments)) best = n;
  }
  return best;
}

function isEarlier(a: number, b: number, { keys }: Collapsing['results'], segments: readonly Segment[]): boolean {
  const [one, other] = [a, b].map((n) => positionOfKey(segments, keys[n]!)) as [DocumentPosition, DocumentPosition];
  const [ridA, ridB] = [one, other].map(({ segment, doc }) => segment.number('rid')[segment.recordOf[doc]!]!);
  return ridA! < ridB! || (ridA === ridB && one.doc < other.doc);
}
