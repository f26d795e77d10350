// Discoveries by pages read, counted and compared on crawls small enough to verify by hand.
import { describe, expect, it } from 'vitest';
import type { CrawlEvent } from '../../model/report.ts';
import {
  createReadPages,
  expectedInOrder,
  isWorthStoring,
  noYield,
  quicknessOf,
  type YieldPoint,
  yieldAfter,
} from './yield-curve.ts';

const page = (url: string, depth: number) => ({ type: 'page', url, depth }) as CrawlEvent;
const found = (url: string, depth: number, source: string | null = null) =>
  ({ type: 'found', resource: { url, depth, source } }) as CrawlEvent;
const counted = (point: YieldPoint, events: readonly CrawlEvent[]) => yieldAfter(point, events, createReadPages());

describe('counting', () => {
  it('counts a service at the depth of the page that links to it, and a page that is a discovery at its depth', () => {
    const events = [page('/', 0), found('/wms', 1), page('/data', 1), found('/data', 1), page('/more', 1)];
    const { levels, ...counts } = counted(noYield, events);
    expect(counts).toEqual({ pages: 3, found: 2, waited: [0, 0] });
    expect(levels).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('resumes from a stored point', () => {
    const events = [page('/', 0), found('/wms', 1), page('/a', 1), page('/b', 2), found('/c', 3)];
    const first = counted(noYield, events.slice(0, 2));
    expect(counted(first, events.slice(2))).toEqual(counted(noYield, events));
    expect(first.levels).toEqual([[1, 1]]);
  });

  it('counts the pages read until a service responds', () => {
    const events = [page('/', 0), page('/a', 1), found('/wms', 1, '/'), page('/b', 1), found('/wfs', 1, '/')];
    expect(counted(noYield, events).waited).toEqual([1 + 2, 2]);
  });

  it('stores few points for many pages', () => {
    let [kept, last] = [0, noYield];
    for (let pages = 1; pages <= 1_000_000; pages++) {
      const now = { ...noYield, pages };
      if (!isWorthStoring(last, now)) continue;
      kept++;
      last = now;
    }
    expect(kept).toBeLessThan(600);
    expect(kept).toBeGreaterThan(100);
  });
});

describe('first in, first out', () => {
  const levels = [
    [1, 0],
    [10, 2],
    [4, 8],
  ] as const;

  it('reads one depth after the other, with discoveries spread evenly', () => {
    expect([0, 1, 6, 11, 13, 15, 99].map((pages) => expectedInOrder({ levels, waited: [0, 0] }, pages))).toEqual([
      0, 0, 1, 2, 6, 10, 10,
    ]);
  });

  it('delays services by their average response', () => {
    expect(expectedInOrder({ levels, waited: [10, 2] }, 11)).toBe(1);
  });

  it('a depth-first crawl is quicker if the discoveries are deep', () => {
    const waited = [0, 0] as const;
    const points: YieldPoint[] = [
      { pages: 3, found: 1, levels: [], waited },
      { pages: 6, found: 8, levels: [], waited },
      { pages: 15, found: 10, levels, waited },
    ];
    expect(quicknessOf(points)).toEqual({ half: 5, pagesToHalf: 6, pagesInOrder: 13 });
    expect(quicknessOf([])).toBeNull();
  });

  it('finds seeds that are services without reading a page', () => {
    expect(expectedInOrder({ levels: [[0, 3]], waited: [0, 0] }, 0)).toBe(3);
  });
});
