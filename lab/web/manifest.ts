// The ground truth of a simulated web in readable form: what is where, and from where it can be reached.
import { kinds } from './skeleton.ts';
import { topicName } from './topics.ts';
import type { SimulatedWeb } from './web.ts';

export interface ManifestService {
  readonly url: string;
  /** The page that lists it for certain. */
  readonly listedOn: string;
  readonly topic: string;
}

export interface Manifest {
  readonly seeds: readonly string[];
  readonly hosts: number;
  readonly servers: number;
  readonly pages: number;
  readonly traps: number;
  readonly deadLinks: number;
  readonly services: readonly ManifestService[];
}

export function makeManifest(web: SimulatedWeb): Manifest {
  const { kind, hosts, hostOf, parent, topic } = web.skeleton;
  const count = (expected: number): number => kind.reduce((sum, one) => sum + (one === expected ? 1 : 0), 0);
  const services = Array.from(web.services);
  return {
    seeds: web.seeds.map(web.urlOf),
    hosts: hosts.length,
    servers: new Set(services.map((at) => hostOf[at])).size,
    pages: count(kinds.page),
    traps: count(kinds.trap),
    deadLinks: count(kinds.dead),
    services: services.map((at) => ({
      url: web.urlOf(at),
      listedOn: web.urlOf(parent[at]!),
      topic: topicName(topic[at]!),
    })),
  };
}
