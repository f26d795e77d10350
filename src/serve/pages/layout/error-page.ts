// What a browser is shown when a request fails: the reason, and the way back.
import type { GeotrawlError } from '../../../model/errors.ts';
import type { PageSetting } from '../page-setting.ts';
import { html } from './html.ts';
import { htmlPage } from './page.ts';

export function errorPage(error: GeotrawlError, status: number, setting: PageSetting): string {
  const { errors } = setting.locale.say;
  const title = errors.statuses[status] ?? errors.title;
  const body = html`<h1>${title}</h1><p>${errors.words(error)}</p><p><a href="${setting.base}/">${errors.back}</a></p>`;
  return htmlPage({ title, setting, body });
}
