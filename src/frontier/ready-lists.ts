// Hosts that may be visited now, first in first out per pool and class; linked through typed arrays, so leaving is cheap.
import { grown } from './lanes.ts';

export const classCount = 8;
const none = -1;

export interface ReadyLists {
  /** Puts a slot at the end of its class; a slot that stands in another class moves. */
  add(slot: number, cls: number): void;
  remove(slot: number): void;
  /** The slot that has waited longest, or -1. */
  first(pool: number, cls: number): number;
}

export function makeReadyLists(): ReadyLists {
  let next = new Int32Array(2048);
  let previous = new Int32Array(2048);
  /** Class a slot stands in, plus one; 0 for none. */
  let standsIn = new Uint8Array(2048);
  const heads = new Int32Array(2 * classCount).fill(none);
  const tails = new Int32Array(2 * classCount).fill(none);
  const listOf = (slot: number, cls: number): number => (slot & 1) * classCount + cls;

  const remove = (slot: number): void => {
    if (slot >= standsIn.length || standsIn[slot] === 0) return;
    const list = listOf(slot, standsIn[slot]! - 1);
    const before = previous[slot]!;
    const after = next[slot]!;
    if (before === none) heads[list] = after;
    else next[before] = after;
    if (after === none) tails[list] = before;
    else previous[after] = before;
    standsIn[slot] = 0;
  };
  const grow = (): void => {
    next = grown(next, new Int32Array(2 * next.length));
    previous = grown(previous, new Int32Array(2 * previous.length));
    standsIn = grown(standsIn, new Uint8Array(2 * standsIn.length));
  };
  return {
    remove,
    add: (slot, cls) => {
      while (slot >= standsIn.length) grow();
      if (standsIn[slot] === cls + 1) return;
      remove(slot);
      const list = listOf(slot, cls);
      const last = tails[list]!;
      next[slot] = none;
      previous[slot] = last;
      if (last === none) heads[list] = slot;
      else next[last] = slot;
      tails[list] = slot;
      standsIn[slot] = cls + 1;
    },
    first: (pool, cls) => heads[pool * classCount + cls]!,
  };
}
