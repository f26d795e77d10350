// The features of one link: distinct slots of a weight table with a value each. One bag is reused for all links.

/** Weights per model. A power of two. */
export const slotCount = 1 << 16;

export interface Features {
  readonly slots: Int32Array;
  readonly values: Float32Array;
  readonly size: number;
}

/** A word and the field it comes from, or a fixed name. */
export type FeatureName = string | { readonly of: string; readonly text: string; start: number; end: number };

/** A class so that V8 can inline `add` at its call sites. */
export class FeatureBag implements Features {
  readonly slots: Int32Array;
  readonly values: Float32Array;
  size = 0;
  /** Readable slot names; null unless an explanation was requested. */
  names: Map<number, string> | null = null;
  /** One bit per slot in the bag: 8 KB, small enough for the L1 cache. */
  readonly #bits = new Int32Array(slotCount >> 5);

  constructor(capacity: number) {
    this.slots = new Int32Array(capacity);
    this.values = new Float32Array(capacity);
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) this.#bits[this.slots[at]! >> 5] = 0;
    this.size = 0;
  }

  /**
   * Adds a slot unless it is present or the bag is full; returns true if it was added. `name` is read only when names
   * are collected.
   */
  add(hash: number, name: FeatureName): boolean {
    const slot = hash & (slotCount - 1);
    const at = this.size;
    const bits = this.#bits[slot >> 5]!;
    const bit = 1 << (slot & 31);
    if ((bits & bit) !== 0 || at === this.slots.length) return false;
    this.#bits[slot >> 5] = bits | bit;
    this.slots[at] = slot;
    this.values[at] = 1;
    this.size = at + 1;
    if (this.names !== null) this.names.set(slot, spelled(name));
    return true;
  }

  /**
   * Sets everything added since `from` to this value divided by the square root of its count, so long texts don't
   * outweigh short ones.
   */
  level(from: number, value: number): void {
    const each = value / Math.sqrt(this.size - from);
    for (let at = from; at < this.size; at++) this.values[at] = each;
  }
}

function spelled(name: FeatureName): string {
  if (typeof name === 'string') return name;
  return `"${name.text.slice(name.start, name.end).toLowerCase()}" ${name.of}`;
}
