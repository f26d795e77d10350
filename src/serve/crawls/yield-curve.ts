// The yield curve of a crawl: discoveries by pages read, compared with first in, first out.
import { LRUCache } from 'lru-cache';
import type { CrawlEvent } from '../../model/report.ts';

/** Pages read and discoveries made at one depth. */
export type Level = readonly [pages: number, found: number];

export interface YieldPoint {
  readonly pages: number;
  readonly found: number;
  /** By depth; the first entry is the seeds. */
  readonly levels: readonly Level[];
  /** Pages read between the page that links to a service and the service's response, summed over the discoveries. */
  readonly waited: readonly [pages: number, discoveries: number];
}

export const noYield: YieldPoint = { pages: 0, found: 0, levels: [], waited: [0, 0] };

/** Deeper levels are counted with the last: redirect chains and sitemaps are unbounded. */
const mostLevels = 50;

/** Page number of each page read; only the most recent. */
export type ReadPages = LRUCache<string, number>;

export function createReadPages(): ReadPages {
  return new LRUCache({ max: 10_000 });
}

/** The state after these events, in order. */
export function yieldAfter(point: YieldPoint, events: readonly CrawlEvent[], readPages: ReadPages): YieldPoint {
  let { pages, found } = point;
  let [waited, waitedFor] = point.waited;
  const levels = point.levels.map((level): [number, number] => [...level]);
  const add = (depth: number, part: 0 | 1) => {
    const level = Math.min(mostLevels - 1, Math.max(0, depth));
    while (levels.length <= level) levels.push([0, 0]);
    levels[level]![part]++;
  };
  let page = '';
  for (const event of events) {
    if (event.type === 'page') {
      pages++;
      page = event.url;
      readPages.set(page, pages);
      add(event.depth, 0);
    } else if (event.type === 'found') {
      found++;
      const namedAt = readPages.get(event.resource.source ?? '');
      if (namedAt !== undefined) [waited, waitedFor] = [waited + pages - namedAt, waitedFor + 1];
      // A service counts at the page that links to it; a page that is a discovery itself, at its depth.
      add(event.resource.url === page ? event.resource.depth : event.resource.depth - 1, 1);
    }
  }
  return { pages, found, levels, waited: [waited, waitedFor] };
}

/** Dense at first, then at every 2 % more pages: about 550 points per million pages. */
export function isWorthStoring(last: YieldPoint, now: YieldPoint): boolean {
  return now.pages - last.pages >= Math.max(1, Math.floor(last.pages / 50));
}

/**
 * Estimated discoveries of a first-in, first-out crawl. It reads one depth after the other; discoveries are assumed to
 * be evenly spread over the pages of their depth. Services respond after the same average number of pages as in the
 * crawl.
 */
export function expectedInOrder({ levels, waited }: Pick<YieldPoint, 'levels' | 'waited'>, pages: number): number {
  let [left, expected] = [Math.max(0, pages - meanWait(waited)), 0];
  for (const [read, found] of levels) {
    // Discoveries without a page at their depth were there from the start: seeds that are services.
    expected += read === 0 ? found : found * Math.min(1, left / read);
    left -= read;
    if (left <= 0) break;
  }
  return expected;
}

export function meanWait([pages, discoveries]: YieldPoint['waited']): number {
  return discoveries === 0 ? 0 : pages / discoveries;
}

export interface Quickness {
  /** Pages until half of the discoveries. */
  readonly half: number;
  readonly pagesToHalf: number;
  /** The same for first in, first out. */
  readonly pagesInOrder: number;
}

/** Null if there are too few discoveries. */
export function quicknessOf(points: readonly YieldPoint[]): Quickness | null {
  const last = points.at(-1);
  if (last === undefined || last.found < 4) return null;
  const half = Math.ceil(last.found / 2);
  const pagesToHalf = points.find(({ found }) => found >= half)?.pages ?? last.pages;
  // Also beyond the last page, when services are still pending.
  let [low, high] = [0, last.pages + Math.ceil(meanWait(last.waited))];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (expectedInOrder(last, middle) >= half) high = middle;
    else low = middle + 1;
  }
  return { half, pagesToHalf, pagesInOrder: low };
}
