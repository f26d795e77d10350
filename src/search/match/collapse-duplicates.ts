// Results that are one dataset offered several ways become one result: the best way of those found, where the first of them stood.
import type { Copy, ItemRef } from '../../model/duplicates.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { DocumentPosition, Segment } from '../index/segment-rows.ts';
import { documentOfKey, placeOfKey, type Results, segmentOfKey } from './collect-results.ts';

/** For each, all ways to the same dataset, itself included, the best first; empty where there is no other. */
export type DuplicatesOf = (refs: readonly ItemRef[]) => Promise<readonly (readonly Copy[])[]>;

export interface Folding {
  readonly index: Pick<SearchIndex, 'idOf' | 'ridOf'>;
  readonly copies: DuplicatesOf;
  readonly segments: readonly Segment[];
  /** Their keys ascend: results are looked up by them. */
  readonly results: Pick<Results, 'count' | 'keys' | 'scores'>;
  readonly each: 'resource' | 'layer';
}

export interface FoldedPage {
  /** Positions in the results: which one is shown, and the one whose place it takes. */
  readonly shown: readonly { readonly n: number; readonly leader: number }[];
  /** Positions on the page that were used up, folded ones included. */
  readonly used: number;
}

/** Every result is shown by the best placed of its copies, so that none comes twice, whatever pages are asked for. */
export async function collapseDuplicates(
  page: readonly number[],
  limit: number,
  folding: Folding,
): Promise<FoldedPage> {
  const refs = await copiesOf(page, folding);
  const places = placesOf(refs.flat(), folding);
  const shown: { n: number; leader: number }[] = [];
  let used = 0;
  for (const [at, leader] of page.entries()) {
    if (shown.length === limit) break;
    used = at + 1;
    const distributions = refs[at]!.flatMap(({ grade, ...ref }) => {
      const n = bestOf(resultsOf(ref, places, folding), folding);
      return n === null ? [] : [{ n, grade }];
    });
    if (bestOf([leader, ...distributions.map(({ n }) => n)], folding) === leader)
      shown.push({ n: bestDistribution(distributions, leader), leader });
  }
  return { shown, used };
}

/** The first result itself, unless another way is better. */
function bestDistribution(
  distributions: readonly { readonly n: number; readonly grade: number }[],
  leader: number,
): number {
  const best = Math.max(...distributions.map(({ grade }) => grade));
  const good = distributions.filter(({ grade }) => grade === best).map(({ n }) => n);
  return good.includes(leader) ? leader : (good[0] ?? leader);
}

async function copiesOf(page: readonly number[], folding: Folding): Promise<readonly (readonly Copy[])[]> {
  const all = await folding.copies(page.map((n) => refOf(n, folding)));
  // Services are folded into services; a layer of one is no result of its own then.
  return folding.each === 'layer' ? all : all.map((refs) => refs.filter((ref) => ref.layer === null));
}

function refOf(n: number, { index, segments, results, each }: Folding): ItemRef {
  const { segment, doc } = placeOfKey(segments, results.keys[n]!);
  const layer = each === 'resource' ? -1 : segment.number('layer')[doc]!;
  const id = index.idOf(segment.number('rid')[segment.recordOf[doc]!]!);
  return { id, layer: layer < 0 ? null : layer };
}

interface RecordPlace {
  readonly segment: number;
  readonly record: number;
}

/** Where the records lie that are asked for. */
function placesOf(refs: readonly ItemRef[], { index, segments }: Folding): ReadonlyMap<string, RecordPlace> {
  const ids = new Map<number, string>();
  for (const { id } of refs) {
    const rid = index.ridOf(id);
    if (rid !== null) ids.set(rid, id);
  }
  const places = new Map<string, RecordPlace>();
  if (ids.size === 0) return places;
  for (const [number, segment] of segments.entries()) {
    const rids = segment.number('rid');
    for (let record = 0; record < rids.length; record++) {
      const id = ids.get(rids[record]!);
      if (id !== undefined && segment.dead?.[record] !== 1) places.set(id, { segment: number, record });
    }
  }
  return places;
}

/** Positions of the results that a ref stands for: of the record itself, all of it. */
function resultsOf(ref: ItemRef, places: ReadonlyMap<string, RecordPlace>, folding: Folding): readonly number[] {
  const place = places.get(ref.id);
  if (place === undefined) return [];
  const { segments, results } = folding;
  const segment = segments[place.segment]!;
  const first = segment.number('first');
  const layer = segment.number('layer');
  const [from, to] = [first[place.record]!, first[place.record + 1]!];
  const found: number[] = [];
  for (let n = firstFrom(results, place.segment, from); n < results.count; n++) {
    const doc = documentOfKey(results.keys[n]!);
    if (segmentOfKey(results.keys[n]!) !== place.segment || doc >= to) break;
    if (ref.layer === null || layer[doc] === ref.layer) found.push(n);
  }
  return found;
}

/** The first result that is not before this document. */
function firstFrom({ keys, count }: Folding['results'], segment: number, doc: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = segmentOfKey(keys[middle]!) - segment || documentOfKey(keys[middle]!) - doc;
    if (at < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As results are ordered: by score, then as they came. */
function bestOf(list: readonly number[], { results, segments }: Folding): number | null {
  let best: number | null = null;
  for (const n of list) {
    if (best === null || results.scores[n]! > results.scores[best]!) best = n;
    else if (results.scores[n] === results.scores[best] && isEarlier(n, best, results, segments)) best = n;
  }
  return best;
}

function isEarlier(a: number, b: number, { keys }: Folding['results'], segments: readonly Segment[]): boolean {
  const [one, other] = [a, b].map((n) => placeOfKey(segments, keys[n]!)) as [DocumentPosition, DocumentPosition];
  const [ridA, ridB] = [one, other].map(({ segment, doc }) => segment.number('rid')[segment.recordOf[doc]!]!);
  return ridA! < ridB! || (ridA === ridB && one.doc < other.doc);
}
