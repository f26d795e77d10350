// The first page, of which one host may have only a part.
import { bestPage, type Ranked } from './best-page.ts';

/** Results that are spread. */
export const firstPage = 20;
/** Results of one host among them, as long as others have something to show. */
const perHost = 3;

/** Positions of the first results in `ranked`, best first. Everything else follows in its plain order. */
export function spreadHosts(ranked: Ranked, hostOf: (n: number) => number): readonly number[] {
  const { count, scores, ties } = ranked;
  const isBefore = (a: number, b: number) =>
    scores[a]! > scores[b]! || (scores[a] === scores[b] && ties[a]! < ties[b]!);
  const plain = bestPage(ranked, { offset: 0, limit: firstPage, after: null, skip: new Set() });
  if (!isCrowded(plain, hostOf)) return plain;
  const best = new Map<number, number[]>();
  for (let n = 0; n < count; n++) {
    const host = hostOf(n);
    const own = best.get(host);
    if (own === undefined) best.set(host, [n]);
    else addBest(own, n, isBefore);
  }
  const chosen = [...best.values()]
    .flat()
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .slice(0, firstPage);
  if (chosen.length === firstPage) return chosen;
  const rest = { offset: 0, limit: firstPage - chosen.length, after: null, skip: new Set(chosen) };
  return [...chosen, ...bestPage(ranked, rest)];
}

function isCrowded(page: readonly number[], hostOf: (n: number) => number): boolean {
  const counts = new Map<number, number>();
  for (const n of page) counts.set(hostOf(n), (counts.get(hostOf(n)) ?? 0) + 1);
  return [...counts.values()].some((count) => count > perHost);
}

/** Keeps the best of a host, best first. */
function addBest(own: number[], n: number, isBefore: (a: number, b: number) => boolean): void {
  if (own.length === perHost && !isBefore(n, own.at(-1)!)) return;
  let at = own.length;
  while (at > 0 && isBefore(n, own[at - 1]!)) at--;
  own.splice(at, 0, n);
  if (own.length > perHost) own.pop();
}
