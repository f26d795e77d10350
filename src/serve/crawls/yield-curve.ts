// How quickly a crawl finds things: found by pages read, against the same pages read in the order of their discovery.
import type { CrawlEvent } from '../../model/report.ts';

/** Pages read and finds made at one distance from the beginning. */
export type Level = readonly [pages: number, found: number];

export interface YieldPoint {
  readonly pages: number;
  readonly found: number;
  /** By clicks from the beginning; the first is the beginning itself. */
  readonly levels: readonly Level[];
  /** Pages read between the one that names a service and the service's answer, summed over so many finds. */
  readonly waited: readonly [pages: number, finds: number];
}

export const noYield: YieldPoint = { pages: 0, found: 0, levels: [], waited: [0, 0] };

/** Levels beyond are counted with the last: chains of redirects and sitemaps have no end. */
const mostLevels = 50;

/** When pages were read, as their number; of the last ones only. */
export type ReadPages = Map<string, number>;

const mostRemembered = 10_000;

/** Where the crawl stands after these events, which are in the order they happened. */
export function yieldAfter(point: YieldPoint, events: readonly CrawlEvent[], readPages: ReadPages): YieldPoint {
  let { pages, found } = point;
  let [waited, waitedFor] = point.waited;
  const levels = point.levels.map(([read, finds]): [number, number] => [read, finds]);
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
      remember(readPages, page, pages);
      add(event.depth, 0);
    } else if (event.type === 'found') {
      found++;
      const namedAt = readPages.get(event.resource.source ?? '');
      if (namedAt !== undefined) [waited, waitedFor] = [waited + pages - namedAt, waitedFor + 1];
      // A service is found through the page that names it; a page that is a find itself, where it stands.
      add(event.resource.url === page ? event.resource.depth : event.resource.depth - 1, 1);
    }
  }
  return { pages, found, levels, waited: [waited, waitedFor] };
}

function remember(readPages: ReadPages, url: string, pages: number): void {
  readPages.set(url, pages);
  if (readPages.size > mostRemembered) readPages.delete(readPages.keys().next().value!);
}

/** Dense at first, then with every fiftieth part more pages: about 550 points in a million pages. */
export function isWorthNoting(last: YieldPoint, now: YieldPoint): boolean {
  return now.pages - last.pages >= Math.max(1, Math.floor(last.pages / 50));
}

/**
 * What first in, first out would have found by then. It reads one distance from the beginning after the other; the finds of
 * a distance are spread evenly over its pages, which is what is to be expected where nothing is known of their order.
 * Services answer when it is their host's turn: as many pages later as in the crawl itself, on average.
 */
export function expectedInOrder({ levels, waited }: Pick<YieldPoint, 'levels' | 'waited'>, pages: number): number {
  let [left, expected] = [Math.max(0, pages - meanWait(waited)), 0];
  for (const [read, found] of levels) {
    // Finds without a page of their own distance were there from the start: seeds that are services.
    expected += read === 0 ? found : found * Math.min(1, left / read);
    left -= read;
    if (left <= 0) break;
  }
  return expected;
}

export function meanWait([pages, finds]: YieldPoint['waited']): number {
  return finds === 0 ? 0 : pages / finds;
}

export interface Quickness {
  /** Half of what was found. */
  readonly half: number;
  readonly pagesToHalf: number;
  /** The same in the order of discovery. */
  readonly pagesInOrder: number;
}

/** Null where too little was found for a half to say something. */
export function quicknessOf(points: readonly YieldPoint[]): Quickness | null {
  const last = points.at(-1);
  if (last === undefined || last.found < 4) return null;
  const half = Math.ceil(last.found / 2);
  const pagesToHalf = points.find(({ found }) => found >= half)?.pages ?? last.pages;
  // Beyond the last page too: its services are still to answer.
  let [low, high] = [0, last.pages + Math.ceil(meanWait(last.waited))];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (expectedInOrder(last, middle) >= half) high = middle;
    else low = middle + 1;
  }
  return { half, pagesToHalf, pagesInOrder: low };
}
