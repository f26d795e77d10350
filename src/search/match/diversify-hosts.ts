// The first page, of which one host may have only a part.
import { bestPage, orderOf, type Ranked } from './best-page.ts';

/** Results that are spread. */
export const firstPage = 20;
/** Results of one host among them, as long as others have something to show. */
const perHost = 3;

/** Says which host a result is of: a whole number from 0, below `hosts`. */
export interface HostsOfResults {
  readonly hosts: number;
  of(n: number): number;
}

/** Results among which the first page is looked for, before all of them are. */
const triedFirst = [100, 2000];

/** Positions of the first results in `ranked`, best first. Everything else follows in its plain order. */
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

/** The first ones, without those of hosts that have enough of them already. */
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

/** Fills the page where there are not enough hosts. */
function others(ranked: Ranked, chosen: readonly number[]): readonly number[] {
  return bestPage(ranked, { offset: 0, limit: firstPage - chosen.length, after: null, skip: new Set(chosen) });
}

/** Those that may be shown of any host, best first. */
function bestOfHosts(ranked: Ranked, { hosts, of }: HostsOfResults): readonly number[] {
  const isBefore = orderOf(ranked);
  // The best of each host side by side, best first, -1 where it has no more.
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
