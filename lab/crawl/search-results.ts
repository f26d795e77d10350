// Simulated search results for "web map service": the pages with most of its words.
import { kinds } from '../web/skeleton.ts';
import type { SimulatedWeb } from '../web/web.ts';

const phrase = 'web map service';
const terms = ['wms', 'service', 'map', 'gis', 'ogc', 'geodata', 'layer'];

/** Best first; ties by number. */
export function searchResults(web: SimulatedWeb, count: number): number[] {
  const { kind, size } = web.skeleton;
  const scored: { page: number; score: number }[] = [];
  for (let page = 0; page < size; page++) {
    if (kind[page] !== kinds.page) continue;
    const text = web.text(page);
    if (!text.includes(phrase)) continue;
    const words = `${web.title(page)} ${text}`.split(' ');
    scored.push({ page, score: terms.filter((term) => words.includes(term)).length });
  }
  return scored
    .sort((one, other) => other.score - one.score || one.page - other.page)
    .slice(0, count)
    .map(({ page }) => page);
}
