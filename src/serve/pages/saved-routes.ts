// /searches: the searches somebody keeps.

import { listSearches, removeSearch, saveSearch } from '../auth/saved-searches.ts';
import type { Asked } from '../http/request.ts';
import { type Answer, badParameter, notFound } from '../http/response.ts';
import { get, post, type Route } from '../http/router.ts';
import { idIn } from '../people/routes.ts';
import type { Serving } from '../serving.ts';
import { seeOther } from './layout/form-parts.ts';
import { localeOf } from './messages/locale.ts';
import { settingOf } from './page-setting.ts';
import { page } from './routes.ts';
import { savedPage, wishWords } from './saved-page.ts';
import { readWish, wishAddress } from './search/search-params.ts';

const nameCharacters = 120;

export function savedRoutes(serving: Serving): readonly Route[] {
  return [
    get('/searches', (asked) =>
      page(asked, async () =>
        savedPage(await serving.store.read(() => listSearches(asked.who)), settingOf(asked, serving)),
      ),
    ),
    post('/searches', (asked) => save(asked, serving)),
    post('/searches/:id/remove', (asked) => remove(asked, serving)),
  ];
}

/** The fields are those of the search page; what it would not understand is not kept. */
async function save(asked: Asked, { store, clock }: Serving): Promise<Answer> {
  if (!(asked.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
    throw badParameter('body', 'the fields of the search page are expected, as a form sends them.');
  const locale = localeOf(asked);
  const wish = { ...readWish(new URLSearchParams(await asked.text()), locale.say), offset: 0 };
  const query = wishAddress(wish).slice(1);
  const name = (wish.words || wishWords(wish, locale)).slice(0, nameCharacters);
  await store.transact((transaction) =>
    store.within(transaction, () => saveSearch(asked.who, { name, query, createdMs: clock.now() })),
  );
  return seeOther(`${asked.base}/searches`);
}

async function remove(asked: Asked, { store }: Serving): Promise<Answer> {
  const id = idIn(asked);
  const isRemoved = await store.transact((transaction) => store.within(transaction, () => removeSearch(asked.who, id)));
  if (!isRemoved) throw notFound('There is no such search of yours.');
  return seeOther(`${asked.base}/searches`);
}
