// A crawl of a simulated web without network, store or clock: what an ordering finds, visit by visit.
import type { Ordering } from '../../src/model/rank.ts';
import { createOrderedQueue } from '../../src/rank/ordered-queue.ts';
import type { SimulatedWeb } from '../web/web.ts';
import { type SimulatedLink, type SimulatedPage, simulatedLinks } from './simulated-links.ts';

export interface InMemoryCrawl {
  readonly web: SimulatedWeb;
  readonly ordering: Ordering;
  /** Visits at most; all there is to visit when not given. */
  readonly limit?: number;
  readonly seeds?: readonly number[];
  /** Links from a seed at most. */
  readonly maxDepth?: number;
  /** What the crawl is after; services when not given. */
  readonly isWanted?: (address: number) => boolean;
}

export interface CrawlResult {
  readonly visits: number;
  /** The visit, counted from 1, that found the first, second … wanted address. */
  readonly foundAt: readonly number[];
  /** The same in numbers of addresses. */
  readonly found: readonly number[];
  /** Depth of each find: links from a seed. */
  readonly depths: readonly number[];
  /** Visits by depth. */
  readonly visitsByDepth: readonly number[];
}

/** An address that fails is tried so often. */
const maxAttempts = 3;

export function crawlInMemory({
  web,
  ordering,
  limit = Infinity,
  seeds = web.seeds,
  maxDepth = Infinity,
  isWanted,
}: InMemoryCrawl): CrawlResult {
  const source = simulatedLinks(web);
  const queue = createOrderedQueue(ordering);
  const seen = new Uint8Array(web.skeleton.size);
  const attempts = new Map<number, number>();
  const result = {
    visits: 0,
    foundAt: [] as number[],
    found: [] as number[],
    depths: [] as number[],
    visitsByDepth: [] as number[],
  };
  const push = (link: SimulatedLink): void => {
    seen[link.target] = 1;
    queue.push(link);
  };
  const read = (link: SimulatedLink): SimulatedPage | null => {
    const attempt = (attempts.get(link.target) ?? 0) + 1;
    const visited = web.visit(link.target, attempt);
    const isFound = isWanted === undefined ? visited === 'service' : visited === 'page' && isWanted(link.target);
    const page = visited === 'page' ? source.page(link.target, link.depth) : null;
    result.visits++;
    result.visitsByDepth[link.depth] = (result.visitsByDepth[link.depth] ?? 0) + 1;
    if (isFound) {
      result.foundAt.push(result.visits);
      result.found.push(link.target);
      result.depths.push(link.depth);
    }
    queue.settle({ link, found: isFound ? 1 : 0, page, failed: visited === 'failed' || visited === 'gone', costMs: 0 });
    if (visited === 'failed' && attempt < maxAttempts) {
      attempts.set(link.target, attempt);
      queue.push(link);
    }
    return page;
  };

  for (const seed of seeds) push(source.seed(seed));
  while (result.visits < limit) {
    // The queue gives back what was put in.
    const link = queue.take() as SimulatedLink | undefined;
    if (link === undefined) break;
    const page = read(link);
    if (page === null || page.depth >= maxDepth) continue;
    for (const next of source.links(page, (target) => seen[target] === 0)) {
      // A page may name an address twice.
      if (seen[next.target] === 0) push(next);
    }
  }
  return result;
}
