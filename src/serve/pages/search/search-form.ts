// The search box with its filters: one form, whose URL is the search.
import type { FacetCount } from '../../../model/search.ts';
import { type Html, html } from '../layout/html.ts';
import type { Locale } from '../messages/locale.ts';
import {
  facetLabel,
  type PageFacet,
  pageFacets,
  relations,
  type SearchParams,
  searchAddress,
  sorts,
} from './search-params.ts';

/** Facet values shown at once, and behind "more". */
const shownValues = 6;
const mostValues = 40;

type Facets = Readonly<Record<string, readonly FacetCount[]>>;

export function searchBox({ words }: SearchParams, { say }: Locale): Html {
  return html`<div class="searchbox" role="search">
<label for="q">${say.search.label}</label>
<div class="field"><input id="q" type="search" name="q" value="${words}" placeholder="${say.search.placeholder}" autocomplete="off" aria-describedby="q-hint">
<button class="primary">${say.search.button}</button></div>
<p class="note" id="q-hint">${say.search.hint}</p>
</div>`;
}

export function filterPanel(params: SearchParams, facets: Facets, locale: Locale): Html {
  const { say } = locale;
  return html`<details class="filters" open><summary>${say.search.filters}</summary>
${areaFields(params, locale)}
${choice({ name: 'each', label: say.search.each, chosen: params.each, labels: say.search.eachOf })}
<label class="choice"><input type="checkbox" name="copies" value="true"${params.copies ? html` checked` : null}> ${say.search.copies}</label>
${pageFacets.map((facet) => facetFields(facet, params, facets[facet] ?? [], locale))}
<fieldset class="years"><legend>${say.search.years}</legend>
<label>${say.search.from} <input name="from" inputmode="numeric" size="4" maxlength="4" value="${params.from}"></label>
<label>${say.search.to} <input name="to" inputmode="numeric" size="4" maxlength="4" value="${params.to}"></label></fieldset>
<p><button>${say.search.apply}</button></p>
</details>`;
}

function areaFields({ sides, relation }: SearchParams, { say }: Locale): Html {
  const fields = (['west', 'south', 'east', 'north'] as const).map(
    (side, n) =>
      html`<label>${say.search[side]} <input name="${'wsen'[n]!}" id="side-${'wsen'[n]!}" size="7" inputmode="decimal" value="${sides[n]}"></label>`,
  );
  const choices = relations.map(
    (each) =>
      html`<label class="choice"><input type="radio" name="relation" value="${each}"${each === relation ? html` checked` : null}> <span class="relation ${each}" aria-hidden="true"></span> ${say.search.relations[each]}</label>`,
  );
  return html`<fieldset class="area"><legend>${say.search.area}</legend>
<div class="sides">${fields}</div>
<p class="note">${say.search.areaHelp}</p>
<p class="actions"><button type="button" id="draw" hidden>${say.search.draw}</button> <button type="button" id="use-view" hidden>${say.search.useView}</button> <button type="button" id="clear-area" hidden>${say.search.clearArea}</button></p>
<fieldset class="relations"><legend>${say.search.relation}</legend>${choices}</fieldset>
</fieldset>`;
}

function facetFields(
  facet: PageFacet,
  params: SearchParams,
  counts: readonly FacetCount[],
  locale: Locale,
): Html | null {
  const chosen = params.filters[facet] ?? [];
  const listed = counts.filter(
    ({ value }) => facet !== 'topic' || value.startsWith('concept:') || chosen.includes(value),
  );
  const missing = chosen.filter((value) => !listed.some((each) => each.value === value));
  const all = [...missing.map((value) => ({ value, count: 0 })), ...listed].slice(0, mostValues);
  if (all.length === 0) return null;
  const boxes = all.map(
    ({ value, count }) =>
      html`<li><label class="choice"><input type="checkbox" name="${facet}" value="${value}"${chosen.includes(value) ? html` checked` : null}> <span class="value">${facetLabel(facet, value, locale)}</span> <span class="count">${locale.number(count)}</span></label></li>`,
  );
  const hiddenBoxes = boxes.slice(shownValues);
  return html`<fieldset class="facet"><legend>${locale.say.facets[facet]}</legend>
<ul>${boxes.slice(0, shownValues)}</ul>
${hiddenBoxes.length === 0 ? null : html`<details class="more"><summary>${locale.say.search.more(locale.number(hiddenBoxes.length))}</summary><ul>${hiddenBoxes}</ul></details>`}
</fieldset>`;
}

export function sortChoice({ sort }: SearchParams, { say }: Locale): Html {
  const labels = Object.fromEntries(sorts.map((each) => [each, say.search.sorts[each]]));
  return choice({ name: 'sort', label: say.search.sort, chosen: sort, labels });
}

interface Choice {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  readonly labels: Readonly<Record<string, string>>;
}

function choice({ name, label, chosen, labels }: Choice): Html {
  const options = Object.entries(labels).map(
    ([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`,
  );
  return html`<span class="select"><label for="${name}">${label}</label> <select name="${name}" id="${name}" data-submit>${options}</select></span>`;
}

/** Active filters, each with a link to remove it. */
export function chosenChips(params: SearchParams, base: string, locale: Locale): Html | null {
  const { say } = locale;
  const chips = pageFacets.flatMap((facet) =>
    (params.filters[facet] ?? []).map((value) => {
      const others = (params.filters[facet] ?? []).filter((each) => each !== value);
      const address = searchAddress({ ...params, offset: 0, filters: { ...params.filters, [facet]: others } });
      return chip(`${base}/${address}`, `${say.facets[facet]}: ${facetLabel(facet, value, locale)}`, say.search.remove);
    }),
  );
  if (params.box !== null) {
    const address = searchAddress({ ...params, offset: 0, box: null, sides: ['', '', '', ''] });
    chips.push(chip(`${base}/${address}`, `${say.search.area}: ${params.box.join(', ')}`, say.search.remove));
  }
  if (chips.length === 0) return null;
  return html`<ul class="chips" aria-label="${say.search.chosen}">${chips}<li><a href="${base}/${params.words === '' ? '' : `?${new URLSearchParams({ q: params.words })}`}">${say.search.clear}</a></li></ul>`;
}

export function chip(href: string, text: string, remove: (what: string) => string): Html {
  return html`<li class="chip">${text} <a href="${href}" aria-label="${remove(text)}" title="${remove(text)}"><span aria-hidden="true">×</span></a></li>`;
}
