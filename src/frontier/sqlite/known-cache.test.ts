import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../base/text/fingerprint.ts';
import { makeCountTable } from '../number-table.ts';
import { makeKnownCache } from './known-cache.ts';

describe('makeKnownCache', () => {
  it('covers what is known at the same or a smaller depth and class', () => {
    const cache = makeKnownCache(100);
    cache.remember(7, 3, 4);
    expect(cache.covers(7, 3, 4)).toBe(true);
    expect(cache.covers(7, 9, 7)).toBe(true);
    expect(cache.covers(7, 2, 4)).toBe(false);
    expect(cache.covers(7, 3, 3)).toBe(false);
    cache.remember(7, 5, 1);
    expect(cache.covers(7, 3, 1)).toBe(true);
    expect(cache.covers(8, 9, 7)).toBe(false);
  });

  it('has no false positives, however full', () => {
    const cache = makeKnownCache(1024);
    for (let n = 0; n < 50_000; n++) cache.remember(fingerprint(`known ${n}`), 0, 0);
    let kept = 0;
    for (let n = 0; n < 50_000; n++) {
      expect(cache.covers(fingerprint(`new ${n}`), 9, 7)).toBe(false);
      if (cache.covers(fingerprint(`known ${n}`), 0, 0)) kept++;
    }
    expect(kept).toBeGreaterThan(900);
    expect(kept).toBeLessThanOrEqual(1024);
  });
});

describe('makeCountTable', () => {
  it('counts as a Map does, also while growing', () => {
    const table = makeCountTable();
    const map = new Map<number, number>();
    for (let n = 0; n < 30_000; n++) {
      const key = fingerprint(String(n % 11_000));
      table.add(key, n % 3);
      map.set(key, (map.get(key) ?? 0) + (n % 3));
    }
    expect(table.size).toBe(map.size);
    for (const [key, count] of map) expect(table.get(key)).toBe(count);
    expect(table.get(1)).toBe(0);
    table.clear();
    expect([table.size, table.get(fingerprint('0'))]).toEqual([0, 0]);
  });
});
