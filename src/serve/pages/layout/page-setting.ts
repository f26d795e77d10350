// What every page is rendered with: user, language, URL.

import type { Principal } from '../../http/principal.ts';
import type { HttpRequest } from '../../http/request.ts';
import { type Locale, localeOf } from '../messages/locale.ts';
import { accountPart } from './account-part.ts';
import type { Assets } from './assets.ts';
import type { Html } from './html.ts';

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
