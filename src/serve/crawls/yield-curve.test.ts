// Found by pages read, counted and compared, on crawls small enough to do it by hand.
import { describe, expect, it } from 'vitest';
import type { CrawlEvent } from '../../model/report.ts';
import {
  createReadPages,
  expectedInOrder,
  isWorthNoting,
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
  it('puts a service with the page that names it, and a page that is a find where it stands', () => {
    const events = [page('/', 0), found('/wms', 1), page('/data', 1), found('/data', 1), page('/more', 1)];
    const { levels, ...counts } = counted(noYield, events);
    expect(counts).toEqual({ pages: 3, found: 2, waited: [0, 0] });
    expect(levels).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('goes on where it was', () => {
    const events = [page('/', 0), found('/wms', 1), page('/a', 1), page('/b', 2), found('/c', 3)];
    const first = counted(noYield, events.slice(0, 2));
    expect(counted(first, events.slice(2))).toEqual(counted(noYield, events));
    expect(first.levels).toEqual([[1, 1]]);
  });

  it('counts the pages read until a service has answered', () => {
    const events = [page('/', 0), page('/a', 1), found('/wms', 1, '/'), page('/b', 1), found('/wfs', 1, '/')];
    expect(counted(noYield, events).waited).toEqual([1 + 2, 2]);
  });

  it('keeps few points of many pages', () => {
    let [kept, last] = [0, noYield];
    for (let pages = 1; pages <= 1_000_000; pages++) {
      const now = { ...noYield, pages };
      if (!isWorthNoting(last, now)) continue;
      kept++;
      last = now;
    }
    expect(kept).toBeLessThan(600);
    expect(kept).toBeGreaterThan(100);
  });
});

describe('in the order of discovery', () => {
  const levels = [
    [1, 0],
    [10, 2],
    [4, 8],
  ] as const;

  it('reads one distance after the other, the finds of each spread evenly', () => {
    expect([0, 1, 6, 11, 13, 15, 99].map((pages) => expectedInOrder({ levels, waited: [0, 0] }, pages))).toEqual([
      0, 0, 1, 2, 6, 10, 10,
    ]);
  });

  it('services answer as late as they did', () => {
    expect(expectedInOrder({ levels, waited: [10, 2] }, 11)).toBe(1);
  });

  it('a crawl that goes deep first is quicker where the finds are deep', () => {
    const waited = [0, 0] as const;
    const points: YieldPoint[] = [
      { pages: 3, found: 1, levels: [], waited },
      { pages: 6, found: 8, levels: [], waited },
      { pages: 15, found: 10, levels, waited },
    ];
    expect(quicknessOf(points)).toEqual({ half: 5, pagesToHalf: 6, pagesInOrder: 13 });
    expect(quicknessOf([])).toBeNull();
  });

  it('seeds that are services are found without reading a page', () => {
    expect(expectedInOrder({ levels: [[0, 3]], waited: [0, 0] }, 0)).toBe(3);
  });
});
