// /searches: the user's saved searches: open, subscribe, delete.
import { idIn } from '../../auth/routes.ts';
import { listSearches, removeSearch, type SavedSearch, saveSearch } from '../../auth/saved-searches.ts';
import type { HttpRequest } from '../../http/request.ts';
import { badParameter, type HttpResponse, notFound } from '../../http/response.ts';
import { get, post, type Route } from '../../http/route.ts';
import { headedRow, scrollTable } from '../layout/data-table.ts';
import { buttonForm, seeOther } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import { type PageSetting, pageResponse, settingOf } from '../layout/page-setting.ts';
import { type Locale, localeOf } from '../messages/locale.ts';
import type { PageContext } from '../page-context.ts';
import {
  facetLabel,
  feedUrl,
  pageFacets,
  readSearchParams,
  type SearchParams,
  searchAddress,
} from './search-params.ts';

const nameCharacters = 120;

export function savedRoutes(context: PageContext): readonly Route[] {
  return [
    get('/searches', { permission: 'keep' }, (request) =>
      pageResponse(request, async () =>
        savedPage(await context.store.read(() => listSearches(request.who)), settingOf(request, context)),
      ),
    ),
    post('/searches', { permission: 'keep' }, (request) => save(request, context)),
    post('/searches/:id/remove', { permission: 'keep' }, (request) => remove(request, context)),
  ];
}

/** The fields are those of the search page; unknown ones aren't saved. */
async function save(request: HttpRequest, { store, clock }: PageContext): Promise<HttpResponse> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
    throw badParameter('body', 'the fields of the search page are expected, as a form sends them.');
  const locale = localeOf(request);
  const options = { ...readSearchParams(new URLSearchParams(await request.text()), locale.say), offset: 0 };
  const query = searchAddress(options).slice(1);
  const name = (options.words || describeSearch(options, locale)).slice(0, nameCharacters);
  await store.transact((transaction) =>
    store.within(transaction, () => saveSearch(request.who, { name, query, createdMs: clock.now() })),
  );
  return seeOther(`${request.base}/searches`);
}

async function remove(request: HttpRequest, { store }: PageContext): Promise<HttpResponse> {
  const id = idIn(request);
  const isRemoved = await store.transact((transaction) =>
    store.within(transaction, () => removeSearch(request.who, id)),
  );
  if (!isRemoved) throw notFound('There is no such search of yours.');
  return seeOther(`${request.base}/searches`);
}

function savedPage(searches: readonly SavedSearch[], setting: PageSetting): string {
  const { base, locale } = setting;
  const say = locale.say.data.searches;
  const rows = searches.map(({ id, name, query, createdMs }) => {
    const params = readSearchParams(new URLSearchParams(query), locale.say);
    const feed = feedOf(params, base);
    return headedRow(
      html`<a href="${base}/?${query}" dir="auto">${name}</a>`,
      html`<span dir="auto">${describeSearch(params, locale)}</span>`,
      locale.day(createdMs),
      feed === null ? null : html`<a href="${feed}" aria-label="${say.feedOf(name)}">${say.feed}</a>`,
      buttonForm(`${base}/searches/${id}/remove`, say.remove, { spoken: say.removeOf(name) }),
    );
  });
  const body = html`<h1 id="saved">${say.title}</h1><p>${say.lead}</p>
${searches.length === 0 ? html`<p>${say.none}</p>` : scrollTable({ id: 'saved' }, [say.name, say.conditions, say.saved, say.feed, ''], rows)}`;
  return htmlPage({ title: say.title, setting, body, entry: 'search' });
}

/** A short summary of a search, for the list and as its default name. */
function describeSearch(params: SearchParams, locale: Locale): string {
  const { say, degrees } = locale;
  const [west, south, east, north] = params.box ?? [];
  const box =
    west === undefined ? [] : [say.record.extentOf(degrees(west), degrees(south!), degrees(east!), degrees(north!))];
  const years = params.from === '' && params.to === '' ? [] : [`${params.from}–${params.to}`];
  const values = pageFacets.flatMap((facet) =>
    (params.filters[facet] ?? []).map((value) => facetLabel(facet, value, locale)),
  );
  const words = params.words === '' ? [] : [`“${params.words}”`];
  return [...words, ...values, ...box, ...years].join(' · ') || say.data.searches.everything;
}

/** Feeds support words and area only; with other conditions the feed would contain too much. */
function feedOf(params: SearchParams, base: string): string | null {
  const isPlain =
    params.from === '' && params.to === '' && pageFacets.every((facet) => (params.filters[facet] ?? []).length === 0);
  return isPlain && params.relation === 'intersects' ? feedUrl(params, base) : null;
}

/** Below the results: submits the whole search form, so the search is saved as shown. */
export function saveButton({ base, locale }: PageSetting): Html {
  const say = locale.say.data.searches;
  return html`<p class="actions"><button type="submit" formmethod="post" formaction="${base}/searches">${say.save}</button> <a href="${base}/searches">${say.title}</a></p>`;
}
