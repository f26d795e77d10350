// Features of one link: slots of a weight table with a value each, every slot once. One bag is filled over and over.

/** Weights per model. A power of two. */
export const slotCount = 1 << 16;

export interface Features {
  readonly slots: Int32Array;
  readonly values: Float32Array;
  readonly size: number;
}

/** A word of a text, and what sort of text that is; or a fixed name. */
export type FeatureName = string | { readonly of: string; readonly text: string; start: number; end: number };

/** A class, so that V8 can compile `add` into those who call it for every word. */
export class FeatureBag implements Features {
  readonly slots: Int32Array;
  readonly values: Float32Array;
  size = 0;
  /** What people call each slot; null unless somebody will be told. */
  names: Map<number, string> | null = null;
  /** A bit for each slot that is in the bag: 8 KB, which stay in the nearest cache. */
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
   * Adds a slot unless it is there already, or the bag is full: true where it is new. `name` is read only where names are
   * kept.
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

  /** Gives everything added since `from` this value over the root of its number: long texts count no more than short ones. */
  level(from: number, value: number): void {
    const each = value / Math.sqrt(this.size - from);
    for (let at = from; at < this.size; at++) this.values[at] = each;
  }
}

function spelled(name: FeatureName): string {
  if (typeof name === 'string') return name;
  return `"${name.text.slice(name.start, name.end).toLowerCase()}" ${name.of}`;
}
