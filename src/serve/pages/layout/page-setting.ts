// What every page is rendered with: user, language, URL. And the response that carries it.
import type { Principal } from '../../http/principal.ts';
import type { HttpRequest } from '../../http/request.ts';
import { type HttpResponse, htmlResponse } from '../../http/response.ts';
import type { Messages } from '../messages/en.ts';
import { type Locale, languageCookie, localeOf } from '../messages/locale.ts';
import type { Assets } from './assets.ts';
import { type Html, html } from './html.ts';

export interface PageSetting {
  readonly base: string;
  readonly locale: Locale;
  readonly assets: Assets;
  /** URL of this page. */
  readonly here: string;
  /** The logged-in user and the logout link; null without accounts. */
  readonly account: Html | null;
}

export function settingOf(
  request: Pick<HttpRequest, 'base' | 'path' | 'query' | 'headers'> & { readonly who?: Principal },
  { assets }: { readonly assets: Assets },
): PageSetting {
  const query = request.query.size === 0 ? '' : `?${request.query}`;
  const locale = localeOf(request);
  return {
    base: request.base,
    locale,
    assets,
    here: `${request.base}${request.path}${query}`,
    account: request.who === undefined ? null : accountPart(request.who, request.base, locale.say.people),
  };
}

/** The account part of the page header. */
function accountPart({ person, by, role }: Principal, base: string, say: Messages['people']): Html {
  if (by === 'local')
    return html`<span class="note">${say.local}</span><a class="quiet" href="${base}/admin">${say.admin}</a>`;
  if (person === null) return html`<a class="quiet" href="${base}/login" rel="nofollow">${say.logIn}</a>`;
  return html`${role === 'admin' ? html`<a class="quiet" href="${base}/admin">${say.admin}</a>` : null}
<a class="quiet" href="${base}/account">${person.name}</a>
<form method="post" action="${base}/logout"><button type="submit" class="quiet">${say.logOut}</button></form>`;
}

/** A language chosen in the URL is saved in a cookie. */
export async function pageResponse(
  request: HttpRequest,
  render: () => Promise<string> | string,
): Promise<HttpResponse> {
  const response = htmlResponse(await render());
  const { language } = localeOf(request);
  const headers = { vary: 'accept, accept-encoding, accept-language, cookie', 'content-language': language };
  if (request.query.get('lang') !== language) return { ...response, headers };
  const cookie = `${languageCookie}=${language}; Path=${new URL(`${request.base}/`).pathname}; Max-Age=31536000; SameSite=Lax`;
  return { ...response, headers: { ...headers, 'set-cookie': cookie } };
}
