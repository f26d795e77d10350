// The search page: search box, filters, results and map.
import type { CatalogCounts } from '../../../model/catalog.ts';
import type { SearchExpansion } from '../../../model/search.ts';
import type { ResultRows } from '../../../open-catalog.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import { resultCards, resultTable } from './result-list.ts';
import { saveButton } from './saved-searches.ts';
import { chip, chosenChips, filterPanel, searchBox, sortChoice } from './search-form.ts';
import { feedUrl, hasConditions, pageSize, queryOf, type SearchParams, searchAddress, views } from './search-params.ts';

export interface SearchPageParts {
  readonly params: SearchParams;
  readonly found: ResultRows;
  /** Totals of the catalog; null if a search has results. */
  readonly counts: CatalogCounts | null;
  readonly setting: PageSetting;
  /** Whether the search can be saved. */
  readonly mayKeep: boolean;
  /** Whether results can be downloaded as a file. */
  readonly mayExport: boolean;
}

const examples = ['forest cover', 'bathymetry', 'land use', 'geology', 'boundaries'];

export function searchPage(parts: SearchPageParts): string {
  const { params, found, setting, counts } = parts;
  const { base, locale } = setting;
  const { say } = locale;
  const body = html`<form action="${base}/" method="get" id="search" class="search">
${searchBox(params, locale)}
<div class="columns view-${params.view}">
<aside aria-label="${say.search.filters}">${filterPanel(params, found.facets, locale)}</aside>
<section class="list" aria-labelledby="found">
${heading(parts)}
${params.complaints.map((complaint) => html`<p class="complaint" role="alert">${complaint}</p>`)}
${found.waiting === 0 ? null : html`<p class="note" role="status">${say.search.waiting(locale.number(found.waiting), found.waiting === 1)}</p>`}
${chosenChips(params, base, locale)}
${expansionChips(params, found.expansions, setting)}
${counts?.resources === 0 ? emptyCatalog(setting) : found.total === 0 ? nothing(parts) : results(parts)}
${parts.mayKeep && hasConditions(params) ? saveButton(setting) : null}
</section>
<section class="map" aria-label="${say.search.mapLabel}"><div id="map" data-base="${base}" data-land="${base}/assets/${setting.assets.nameOf('countries.json')}" hidden></div><p class="note" id="map-help" hidden>${say.search.mapHelp}</p><noscript><p class="note">${say.site.noScript}</p></noscript></section>
</div>
${params.view === 'list' ? null : html`<input type="hidden" name="view" value="${params.view}">`}
${params.without.map((id) => html`<input type="hidden" name="without" value="${id}">`)}
</form>`;
  return htmlPage({
    title: params.words === '' ? say.site.tagline : params.words,
    setting,
    body,
    entry: 'search',
    script: 'search',
    width: 'wide',
    links: [{ rel: 'alternate', type: 'application/atom+xml', href: feedUrl(params, base) }],
  });
}

function heading({ params, found, counts, setting: { locale, base } }: SearchPageParts): Html {
  const { say, number } = locale;
  const isOpen = hasConditions(params);
  const total =
    isOpen || counts === null
      ? say.search.results(number(found.total), found.total === 1)
      : say.search.everything(number(counts.resources), number(counts.layers));
  const switches = views.map(
    (view) =>
      html`<li><a href="${base}/${searchAddress({ ...params, view })}"${view === params.view ? html` aria-current="true"` : null}>${say.search.views[view]}</a></li>`,
  );
  return html`<div class="heading"><h1 id="found">${total}</h1>
${sortChoice(params, locale)}
<ul class="switch" aria-label="${say.search.view}">${switches}</ul></div>
${isOpen ? null : html`<p class="note">${say.search.examples}: ${examples.map((words, n) => html`${n === 0 ? null : ', '}<a href="${base}/?${new URLSearchParams({ q: words }).toString()}">${words}</a>`)}</p>`}`;
}

function results(parts: SearchPageParts): Html {
  const { params, found, setting } = parts;
  const list = { items: found.lines, setting, start: params.offset + 1 };
  return html`${params.view === 'table' ? resultTable(list) : resultCards(list)}${paging(parts)}${exportSection(parts)}`;
}

function expansionChips(
  params: SearchParams,
  expansions: readonly SearchExpansion[],
  setting: PageSetting,
): Html | null {
  if (expansions.length === 0) return null;
  const { base, locale } = setting;
  const { search } = locale.say;
  const chips = expansions.map((expansion) => {
    const { id, kind, from, label, words } = expansion;
    const address = searchAddress({ ...params, offset: 0, without: [...params.without, id] });
    const text =
      kind === 'place'
        ? search.place(from, label)
        : kind === 'spelling'
          ? search.corrected(from, label)
          : search.also(from, words.slice(0, 6).join(', ') || label);
    return chip(`${base}/${address}`, text, search.leaveOut);
  });
  return html`<ul class="chips expansions">${chips}</ul>`;
}

function nothing({ params, found, setting: { locale, base } }: SearchPageParts): Html {
  const { say, number } = locale;
  const items = found.relaxed.flatMap(({ condition, total }) => {
    const names = { ...say.search.conditions, ...say.facets } as Readonly<Record<string, string>>;
    const address = withoutCondition(params, condition);
    const text = say.search.relaxed(names[condition] ?? condition, number(total));
    return [html`<li>${address === null ? text : html`<a href="${base}/${address}">${text}</a>`}</li>`];
  });
  return html`<p>${say.search.none}</p>${items.length === 0 ? null : html`<ul>${items}</ul>`}`;
}

function withoutCondition(params: SearchParams, condition: string): string | null {
  const plain = { ...params, offset: 0 };
  if (condition === 'words') return searchAddress({ ...plain, words: '' });
  if (condition === 'extent') return searchAddress({ ...plain, box: null, sides: ['', '', '', ''] });
  if (condition === 'time') return searchAddress({ ...plain, from: '', to: '' });
  if (!Object.hasOwn(params.filters, condition)) return null;
  return searchAddress({ ...plain, filters: { ...params.filters, [condition]: [] } });
}

function emptyCatalog({ locale: { say } }: PageSetting): Html {
  return html`<p>${say.search.emptyCatalog}</p><pre><code>geotrawl crawl https://www.example.org/</code></pre>`;
}

function paging({ params, found, setting: { base, locale } }: SearchPageParts): Html {
  const { say, number } = locale;
  // Collapsed duplicates count as skipped.
  const end = found.nextOffset ?? found.total;
  const at = (offset: number) => `${base}/${searchAddress({ ...params, offset })}`;
  const range = say.search.range(number(params.offset + 1), number(end), number(found.total));
  return html`<nav class="paging" aria-label="${say.search.pages}">
${params.offset === 0 ? null : html`<a rel="prev" class="button" href="${at(Math.max(0, params.offset - pageSize))}">${say.search.previous}</a>`}
<span>${range}</span>
${found.nextOffset === null ? null : html`<a rel="next" class="button" href="${at(end)}">${say.search.next}</a>`}
</nav>`;
}

/** The same search in the APIs; filters they don't support are dropped rather than misread. */
function exportSection(parts: SearchPageParts): Html {
  const { params, setting } = parts;
  const { base, locale } = setting;
  const { search } = locale.say;
  const { extent } = queryOf(params);
  const box = extent === undefined ? {} : { bbox: extent.join(',') };
  const words = params.words === '' ? {} : { q: params.words };
  const kinds = params.filters.kind ?? [];
  const api = new URLSearchParams({ ...words, ...box, ...(kinds.length === 0 ? {} : { kind: kinds.join(',') }) });
  const ogc = new URLSearchParams({ ...words, ...box });
  const command = ['geotrawl search', ...(params.words === '' ? [] : [`'${params.words.replaceAll("'", "'\\''")}'`])];
  if (extent !== undefined) command.push(`--bbox ${extent.join(',')}`);
  return html`<details class="elsewhere"><summary>${search.elsewhere}</summary><dl>
<dt>${search.asApi}</dt><dd><a href="${base}/api/v1/search?${api.toString()}">${base}/api/v1/search?${api.toString()}</a></dd>
<dt>${search.asOgc}</dt><dd><a href="${base}/ogc/collections/services/items?${ogc.toString()}">${base}/ogc/collections/services/items?${ogc.toString()}</a></dd>
<dt>${search.asAtom}</dt><dd><a href="${feedUrl(params, base)}">${feedUrl(params, base)}</a></dd>
<dt>${search.asFile}</dt><dd>${asFile(parts)}</dd>
<dt>${search.asCurl}</dt><dd><code>${command.join(' ')}</code></dd>
<dt>${search.qgis}</dt><dd><code>${base}/ogc</code></dd>
</dl></details>`;
}

function asFile({ params, setting, mayExport }: SearchPageParts): Html {
  const { base, locale, here } = setting;
  const { search } = locale.say;
  if (!mayExport) {
    const next = here.slice(base.length);
    return html`${search.fileNeeds} <a href="${base}/login?${new URLSearchParams({ next }).toString()}">${search.fileLogIn}</a>`;
  }
  const requested = searchAddress({ ...params, offset: 0 });
  const links = exportForms.map(
    ([form, label], n) =>
      html`${n === 0 ? null : ' · '}<a href="${base}/export/${form}${requested}" download>${label}</a>`,
  );
  return html`${links}`;
}

const exportForms = [
  ['csv', 'CSV'],
  ['geojson', 'GeoJSON'],
  ['ndjson', 'JSON lines'],
  ['url', 'URLs'],
] as const;
