// A frontier in memory, ordered by an ordering alone: what experiments crawl with. One heap per host, and one of hosts.
import type { Ordering, RankedLink, RankOutcome } from '../model/rank.ts';
import { createHeap, type Heap, isBefore } from './heap.ts';

export interface OrderedQueue {
  readonly size: number;
  push(link: RankedLink): void;
  /** The link to visit next. */
  take(): RankedLink | undefined;
  /** Teaches the ordering what the visit turned out to be, and looks again at where its host stands. */
  settle(outcome: RankOutcome): void;
}

interface Waiting {
  readonly score: number;
  readonly sequence: number;
  readonly link: RankedLink;
}

interface Host {
  readonly name: string;
  readonly links: Heap<Waiting>;
  /** Counts how often it was placed: older entries of the heap of hosts are void. */
  version: number;
}

interface HostPlace {
  readonly score: number;
  readonly sequence: number;
  readonly host: Host;
  readonly version: number;
}

const rescoreGrowth = 1.25;
const rescoreStep = 50;

export function createOrderedQueue(ordering: Ordering): OrderedQueue {
  const hosts = new Map<string, Host>();
  const places = createHeap<HostPlace>();
  const isValid = ({ host, version }: HostPlace): boolean => host.version === version;
  let sequence = 0;
  let size = 0;
  let visits = 0;
  let scoredAt = 0;

  const place = (host: Host): void => {
    host.version++;
    const best = host.links.first();
    if (best === undefined) return;
    const score = best.score + (ordering.hostScore?.(host.name) ?? 0);
    places.push({ score, sequence: best.sequence, host, version: host.version });
    if (places.size > 2 * hosts.size + 1000) places.fill(places.items().filter(isValid));
  };
  const hostOf = (name: string): Host => {
    const known = hosts.get(name);
    if (known !== undefined) return known;
    const host = { name, links: createHeap<Waiting>(), version: 0 };
    hosts.set(name, host);
    return host;
  };

  /** In an order that changes by itself, everything that waits is scored again when the visits have grown by a quarter. */
  const rescore = (): void => {
    scoredAt = visits;
    for (const host of hosts.values()) {
      const waiting = host.links.items().map(({ link, sequence }) => ({ score: ordering.score(link), sequence, link }));
      host.links.fill(waiting);
      place(host);
    }
  };

  return {
    get size() {
      return size;
    },
    push(link) {
      const host = hostOf(hostOfUrl(link.link.url));
      const waiting = { score: ordering.score(link), sequence: sequence++, link };
      const best = host.links.first();
      host.links.push(waiting);
      size++;
      if (best === undefined || isBefore(waiting, best)) place(host);
    },
    take() {
      for (let top = places.take(); top !== undefined; top = places.take()) {
        if (!isValid(top)) continue;
        const best = top.host.links.first()!;
        const score = best.score + (ordering.hostScore?.(top.host.name) ?? 0);
        if (score < top.score) {
          place(top.host);
          continue;
        }
        top.host.links.take();
        size--;
        place(top.host);
        return best.link;
      }
      return undefined;
    },
    settle(outcome) {
      ordering.learn(outcome);
      visits++;
      if (ordering.isRescored === true && visits >= rescoreGrowth * scoredAt + rescoreStep) return rescore();
      const host = hosts.get(hostOfUrl(outcome.link.link.url));
      if (host !== undefined) place(host);
    },
  };
}

/** 'www.example.org:8080' of an absolute URL, without parsing the rest. */
export function hostOfUrl(url: string): string {
  const start = url.indexOf('//') + 2;
  let end = start;
  while (end < url.length && !isHostEnd(url.charCodeAt(end))) end++;
  return url.slice(start, end);
}

/** One of / ? # */
function isHostEnd(code: number): boolean {
  return code === 47 || code === 63 || code === 35;
}
