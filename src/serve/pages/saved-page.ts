// The searches somebody keeps: open, follow, delete.
import type { SavedSearch } from '../auth/saved-searches.ts';
import { facetValue } from './layout/facet-words.ts';
import { buttonForm } from './layout/form-parts.ts';
import { type Html, html } from './layout/html.ts';
import { htmlPage } from './layout/page.ts';
import type { Locale } from './messages/locale.ts';
import type { PageSetting } from './page-setting.ts';
import { pageFacets, queryOf, readWish, type SearchWish } from './search/search-params.ts';

export function savedPage(searches: readonly SavedSearch[], setting: PageSetting): string {
  const { base, locale } = setting;
  const say = locale.say.data.searches;
  const rows = searches.map(({ id, name, query, createdMs }) => {
    const wish = readWish(new URLSearchParams(query), locale.say);
    const feed = feedOf(wish, base);
    return html`<tr><th scope="row"><a href="${base}/?${query}" dir="auto">${name}</a></th><td dir="auto">${wishWords(wish, locale)}</td><td>${locale.day(createdMs)}</td><td>${feed === null ? null : html`<a href="${feed}" aria-label="${say.feedOf(name)}">${say.feed}</a>`}</td><td>${buttonForm(`${base}/searches/${id}/remove`, say.remove, { spoken: say.removeOf(name) })}</td></tr>\n`;
  });
  const table = html`<div class="scroll" tabindex="0" role="region" aria-labelledby="saved"><table><thead><tr><th scope="col">${say.name}</th><th scope="col">${say.asks}</th><th scope="col">${say.saved}</th><th scope="col">${say.feed}</th><td></td></tr></thead><tbody>${rows}</tbody></table></div>`;
  const body = html`<h1 id="saved">${say.title}</h1><p>${say.lead}</p>
${searches.length === 0 ? html`<p>${say.none}</p>` : table}`;
  return htmlPage({ title: say.title, setting, body, entry: 'search' });
}

/** What a search asks for, in a few words: for the list, and as a name where nothing else is given. */
export function wishWords(wish: SearchWish, locale: Locale): string {
  const { say, degrees } = locale;
  const [west, south, east, north] = wish.box ?? [];
  const box =
    west === undefined ? [] : [say.record.extentOf(degrees(west), degrees(south!), degrees(east!), degrees(north!))];
  const years = wish.from === '' && wish.to === '' ? [] : [`${wish.from}–${wish.to}`];
  const values = pageFacets.flatMap((facet) =>
    (wish.filters[facet] ?? []).map((value) => facetValue(facet, value, locale)),
  );
  const words = wish.words === '' ? [] : [`“${wish.words}”`];
  return [...words, ...values, ...box, ...years].join(' · ') || say.data.searches.everything;
}

/** Feeds know words and area; one of a search that asks for more would tell of too much. */
function feedOf(wish: SearchWish, base: string): string | null {
  const isPlain =
    wish.from === '' && wish.to === '' && pageFacets.every((facet) => (wish.filters[facet] ?? []).length === 0);
  if (!isPlain || wish.relation !== 'intersects') return null;
  const { extent } = queryOf(wish);
  const query = new URLSearchParams({
    ...(wish.words === '' ? {} : { q: wish.words }),
    ...(extent === undefined ? {} : { bbox: extent.join(',') }),
  });
  return `${base}/opensearch${query.size === 0 ? '' : `?${query}`}`;
}

/** Below the results: the whole search form is sent, so the search is kept as it stands. */
export function saveButton({ base, locale }: PageSetting): Html {
  const say = locale.say.data.searches;
  return html`<p class="actions"><button type="submit" formmethod="post" formaction="${base}/searches">${say.save}</button> <a href="${base}/searches">${say.title}</a></p>`;
}
