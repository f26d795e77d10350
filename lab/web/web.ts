// A simulated web: hosts, pages, links and services from one seed; any page is generated on demand and not stored.
import { type Addresses, makeAddresses } from './addresses.ts';
import { drawOf } from './chance.ts';
import { makeLives, type State } from './lives.ts';
import { makePageLinks } from './page-links.ts';
import { makePageWords, type PageWords } from './page-words.ts';
import { shape, type WebSettings } from './settings.ts';
import { kinds, makeSkeleton, type Skeleton } from './skeleton.ts';

/** The outcome of one request. */
export type Visited = 'page' | 'service' | 'gone' | 'failed';

export interface SimulatedWeb extends Addresses, PageWords {
  readonly settings: WebSettings;
  readonly skeleton: Skeleton;
  /** Home pages used as seeds. */
  readonly seeds: readonly number[];
  /** Services that respond in this month. */
  readonly services: Uint32Array;
  /** Targets of a page's links. */
  linksOf(page: number): number[];
  stateOf(at: number): State;
  visit(at: number, attempt: number): Visited;
  /** The same without failures. */
  visitReliable(at: number): Exclude<Visited, 'failed'>;
}

export function makeWeb(settings: WebSettings): SimulatedWeb {
  const skeleton = makeSkeleton(settings);
  const { kind, hosts, hostOf } = skeleton;
  const stateOf = makeLives(settings, skeleton);
  const services = new Uint32Array(
    [...kind.keys()].filter((at) => kind[at] === kinds.service && stateOf(at) === 'alive'),
  );
  const { seed } = settings;
  const linksOf = makePageLinks(seed, skeleton, services, stateOf);
  const visitReliable = (at: number): 'page' | 'service' | 'gone' => {
    if (stateOf(at) !== 'alive') return 'gone';
    return kind[at] === kinds.service ? 'service' : 'page';
  };
  return {
    settings,
    skeleton,
    seeds: hosts.filter(({ number, owner }) => number < shape.roots && owner === null).map(({ start }) => start),
    services,
    ...makeAddresses(seed, skeleton),
    ...makePageWords(seed, skeleton, linksOf),
    linksOf,
    stateOf,
    visitReliable,
    visit: (at, attempt) => {
      const { failure } = hosts[hostOf[at]!]!;
      const fails = failure > 0 && drawOf(seed, 'fetch', at * 8 + attempt) < failure;
      return fails && stateOf(at) === 'alive' ? 'failed' : visitReliable(at);
    },
  };
}
