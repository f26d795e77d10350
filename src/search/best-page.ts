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

export interface PageWish {
  readonly offset: number;
  readonly limit: number;
  /** Only what comes behind this. */
  readonly after: RankedAt | null;
  /** Left out: positions in the arrays. */
  readonly skip: ReadonlySet<number>;
}

/** Beyond this many the heap costs more than selecting once. */
const heapLimit = 20_000;

/** Positions in the arrays, best first. */
export function bestPage(ranked: Ranked, wish: PageWish): readonly number[] {
  const { count } = ranked;
  const isBefore = orderOf(ranked);
  const isWanted = wantedBy(ranked, wish);
  const size = wish.offset + wish.limit;
  if (size === 0) return [];
  const best =
    size <= heapLimit ? heapOf(count, size, isBefore, isWanted) : selectionOf(count, wish, isBefore, isWanted);
  return best.sort((a, b) => (isBefore(a, b) ? -1 : 1)).slice(size <= heapLimit ? wish.offset : 0);
}

export function orderOf({ scores, tie }: Ranked): IsBefore {
  return (a, b) => scores[a]! > scores[b]! || (scores[a] === scores[b] && tie(a) < tie(b));
}

function wantedBy({ scores, tie }: Ranked, { after, skip }: PageWish): ((n: number) => boolean) | null {
  if (after === null && skip.size === 0) return null;
  return (n) => {
    if (after !== null && !(scores[n]! < after.score || (scores[n] === after.score && tie(n) > after.tie)))
      return false;
    return !skip.has(n);
  };
}

type IsBefore = (a: number, b: number) => boolean;

/** A heap whose top is the worst that is kept. */
function heapOf(count: number, size: number, isBefore: IsBefore, isWanted: ((n: number) => boolean) | null): number[] {
  const heap: number[] = [];
  for (let n = 0; n < count; n++) {
    if (heap.length === size && !isBefore(n, heap[0]!)) continue;
    if (isWanted !== null && !isWanted(n)) continue;
    if (heap.length < size) rise(heap, n, isBefore);
    else sink(heap, n, isBefore);
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

/** Deep pages of large results. */
function selectionOf(
  count: number,
  { offset, limit }: PageWish,
  isBefore: IsBefore,
  isWanted: ((n: number) => boolean) | null,
): number[] {
  let order = new Uint32Array(count);
  for (let n = 0; n < count; n++) order[n] = n;
  if (isWanted !== null) order = order.filter(isWanted);
  select(order, offset, isBefore);
  const rest = order.subarray(Math.min(offset, order.length));
  select(rest, limit, isBefore);
  return [...rest.subarray(0, limit)];
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
