// /searches: the user's saved searches.

import { idIn } from '../../auth/routes.ts';
import { listSearches, removeSearch, saveSearch } from '../../auth/saved-searches.ts';
import type { HttpRequest } from '../../http/request.ts';
import { badParameter, type HttpResponse, notFound } from '../../http/response.ts';
import { get, post, type Route } from '../../http/route.ts';
import { seeOther } from '../layout/form-parts.ts';
import { settingOf } from '../layout/page-setting.ts';
import { localeOf } from '../messages/locale.ts';
import type { PageContext } from '../page-context.ts';
import { page } from '../routes.ts';
import { describeSearch, savedPage } from './saved-page.ts';
import { readSearchParams, searchAddress } from './search-params.ts';

const nameCharacters = 120;

export function savedRoutes(context: PageContext): readonly Route[] {
  return [
    get('/searches', { permission: 'keep' }, (request) =>
      page(request, async () =>
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
