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

/** Positions of the first results in `ranked`, best first. Everything else follows in its plain order. */
export function spreadHosts(ranked: Ranked, { hosts, of }: HostsOfResults): readonly number[] {
  const { count } = ranked;
  const isBefore = orderOf(ranked);
  const plain = bestPage(ranked, { offset: 0, limit: firstPage, after: null, skip: new Set() });
  if (!isCrowded(plain, of)) return plain;
  // The best of each host side by side, best first, -1 where it has no more.
  const best = new Int32Array(hosts * perHost).fill(-1);
  for (let n = 0; n < count; n++) {
    const start = of(n) * perHost;
    let at = start + perHost;
    while (at > start && (best[at - 1]! < 0 || isBefore(n, best[at - 1]!))) {
      if (at < start + perHost) best[at] = best[at - 1]!;
      at--;
    }
    if (at < start + perHost) best[at] = n;
  }
  const chosen = [...best.filter((n) => n >= 0)].sort((a, b) => (isBefore(a, b) ? -1 : 1)).slice(0, firstPage);
  if (chosen.length === firstPage) return chosen;
  const rest = { offset: 0, limit: firstPage - chosen.length, after: null, skip: new Set(chosen) };
  return [...chosen, ...bestPage(ranked, rest)];
}

function isCrowded(page: readonly number[], of: (n: number) => number): boolean {
  const counts = new Map<number, number>();
  for (const n of page) counts.set(of(n), (counts.get(of(n)) ?? 0) + 1);
  return [...counts.values()].some((count) => count > perHost);
}
