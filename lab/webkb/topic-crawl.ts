// A topic crawl through one university: the order of fetches, and how many were targets.
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import type { Ordering, RankedLink, RankOutcome } from '../../src/model/rank.ts';
import { createOrderedQueue } from '../../src/rank/ordered-queue.ts';
import type { University, UniversityLink, UniversityPage } from './university.ts';

export interface TopicCrawl {
  /** Targets among the pages that aren't seeds. */
  readonly targets: number;
  /** Targets fetched after so many pages, seeds counted as pages: index 0 is after the first. */
  readonly found: readonly number[];
}

const seedCount = 10;

/** Indexes of the department pages; if there are none, ten random pages that aren't targets. */
export function seedsOf({ pages }: University, target: string, seed: number): number[] {
  const departments = pages.flatMap(({ className }, at) => (className === 'department' ? [at] : []));
  if (departments.length > 0) return departments;
  const others = pages.flatMap(({ className }, at) => (className === target ? [] : [at]));
  const random = seededRandom(seed);
  return Array.from(
    { length: Math.min(seedCount, others.length) },
    () => others.splice(random.below(others.length), 1)[0]!,
  );
}

export function crawlTopic(university: University, target: string, ordering: Ordering, seed: number): TopicCrawl {
  const { pages } = university;
  const queue = createOrderedQueue(ordering);
  const seeds = seedsOf(university, target, seed);
  const places = new Map(pages.map(({ page }, at) => [page.url, at]));
  const met = new Set<number>(seeds);
  for (const at of seeds) queue.push(seedLink(pages[at]!));
  const found: number[] = [];
  let count = 0;
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const page = pages[places.get(next.link.url)!]!;
    const isTarget = page.className === target;
    if (isTarget) count++;
    found.push(count);
    queue.settle(outcomeOf(next, page, isTarget));
    for (const link of page.links) {
      if (met.has(link.to)) continue;
      met.add(link.to);
      queue.push(rankedLink(link, page, next.depth + 1));
    }
  }
  const targets = pages.filter(({ className }, at) => className === target && !seeds.includes(at)).length;
  return { targets, found };
}

/**
 * Trains on a university like a breadth-first crawl: every page, then its links. Unlinked pages are visited
 * last, by themselves.
 */
export function trainOn(university: University, target: string, ordering: Ordering): void {
  const { pages } = university;
  const met = new Set<number>();
  const visit = (start: number): void => {
    if (met.has(start)) return;
    met.add(start);
    const waiting = [{ at: start, link: seedLink(pages[start]!) }];
    for (const { at, link } of waiting) {
      const page = pages[at]!;
      ordering.learn(outcomeOf(link, page, page.className === target));
      for (const one of page.links) {
        if (met.has(one.to)) continue;
        met.add(one.to);
        waiting.push({ at: one.to, link: rankedLink(one, page, link.depth + 1) });
      }
    }
  };
  for (const [at, { className }] of pages.entries()) if (className === 'department') visit(at);
  for (const [at, { links }] of pages.entries()) if (links.length > 0) visit(at);
  for (const at of pages.keys()) visit(at);
}

function seedLink({ page }: UniversityPage): RankedLink {
  const link = { url: page.url, foundBy: 'seed', anchor: '', window: '', nofollow: false } as const;
  return { link, pool: 'page', suspicion: 0, depth: 0, inScope: true, parent: null };
}

function rankedLink({ link }: UniversityLink, { page }: UniversityPage, depth: number): RankedLink {
  return { link, pool: 'page', suspicion: 0, depth, inScope: true, parent: page };
}

function outcomeOf(link: RankedLink, { page }: UniversityPage, isTarget: boolean): RankOutcome {
  return { link, found: isTarget ? 1 : 0, page, failed: false, costMs: 0 };
}
