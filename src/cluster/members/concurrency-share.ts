// The places of a worker among the crawls it works on: each has the same share, and takes over what others leave empty.
import type { Pool, Room } from '../../model/frontier.ts';

export interface SharedPlaces {
  /** One crawl's part; `leave` gives it back. */
  join(): CrawlPlaces;
}

export interface CrawlPlaces {
  /** How many visits may begin, with so many of this crawl under way. */
  room(active: Readonly<Record<Pool, number>>): Room;
  /** How many began of those that could have: who had no more that is due leaves the rest to others. */
  used(room: Room, begun: Room): void;
  leave(): void;
}

interface Part {
  readonly active: Record<Pool, number>;
  /** It had work for all the places it was given. */
  readonly isHungry: Record<Pool, boolean>;
}

/** The number of hosts a crawl has due says nothing about its share: one with a hundred times as many gets no more. */
export function createSharedPlaces(total: Room): SharedPlaces {
  const parts = new Set<Part>();
  const shareOf = (own: Part, pool: Pool): number => {
    const sated = [...parts].filter((part) => part !== own && !part.isHungry[pool]);
    const taken = sated.reduce((sum, part) => sum + part.active[pool], 0);
    return Math.max(1, Math.ceil((total[pool] - taken) / (parts.size - sated.length)));
  };
  return {
    join: () => {
      const own: Part = { active: { page: 0, probe: 0 }, isHungry: { page: true, probe: true } };
      parts.add(own);
      const roomOf = (pool: Pool, active: number) => {
        own.active[pool] = active;
        return Math.max(0, shareOf(own, pool) - active);
      };
      return {
        room: ({ page, probe }) => ({ page: roomOf('page', page), probe: roomOf('probe', probe) }),
        used: (room, begun) => {
          for (const pool of ['page', 'probe'] as const)
            if (room[pool] > 0) own.isHungry[pool] = begun[pool] >= room[pool];
        },
        leave: () => void parts.delete(own),
      };
    },
  };
}
