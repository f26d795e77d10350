// Lifetimes: services are born and die, sometimes with their entire server, and pages rot.
import { chanceOf, drawOf } from './chance.ts';
import { shape, type WebSettings } from './settings.ts';
import { kinds, type Skeleton } from './skeleton.ts';

const months = 6;
/** Probability of surviving a month; servers and single services share the deaths. */
const survival = (1 - shape.deathsBySixMonths) ** (1 / months);
const unborn = shape.birthsBySixMonths / (1 + shape.birthsBySixMonths);

export type State = 'unborn' | 'alive' | 'gone';

/** The state of an address in the month of the settings. Dead links are gone from the start. */
export function makeLives(
  { seed, month }: WebSettings,
  { kind, hostOf, hosts, parent }: Skeleton,
): (at: number) => State {
  const firstOf = (host: number): number => hosts[host]!.start;
  const lasts = (number: number, chanceByMonth: number): boolean =>
    drawOf(seed, 'life', number) < chanceByMonth ** month;
  return (at) => {
    if (kind[at] === kinds.dead) return 'gone';
    if (kind[at] !== kinds.service) {
      const isHome = at === firstOf(hostOf[at]!);
      return month === 0 || isHome || parent[at] === -1 || lasts(at, 1 - shape.pageDeathsByMonth) ? 'alive' : 'gone';
    }
    const chance = chanceOf(seed, 'life', at);
    if (chance.next() < unborn && 1 + chance.below(months) > month) return 'unborn';
    const own = survival ** (1 - shape.serverDeaths);
    const server = survival ** shape.serverDeaths;
    // Servers draw from numbers beyond those of addresses.
    return lasts(at, own) && lasts(-1 - hostOf[at]!, server) ? 'alive' : 'gone';
  };
}
