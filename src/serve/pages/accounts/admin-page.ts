// The administration page: users and roles, opted-out hosts, and the audit log.
import type { OptOut } from '../../../frontier/opt-outs.ts';
import type { AccountRow } from '../../auth/account-table.ts';
import type { AuditEntry } from '../../auth/audit-log.ts';
import { roles } from '../../http/principal.ts';
import { headedRow, plainRow, scrollTable } from '../layout/data-table.ts';
import { buttonForm, complaint, selectField, textField } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export interface AdminPageData {
  readonly setting: PageSetting;
  readonly people: readonly AccountRow[];
  readonly optOuts: readonly OptOut[];
  readonly audit: readonly AuditEntry[];
  /** Confirmation of the last action, and a one-time link to pass on. */
  readonly notice: string | null;
  readonly link: string | null;
  readonly complaint: string | null;
}

export function adminPage(parts: AdminPageData): string {
  const { setting, notice, link } = parts;
  const say = setting.locale.say.people;
  const body = html`<h1>${say.admin}</h1>
${complaint(parts.complaint)}
${notice === null ? null : html`<p role="status">${notice}</p>`}${link === null ? null : html`<pre><code>${link}</code></pre>`}
<p><a href="${setting.base}/admin/credentials">${say.credentials.title}</a></p>
${peopleSection(parts)}${optOutSection(parts)}${auditSection(parts)}`;
  return htmlPage({ title: say.admin, setting, body, width: 'wide' });
}

function peopleSection({ setting, people }: AdminPageData): Html {
  const { base, locale } = setting;
  const say = locale.say.people;
  const roleOptions = roles.map((role) => [role, say.roles[role] ?? role] as const);
  const rows = people.map(({ id, name, role, hasPassword, seenMs }) => {
    const options = roleOptions.map(
      ([value, label]) => html`<option value="${value}"${value === role ? html` selected` : null}>${label}</option>`,
    );
    const at = `${base}/admin/users/${id}`;
    return html`<tr><th scope="row">${name}</th>
<td><form method="post" action="${at}/role" class="inline"><select name="role" aria-label="${say.setRole(name)}">${options}</select><button type="submit">${say.save}<span class="sr">: ${say.setRole(name)}</span></button></form></td>
<td>${hasPassword ? (seenMs === null ? say.never : locale.day(seenMs)) : say.notYet}</td>
<td class="actions">${buttonForm(`${at}/reset`, say.resetShort, { spoken: say.reset(name) })}${buttonForm(`${at}/remove`, say.remove, { spoken: say.removePerson(name) })}</td></tr>`;
  });
  return html`<section aria-labelledby="people"><h2 id="people">${say.people}</h2>
${scrollTable({ id: 'people' }, [say.name, say.role, say.lastHere, ''], rows)}
<h3>${say.addPerson}</h3>
<form method="post" action="${base}/admin/users" class="narrow">
${textField({ name: 'name', label: say.name, isRequired: true, autocomplete: 'off' })}
${selectField({ name: 'role', label: say.role, value: 'user' }, roleOptions)}
<button type="submit">${say.add}</button></form></section>`;
}

function optOutSection({ setting, optOuts }: AdminPageData): Html {
  const { base, locale } = setting;
  const say = locale.say.people;
  const rows = optOuts.map(({ host, reason, createdMs }) => {
    const action = `${base}/admin/opt-outs/${encodeURIComponent(host)}/end`;
    return headedRow(
      host,
      reason,
      locale.day(createdMs),
      buttonForm(action, say.remove, { spoken: say.reactivate(host) }),
    );
  });
  const table = scrollTable({ id: 'opt-outs' }, [say.host, say.reason, say.when, ''], rows);
  return html`<section aria-labelledby="opt-outs"><h2 id="opt-outs">${say.optOuts}</h2><p class="note">${say.optOutsLead}</p>
${optOuts.length === 0 ? null : table}
<form method="post" action="${base}/admin/opt-outs" class="narrow">
${textField({ name: 'host', label: say.host, isRequired: true })}
${textField({ name: 'reason', label: say.reason })}
<button type="submit">${say.optOut}</button></form></section>`;
}

function auditSection({ setting: { base, locale }, audit }: AdminPageData): Html {
  const say = locale.say.people;
  const rows = audit.map(({ at, who, address, action, object }) =>
    plainRow(html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`, who, address, action, object),
  );
  const oldest = audit.at(-1)?.id ?? 0;
  return html`<section aria-labelledby="audit"><h2 id="audit">${say.audit}</h2>
${scrollTable({ id: 'audit' }, [say.when, say.who, say.from, say.what, ''], rows)}
${oldest > 1 ? html`<p><a href="${base}/admin?before=${oldest}#audit">${say.older}</a></p>` : null}</section>`;
}
