// Links to other hosts: communities, related topics and any host, with a preference for older hosts.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import type { SimulatedHost } from './host-table.ts';
import { shape } from './settings.ts';
import { siteTopic, topics } from './topics.ts';

export interface HostChoice {
  /** A page on an earlier host that makes this one reachable. */
  pageBefore(chance: SeededRandom, host: SimulatedHost): number;
  /** A page anywhere that a page about `topic` links to. */
  pageAbout(chance: SeededRandom, topic: number): number;
}

/** Hosts with pages, by topic and all of them, in the order they came. */
export function makeHostChoice(hosts: readonly SimulatedHost[]): HostChoice {
  const all = hosts.filter(({ pages }) => pages > 0);
  const byTopic = topics.map((_, topic) => all.filter((host) => host.topic === topic));
  const related = topics.map((topic) => topic.related.map((name) => topics.findIndex((other) => other.name === name)));

  const listFor = (chance: SeededRandom, topic: number): readonly SimulatedHost[] => {
    const draw = chance.next();
    if (topic === siteTopic || draw >= shape.community + shape.relatedCommunity) return all;
    if (draw < shape.community) return byTopic[topic]!;
    const neighbors = related[topic]!;
    return byTopic[neighbors[chance.below(neighbors.length)]!]!;
  };
  const pageOn = (chance: SeededRandom, { start, pages }: SimulatedHost): number =>
    chance.next() < 0.6 ? start : start + Math.floor(pages * chance.next() ** 2);

  return {
    pageBefore: (chance, host) => {
      const list = listFor(chance, host.topic);
      const early = countBefore(list, host.number);
      // If its community has no earlier host, any host makes it reachable.
      const [from, count] = early > 0 ? [list, early] : [all, countBefore(all, host.number)];
      const { start, pages } = from[chance.below(count)]!;
      return start + Math.floor(pages * chance.next() ** 1.5);
    },
    pageAbout: (chance, topic) => {
      const list = listFor(chance, topic);
      const from = list.length > 0 ? list : all;
      return pageOn(chance, from[Math.floor(from.length * chance.next() ** 2)]!);
    },
  };
}

/** How many of a list in ascending order have a smaller number. */
function countBefore(list: readonly SimulatedHost[], number: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.number < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
