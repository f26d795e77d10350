// What the crawler needs to know of a host at every visit, kept at hand for the hosts it is busy with.
import type { Frontier, HostNews, HostState, RobotsRecord } from '../model/frontier.ts';
import type { PaceState } from './pace.ts';
import { productToken } from './policy.ts';
import { parseRobots, type RobotsRules } from './robots.ts';

/** Robots files differ in size by a thousand; what is kept is bounded by their text, and by count for the rest. */
const maxHosts = 20_000;
const maxRobotsCharacters = 32 * 1024 * 1024;

export interface HostMemory {
  readonly state: PaceState & { readonly crawlDelayMs: number | null };
  readonly robots: RobotsRecord | null;
  readonly rules: RobotsRules | null;
}

export interface HostMemories {
  of(host: number): Promise<HostMemory>;
  /** Tells the frontier and remembers. */
  learn(news: HostNews): void;
}

export function createHostMemories(frontier: Frontier): HostMemories {
  const memories = new Map<number, HostMemory>();
  let robotsCharacters = 0;
  const keep = (host: number, memory: HostMemory) => {
    forget(host);
    memories.set(host, memory);
    robotsCharacters += memory.robots?.body.length ?? 0;
    while (memories.size > maxHosts || (robotsCharacters > maxRobotsCharacters && memories.size > 1)) {
      forget(memories.keys().next().value!);
    }
    return memory;
  };
  const forget = (host: number) => {
    robotsCharacters -= memories.get(host)?.robots?.body.length ?? 0;
    memories.delete(host);
  };
  return {
    async of(host) {
      const known = memories.get(host);
      if (known !== undefined) return known;
      const state = await frontier.hostState(host);
      if (state === null) throw new Error(`host ${host} has a visit but no row`);
      return keep(host, memoryOf(state, state.robots, null));
    },
    learn(news) {
      frontier.learn(news);
      const known = memories.get(news.host);
      if (known === undefined) return;
      const rules = news.robots === undefined ? known.rules : null;
      keep(news.host, memoryOf({ ...known.state, ...definedPace(news) }, news.robots ?? known.robots, rules));
    },
  };
}

function memoryOf(state: PaceState, robots: RobotsRecord | null, known: RobotsRules | null): HostMemory {
  const rules = robots === null || robots.body === '' ? null : (known ?? parseRobots(robots.body));
  const crawlDelayMs = rules?.crawlDelayMs(productToken) ?? null;
  const { delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures } = state;
  return { state: { delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures, crawlDelayMs }, robots, rules };
}

/** The parts of the news that change the pace; what it does not mention stays. */
function definedPace(news: HostNews): Partial<HostState> {
  const { delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures } = news;
  const given = Object.entries({ delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given);
}
