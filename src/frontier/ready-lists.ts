// Hosts that may be visited now, first in first out per pool and class; linked through typed arrays, so removal is cheap.
import { grown } from './host-slots.ts';

export const classCount = 8;
const none = -1;

export class ReadyLists {
  #next = new Int32Array(2048);
  #previous = new Int32Array(2048);
  /** Class of a slot's list, plus one; 0 for none. */
  #listed = new Uint8Array(2048);
  readonly #heads = new Int32Array(2 * classCount).fill(none);
  readonly #tails = new Int32Array(2 * classCount).fill(none);

  /** The slot that has waited longest, or -1. */
  first(pool: number, cls: number): number {
    return this.#heads[listOf(pool, cls)]!;
  }

  /** Appends a slot to its class; a slot in another class moves. */
  add(slot: number, cls: number): void {
    while (slot >= this.#listed.length) this.#grow();
    if (this.#listed[slot] === cls + 1) return;
    this.remove(slot);
    const list = listOf(slot & 1, cls);
    const last = this.#tails[list]!;
    this.#next[slot] = none;
    this.#previous[slot] = last;
    if (last === none) this.#heads[list] = slot;
    else this.#next[last] = slot;
    this.#tails[list] = slot;
    this.#listed[slot] = cls + 1;
  }

  remove(slot: number): void {
    if (slot >= this.#listed.length || this.#listed[slot] === 0) return;
    const list = listOf(slot & 1, this.#listed[slot]! - 1);
    const before = this.#previous[slot]!;
    const after = this.#next[slot]!;
    if (before === none) this.#heads[list] = after;
    else this.#next[before] = after;
    if (after === none) this.#tails[list] = before;
    else this.#previous[after] = before;
    this.#listed[slot] = 0;
  }

  #grow(): void {
    const length = 2 * this.#listed.length;
    this.#next = grown(this.#next, new Int32Array(length));
    this.#previous = grown(this.#previous, new Int32Array(length));
    this.#listed = grown(this.#listed, new Uint8Array(length));
  }
}

function listOf(pool: number, cls: number): number {
  return pool * classCount + cls;
}
