// What every page is made with: for whom, in which language, at which address.

import type { Who } from '../http/principal.ts';
import type { Asked } from '../http/request.ts';
import { accountPart } from './layout/account-part.ts';
import type { Assets } from './layout/assets.ts';
import type { Html } from './layout/html.ts';
import { type Locale, localeOf } from './messages/locale.ts';

export interface PageSetting {
  readonly base: string;
  readonly locale: Locale;
  readonly assets: Assets;
  /** Address of this page. */
  readonly here: string;
  /** Who is logged in, and the way out; null where nobody can be. */
  readonly account: Html | null;
}

export function settingOf(
  asked: Pick<Asked, 'base' | 'path' | 'query' | 'headers'> & { readonly who?: Who },
  { assets }: { readonly assets: Assets },
): PageSetting {
  const query = asked.query.size === 0 ? '' : `?${asked.query}`;
  const locale = localeOf(asked);
  return {
    base: asked.base,
    locale,
    assets,
    here: `${asked.base}${asked.path}${query}`,
    account: asked.who === undefined ? null : accountPart(asked.who, asked.base, locale.say.people),
  };
}
