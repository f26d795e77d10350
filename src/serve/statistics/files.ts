// /stats/NAME.csv and /stats/NAME.png: one block of the statistics to take away.
import { type CsvCell, csvLine } from '../../catalog/csv.ts';
import type { Asked } from '../http/request.ts';
import { type Answer, notFound } from '../http/response.ts';
import { facetValue } from '../pages/layout/facet-words.ts';
import { type Locale, localeOf } from '../pages/messages/locale.ts';
import type { Serving } from '../serving.ts';
import { countedFacets, type Figures } from './figures.ts';
import { cellExtent, densityMap, hostBubbles } from './map-shapes.ts';
import { barPicture, densityPicture, hostPicture } from './pictures.ts';

const shownBars = 25;

export async function getStatisticsFile(asked: Asked, { statistics }: Serving): Promise<Answer> {
  const [, name = '', form] = /^([a-z]+)\.(csv|png)$/.exec(asked.parameters.file ?? '') ?? [];
  if (!isBlock(name)) throw notFound('There is no such table.');
  const figures = await statistics.figures();
  if (form === 'csv')
    return { status: 200, type: 'text/csv; charset=utf-8', body: tableOf(name, figures).map(csvLine).join('') };
  return { status: 200, type: 'image/png', body: drawnOnce(name, figures, localeOf(asked)) };
}

/** A picture takes some tenths of a second: drawn once for figures that stay the same. */
const drawn = new WeakMap<Figures, Map<string, Uint8Array>>();

function drawnOnce(name: string, figures: Figures, locale: Locale): Uint8Array {
  const pictures = drawn.get(figures) ?? new Map<string, Uint8Array>();
  drawn.set(figures, pictures);
  const key = `${name} ${locale.language}`;
  const picture = pictures.get(key) ?? pictureOf(name, figures, locale);
  pictures.set(key, picture);
  return picture;
}

function isBlock(name: string): boolean {
  return ['growth', 'density', 'hosts', ...countedFacets].includes(name);
}

function tableOf(name: string, { growth, facets, density }: Figures): readonly (readonly CsvCell[])[] {
  if (name === 'growth') return [['month', 'count'], ...growth.map(({ month, count }) => [month, count])];
  if (name === 'density') {
    const cells = [...density].flatMap((count, n) => (count === 0 ? [] : [[...cellExtent(n), count]]));
    return [['west', 'south', 'east', 'north', 'layers'], ...cells];
  }
  const counts = facets[name === 'hosts' ? 'country' : name] ?? [];
  return [[name === 'hosts' ? 'country' : name, 'count'], ...counts.map(({ value, count }) => [value, count])];
}

function pictureOf(name: string, { growth, facets, density }: Figures, locale: Locale): Uint8Array {
  const { say, number } = locale;
  if (name === 'density') return densityPicture(densityMap(density), number);
  if (name === 'hosts') return hostPicture(hostBubbles(facets.country ?? []), say.statistics.hostsHelp);
  if (name === 'growth') {
    const months = growth.slice(-shownBars).map(({ month, count }) => ({ label: month, count }));
    return barPicture(say.statistics.growth, months, number);
  }
  const facet = countedFacets.find((each) => each === name)!;
  const bars = (facets[facet] ?? []).slice(0, shownBars);
  return barPicture(
    say.facets[facet],
    bars.map(({ value, count }) => ({ label: facetValue(facet, value, locale), count })),
    number,
  );
}
