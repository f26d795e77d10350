// Measures on a simulated web what papers measured on the web around map services.
import { kinds } from '../web/skeleton.ts';
import type { SimulatedWeb } from '../web/web.ts';
import type { Measures } from './measure-collection.ts';

export function measureStructure(web: SimulatedWeb): Measures {
  const { kind, hostOf, size } = web.skeleton;
  const known = new Set(web.seeds);
  const links = new Array<number>(4).fill(0);
  const services = new Array<number>(4).fill(0);
  let all = 0;
  for (let page = 0; page < size; page++) {
    const targets = web.linksOf(page);
    if (targets.length === 0) continue;
    const place = wordPriority(web.text(page));
    for (const target of targets) {
      all++;
      known.add(target);
      links[place]!++;
      if (kind[target] === kinds.service) services[place]!++;
    }
  }
  const servers = new Set(Array.from(web.services, (at) => hostOf[at]!));
  const hits = links.map((count, place) => services[place]! / count);
  return {
    'links to known addresses [GEOWEB]': 1 - known.size / all,
    'services by server [ATF]': web.services.length / servers.size,
    'links that are services, page has [Web Map Service] [ATF]': hits[0]!,
    'the same, page has [WMS, Service] [ATF]': hits[1]!,
    'the same, page has [WMS, Server] [ATF]': hits[2]!,
    'the same, other pages [ATF]': hits[3]!,
  };
}

/** [ATF]'s WP of a page: 0 is best. */
function wordPriority(text: string): number {
  if (text.includes('web map service')) return 0;
  if (!/\bwms\b/.test(text)) return 3;
  if (/\bservices?\b/.test(text)) return 1;
  return /\bservers?\b/.test(text) ? 2 : 3;
}
