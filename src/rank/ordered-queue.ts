// An in-memory frontier ordered by an ordering alone, for experiments: one heap per host and one of hosts.
import type { Ordering, RankedLink, RankedPage, RankOutcome } from '../model/rank.ts';
import { createHeap, type Heap } from './heap.ts';
import { createSiteOfHost } from './site-of-host.ts';
import { hostOfUrl } from './url-host.ts';

export interface OrderedQueue {
  readonly size: number;
  push(link: RankedLink): void;
  /** The link to visit next. */
  take(): RankedLink | undefined;
  /** Reports the outcome of the visit to the ordering and rescores the links queued beside it. */
  settle(outcome: RankOutcome): void;
}

/** A queued link. Its host's heap may hold several entries for it; only the one with its current score counts. */
interface Waiting {
  /** Score of the link alone, and with the contribution of its page. */
  base: number;
  score: number;
  readonly sequence: number;
  readonly link: RankedLink;
  isTaken: boolean;
}

interface Place {
  readonly score: number;
  readonly sequence: number;
  readonly waiting: Waiting;
}

interface Host {
  readonly name: string;
  readonly places: Heap<Place>;
  /** Incremented on each placement: older entries in the heap of hosts are void. */
  version: number;
}

interface HostPlace {
  readonly score: number;
  readonly sequence: number;
  readonly host: Host;
  readonly version: number;
}

/** Everything is rescored when the number of visits has grown by this factor. */
const growth = 1.25;
const firstVisits = 50;

export function createOrderedQueue(ordering: Ordering): OrderedQueue {
  const hosts = new Map<string, Host>();
  /** Hosts by site: evidence on one host applies to the others. */
  const sites = new Map<string, Host[]>();
  const siteOf = createSiteOfHost();
  const hostPlaces = createHeap<HostPlace>();
  const siblings = new WeakMap<RankedPage, Waiting[]>();
  let sequence = 0;
  let size = 0;
  let visits = 0;
  let scoredAt = 0;

  const hostOf = (name: string): Host => {
    const known = hosts.get(name);
    if (known !== undefined) return known;
    const host = { name, places: createHeap<Place>(), version: 0 };
    hosts.set(name, host);
    sites.set(siteOf(name), [...(sites.get(siteOf(name)) ?? []), host]);
    return host;
  };
  const hostScore = (host: Host): number => ordering.hostScore?.(host.name) ?? 0;
  const place = (host: Host): void => {
    host.version++;
    const best = bestOf(host);
    if (best === undefined) return;
    hostPlaces.push({ score: best.score + hostScore(host), sequence: best.sequence, host, version: host.version });
    if (hostPlaces.size > 2 * hosts.size + 1000) hostPlaces.fill(hostPlaces.items().filter(isValid));
  };
  const pageScore = (page: RankedPage | null): number => (page === null ? 0 : (ordering.pageScore?.(page.url) ?? 0));
  const move = (waiting: Waiting, score: number): void => {
    if (waiting.isTaken || score === waiting.score) return;
    waiting.score = score;
    const host = hostOf(hostOfUrl(waiting.link.link.url));
    host.places.push({ score, sequence: waiting.sequence, waiting });
    place(host);
  };
  const rescoreAll = (): void => {
    scoredAt = visits;
    for (const host of hosts.values()) {
      const waiting = host.places.items().filter(isPresent);
      host.places.fill(
        waiting.map(({ waiting, sequence }) => {
          waiting.base = ordering.score(waiting.link);
          waiting.score = waiting.base + pageScore(waiting.link.parent);
          return { score: waiting.score, sequence, waiting };
        }),
      );
      place(host);
    }
  };

  return {
    get size() {
      return size;
    },
    push(link) {
      const host = hostOf(hostOfUrl(link.link.url));
      const base = ordering.score(link);
      const waiting = { base, score: base + pageScore(link.parent), sequence: sequence++, link, isTaken: false };
      const before = bestOf(host);
      host.places.push({ score: waiting.score, sequence: waiting.sequence, waiting });
      if (ordering.pageScore !== undefined && link.parent !== null) remember(siblings, link.parent, waiting);
      size++;
      if (bestOf(host) !== before) place(host);
    },
    take() {
      for (let top = hostPlaces.take(); top !== undefined; top = hostPlaces.take()) {
        if (!isValid(top)) continue;
        const { host } = top;
        const best = bestOf(host)!;
        if (best.score + hostScore(host) < top.score) {
          place(host);
          continue;
        }
        host.places.take();
        best.waiting.isTaken = true;
        size--;
        place(host);
        return best.waiting.link;
      }
      return undefined;
    },
    settle(outcome) {
      ordering.learn(outcome);
      visits++;
      const { link, parent } = outcome.link;
      for (const host of sites.get(siteOf(hostOfUrl(link.url))) ?? []) place(host);
      if (parent !== null) for (const host of sites.get(siteOf(hostOfUrl(parent.url))) ?? []) place(host);
      if (parent !== null) {
        const own = pageScore(parent);
        for (const waiting of siblings.get(parent) ?? []) move(waiting, waiting.base + own);
      }
      if (ordering.isRescored === true && visits >= growth * scoredAt + firstVisits) rescoreAll();
    },
  };
}

function remember(siblings: WeakMap<RankedPage, Waiting[]>, page: RankedPage, waiting: Waiting): void {
  const known = siblings.get(page);
  if (known === undefined) siblings.set(page, [waiting]);
  else known.push(waiting);
}

function isValid({ host, version }: HostPlace): boolean {
  return host.version === version;
}

function isPresent({ waiting, score }: Place): boolean {
  return !waiting.isTaken && waiting.score === score;
}

/** The best valid entry; void entries before it are discarded. */
function bestOf({ places }: Host): Place | undefined {
  for (let first = places.first(); first !== undefined; first = places.first()) {
    if (isPresent(first)) return first;
    places.take();
  }
  return undefined;
}
