// Selects a page of the best results without sorting all of them.

/** Results in parallel arrays, of which `count` entries are used. */
export interface Ranked {
  readonly count: number;
  /** Greater is better. */
  readonly scores: Float64Array;
  /** Decides between equal scores: less is better. Unique. */
  tie(n: number): number;
}

/** A position in the order of results. */
export interface RankedAt {
  readonly score: number;
  readonly tie: number;
}

export interface PageOptions {
  readonly offset: number;
  readonly limit: number;
  /** Only results that come after this. */
  readonly after: RankedAt | null;
  /** Indexes to leave out. */
  readonly skip: ReadonlySet<number>;
}

/** For larger pages, selection is faster than a heap. */
const heapLimit = 2000;

/** Indexes into the arrays, best first. */
export function bestPage(ranked: Ranked, options: PageOptions): readonly number[] {
  const isBefore = orderOf(ranked);
  const isWanted = wantedBy(ranked, options);
  const size = options.offset + options.limit;
  if (size === 0) return [];
  const best = size <= heapLimit ? heapOf(ranked, size, isWanted) : selectionOf(ranked, options);
  return best.sort((a, b) => (isBefore(a, b) ? -1 : 1)).slice(size <= heapLimit ? options.offset : 0);
}

export function orderOf({ scores, tie }: Ranked): IsBefore {
  return (a, b) => scores[a]! > scores[b]! || (scores[a] === scores[b] && tie(a) < tie(b));
}

function wantedBy({ scores, tie }: Ranked, { after, skip }: PageOptions): ((n: number) => boolean) | null {
  if (after === null && skip.size === 0) return null;
  return (n) => {
    if (after !== null && !(scores[n]! < after.score || (scores[n] === after.score && tie(n) > after.tie)))
      return false;
    return !skip.has(n);
  };
}

type IsBefore = (a: number, b: number) => boolean;

/** A heap with the worst kept result at the top. */
function heapOf({ count, scores, tie }: Ranked, size: number, isWanted: ((n: number) => boolean) | null): number[] {
  const isBefore = orderOf({ count, scores, tie });
  const heap: number[] = [];
  let [worst, worstTie] = [-Infinity, Infinity];
  for (let n = 0; n < count; n++) {
    if (scores[n]! < worst || (scores[n] === worst && tie(n) > worstTie)) continue;
    if (isWanted !== null && !isWanted(n)) continue;
    if (heap.length < size) rise(heap, n, isBefore);
    else sink(heap, n, isBefore);
    if (heap.length === size) [worst, worstTie] = [scores[heap[0]!]!, tie(heap[0]!)];
  }
  return heap;
}

function rise(heap: number[], n: number, isBefore: IsBefore): void {
  let at = heap.push(n) - 1;
  while (at > 0 && isBefore(heap[(at - 1) >> 1]!, n)) {
    heap[at] = heap[(at - 1) >> 1]!;
    at = (at - 1) >> 1;
  }
  heap[at] = n;
}

/** Replaces the worst. */
function sink(heap: number[], n: number, isBefore: IsBefore): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const worst = left + 1 < heap.length && isBefore(heap[left]!, heap[left + 1]!) ? left + 1 : left;
    if (!isBefore(n, heap[worst]!)) break;
    heap[at] = heap[worst]!;
    at = worst;
  }
  heap[at] = n;
}

/** For deep pages: narrows the results down to those around the page, then selects it among them. */
function selectionOf(ranked: Ranked, options: PageOptions): number[] {
  const { offset, limit } = options;
  const order = wantedOf(ranked, options);
  if (offset >= order.length) return [];
  const { near, above } = aroundPage(order, ranked.scores, options);
  // Many results may have the same score: ties are computed once each, not in every comparison.
  const scores = Float64Array.from(near, (n) => ranked.scores[n]!);
  const ties = Float64Array.from(near, ranked.tie);
  const indexes = Uint32Array.from(near.keys());
  const isBefore: IsBefore = (a, b) => scores[a]! > scores[b]! || (scores[a] === scores[b] && ties[a]! < ties[b]!);
  select(indexes, offset - above, isBefore);
  const following = indexes.subarray(offset - above);
  select(following, limit, isBefore);
  return [...following.subarray(0, limit)].map((index) => near[index]!);
}

const bins = 4096;

/** A histogram of the scores gives the results around the page, and the number above them. */
function aroundPage(
  order: Uint32Array,
  scores: Float64Array,
  { offset, limit }: PageOptions,
): { readonly near: Uint32Array; readonly above: number } {
  let [least, most] = [Infinity, -Infinity];
  for (let n = 0; n < order.length; n++) {
    const score = scores[order[n]!]!;
    if (score < least) least = score;
    if (score > most) most = score;
  }
  const scale = (bins - 1) / (most - least);
  // All scores are equal, or their range is infinite.
  if (!Number.isFinite(scale) || scale === 0) return { near: order, above: 0 };
  const counts = new Uint32Array(bins);
  for (let n = 0; n < order.length; n++) counts[((most - scores[order[n]!]!) * scale) | 0]!++;
  let above = 0;
  let first = 0;
  while (above + counts[first]! <= offset) above += counts[first++]!;
  let last = first;
  for (let seen = above + counts[first]!; seen < offset + limit && last + 1 < bins; ) seen += counts[++last]!;
  const near = order.filter((n) => {
    const bin = ((most - scores[n]!) * scale) | 0;
    return bin >= first && bin <= last;
  });
  return { near, above };
}

/** All results within the options, ascending. */
function wantedOf({ count, scores, tie }: Ranked, { after, skip }: PageOptions): Uint32Array {
  const skipped = [...skip].sort((a, b) => a - b);
  const order = new Uint32Array(count);
  let next = 0;
  let target = 0;
  for (let n = 0; n < count; n++) {
    if (n === skipped[next]) next++;
    else if (after === null || scores[n]! < after.score || (scores[n] === after.score && tie(n) > after.tie))
      order[target++] = n;
  }
  return order.subarray(0, target);
}

/** Moves the `rank` first to the front, unordered (quickselect with Hoare's partition). */
function select(order: Uint32Array, rank: number, isBefore: IsBefore): void {
  let low = 0;
  let high = order.length - 1;
  while (low < high && rank > low && rank <= high) {
    const pivot = order[(low + high) >> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (isBefore(order[left]!, pivot)) left++;
      while (isBefore(pivot, order[right]!)) right--;
      if (left > right) break;
      const swapped = order[left]!;
      order[left++] = order[right]!;
      order[right--] = swapped;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return;
  }
}
