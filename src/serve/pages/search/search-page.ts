// The first page: search box, filters, results and the map beside them.
import type { CatalogCounts } from '../../../model/catalog.ts';
import type { SearchExpansion } from '../../../model/search.ts';
import type { FoundLines } from '../../../open-catalog.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../page-setting.ts';
import { saveButton } from '../saved-page.ts';
import { resultCards, resultTable } from './result-list.ts';
import { chip, chosenChips, filterPanel, searchBox, sortChoice } from './search-form.ts';
import { isAsking, pageSize, queryOf, type SearchWish, views, wishAddress } from './search-params.ts';

export interface SearchPageParts {
  readonly wish: SearchWish;
  readonly found: FoundLines;
  /** What there is altogether; null where something is asked for and found. */
  readonly counts: CatalogCounts | null;
  readonly setting: PageSetting;
  /** Whether the search can be saved. */
  readonly mayKeep: boolean;
  /** Whether results may be taken along as a file. */
  readonly mayExport: boolean;
}

const examples = ['forest cover', 'bathymetry', 'land use', 'geology', 'boundaries'];

export function searchPage(parts: SearchPageParts): string {
  const { wish, found, setting, counts } = parts;
  const { base, locale } = setting;
  const { say } = locale;
  const body = html`<form action="${base}/" method="get" id="search" class="search">
${searchBox(wish, locale)}
<div class="columns view-${wish.view}">
<aside aria-label="${say.search.filters}">${filterPanel(wish, found.facets, locale)}</aside>
<section class="list" aria-labelledby="found">
${heading(parts)}
${wish.complaints.map((complaint) => html`<p class="complaint" role="alert">${complaint}</p>`)}
${found.waiting === 0 ? null : html`<p class="note" role="status">${say.search.waiting(locale.number(found.waiting), found.waiting === 1)}</p>`}
${chosenChips(wish, base, locale)}
${expansionChips(wish, found.expansions, setting)}
${counts?.resources === 0 ? emptyCatalog(setting) : found.total === 0 ? nothing(parts) : results(parts)}
${parts.mayKeep && isAsking(wish) ? saveButton(setting) : null}
</section>
<section class="map" aria-label="${say.search.mapLabel}"><div id="map" data-base="${base}" data-land="${base}/assets/${setting.assets.nameOf('countries.json')}" hidden></div><p class="note" id="map-help" hidden>${say.search.mapHelp}</p><noscript><p class="note">${say.site.noScript}</p></noscript></section>
</div>
${wish.view === 'list' ? null : html`<input type="hidden" name="view" value="${wish.view}">`}
${wish.without.map((id) => html`<input type="hidden" name="without" value="${id}">`)}
</form>`;
  return htmlPage({
    title: wish.words === '' ? say.site.tagline : wish.words,
    setting,
    body,
    entry: 'search',
    script: 'search',
    width: 'wide',
    links: [{ rel: 'alternate', type: 'application/atom+xml', href: feedOf(parts) }],
  });
}

function heading({ wish, found, counts, setting: { locale, base } }: SearchPageParts): Html {
  const { say, number } = locale;
  const isOpen = isAsking(wish);
  const total =
    isOpen || counts === null
      ? say.search.results(number(found.total), found.total === 1)
      : say.search.everything(number(counts.resources), number(counts.layers));
  const switches = views.map(
    (view) =>
      html`<li><a href="${base}/${wishAddress({ ...wish, view })}"${view === wish.view ? html` aria-current="true"` : null}>${say.search.views[view]}</a></li>`,
  );
  return html`<div class="heading"><h1 id="found">${total}</h1>
${sortChoice(wish, locale)}
<ul class="switch" aria-label="${say.search.view}">${switches}</ul></div>
${isOpen ? null : html`<p class="note">${say.search.examples}: ${examples.map((words, n) => html`${n === 0 ? null : ', '}<a href="${base}/?${new URLSearchParams({ q: words }).toString()}">${words}</a>`)}</p>`}`;
}

function results(parts: SearchPageParts): Html {
  const { wish, found, setting } = parts;
  const list = { items: found.lines, setting, start: wish.offset + 1 };
  return html`${wish.view === 'table' ? resultTable(list) : resultCards(list)}${paging(parts)}${elsewhere(parts)}`;
}

function expansionChips(wish: SearchWish, expansions: readonly SearchExpansion[], setting: PageSetting): Html | null {
  if (expansions.length === 0) return null;
  const { base, locale } = setting;
  const { search } = locale.say;
  const chips = expansions.map((expansion) => {
    const { id, kind, from, label, words } = expansion;
    const address = wishAddress({ ...wish, offset: 0, without: [...wish.without, id] });
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

function nothing({ wish, found, setting: { locale, base } }: SearchPageParts): Html {
  const { say, number } = locale;
  const items = found.relaxed.flatMap(({ condition, total }) => {
    const names = { ...say.search.conditions, ...say.facets } as Readonly<Record<string, string>>;
    const address = withoutCondition(wish, condition);
    const text = say.search.relaxed(names[condition] ?? condition, number(total));
    return [html`<li>${address === null ? text : html`<a href="${base}/${address}">${text}</a>`}</li>`];
  });
  return html`<p>${say.search.none}</p>${items.length === 0 ? null : html`<ul>${items}</ul>`}`;
}

function withoutCondition(wish: SearchWish, condition: string): string | null {
  const plain = { ...wish, offset: 0 };
  if (condition === 'words') return wishAddress({ ...plain, words: '' });
  if (condition === 'extent') return wishAddress({ ...plain, box: null, sides: ['', '', '', ''] });
  if (condition === 'time') return wishAddress({ ...plain, from: '', to: '' });
  if (!Object.hasOwn(wish.filters, condition)) return null;
  return wishAddress({ ...plain, filters: { ...wish.filters, [condition]: [] } });
}

function emptyCatalog({ locale: { say } }: PageSetting): Html {
  return html`<p>${say.search.emptyCatalog}</p><pre><code>geotrawl crawl https://www.example.org/</code></pre>`;
}

function paging({ wish, found, setting: { base, locale } }: SearchPageParts): Html {
  const { say, number } = locale;
  // Copies that were folded away count as passed over.
  const end = found.nextOffset ?? found.total;
  const at = (offset: number) => `${base}/${wishAddress({ ...wish, offset })}`;
  const range = say.search.range(number(wish.offset + 1), number(end), number(found.total));
  return html`<nav class="paging" aria-label="${say.search.pages}">
${wish.offset === 0 ? null : html`<a rel="prev" class="button" href="${at(Math.max(0, wish.offset - pageSize))}">${say.search.previous}</a>`}
<span>${range}</span>
${found.nextOffset === null ? null : html`<a rel="next" class="button" href="${at(end)}">${say.search.next}</a>`}
</nav>`;
}

/** The same search for programs; filters they lack are left out rather than misread. */
function elsewhere(parts: SearchPageParts): Html {
  const { wish, setting } = parts;
  const { base, locale } = setting;
  const { search } = locale.say;
  const { extent } = queryOf(wish);
  const box = extent === undefined ? {} : { bbox: extent.join(',') };
  const words = wish.words === '' ? {} : { q: wish.words };
  const kinds = wish.filters.kind ?? [];
  const api = new URLSearchParams({ ...words, ...box, ...(kinds.length === 0 ? {} : { kind: kinds.join(',') }) });
  const ogc = new URLSearchParams({ ...words, ...box });
  const command = ['geotrawl search', ...(wish.words === '' ? [] : [`'${wish.words.replaceAll("'", "'\\''")}'`])];
  if (extent !== undefined) command.push(`--bbox ${extent.join(',')}`);
  return html`<details class="elsewhere"><summary>${search.elsewhere}</summary><dl>
<dt>${search.asApi}</dt><dd><a href="${base}/api/v1/search?${api.toString()}">${base}/api/v1/search?${api.toString()}</a></dd>
<dt>${search.asOgc}</dt><dd><a href="${base}/ogc/collections/services/items?${ogc.toString()}">${base}/ogc/collections/services/items?${ogc.toString()}</a></dd>
<dt>${search.asAtom}</dt><dd><a href="${feedOf(parts)}">${feedOf(parts)}</a></dd>
<dt>${search.asFile}</dt><dd>${asFile(parts)}</dd>
<dt>${search.asCurl}</dt><dd><code>${command.join(' ')}</code></dd>
<dt>${search.qgis}</dt><dd><code>${base}/ogc</code></dd>
</dl></details>`;
}

function asFile({ wish, setting, mayExport }: SearchPageParts): Html {
  const { base, locale, here } = setting;
  const { search } = locale.say;
  if (!mayExport) {
    const next = here.slice(base.length);
    return html`${search.fileNeeds} <a href="${base}/login?${new URLSearchParams({ next }).toString()}">${search.fileLogIn}</a>`;
  }
  const asked = wishAddress({ ...wish, offset: 0 });
  const links = exportForms.map(
    ([form, label], n) => html`${n === 0 ? null : ' · '}<a href="${base}/export/${form}${asked}" download>${label}</a>`,
  );
  return html`${links}`;
}

const exportForms = [
  ['csv', 'CSV'],
  ['geojson', 'GeoJSON'],
  ['ndjson', 'JSON lines'],
  ['url', 'URLs'],
] as const;

function feedOf({ wish, setting: { base } }: SearchPageParts): string {
  const { extent } = queryOf(wish);
  const query = new URLSearchParams({
    ...(wish.words === '' ? {} : { q: wish.words }),
    ...(extent === undefined ? {} : { bbox: extent.join(',') }),
  });
  return `${base}/opensearch${query.size === 0 ? '' : `?${query}`}`;
}
