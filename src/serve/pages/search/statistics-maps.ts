// The two server-drawn maps of the statistics page: data coverage and host locations.
import type { FacetCount } from '../../../model/search.ts';
import { landOutline } from '../../statistics/land-outline.ts';
import { densityMap, hostBubbles, mapSize } from '../../statistics/map-shapes.ts';
import { downloadLinks } from '../layout/download-links.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageSetting } from '../layout/page-setting.ts';

const viewBox = `0 0 ${mapSize.width} ${mapSize.height}`;

/** The land outlines, shared by both maps. */
export function landSymbol(): Html {
  return html`<svg class="sr" aria-hidden="true" focusable="false"><defs><path id="land" d="${landOutline}"/></defs></svg>`;
}

export function densityFigure(density: Uint32Array, { base, locale }: PageSetting): Html | null {
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

export function hostFigure(countries: readonly FacetCount[], { base, locale }: PageSetting): Html | null {
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
