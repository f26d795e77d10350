// Limits the share of one host on the first page.
import { bestPage, orderOf, type Ranked } from './best-page.ts';

/** Number of diversified results. */
export const firstPage = 20;
/** Results per host among them, unless there are too few hosts. */
const perHost = 3;

/** The host of each result: an integer from 0, below `hosts`. */
export interface HostsOfResults {
  readonly hosts: number;
  of(n: number): number;
}

/** The first page is chosen from this many results before all are considered. */
const triedFirst = [100, 2000];

/** Indexes of the first results in `ranked`, best first. All others follow in their usual order. */
export function diversifyHosts(ranked: Ranked, hosts: HostsOfResults): readonly number[] {
  for (const limit of triedFirst) {
    const best = bestPage(ranked, { offset: 0, limit, after: null, skip: new Set() });
    const chosen = fewOfEach(best, hosts.of);
    if (chosen.length === firstPage) return chosen;
    if (ranked.count <= limit) return [...chosen, ...others(ranked, chosen)];
  }
  const chosen = fewOfEach(bestOfHosts(ranked, hosts), hosts.of);
  return [...chosen, ...others(ranked, chosen)];
}

/** The first ones, without those beyond a host's share. */
function fewOfEach(best: readonly number[], of: HostsOfResults['of']): readonly number[] {
  const counts = new Map<number, number>();
  const chosen: number[] = [];
  for (const n of best) {
    const count = counts.get(of(n)) ?? 0;
    counts.set(of(n), count + 1);
    if (count < perHost) chosen.push(n);
    if (chosen.length === firstPage) break;
  }
  return chosen;
}

/** Fills the page if there are too few hosts. */
function others(ranked: Ranked, chosen: readonly number[]): readonly number[] {
  return bestPage(ranked, { offset: 0, limit: firstPage - chosen.length, after: null, skip: new Set(chosen) });
}

/** The best of every host up to its share, best first. */
function bestOfHosts(ranked: Ranked, { hosts, of }: HostsOfResults): readonly number[] {
  const isBefore = orderOf(ranked);
  // The best of each host in consecutive entries, best first, then -1.
  const best = new Int32Array(hosts * perHost).fill(-1);
  for (let n = 0; n < ranked.count; n++) {
    const start = of(n) * perHost;
    let at = start + perHost;
    while (at > start && (best[at - 1]! < 0 || isBefore(n, best[at - 1]!))) {
      if (at < start + perHost) best[at] = best[at - 1]!;
      at--;
    }
    if (at < start + perHost) best[at] = n;
  }
  return [...best.filter((n) => n >= 0)].sort((a, b) => (isBefore(a, b) ? -1 : 1));
}
