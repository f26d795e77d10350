// The login page, and the page of a one-time link.
import { complaint, textField } from '../layout/form-parts.ts';
import { html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export interface LoginParts {
  readonly setting: PageSetting;
  /** Path to redirect to afterwards, relative to the public URL. */
  readonly next: string;
  readonly name: string;
  readonly complaint: string | null;
}

export function loginPage({ setting, next, name, complaint: reason }: LoginParts): string {
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

export interface WelcomeParts {
  readonly setting: PageSetting;
  readonly link: string;
  /** The user the link is for; null for the first administrator. */
  readonly person: string | null;
  readonly name: string;
  readonly complaint: string | null;
}

export function welcomePage({ setting, link, person, name, complaint: reason }: WelcomeParts): string {
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
