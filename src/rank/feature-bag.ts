// Features of one link: slots of a weight table with a value each, every slot once. One bag is filled over and over.

/** Weights per model. A power of two. */
export const slotCount = 1 << 16;

export interface Features {
  readonly slots: Int32Array;
  readonly values: Float32Array;
  readonly size: number;
}

export interface FeatureBag extends Features {
  size: number;
  /** What people call each slot; null unless somebody will be told. */
  names: Map<number, string> | null;
  clear(): void;
  /** Adds a slot unless it is there already, or the bag is full. `name` is read only where names are kept. */
  add(hash: number, name: FeatureName): void;
  /** Gives everything added since `from` this value over the root of its number: long texts count no more than short ones. */
  level(from: number, value: number): void;
}

/** A word of a text, and what sort of text that is; or a fixed name. */
export type FeatureName = string | { readonly of: string; readonly text: string; start: number; end: number };

export function createFeatureBag(capacity: number): FeatureBag {
  const slots = new Int32Array(capacity);
  const values = new Float32Array(capacity);
  const met = new Int32Array(slotCount);
  let round = 1;
  return {
    slots,
    values,
    size: 0,
    names: null,
    clear() {
      this.size = 0;
      round++;
    },
    add(hash, name) {
      const slot = hash & (slotCount - 1);
      if (met[slot] === round || this.size === capacity) return;
      met[slot] = round;
      slots[this.size] = slot;
      values[this.size] = 1;
      this.size++;
      if (this.names !== null) this.names.set(slot, spelled(name));
    },
    level(from, value) {
      const count = this.size - from;
      if (count > 0) values.fill(value / Math.sqrt(count), from, this.size);
    },
  };
}

function spelled(name: FeatureName): string {
  if (typeof name === 'string') return name;
  return `"${name.text.slice(name.start, name.end).toLowerCase()}" ${name.of}`;
}
