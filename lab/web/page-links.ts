// The link targets of a simulated page: its children, its own site and other hosts.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import { chanceOf, drawLogNormal } from './chance.ts';
import type { State } from './lives.ts';
import { shape } from './settings.ts';
import { kinds, type Skeleton } from './skeleton.ts';
import { geodataTopic } from './topics.ts';

/** Creates the function from a page to the targets of its links, in document order. */
export function makePageLinks(
  seed: number,
  skeleton: Skeleton,
  services: Uint32Array,
  stateOf: (at: number) => State,
): (page: number) => number[] {
  const { kind, topic, childStart, children, hostOf, hosts, parent, choice } = skeleton;
  const onOwnSite = (chance: SeededRandom, page: number): number => {
    const { start, pages } = hosts[hostOf[page]!]!;
    const draw = chance.next();
    if (draw < 0.3) return start;
    if (draw < 0.5) return Math.max(start, parent[page]!);
    return start + Math.floor(pages * chance.next() ** 2);
  };
  return (page) => {
    const sort = kind[page];
    if (sort === kinds.dead || sort === kinds.service) return [];
    const chance = chanceOf(seed, 'links', page);
    const targets: number[] = [];
    const count =
      sort === kinds.trap ? 1 : Math.floor(drawLogNormal(chance, shape.linkMedian, shape.linkSpread) + chance.next());
    const about = topic[page]!;
    for (let link = 0; link < count; link++) {
      const isOwn = sort === kinds.trap || chance.next() < shape.ownHost;
      targets.push(isOwn ? onOwnSite(chance, page) : choice.pageAbout(chance, about));
    }
    if (about === geodataTopic && chance.next() < shape.citesService && services.length > 0)
      targets.push(services[chance.below(services.length)]!);
    for (let at = childStart[page]!; at < childStart[page + 1]!; at++) {
      // Children are anywhere among the other links.
      targets.splice(chance.below(targets.length + 1), 0, children[at]!);
    }
    return targets.filter((target) => target !== page && stateOf(target) !== 'unborn');
  };
}
