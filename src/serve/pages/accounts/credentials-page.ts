// Credentials for hosts that require a login: entered by administrators, never shown again.
import { type ListedCredential, listCredentials } from '../../../frontier/host-credentials.ts';
import { credentialTypes } from '../../../model/credential.ts';
import { credentialBody, removeCredential, storeCredential } from '../../crawls/credential-routes.ts';
import type { HttpRequest } from '../../http/request.ts';
import { get, post, type Route } from '../../http/route.ts';
import { headedRow, scrollTable } from '../layout/data-table.ts';
import { buttonForm, complaint, orAgain, seeOther, selectField, textField } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import { type PageSetting, pageResponse, settingOf } from '../layout/page-setting.ts';
import type { PageContext } from '../page-context.ts';

export function credentialPageRoutes(context: PageContext): readonly Route[] {
  const show = async (request: HttpRequest, reason: string | null) =>
    credentialsPage(settingOf(request, context), await context.store.read(listCredentials), reason);
  const back = (request: HttpRequest) => seeOther(`${request.base}/admin/credentials`);
  return [
    get('/admin/credentials', { permission: 'administer' }, (request) =>
      pageResponse(request, () => show(request, null)),
    ),
    post('/admin/credentials', { permission: 'administer', body: credentialBody }, (request) =>
      orAgain(
        request,
        async () => {
          await storeCredential(context, request);
          return back(request);
        },
        (reason) => show(request, reason),
      ),
    ),
    post('/admin/credentials/:host/remove', { permission: 'administer' }, async (request) => {
      await removeCredential(context, request.who, request.parameters.host ?? '');
      return back(request);
    }),
  ];
}

/** After an error the secret must be typed again: no page contains it. */
function credentialsPage(setting: PageSetting, known: readonly ListedCredential[], reason: string | null): string {
  const { base, locale } = setting;
  const say = locale.say.people.credentials;
  const types = credentialTypes.map((type) => [type, say.types[type]] as const);
  const body = html`<p><a href="${base}/admin">${locale.say.people.admin}</a></p><h1>${say.title}</h1>
<p class="lead">${say.lead}</p>
${complaint(reason)}
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
  const { remove, who, when } = locale.say.people;
  const rows = known.map(({ origin, type, createdMs, createdBy }) => {
    const action = `${base}/admin/credentials/${encodeURIComponent(origin)}/remove`;
    const button = buttonForm(action, remove, { spoken: say.removeOf(origin) });
    return headedRow(origin, say.types[type], createdBy, locale.day(createdMs), button);
  });
  return html`<h2 id="known">${say.known}</h2>${scrollTable({ id: 'known' }, [say.host, say.type, who, when, ''], rows)}`;
}
