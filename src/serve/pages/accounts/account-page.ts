// The login page, the page of a one-time link, and the user's account: password and API tokens.

import type { ApiToken } from '../../auth/token-table.ts';
import type { Account } from '../../http/principal.ts';
import { headedRow, scrollTable } from '../layout/data-table.ts';
import { buttonForm, checkBox, complaint, textField } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';

interface LoginPageData {
  readonly setting: PageSetting;
  /** Path to redirect to afterwards, relative to the public URL. */
  readonly next: string;
  readonly name: string;
  readonly complaint: string | null;
}

export function loginPage({ setting, next, name, complaint: reason }: LoginPageData): string {
  const { base, locale } = setting;
  const say = locale.say.people;
  const body = html`<h1>${say.logIn}</h1><p>${say.loginLead}</p>
${complaint(reason)}
<form method="post" action="${base}/login" class="narrow">
<input type="hidden" name="next" value="${next}">
${textField({ name: 'name', label: say.name, value: name, isRequired: true, autocomplete: 'username' })}
${textField({ name: 'password', label: say.password, type: 'password', isRequired: true, autocomplete: 'current-password' })}
<button type="submit" class="primary">${say.logIn}</button>
</form>`;
  return htmlPage({ title: say.logIn, setting, body });
}

interface WelcomePageData {
  readonly setting: PageSetting;
  readonly link: string;
  /** The user the link is for; null for the first administrator. */
  readonly person: string | null;
  readonly name: string;
  readonly complaint: string | null;
}

export function welcomePage({ setting, link, person, name, complaint: reason }: WelcomePageData): string {
  const { base, locale } = setting;
  const say = locale.say.people;
  const title = person === null ? say.welcomeFirst : say.welcome(person);
  const named =
    person === null
      ? textField({ name: 'name', label: say.name, value: name, isRequired: true, autocomplete: 'username' })
      : html`<input type="hidden" name="name" value="${person}" autocomplete="username">`;
  const field = { name: 'password', label: say.password, type: 'password', isRequired: true } as const;
  const body = html`<h1>${title}</h1><p>${person === null ? say.welcomeFirstLead : say.welcomeLead}</p>
${complaint(reason)}
<form method="post" action="${base}/welcome/${link}" class="narrow">
${named}
${textField({ ...field, help: say.passwordRule, autocomplete: 'new-password' })}
<button type="submit" class="primary">${say.setPassword}</button>
</form>`;
  return htmlPage({ title, setting, body });
}

interface AccountPageData {
  readonly setting: PageSetting;
  readonly person: Account;
  readonly tokens: readonly ApiToken[];
  /** A newly created token; shown only this once. */
  readonly token: string | null;
  readonly hasChangedPassword: boolean;
  readonly complaint: string | null;
}

export function accountPage(parts: AccountPageData): string {
  const { setting, person, hasChangedPassword } = parts;
  const { base, locale } = setting;
  const say = locale.say.people;
  const body = html`<h1>${person.name}</h1><p>${say.role}: ${say.roles[person.role]}</p>
${complaint(parts.complaint)}${hasChangedPassword ? html`<p role="status">${say.changed}</p>` : null}
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

function tokenTable({ setting, tokens }: AccountPageData): Html {
  const { base, locale } = setting;
  const say = locale.say.people;
  if (tokens.length === 0) return html`<p>${say.noTokens}</p>`;
  const day = (ms: number | null) => (ms === null ? say.never : locale.day(ms));
  const rows = tokens.map(({ id, name, scopes, createdMs, usedMs, expiresMs }) =>
    headedRow(
      name,
      scopes.map((scope) => say.scopeWords[scope]).join(', '),
      ...[createdMs, usedMs, expiresMs].map(day),
      buttonForm(`${base}/account/tokens/${id}/revoke`, say.remove, { spoken: say.revoke(name) }),
    ),
  );
  return scrollTable({ id: 'tokens' }, [say.tokenFor, say.scopes, say.created, say.used, say.ends, ''], rows);
}
