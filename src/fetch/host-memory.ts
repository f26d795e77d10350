// What the crawler needs to know of a host at every visit, kept at hand for the hosts it is busy with.
import type { Frontier, HostNews, RobotsRecord } from '../model/frontier.ts';
import type { PaceState } from './crawl-delay.ts';
import { productToken } from './policy.ts';
import { parseRobots, type RobotsRules } from './robots/robots.ts';

/** Robots files differ in size by a thousand; what is kept is bounded by their text, and by count for the rest. */
const maxHosts = 20_000;
const maxRobotsCharacters = 32 * 1024 * 1024;

export interface HostMemory {
  readonly state: PaceState & { readonly crawlDelayMs: number | null };
  readonly robots: RobotsRecord | null;
  readonly rules: RobotsRules | null;
}

export interface HostMemories {
  /** At once for a host that is known, which is the rule: every visit asks. */
  of(host: number): HostMemory | Promise<HostMemory>;
  /** Tells the frontier and remembers. */
  learn(news: HostNews): void;
}

export function createHostMemories(frontier: Frontier): HostMemories {
  const memories = new Map<number, HostMemory>();
  let robotsCharacters = 0;
  const keep = (host: number, memory: HostMemory) => {
    robotsCharacters += sizeOf(memory) - sizeOf(memories.get(host));
    memories.set(host, memory);
    while (memories.size > maxHosts || (robotsCharacters > maxRobotsCharacters && memories.size > 1)) forgetOldest();
    return memory;
  };
  const forgetOldest = () => {
    const [host, memory] = memories.entries().next().value!;
    robotsCharacters -= sizeOf(memory);
    memories.delete(host);
  };
  const recall = async (host: number) => {
    const state = await frontier.hostState(host);
    if (state === null) throw new Error(`host ${host} has a visit but no row`);
    return keep(host, memoryOf(state, state.robots));
  };
  return {
    of: (host) => memories.get(host) ?? recall(host),
    learn(news) {
      frontier.learn(news);
      const known = memories.get(news.host);
      if (known === undefined) return;
      const state = { ...paceAfter(known.state, news), crawlDelayMs: known.state.crawlDelayMs };
      keep(news.host, news.robots === undefined ? { ...known, state } : memoryOf(state, news.robots));
    },
  };
}

function sizeOf(memory: HostMemory | undefined): number {
  return memory?.robots?.body.length ?? 0;
}

function memoryOf(state: PaceState, robots: RobotsRecord | null): HostMemory {
  const rules = robots === null || robots.body === '' ? null : parseRobots(robots.body);
  const { delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures } = state;
  const crawlDelayMs = rules?.crawlDelayMs(productToken) ?? null;
  return { state: { delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures, crawlDelayMs }, robots, rules };
}

/** What the news do not mention stays. */
function paceAfter(state: PaceState, news: HostNews): PaceState {
  return {
    delayMs: news.delayMs ?? state.delayMs,
    latencyEwmaMs: news.latencyEwmaMs ?? state.latencyEwmaMs,
    strikes: news.strikes ?? state.strikes,
    forgiveAtMs: news.forgiveAtMs ?? state.forgiveAtMs,
    failures: news.failures ?? state.failures,
  };
}
