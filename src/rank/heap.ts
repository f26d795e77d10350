// A binary heap with a total order: equal scores come out first in, first out.

/** `sequence` breaks ties: the smaller one is older. */
export interface HeapEntry {
  readonly score: number;
  readonly sequence: number;
}

export interface Heap<Item extends HeapEntry> {
  readonly size: number;
  push(item: Item): void;
  first(): Item | undefined;
  take(): Item | undefined;
  /** In arbitrary order. */
  items(): readonly Item[];
  /** Replaces the contents. */
  fill(items: readonly Item[]): void;
}

export function createHeap<Item extends HeapEntry>(): Heap<Item> {
  let items: Item[] = [];
  return {
    get size() {
      return items.length;
    },
    push(item) {
      items.push(item);
      rise(items, items.length - 1);
    },
    first: () => items[0],
    take() {
      const top = items[0];
      const last = items.pop();
      if (last !== undefined && items.length > 0) {
        items[0] = last;
        sink(items, 0);
      }
      return top;
    },
    items: () => items,
    fill(others) {
      items = [...others];
      for (let at = (items.length >> 1) - 1; at >= 0; at--) sink(items, at);
    },
  };
}

function isBefore(one: HeapEntry, other: HeapEntry): boolean {
  return one.score > other.score || (one.score === other.score && one.sequence < other.sequence);
}

function rise<Item extends HeapEntry>(items: Item[], from: number): void {
  const item = items[from]!;
  let at = from;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(item, items[above]!)) break;
    items[at] = items[above]!;
    at = above;
  }
  items[at] = item;
}

function sink<Item extends HeapEntry>(items: Item[], from: number): void {
  const item = items[from]!;
  let at = from;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= items.length) break;
    if (below + 1 < items.length && isBefore(items[below + 1]!, items[below]!)) below++;
    if (!isBefore(items[below]!, item)) break;
    items[at] = items[below]!;
    at = below;
  }
  items[at] = item;
}
