// The user's account page: password and API tokens.

import type { ApiToken } from '../../auth/token-table.ts';
import type { Account } from '../../http/principal.ts';
import { buttonForm, checkBox, complaint, textField } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export interface AccountParts {
  readonly setting: PageSetting;
  readonly person: Account;
  readonly tokens: readonly ApiToken[];
  /** A newly created token; shown only this once. */
  readonly token: string | null;
  readonly hasChanged: boolean;
  readonly complaint: string | null;
}

export function accountPage(parts: AccountParts): string {
  const { setting, person, hasChanged } = parts;
  const { base, locale } = setting;
  const say = locale.say.people;
  const body = html`<h1>${person.name}</h1><p>${say.role}: ${say.roles[person.role]}</p>
${complaint(parts.complaint)}${hasChanged ? html`<p role="status">${say.changed}</p>` : null}
<section aria-labelledby="tokens"><h2 id="tokens">${say.tokens}</h2><p class="note">${say.tokensLead}</p>
${parts.token === null ? null : html`<p role="status">${say.tokenMade}</p><pre><code>${parts.token}</code></pre>`}
${tokenTable(parts)}
<form method="post" action="${base}/account/tokens" class="narrow">
${textField({ name: 'name', label: say.tokenFor, isRequired: true })}
<fieldset><legend>${say.scopes}</legend>${scopesOf(person).map((scope) => checkBox({ name: 'scopes', value: scope, label: say.scopeWords[scope] ?? scope }, scope === 'read'))}</fieldset>
${textField({ name: 'days', label: say.days, type: 'number' })}
<button type="submit">${say.makeToken}</button>
</form></section>
<section aria-labelledby="password"><h2 id="password">${say.changePassword}</h2>
<form method="post" action="${base}/account/password" class="narrow">
<input type="hidden" name="name" value="${person.name}" autocomplete="username">
${textField({ name: 'old', label: say.oldPassword, type: 'password', isRequired: true, autocomplete: 'current-password' })}
${textField({ name: 'new', label: say.newPassword, type: 'password', isRequired: true, help: say.passwordRule, autocomplete: 'new-password' })}
<button type="submit">${say.changePassword}</button>
</form></section>`;
  return htmlPage({ title: say.account, setting, body });
}

function scopesOf({ role }: Account): readonly string[] {
  return role === 'admin' ? ['read', 'crawl', 'admin'] : role === 'user' ? ['read', 'crawl'] : ['read'];
}

function tokenTable({ setting, tokens }: AccountParts): Html {
  const { base, locale } = setting;
  const say = locale.say.people;
  if (tokens.length === 0) return html`<p>${say.noTokens}</p>`;
  const day = (ms: number | null) => (ms === null ? say.never : locale.day(ms));
  const rows = tokens.map(
    ({ id, name, scopes, createdMs, usedMs, expiresMs }) =>
      html`<tr><th scope="row">${name}</th><td>${scopes.map((scope) => say.scopeWords[scope]).join(', ')}</td><td>${day(createdMs)}</td><td>${day(usedMs)}</td><td>${day(expiresMs)}</td><td>${buttonForm(`${base}/account/tokens/${id}/revoke`, say.remove, { spoken: say.revoke(name) })}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="tokens"><table><thead><tr><th scope="col">${say.tokenFor}</th><th scope="col">${say.scopes}</th><th scope="col">${say.created}</th><th scope="col">${say.used}</th><th scope="col">${say.ends}</th><td></td></tr></thead><tbody>${rows}</tbody></table></div>`;
}
