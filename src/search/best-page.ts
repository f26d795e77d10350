// The page of the best among many: kept while they come, without sorting the rest.

/** Scores with what they belong to. Greater scores first; among equals the one that came first. */
export interface BestPage {
  add(key: number, score: number): void;
  /** How many came. */
  readonly count: number;
  page(): readonly { readonly key: number; readonly score: number }[];
}

/** Beyond this many the heap costs more than selecting once at the end. */
const heapLimit = 2000;

export function createBestPage(offset: number, limit: number): BestPage {
  return offset + limit <= heapLimit ? heapPage(offset, limit) : selectedPage(offset, limit);
}

/** A heap whose top is the worst that is kept. */
function heapPage(offset: number, limit: number): BestPage {
  const size = offset + limit;
  const keys = new Float64Array(size);
  const scores = new Float64Array(size);
  const orders = new Float64Array(size);
  let count = 0;
  let kept = 0;
  const isWorse = (a: number, b: number): boolean =>
    scores[a]! < scores[b]! || (scores[a] === scores[b] && orders[a]! > orders[b]!);
  const swap = (a: number, b: number): void => {
    for (const array of [keys, scores, orders]) {
      const held = array[a]!;
      array[a] = array[b]!;
      array[b] = held;
    }
  };
  const sink = (): void => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= kept) return;
      const worst = left + 1 < kept && isWorse(left + 1, left) ? left + 1 : left;
      if (!isWorse(worst, at)) return;
      swap(worst, at);
      at = worst;
    }
  };
  const put = (at: number, key: number, score: number): void => {
    keys[at] = key;
    scores[at] = score;
    orders[at] = count;
  };
  return {
    add(key, score) {
      count++;
      if (size === 0) return;
      if (kept < size) {
        put(kept, key, score);
        for (let at = kept++; at > 0 && isWorse(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
        return;
      }
      if (score <= scores[0]!) return;
      put(0, key, score);
      sink();
    },
    get count() {
      return count;
    },
    page: () =>
      Array.from({ length: kept }, (_, n) => n)
        .sort((a, b) => (isWorse(a, b) ? 1 : -1))
        .slice(offset)
        .map((n) => ({ key: keys[n]!, score: scores[n]! })),
  };
}

/** Keeps all and selects at the end: deep pages of large results. */
function selectedPage(offset: number, limit: number): BestPage {
  let keys = new Float64Array(1024);
  let scores = new Float64Array(1024);
  let count = 0;
  return {
    add(key, score) {
      if (count === keys.length) {
        keys = grown(keys);
        scores = grown(scores);
      }
      keys[count] = key;
      scores[count++] = score;
    },
    get count() {
      return count;
    },
    page: () => {
      const order = Uint32Array.from({ length: count }, (_, n) => n);
      const isBefore = (a: number, b: number) => scores[a]! > scores[b]! || (scores[a] === scores[b] && a < b);
      select(order, offset, isBefore);
      const rest = order.subarray(Math.min(offset, count));
      select(rest, limit, isBefore);
      return [...rest.subarray(0, limit)]
        .sort((a, b) => (isBefore(a, b) ? -1 : 1))
        .map((n) => ({ key: keys[n]!, score: scores[n]! }));
    },
  };
}

function grown(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Puts the `rank` first ones in front, in any order (Hoare's selection, the middle as pivot). */
function select(order: Uint32Array, rank: number, isBefore: (a: number, b: number) => boolean): void {
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
