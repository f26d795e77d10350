// The data centers page: catalogs that can be harvested with one click, and their last harvests.
import { kindLabel } from '../../../catalog/dataset-terms.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export interface Center {
  readonly title: string;
  readonly kind: string;
  readonly url: string;
  /** ISO 3166 code; null if unknown or not specific to one country. */
  readonly country: string | null;
  /** Its record, if it is in the catalog. */
  readonly record: string | null;
  readonly state: 'never' | 'running' | 'done' | 'broken';
  readonly lastMs: number | null;
  /** Null if it was never harvested. */
  readonly records: number | null;
  /** The crawl that is harvesting it now. */
  readonly task: number | null;
}

export interface CentersParts {
  readonly setting: PageSetting;
  readonly known: readonly Center[];
  readonly found: readonly Center[];
  /** Total number of catalogs, shown or not. */
  readonly foundTotal: number;
  readonly mayHarvest: boolean;
  readonly complaint: string | null;
}

export function centersPage(parts: CentersParts): string {
  const { setting, known, found, foundTotal, mayHarvest, complaint } = parts;
  const { base, locale } = setting;
  const say = locale.say.data.centers;
  const more = html`<p><a href="${base}/?type=catalog">${say.allFound} (${locale.number(foundTotal)})</a></p>`;
  const body = html`<div class="heading"><h1>${say.title}</h1>${mayHarvest ? null : html`<a class="button" href="${base}/login?next=/data-centers" rel="nofollow">${say.loginToHarvest}</a>`}</div>
<p>${say.lead}</p>${complaint === null ? null : html`<p class="complaint" role="alert">${complaint}</p>`}
<section aria-labelledby="found"><h2 id="found">${say.found}</h2>
${found.length === 0 ? html`<p>${say.noneFound}</p>` : centerTable('found', found, parts)}${foundTotal > found.length ? more : null}</section>
<section aria-labelledby="known"><h2 id="known">${say.known}</h2><p class="note">${say.knownNote}</p>
${centerTable('known', known, parts)}</section>`;
  return htmlPage({ title: say.title, setting, body, entry: 'centers', width: 'wide' });
}

function centerTable(id: string, centers: readonly Center[], { setting, mayHarvest }: CentersParts): Html {
  const { base, locale } = setting;
  const say = locale.say.data.centers;
  const rows = centers.map((center) => {
    const { title, kind, url, country, record, state, lastMs, records, task } = center;
    const name = record === null ? html`${title}` : html`<a href="${pageUrl(base, record)}">${title}</a>`;
    const words =
      task === null ? html`${say.states[state]}` : html`<a href="${base}/crawls/${task}">${say.states[state]}</a>`;
    return html`<tr><th scope="row"><span dir="auto">${name}</span><br><span class="note address">${url}</span></th><td>${country === null ? '' : locale.country(country)}</td><td><span class="kind">${kindLabel({ kind, version: null })}</span></td><td>${lastMs === null ? '' : locale.day(lastMs)}</td><td class="number">${records === null ? '' : locale.number(records)}</td><td>${words}</td><td>${mayHarvest && task === null ? harvestForm(center, setting) : null}</td></tr>\n`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}"><table class="centers"><thead><tr><th scope="col">${say.name}</th><th scope="col">${say.country}</th><th scope="col">${say.kind}</th><th scope="col">${say.last}</th><th scope="col">${say.records}</th><th scope="col">${say.state}</th><td></td></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function harvestForm({ title, url, state }: Center, { base, locale }: PageSetting): Html {
  const say = locale.say.data.centers;
  return html`<form method="post" action="${base}/data-centers"><input type="hidden" name="url" value="${url}"><input type="hidden" name="title" value="${title}"><button type="submit" aria-label="${say.harvestOf(title)}">${state === 'done' ? say.again : say.harvest}</button></form>`;
}
