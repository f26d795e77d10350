// What hosts want to see before they answer: entered by administrators, and never shown again.
import { type ListedCredential, listCredentials } from '../../../frontier/host-credentials.ts';
import { credentialTypes } from '../../../model/credential.ts';
import { forgetCredential, keepCredential } from '../../crawls/credential-routes.ts';
import type { Asked } from '../../http/request.ts';
import { get, post, type Route } from '../../http/router.ts';
import type { Serving } from '../../serving.ts';
import { buttonForm, complaint, orAgain, seeOther, selectField, textField } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import { type PageSetting, settingOf } from '../page-setting.ts';
import { page } from '../routes.ts';

export function credentialPageRoutes(serving: Serving): readonly Route[] {
  const show = async (asked: Asked, said: string | null) =>
    credentialsPage(settingOf(asked, serving), await serving.store.read(listCredentials), said);
  const back = (asked: Asked) => seeOther(`${asked.base}/admin/credentials`);
  return [
    get('/admin/credentials', (asked) => page(asked, () => show(asked, null))),
    post('/admin/credentials', (asked) =>
      orAgain(
        asked,
        async () => {
          await keepCredential(serving, asked);
          return back(asked);
        },
        (said) => show(asked, said),
      ),
    ),
    post('/admin/credentials/:host/remove', async (asked) => {
      await forgetCredential(serving, asked.who, asked.parameters.host ?? '');
      return back(asked);
    }),
  ];
}

/** After a mistake the secret is to be typed again: it is in no page. */
function credentialsPage(setting: PageSetting, known: readonly ListedCredential[], said: string | null): string {
  const { base, locale } = setting;
  const say = locale.say.people.credentials;
  const types = credentialTypes.map((type) => [type, say.types[type]] as const);
  const body = html`<p><a href="${base}/admin">${locale.say.people.admin}</a></p><h1>${say.title}</h1>
<p class="lead">${say.lead}</p>
${complaint(said)}
${known.length === 0 ? null : table(setting, known)}
<h2>${say.add}</h2>
<form method="post" action="${base}/admin/credentials" class="narrow">
${textField({ name: 'host', label: say.host, help: say.hostHelp, isRequired: true, autocomplete: 'off' })}
${selectField({ name: 'type', label: say.type, value: 'basic' }, types)}
${textField({ name: 'name', label: say.name, help: say.nameHelp, autocomplete: 'off' })}
${textField({ name: 'secret', label: say.secret, type: 'password', isRequired: true, autocomplete: 'new-password' })}
<button type="submit">${say.keep}</button></form>`;
  return htmlPage({ title: say.title, setting, body, width: 'wide' });
}

function table({ base, locale }: PageSetting, known: readonly ListedCredential[]): Html {
  const say = locale.say.people.credentials;
  const rows = known.map(
    ({ origin, type, createdMs, createdBy }) =>
      html`<tr><th scope="row">${origin}</th><td>${say.types[type]}</td><td>${createdBy}</td><td>${locale.day(createdMs)}</td><td>${buttonForm(`${base}/admin/credentials/${encodeURIComponent(origin)}/remove`, locale.say.people.remove, { spoken: say.removeOf(origin) })}</td></tr>`,
  );
  return html`<h2 id="known">${say.known}</h2><div class="scroll" tabindex="0" role="region" aria-labelledby="known"><table><thead><tr><th scope="col">${say.host}</th><th scope="col">${say.type}</th><th scope="col">${locale.say.people.who}</th><th scope="col">${locale.say.people.when}</th><td></td></tr></thead><tbody>${rows}</tbody></table></div>`;
}
