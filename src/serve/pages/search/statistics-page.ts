// The statistics page: tables with bars and two maps, each also as CSV and SVG.
import type { FacetCount } from '../../../model/search.ts';
import type { CatalogStatistics } from '../../statistics/catalog-statistics.ts';
import { landOutline } from '../../statistics/land-outline.ts';
import { densityMap, hostBubbles, mapSize } from '../../statistics/map-shapes.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import type { Locale } from '../messages/locale.ts';
import { countedFacets, facetLabel, type PageFacet } from './search-params.ts';

export interface StatisticsParts {
  readonly setting: PageSetting;
  readonly counted: CatalogStatistics;
}

const shownValues = 12;
const shownMonths = 24;

export function statisticsPage(parts: StatisticsParts): string {
  const { setting, counted } = parts;
  const { say, number } = setting.locale;
  const { counts, facets, density } = counted;
  const panels = countedFacets.flatMap((facet) => facetPanel(facet, facets[facet] ?? [], parts) ?? []);
  const lead = say.statistics.lead(number(counts.resources), number(counts.layers));
  const body = html`<h1>${say.statistics.title}</h1><p class="lead">${counts.resources === 0 ? say.statistics.nothing : lead}</p>
<p><a href="${setting.base}/monitor#decay">${say.data.monitor.decay.title}</a></p>
${landSymbol()}
<div class="panels maps">${densityFigure(density, setting)}${hostFigure(facets.country ?? [], setting)}</div>
<div class="panels">${growthPanel(parts)}${panels}</div>`;
  return htmlPage({ title: say.statistics.title, setting, body, entry: 'statistics', width: 'wide' });
}

function facetPanel(
  facet: PageFacet,
  counts: readonly FacetCount[],
  { setting, counted }: StatisticsParts,
): Html | null {
  if (counts.length === 0) return null;
  const { base, locale } = setting;
  const rows = counts.slice(0, shownValues).map(({ value, count }) => ({
    label: html`<a href="${base}/?${new URLSearchParams({ [facet]: value }).toString()}">${facetLabel(facet, value, locale)}</a>`,
    count,
  }));
  return bars(facet, locale.say.facets[facet], rows, { base, locale, all: counted.counts.resources });
}

function growthPanel({ counted: { growth }, setting: { base, locale } }: StatisticsParts): Html | null {
  if (growth.length === 0) return null;
  const rows = growth.slice(-shownMonths).map(({ month, count }) => ({ label: html`${month}`, count }));
  return bars('growth', locale.say.statistics.growth, rows, { base, locale, all: 0 });
}

interface BarOptions {
  readonly base: string;
  readonly locale: Locale;
  /** Total for shares; 0 if a share is meaningless. */
  readonly all: number;
}

/** A table with bars: the numbers are text too, because a picture alone isn't accessible. */
function bars(
  name: string,
  title: string,
  rows: readonly { label: Html; count: number }[],
  { base, locale, all }: BarOptions,
): Html {
  const { say, number } = locale;
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const written = rows.map(
    ({ label, count }) =>
      html`<tr><th scope="row">${label}</th><td class="bar"><meter min="0" max="${most}" value="${count}" aria-hidden="true"></meter></td><td class="number">${number(count)}</td>${all === 0 ? null : html`<td class="number">${number(Math.round((1000 * count) / all) / 10)} %</td>`}</tr>\n`,
  );
  return html`<section class="panel" aria-labelledby="stat-${name}"><h2 id="stat-${name}">${title}</h2>
<table><thead class="sr"><tr><th scope="col">${say.statistics.value}</th><td></td><th scope="col">${say.statistics.count}</th>${all === 0 ? null : html`<th scope="col">${say.statistics.share}</th>`}</tr></thead><tbody>${written}</tbody></table>
${downloadLinks(base, name, title, locale)}</section>
`;
}

/** The same data as CSV and as an SVG chart. */
function downloadLinks(base: string, name: string, title: string, { say, language }: Locale): Html {
  return html`<p class="note"><a href="${base}/stats/${name}.csv">${say.statistics.asCsv}<span class="sr">: ${title}</span></a> · <a href="${base}/stats/${name}.svg?lang=${language}">${say.statistics.asSvg}<span class="sr">: ${title}</span></a></p>`;
}

const viewBox = `0 0 ${mapSize.width} ${mapSize.height}`;

/** The land outlines, shared by both maps. */
function landSymbol(): Html {
  return html`<svg class="sr" aria-hidden="true" focusable="false"><defs><path id="land" d="${landOutline}"/></defs></svg>`;
}

function densityFigure(density: Uint32Array, { base, locale }: PageSetting): Html | null {
  const { say, number } = locale;
  const { runs, levels } = densityMap(density);
  if (runs.length === 0) return null;
  const cells = runs.map(
    ({ x, y, width, height, level }) =>
      html`<rect class="d${level}" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
  );
  const legend = levels.map(
    ([from, to], n) =>
      html`<li><svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"><rect class="d${n + 1}" width="1" height="1"/></svg> ${from === to ? number(from) : `${number(from)}–${number(to)}`}</li>`,
  );
  const title = say.statistics.density;
  return html`<section class="panel" aria-labelledby="stat-density"><h2 id="stat-density">${title}</h2>
<svg class="world" viewBox="${viewBox}" role="img" aria-label="${say.statistics.densityHelp}"><use href="#land" class="land"/><g>${cells}</g><use href="#land" class="coast"/></svg>
<ul class="legend-row">${legend}</ul><p class="note">${say.statistics.densityHelp}</p>
${downloadLinks(base, 'density', title, locale)}</section>
`;
}

function hostFigure(countries: readonly FacetCount[], { base, locale }: PageSetting): Html | null {
  const { say, number } = locale;
  const bubbles = hostBubbles(countries);
  if (bubbles.length === 0) return null;
  const circles = bubbles.map(
    ({ value, count, x, y, radius }) =>
      html`<circle cx="${x}" cy="${y}" r="${Math.round(radius)}"><title>${locale.country(value)}: ${number(count)}</title></circle>`,
  );
  const title = say.statistics.hosts;
  return html`<section class="panel" aria-labelledby="stat-hosts"><h2 id="stat-hosts">${title}</h2>
<svg class="world" viewBox="${viewBox}" role="img" aria-label="${say.statistics.hostsHelp}"><use href="#land" class="land"/><use href="#land" class="coast"/><g class="bubbles">${circles}</g></svg>
<p class="note">${say.statistics.hostsHelp} ${say.statistics.hostsSource}</p>
${downloadLinks(base, 'hosts', title, locale)}</section>
`;
}
