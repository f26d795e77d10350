// The error page: the reason, and a link back.
import type { GeotrawlError } from '../../../model/errors.ts';
import { html } from './html.ts';
import { htmlPage } from './page.ts';
import type { PageSetting } from './page-setting.ts';

export function errorPage(error: GeotrawlError, status: number, setting: PageSetting): string {
  const { errors } = setting.locale.say;
  const title = errors.statuses[status] ?? errors.title;
  const body = html`<h1>${title}</h1><p>${errors.words(error)}</p><p><a href="${setting.base}/">${errors.back}</a></p>`;
  return htmlPage({ title, setting, body });
}
