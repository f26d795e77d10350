// The account part of the page header: user name, login and logout.
import type { Principal } from '../../http/principal.ts';
import type { Messages } from '../messages/en.ts';
import { type Html, html } from './html.ts';

export function accountPart({ person, by, role }: Principal, base: string, say: Messages['people']): Html {
  if (by === 'local')
    return html`<span class="note">${say.local}</span><a class="quiet" href="${base}/admin">${say.admin}</a>`;
  if (person === null) return html`<a class="quiet" href="${base}/login" rel="nofollow">${say.logIn}</a>`;
  return html`${role === 'admin' ? html`<a class="quiet" href="${base}/admin">${say.admin}</a>` : null}
<a class="quiet" href="${base}/account">${person.name}</a>
<form method="post" action="${base}/logout"><button type="submit" class="quiet">${say.logOut}</button></form>`;
}
