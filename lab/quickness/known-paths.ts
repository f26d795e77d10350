// A lower bound: the visits of a crawl that knows the shortest path to every service beforehand.
import type { SimulatedWeb } from '../web/web.ts';

/**
 * Share of all addresses that must be visited for each further tenth of the services: shortest paths from the seeds, those first that
 * add the fewest pages for the services they reach. Not the minimum (that is a Steiner tree), but close to it.
 */
export function knownPaths(web: SimulatedWeb): number[] {
  const { before, reached } = shortestPaths(web);
  const routes = new Map<number, number[]>();
  for (const service of web.services) {
    const list = before[service]!;
    if (list >= 0) routes.set(list, [...(routes.get(list) ?? []), service]);
  }
  const visited = new Set<number>();
  const newPages = (page: number): number[] => {
    const pages: number[] = [];
    for (let at = page; at >= 0 && !visited.has(at); at = before[at]!) pages.push(at);
    return pages;
  };
  const tenths: number[] = [];
  let found = 0;
  while (routes.size > 0) {
    let best = { list: -1, cost: Infinity };
    for (const [list, services] of routes) {
      const cost = newPages(list).length / services.length;
      if (cost < best.cost) best = { list, cost };
    }
    for (const page of newPages(best.list)) visited.add(page);
    for (const service of routes.get(best.list)!) {
      visited.add(service);
      found++;
      while (found >= ((tenths.length + 1) * web.services.length) / 10) tenths.push(visited.size / reached);
    }
    routes.delete(best.list);
  }
  return tenths;
}

/** The page before each address on a shortest path from a seed; −1 for seeds and unreachable addresses. */
function shortestPaths(web: SimulatedWeb): { before: Int32Array; reached: number } {
  const before = new Int32Array(web.skeleton.size).fill(-1);
  const queue = [...web.seeds];
  const known = new Set(queue);
  for (const page of queue) {
    if (web.visitReliable(page) !== 'page') continue;
    for (const target of web.linksOf(page)) {
      if (known.has(target)) continue;
      known.add(target);
      before[target] = page;
      queue.push(target);
    }
  }
  return { before, reached: queue.length };
}
