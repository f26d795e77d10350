// A reproducible random number generator whose entire state is one number.

export interface SeededRandom {
  /** In [0, 1). */
  next(): number;
  /** An integer in [0, limit). */
  below(limit: number): number;
}

/** A Weyl sequence through a 32-bit mixer, with a period of 2³². Not for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const random: SeededRandom = {
    next() {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x100000000;
    },
    below: (limit) => Math.floor(random.next() * limit),
  };
  return random;
}
