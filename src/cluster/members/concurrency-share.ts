// Divides a worker's concurrency among its crawls: equal shares, with unused capacity passed on.
import type { Capacity, Pool } from '../../model/frontier.ts';

export interface ConcurrencyPool {
  /** One crawl's share; `leave` returns it. */
  join(): ConcurrencyShare;
}

export interface ConcurrencyShare {
  /** How many visits may start, given the number in progress. */
  room(active: Readonly<Record<Pool, number>>): Capacity;
  /** How many of the possible visits started: a crawl without due hosts passes capacity on. */
  used(room: Capacity, started: Capacity): void;
  leave(): void;
}

interface Part {
  readonly active: Record<Pool, number>;
  /** It used its entire share. */
  readonly needsMore: Record<Pool, boolean>;
}

/** Shares don't depend on the number of due hosts: a crawl with a hundred times as many gets no more. */
export function createConcurrencyPool(total: Capacity): ConcurrencyPool {
  const parts = new Set<Part>();
  const shareOf = (own: Part, pool: Pool): number => {
    const satisfied = [...parts].filter((part) => part !== own && !part.needsMore[pool]);
    const taken = satisfied.reduce((sum, part) => sum + part.active[pool], 0);
    return Math.max(1, Math.ceil((total[pool] - taken) / (parts.size - satisfied.length)));
  };
  return {
    join: () => {
      const own: Part = { active: { page: 0, probe: 0 }, needsMore: { page: true, probe: true } };
      parts.add(own);
      const roomOf = (pool: Pool, active: number) => {
        own.active[pool] = active;
        return Math.max(0, shareOf(own, pool) - active);
      };
      return {
        room: ({ page, probe }) => ({ page: roomOf('page', page), probe: roomOf('probe', probe) }),
        used: (room, started) => {
          for (const pool of ['page', 'probe'] as const)
            if (room[pool] > 0) own.needsMore[pool] = started[pool] >= room[pool];
        },
        leave: () => void parts.delete(own),
      };
    },
  };
}
