// How much there is of what, each table also as CSV.
import type { CatalogCounts, MonthCount } from '../../model/catalog.ts';
import type { FacetCount } from '../../model/search.ts';
import { facetValue } from './facet-words.ts';
import { type Html, html } from './html.ts';
import type { Locale } from './messages/locale.ts';
import { htmlPage } from './page.ts';
import type { PageSetting } from './page-setting.ts';
import { type PageFacet, pageFacets } from './search-wish.ts';

export interface StatisticsParts {
  readonly setting: PageSetting;
  readonly counts: CatalogCounts;
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
  readonly growth: readonly MonthCount[];
}

export const countedFacets: readonly PageFacet[] = pageFacets.filter((facet) => facet !== 'host' && facet !== 'found');
const shownValues = 12;

export function statisticsPage(parts: StatisticsParts): string {
  const { setting, counts, facets } = parts;
  const { locale } = setting;
  const { say, number } = locale;
  const panels = countedFacets.flatMap((facet) => panel(facet, facets[facet] ?? [], parts) ?? []);
  const lead = say.statistics.lead(number(counts.resources), number(counts.layers));
  const body = html`<h1>${say.statistics.title}</h1><p class="lead">${counts.resources === 0 ? say.statistics.nothing : lead}</p>
<div class="panels">${growthPanel(parts)}${panels}</div>`;
  return htmlPage({ title: say.statistics.title, setting, body, entry: 'statistics', width: 'wide' });
}

function panel(
  facet: PageFacet,
  counts: readonly FacetCount[],
  { setting, counts: all }: StatisticsParts,
): Html | null {
  if (counts.length === 0) return null;
  const { base, locale } = setting;
  const rows = counts.slice(0, shownValues).map(({ value, count }) => ({
    label: html`<a href="${base}/?${new URLSearchParams({ [facet]: value }).toString()}">${facetValue(facet, value, locale)}</a>`,
    count,
  }));
  return bars(`stat-${facet}`, locale.say.facets[facet], rows, {
    locale,
    all: all.resources,
    csv: `${base}/stats/${facet}.csv`,
  });
}

function growthPanel({ growth, setting: { base, locale } }: StatisticsParts): Html | null {
  if (growth.length === 0) return null;
  const rows = growth.slice(-24).map(({ month, count }) => ({ label: html`${month}`, count }));
  return bars('stat-growth', locale.say.statistics.growth, rows, { locale, all: 0, csv: `${base}/stats/growth.csv` });
}

interface BarOptions {
  readonly locale: Locale;
  /** Of how many; 0 where a share means nothing. */
  readonly all: number;
  readonly csv: string;
}

/** A table whose numbers are drawn as bars too: nothing is told by the picture alone. */
function bars(
  id: string,
  title: string,
  rows: readonly { label: Html; count: number }[],
  { locale, all, csv }: BarOptions,
): Html {
  const { say, number } = locale;
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const written = rows.map(
    ({ label, count }) =>
      html`<tr><th scope="row">${label}</th><td class="bar"><meter min="0" max="${most}" value="${count}" aria-hidden="true"></meter></td><td class="number">${number(count)}</td>${all === 0 ? null : html`<td class="number">${number(Math.round((1000 * count) / all) / 10)} %</td>`}</tr>\n`,
  );
  return html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<table><thead class="sr"><tr><th scope="col">${say.statistics.value}</th><td></td><th scope="col">${say.statistics.count}</th>${all === 0 ? null : html`<th scope="col">${say.statistics.share}</th>`}</tr></thead><tbody>${written}</tbody></table>
<p class="note"><a href="${csv}">${say.statistics.asCsv}<span class="sr">: ${title}</span></a></p></section>
`;
}
