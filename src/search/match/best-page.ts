// The page of the best among many, without sorting the rest.

/** Results as they were found: parallel arrays of which `count` entries are filled. */
export interface Ranked {
  readonly count: number;
  /** Greater is better. */
  readonly scores: Float64Array;
  /** Decides between equal scores: less is better. No two are the same. */
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
  /** Only what comes behind this. */
  readonly after: RankedAt | null;
  /** Left out: positions in the arrays. */
  readonly skip: ReadonlySet<number>;
}

/** Beyond this many the heap costs more than selecting once. */
const heapLimit = 2000;

/** Positions in the arrays, best first. */
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

/** A heap whose top is the worst that is kept. */
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

/** Puts an entry in the place of the worst. */
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

/** Deep pages of large results: first the few among which the page lies, then its order among them. */
function selectionOf(ranked: Ranked, options: PageOptions): number[] {
  const { offset, limit } = options;
  const order = wantedOf(ranked, options);
  if (offset >= order.length) return [];
  const { near, above } = aroundPage(order, ranked.scores, options);
  // Many results may have the same score: what decides then is looked up once for each, not at every comparison.
  const scores = Float64Array.from(near, (n) => ranked.scores[n]!);
  const ties = Float64Array.from(near, ranked.tie);
  const places = Uint32Array.from(near.keys());
  const isBefore: IsBefore = (a, b) => scores[a]! > scores[b]! || (scores[a] === scores[b] && ties[a]! < ties[b]!);
  select(places, offset - above, isBefore);
  const rest = places.subarray(offset - above);
  select(rest, limit, isBefore);
  return [...rest.subarray(0, limit)].map((place) => near[place]!);
}

const heights = 4096;

/** Counts how many lie at which height between the best and the worst: two looks at each, whatever their order. */
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
  const scale = (heights - 1) / (most - least);
  // All the same, or apart beyond measure.
  if (!Number.isFinite(scale) || scale === 0) return { near: order, above: 0 };
  const counts = new Uint32Array(heights);
  for (let n = 0; n < order.length; n++) counts[((most - scores[order[n]!]!) * scale) | 0]!++;
  let above = 0;
  let first = 0;
  while (above + counts[first]! <= offset) above += counts[first++]!;
  let last = first;
  for (let seen = above + counts[first]!; seen < offset + limit && last + 1 < heights; ) seen += counts[++last]!;
  const near = order.filter((n) => {
    const height = ((most - scores[n]!) * scale) | 0;
    return height >= first && height <= last;
  });
  return { near, above };
}

/** Positions of all that are wanted, ascending. */
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

/** Puts the `rank` first ones in front, in any order (Hoare's selection, the middle as pivot). */
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
      const held = order[left]!;
      order[left++] = order[right]!;
      order[right--] = held;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return;
  }
}
