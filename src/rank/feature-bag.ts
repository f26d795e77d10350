// Features of one link: slots of a weight table with a value each, every slot once. One bag is filled over and over.

/** Weights per model. A power of two. */
export const slotCount = 1 << 16;

export interface FeatureBag {
  readonly slots: Int32Array;
  readonly values: Float32Array;
  size: number;
  clear(): void;
  /** Adds a slot with its value unless it is there already, or the bag is full. */
  add(hash: number, value: number): void;
  /** Gives everything added since `from` this value over the root of its number: long texts count no more than short ones. */
  level(from: number, value: number): void;
}

export function createFeatureBag(capacity: number): FeatureBag {
  const slots = new Int32Array(capacity);
  const values = new Float32Array(capacity);
  const met = new Int32Array(slotCount);
  let round = 1;
  return {
    slots,
    values,
    size: 0,
    clear() {
      this.size = 0;
      round++;
    },
    add(hash, value) {
      const slot = hash & (slotCount - 1);
      if (met[slot] === round || this.size === capacity) return;
      met[slot] = round;
      slots[this.size] = slot;
      values[this.size] = value;
      this.size++;
    },
    level(from, value) {
      const count = this.size - from;
      if (count > 0) values.fill(value / Math.sqrt(count), from, this.size);
    },
  };
}
