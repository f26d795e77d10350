// The load of the frontier benches: a synthetic web, and visits to it like in a crawl.
import type { SeededRandom } from '../src/base/random/seeded-random.ts';
import type { Frontier, Offer, VisitRef } from '../src/model/frontier.ts';
import type { Store } from '../src/model/store.ts';

export const visitsPerCommit = 256;
const linksPerVisit = 10;
const ownHostLinks = 8;
const warmUpVisits = 2_000;

export interface Web {
  readonly random: SeededRandom;
  /** Offered URLs of each host. */
  readonly sizes: Uint32Array;
}

export interface Bench {
  readonly store: Store;
  readonly frontier: Frontier;
  readonly web: Web;
  urls: number;
  nowMs: number;
  /** Time to wait if nothing is due. */
  readonly stepMs: number;
}

/** Visits per second, and the cost of one. */
export interface Measured {
  readonly median: number;
  readonly best: number;
  readonly worst: number;
  readonly cpuMicroseconds: number;
}

export function urlOf(host: number, n: number): string {
  const name = (host * 2654435761) % 2 ** 32;
  // One in four is of a numbered series, as on the web; the others have individual names.
  const path = n % 4 === 0 ? `/datasets/item/${n}` : `/${letters(n % 23)}/${letters(n * 7919 + host)}-description.html`;
  return `https://www.${letters(name)}.example${path}`;
}

function letters(n: number): string {
  return n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
}

function offerOf(url: string, via: VisitRef | null, random: SeededRandom): Offer {
  const how = { pool: 'page', kind: null, step: 0, foundBy: 'link', anchor: 'Description of the data set' } as const;
  return { url, via, cls: 2 + random.below(5), depth: 1 + random.below(5), ...how };
}

/** Offers the next URLs of every host, in passes, until there are `target`. */
export async function grow(bench: Bench, target: number): Promise<void> {
  const { store, frontier, web } = bench;
  while (bench.urls < target) {
    const perHost = Math.max(1, Math.min(10, Math.floor((target - bench.urls) / web.sizes.length)));
    const hostsPerCommit = Math.ceil(50_000 / perHost);
    for (let first = 0; first < web.sizes.length && bench.urls < target; first += hostsPerCommit) {
      const offers: Offer[] = [];
      for (let host = first; host < Math.min(first + hostsPerCommit, web.sizes.length); host++) {
        for (let n = 0; n < perHost; n++) offers.push(offerOf(urlOf(host, web.sizes[host]!++), null, web.random));
      }
      const { added } = await store.transact((transaction) => frontier.offer(transaction, offers));
      bench.urls += added;
    }
  }
}

function linksOf(web: Web, host: number, via: VisitRef): Offer[] {
  const links: Offer[] = [];
  for (let n = 0; n < linksPerVisit; n++) {
    const target = n < ownHostLinks ? host : web.random.below(web.sizes.length);
    const size = web.sizes[target]!;
    const index = n % 2 === 0 ? web.sizes[target]!++ : web.random.below(Math.max(1, size));
    links.push(offerOf(urlOf(target, index), via, web.random));
  }
  return links;
}

async function visit(bench: Bench, count: number, hostIndex: (key: string) => number): Promise<void> {
  const { store, frontier, web } = bench;
  for (let done = 0; done < count; ) {
    const visits = await frontier.lease({ page: Math.min(visitsPerCommit, count - done), probe: 0 }, bench.nowMs);
    if (visits.length === 0) {
      const next = frontier.nextDueMs();
      if (next === null) throw new Error('the frontier ran dry');
      bench.nowMs = Math.max(bench.nowMs, next) + bench.stepMs;
      continue;
    }
    const offers: Offer[] = [];
    for (const one of visits) {
      frontier.finish(one, bench.nowMs + 1000 + web.random.below(60_000));
      for (const link of linksOf(web, hostIndex(one.hostKey), one)) offers.push(link);
    }
    const outcomes = visits.map((one) => ({ visit: one, state: 'done', reason: null, found: 1 }) as const);
    await store.transact(async (transaction) => {
      bench.urls += (await frontier.offer(transaction, offers)).added;
      await frontier.settle(transaction, outcomes);
    });
    done += visits.length;
  }
}

export interface Rounds {
  readonly rounds: number;
  /** Enough for several checkpoints per round. */
  readonly visitsPerRound: number;
}

/** Several rounds, since other work on the machine disturbs some: the best shows the capacity, the median the typical rate. */
export async function measure(
  bench: Bench,
  { rounds, visitsPerRound }: Rounds,
  hostIndex: (key: string) => number,
): Promise<Measured> {
  await visit(bench, warmUpVisits, hostIndex);
  const cpu = process.cpuUsage();
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await visit(bench, visitsPerRound, hostIndex);
    rates.push((1000 * visitsPerRound) / (performance.now() - startedAt));
  }
  const { user, system } = process.cpuUsage(cpu);
  rates.sort((one, other) => one - other);
  const median = rates[Math.floor(rates.length / 2)]!;
  return {
    median,
    best: rates.at(-1)!,
    worst: rates[0]!,
    cpuMicroseconds: (user + system) / (rounds * visitsPerRound),
  };
}
