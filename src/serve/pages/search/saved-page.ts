// The user's saved searches: open, subscribe, delete.
import type { SavedSearch } from '../../auth/saved-searches.ts';
import { facetValue } from '../layout/facet-words.ts';
import { buttonForm } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import type { Locale } from '../messages/locale.ts';
import { pageFacets, queryOf, readSearchParams, type SearchParams } from './search-params.ts';

export function savedPage(searches: readonly SavedSearch[], setting: PageSetting): string {
  const { base, locale } = setting;
  const say = locale.say.data.searches;
  const rows = searches.map(({ id, name, query, createdMs }) => {
    const params = readSearchParams(new URLSearchParams(query), locale.say);
    const feed = feedOf(params, base);
    return html`<tr><th scope="row"><a href="${base}/?${query}" dir="auto">${name}</a></th><td dir="auto">${describeSearch(params, locale)}</td><td>${locale.day(createdMs)}</td><td>${feed === null ? null : html`<a href="${feed}" aria-label="${say.feedOf(name)}">${say.feed}</a>`}</td><td>${buttonForm(`${base}/searches/${id}/remove`, say.remove, { spoken: say.removeOf(name) })}</td></tr>\n`;
  });
  const table = html`<div class="scroll" tabindex="0" role="region" aria-labelledby="saved"><table><thead><tr><th scope="col">${say.name}</th><th scope="col">${say.conditions}</th><th scope="col">${say.saved}</th><th scope="col">${say.feed}</th><td></td></tr></thead><tbody>${rows}</tbody></table></div>`;
  const body = html`<h1 id="saved">${say.title}</h1><p>${say.lead}</p>
${searches.length === 0 ? html`<p>${say.none}</p>` : table}`;
  return htmlPage({ title: say.title, setting, body, entry: 'search' });
}

/** A short summary of a search, for the list and as its default name. */
export function describeSearch(params: SearchParams, locale: Locale): string {
  const { say, degrees } = locale;
  const [west, south, east, north] = params.box ?? [];
  const box =
    west === undefined ? [] : [say.record.extentOf(degrees(west), degrees(south!), degrees(east!), degrees(north!))];
  const years = params.from === '' && params.to === '' ? [] : [`${params.from}–${params.to}`];
  const values = pageFacets.flatMap((facet) =>
    (params.filters[facet] ?? []).map((value) => facetValue(facet, value, locale)),
  );
  const words = params.words === '' ? [] : [`“${params.words}”`];
  return [...words, ...values, ...box, ...years].join(' · ') || say.data.searches.everything;
}

/** Feeds support words and area only; with other conditions the feed would contain too much. */
function feedOf(params: SearchParams, base: string): string | null {
  const isPlain =
    params.from === '' && params.to === '' && pageFacets.every((facet) => (params.filters[facet] ?? []).length === 0);
  if (!isPlain || params.relation !== 'intersects') return null;
  const { extent } = queryOf(params);
  const query = new URLSearchParams({
    ...(params.words === '' ? {} : { q: params.words }),
    ...(extent === undefined ? {} : { bbox: extent.join(',') }),
  });
  return `${base}/opensearch${query.size === 0 ? '' : `?${query}`}`;
}

/** Below the results: submits the whole search form, so the search is saved as shown. */
export function saveButton({ base, locale }: PageSetting): Html {
  const say = locale.say.data.searches;
  return html`<p class="actions"><button type="submit" formmethod="post" formaction="${base}/searches">${say.save}</button> <a href="${base}/searches">${say.title}</a></p>`;
}
