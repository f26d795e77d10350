import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random/seeded-random.ts';
import { fingerprint } from './fingerprint.ts';

describe('fingerprint', () => {
  it("is a safe integer that doesn't change between versions", () => {
    expect(fingerprint('')).toBe(1413983937174052);
    expect(fingerprint('http://example.org/')).toBe(1064195514564552);
    expect(Number.isSafeInteger(fingerprint('x'.repeat(5000)))).toBe(true);
    expect(fingerprint('a', 1)).not.toBe(fingerprint('a', 2));
  });

  it('distributes similar URLs evenly, in the low and in the high bits', () => {
    const count = 200_000;
    const low = new Set<number>();
    const high = new Set<number>();
    const all = new Set<number>();
    for (let n = 0; n < count; n++) {
      const print = fingerprint(`http://example.org/item/${n}`);
      all.add(print);
      low.add(print % 2 ** 32);
      high.add(Math.floor(print / 2 ** 21));
    }
    // Expected collisions in 32 bits: n²/2³³ ≈ 4.7.
    expect(count - low.size).toBeLessThan(20);
    expect(count - high.size).toBeLessThan(20);
    expect(all.size).toBe(count);
  });
});

describe('seededRandom', () => {
  it('is reproducible and uniform', () => {
    const one = seededRandom(7);
    const two = seededRandom(7);
    const counts = new Array<number>(10).fill(0);
    for (let n = 0; n < 10_000; n++) {
      const value = one.below(10);
      expect(two.below(10)).toBe(value);
      counts[value]!++;
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
