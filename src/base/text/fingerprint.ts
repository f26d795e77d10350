// A 53-bit hash of a text: the largest that both a JavaScript number and an SQLite integer can store.

/**
 * Two 32-bit multiply-and-shift hashes over the UTF-16 units; 21 bits of one and 32 of the other are used. Not for secrets:
 * collisions are easy to construct. A seed gives an independent function.
 */
export function fingerprint(text: string, seed = 0): number {
  let low = seed ^ 0x5bd1e995;
  let high = Math.imul(seed, 0x27d4eb2f) ^ 0x165667b1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    // Multiplication moves information only upward; the shifts move it back down.
    low ^= low >>> 15;
    high ^= high >>> 13;
  }
  low = mix(low ^ text.length);
  high = mix(high ^ low);
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return mixed ^ (mixed >>> 15);
}
