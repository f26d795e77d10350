// Open addressing over 53-bit numbers in typed arrays: 12 bytes per slot where a Map takes 40 or more.

export interface CountTable {
  readonly size: number;
  get(key: number): number;
  add(key: number, amount: number): void;
  clear(): void;
}

/** Marks a free slot; fingerprints are never negative. */
const free = -1;
const firstSlots = 4096;

export function makeCountTable(): CountTable {
  let keys = new Float64Array(firstSlots).fill(free);
  let counts = new Uint32Array(firstSlots);
  let size = 0;
  const find = (key: number): number => {
    let slot = slotOf(key, keys.length);
    while (keys[slot] !== key && keys[slot] !== free) slot = (slot + 1) & (keys.length - 1);
    return slot;
  };
  const grow = (): void => {
    const oldKeys = keys;
    const oldCounts = counts;
    keys = new Float64Array(2 * oldKeys.length).fill(free);
    counts = new Uint32Array(2 * oldKeys.length);
    for (let old = 0; old < oldKeys.length; old++) {
      if (oldKeys[old] === free) continue;
      const slot = find(oldKeys[old]!);
      keys[slot] = oldKeys[old]!;
      counts[slot] = oldCounts[old]!;
    }
  };
  return {
    get size() {
      return size;
    },
    get: (key) => {
      const slot = find(key);
      return keys[slot] === key ? counts[slot]! : 0;
    },
    add: (key, amount) => {
      if (3 * size >= 2 * keys.length) grow();
      const slot = find(key);
      if (keys[slot] === free) {
        keys[slot] = key;
        counts[slot] = 0;
        size++;
      }
      counts[slot]! += amount;
    },
    clear: () => {
      keys.fill(free);
      size = 0;
    },
  };
}

/** Both halves of the number are used, so that keys with the same low bits still spread. */
export function slotOf(key: number, slots: number): number {
  const mixed = Math.imul((key | 0) ^ Math.floor(key / 0x100000000), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & (slots - 1);
}
