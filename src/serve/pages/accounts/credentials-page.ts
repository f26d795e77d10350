// Credentials for hosts that require a login: entered by administrators, never shown again.
import { type ListedCredential, listCredentials } from '../../../frontier/host-credentials.ts';
import { credentialTypes } from '../../../model/credential.ts';
import { credentialBody, forgetCredential, keepCredential } from '../../crawls/credential-routes.ts';
import type { HttpRequest } from '../../http/request.ts';
import { get, post, type Route } from '../../http/route.ts';
import { buttonForm, complaint, orAgain, seeOther, selectField, textField } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import { type PageSetting, settingOf } from '../layout/page-setting.ts';
import type { PageContext } from '../page-context.ts';
import { page } from '../routes.ts';

export function credentialPageRoutes(context: PageContext): readonly Route[] {
  const show = async (request: HttpRequest, said: string | null) =>
    credentialsPage(settingOf(request, context), await context.store.read(listCredentials), said);
  const back = (request: HttpRequest) => seeOther(`${request.base}/admin/credentials`);
  return [
    get('/admin/credentials', { permission: 'administer' }, (request) => page(request, () => show(request, null))),
    post('/admin/credentials', { permission: 'administer', body: credentialBody }, (request) =>
      orAgain(
        request,
        async () => {
          await keepCredential(context, request);
          return back(request);
        },
        (said) => show(request, said),
      ),
    ),
    post('/admin/credentials/:host/remove', { permission: 'administer' }, async (request) => {
      await forgetCredential(context, request.who, request.parameters.host ?? '');
      return back(request);
    }),
  ];
}

/** After an error the secret must be typed again: no page contains it. */
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
