// /stats/NAME.csv and /stats/NAME.svg: one statistics block as a download.
import { type CsvCell, csvLine } from '../../../catalog/csv.ts';
import type { HttpRequest } from '../../http/request.ts';
import { type HttpResponse, notFound } from '../../http/response.ts';
import type { CatalogStatistics } from '../../statistics/catalog-statistics.ts';
import { barChart, densityChart, hostChart } from '../../statistics/charts.ts';
import { cellExtent, densityMap, hostBubbles } from '../../statistics/map-shapes.ts';
import { type Locale, localeOf } from '../messages/locale.ts';
import type { PageContext } from '../page-context.ts';
import { countedFacets, facetLabel } from './search-params.ts';

const shownBars = 25;

export async function getStatisticsFile(request: HttpRequest, { statistics }: PageContext): Promise<HttpResponse> {
  const [, name = '', form] = /^([a-z]+)\.(csv|svg)$/.exec(request.parameters.file ?? '') ?? [];
  if (!isBlock(name)) throw notFound('There is no such table.');
  const counted = await statistics.current();
  if (form === 'csv')
    return { status: 200, type: 'text/csv; charset=utf-8', body: tableOf(name, counted).map(csvLine).join('') };
  return { status: 200, type: 'image/svg+xml', body: chartOf(name, counted, localeOf(request)) };
}

function isBlock(name: string): boolean {
  return ['growth', 'density', 'hosts', ...countedFacets].includes(name);
}

function tableOf(name: string, { growth, facets, density }: CatalogStatistics): readonly (readonly CsvCell[])[] {
  if (name === 'growth') return [['month', 'count'], ...growth.map(({ month, count }) => [month, count])];
  if (name === 'density') {
    const cells = [...density].flatMap((count, n) => (count === 0 ? [] : [[...cellExtent(n), count]]));
    return [['west', 'south', 'east', 'north', 'layers'], ...cells];
  }
  const counts = facets[name === 'hosts' ? 'country' : name] ?? [];
  return [[name === 'hosts' ? 'country' : name, 'count'], ...counts.map(({ value, count }) => [value, count])];
}

function chartOf(name: string, { growth, facets, density }: CatalogStatistics, locale: Locale): string {
  const { say, number, country } = locale;
  if (name === 'density') return densityChart(say.statistics.density, densityMap(density), number);
  if (name === 'hosts')
    return hostChart(
      say.statistics.hosts,
      hostBubbles(facets.country ?? []),
      say.statistics.hostsHelp,
      ({ value, count }) => `${country(value)}: ${number(count)}`,
    );
  if (name === 'growth') {
    const months = growth.slice(-shownBars).map(({ month, count }) => ({ label: month, count }));
    return barChart(say.statistics.growth, months, number);
  }
  const facet = countedFacets.find((each) => each === name)!;
  const bars = (facets[facet] ?? [])
    .slice(0, shownBars)
    .map(({ value, count }) => ({ label: facetLabel(facet, value, locale), count }));
  return barChart(say.facets[facet], bars, number);
}
