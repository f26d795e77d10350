// The structure of a simulated web: the type of each address and from where it can be reached; eighteen bytes per address.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import { chanceOf, drawWeighted } from './chance.ts';
import { type HostChoice, makeHostChoice } from './host-choice.ts';
import { makeHosts, type SimulatedHost } from './host-table.ts';
import { shape, type WebSettings } from './settings.ts';
import { geodataTopic, siteTopic, topics } from './topics.ts';
import { type Vocabulary, vocabulariesOf } from './vocabulary.ts';

export const kinds = { page: 0, trap: 1, dead: 2, service: 3 } as const;

export interface Skeleton {
  readonly size: number;
  readonly hosts: readonly SimulatedHost[];
  readonly choice: HostChoice;
  /** By language: the vocabulary of its pages. */
  readonly vocabularies: readonly Vocabulary[];
  readonly hostOf: Uint32Array;
  readonly kind: Uint8Array;
  /** Topic of a page; for services, of their host. */
  readonly topic: Uint8Array;
  /** 1 for pages that list services. */
  readonly isList: Uint8Array;
  /** The page that certainly links here; −1 for roots. */
  readonly parent: Int32Array;
  /** `children` from `childStart[n]` to `childStart[n + 1]` have n as parent. */
  readonly childStart: Uint32Array;
  readonly children: Uint32Array;
}

export function makeSkeleton(settings: WebSettings): Skeleton {
  const hosts = makeHosts(settings);
  const last = hosts.at(-1)!;
  const size = last.start + addressCount(last);
  const skeleton = {
    size,
    hosts,
    choice: makeHostChoice(hosts),
    vocabularies: vocabulariesOf(settings.dialect ?? 0),
    hostOf: new Uint32Array(size),
    kind: new Uint8Array(size),
    topic: new Uint8Array(size),
    isList: new Uint8Array(size),
    parent: new Int32Array(size).fill(-1),
  };
  for (const host of hosts) layOut(skeleton, host, chanceOf(settings.seed, 'layout', host.number));
  return { ...skeleton, ...childrenOf(skeleton.parent) };
}

type Bones = Omit<Skeleton, 'childStart' | 'children'>;

function addressCount({ pages, traps, dead, services }: SimulatedHost): number {
  return pages + traps + dead + services;
}

function layOut(bones: Bones, host: SimulatedHost, chance: SeededRandom): void {
  const { start, pages, traps, dead } = host;
  const { hostOf, kind, topic, parent } = bones;
  const end = start + addressCount(host);
  hostOf.fill(host.number, start, end);
  topic.fill(host.topic, start, end);
  for (let page = 1; page < pages; page++) {
    topic[start + page] = drawTopic(chance, host.topic);
    parent[start + page] = start + Math.floor(page * chance.next() ** 1.5);
  }
  if (pages > 0 && host.number >= shape.roots) parent[start] = bones.choice.pageBefore(chance, host);
  let at = start + pages;
  for (let trap = 0; trap < traps; trap++, at++) {
    kind[at] = kinds.trap;
    parent[at] = trap === 0 ? start + chance.below(pages) : Math.max(start + pages, at - 1 - chance.below(3));
  }
  for (let link = 0; link < dead; link++, at++) {
    kind[at] = kinds.dead;
    parent[at] = start + chance.below(pages);
  }
  if (at < end) listServices(bones, host, chance);
}

function drawTopic(chance: SeededRandom, hostTopic: number): number {
  if (chance.next() < shape.sitePages) return siteTopic;
  return chance.next() < shape.hostTopic ? hostTopic : drawWeighted(chance, shares);
}

const shares = topics.map(({ share }) => share);

/** Puts the services of a host on the pages that list them: on its own site, its owner's or another one. */
function listServices(
  { hosts, kind, topic, isList, parent, choice }: Bones,
  host: SimulatedHost,
  chance: SeededRandom,
): void {
  const own = host.owner === null ? host : hosts[host.owner]!;
  const isForeign = chance.next() < shape.foreignList && own.number >= shape.roots;
  const lists = Array.from({ length: chance.next() < shape.oneList ? 1 : 4 }, () => {
    if (isForeign) return choice.pageBefore(chance, { ...own, topic: geodataTopic });
    return own.start + chance.below(own.pages);
  });
  for (const list of lists) {
    isList[list] = 1;
    if (chance.next() < shape.listIsGeodata) topic[list] = geodataTopic;
  }
  const end = host.start + addressCount(host);
  for (let at = end - host.services; at < end; at++) {
    kind[at] = kinds.service;
    parent[at] = lists[chance.below(lists.length)]!;
  }
}

/** Counting sort by parent. */
function childrenOf(parent: Int32Array): Pick<Skeleton, 'childStart' | 'children'> {
  const childStart = new Uint32Array(parent.length + 1);
  let count = 0;
  for (const above of parent) {
    if (above < 0) continue;
    childStart[above + 1]!++;
    count++;
  }
  for (let at = 1; at < childStart.length; at++) childStart[at]! += childStart[at - 1]!;
  const next = childStart.slice();
  const children = new Uint32Array(count);
  for (const [at, above] of parent.entries()) {
    if (above < 0) continue;
    children[next[above]!] = at;
    next[above]!++;
  }
  return { childStart, children };
}
