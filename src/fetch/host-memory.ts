// Politeness state of the hosts in use, cached in front of the frontier.
import { LRUCache } from 'lru-cache';
import type { Frontier, HostUpdate } from '../model/frontier.ts';
import { type HostPoliteness, makeHostPoliteness, updateDelayState } from './polite-request.ts';

/** Robots files differ in size by a thousand: the cache is bounded by their text, and by count for hosts without one. */
const maxHosts = 20_000;
const maxRobotsCharacters = 32 * 1024 * 1024;

export interface HostMemories {
  /** Synchronous for a cached host, which is the usual case: every visit calls this. */
  of(host: number): HostPoliteness | Promise<HostPoliteness>;
  /** Stores the update in the frontier and in the cache. */
  learn(update: HostUpdate): void;
}

export function createHostMemories(frontier: Frontier): HostMemories {
  const memories = new LRUCache<number, HostPoliteness>({
    max: maxHosts,
    maxSize: maxRobotsCharacters,
    sizeCalculation: ({ robots }) => Math.max(1, robots?.body.length ?? 0),
  });
  const keep = (host: number, memory: HostPoliteness) => {
    memories.set(host, memory);
    return memory;
  };
  const load = async (host: number) => {
    const state = await frontier.hostState(host);
    if (state === null) throw new Error(`host ${host} has a visit but no row`);
    return keep(host, makeHostPoliteness(state, state.robots));
  };
  return {
    of: (host) => memories.get(host) ?? load(host),
    learn(update) {
      frontier.learn(update);
      const known = memories.get(update.host);
      if (known === undefined) return;
      const state = { ...updateDelayState(known.state, update), crawlDelayMs: known.state.crawlDelayMs };
      keep(update.host, update.robots === undefined ? { ...known, state } : makeHostPoliteness(state, update.robots));
    },
  };
}
