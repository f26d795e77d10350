// A crawl of a simulated web without network, store or clock: what an ordering finds, visit by visit.
import type { Ordering } from '../../src/model/rank.ts';
import { createOrderedQueue, type OrderedQueue } from '../../src/rank/ordered-queue.ts';
import type { SimulatedWeb } from '../web/web.ts';
import { type SimulatedLink, type SimulatedLinks, type SimulatedPage, simulatedLinks } from './simulated-links.ts';

export interface InMemoryCrawl {
  readonly web: SimulatedWeb;
  readonly ordering: Ordering;
  /** Maximum number of visits; unlimited by default. */
  readonly limit?: number;
  readonly seeds?: readonly number[];
  /** Maximum number of links from a seed. */
  readonly maxDepth?: number;
  /** The targets of the crawl; services by default. */
  readonly isWanted?: (address: number) => boolean;
}

export interface CrawlResult {
  readonly visits: number;
  /** The visit, counted from 1, that found the first, second … target. */
  readonly foundAt: readonly number[];
  /** The same in numbers of addresses. */
  readonly found: readonly number[];
  /** Depth of each find: links from a seed. */
  readonly depths: readonly number[];
  /** Visits by depth. */
  readonly visitsByDepth: readonly number[];
}

/** Attempts per failing address. */
const maxAttempts = 3;

interface Crawling {
  readonly web: SimulatedWeb;
  readonly source: SimulatedLinks;
  readonly queue: OrderedQueue;
  readonly isWanted: ((address: number) => boolean) | undefined;
  /** Attempts by address, of those that failed. */
  readonly attempts: Map<number, number>;
  visits: number;
  readonly foundAt: number[];
  readonly found: number[];
  readonly depths: number[];
  readonly visitsByDepth: number[];
}

export function crawlInMemory(options: InMemoryCrawl): CrawlResult {
  const { web, ordering, limit = Infinity, seeds = web.seeds, maxDepth = Infinity, isWanted } = options;
  const source = simulatedLinks(web);
  const queue = createOrderedQueue(ordering);
  const lists = { foundAt: [], found: [], depths: [], visitsByDepth: [] };
  const crawling: Crawling = { web, source, queue, isWanted, attempts: new Map(), visits: 0, ...lists };
  const seen = new Uint8Array(web.skeleton.size);
  const push = (link: SimulatedLink): void => {
    // A page may link to an address twice.
    if (seen[link.target] === 1) return;
    seen[link.target] = 1;
    queue.push(link);
  };

  for (const seed of seeds) push(source.seed(seed));
  while (crawling.visits < limit) {
    // The queue returns the objects it was given.
    const link = queue.take() as SimulatedLink | undefined;
    if (link === undefined) break;
    const page = visit(crawling, link);
    if (page === null || page.depth >= maxDepth) continue;
    for (const next of source.links(page, (target) => seen[target] === 0)) push(next);
  }
  const { visits, foundAt, found, depths, visitsByDepth } = crawling;
  return { visits, foundAt, found, depths, visitsByDepth };
}

/** Requests an address once, trains the ordering, and returns the page if it is one. */
function visit(crawling: Crawling, link: SimulatedLink): SimulatedPage | null {
  const { web, source, queue, isWanted, attempts, visitsByDepth } = crawling;
  const { target, depth } = link;
  const attempt = (attempts.get(target) ?? 0) + 1;
  const visited = web.visit(target, attempt);
  const isFound = isWanted === undefined ? visited === 'service' : visited === 'page' && isWanted(target);
  const page = visited === 'page' ? source.page(target, depth) : null;
  crawling.visits++;
  visitsByDepth[depth] = (visitsByDepth[depth] ?? 0) + 1;
  if (isFound) {
    crawling.foundAt.push(crawling.visits);
    crawling.found.push(target);
    crawling.depths.push(depth);
  }
  queue.settle({ link, found: isFound ? 1 : 0, page, failed: visited === 'failed' || visited === 'gone', costMs: 0 });
  if (visited === 'failed' && attempt < maxAttempts) {
    attempts.set(target, attempt);
    queue.push(link);
  }
  return page;
}
