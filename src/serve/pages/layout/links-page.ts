// A page that is a list of links.
import type { Link } from '../../formats/record-links.ts';
import { html } from './html.ts';
import { htmlPage } from './page.ts';
import type { PageSetting } from './page-setting.ts';

/** Link relations that clients look for in the page head. */
const inHead = ['alternate', 'service-desc', 'service-doc', 'conformance', 'data', 'items'];

export function linksPage(title: string, links: readonly Link[], setting: PageSetting): string {
  const items = links.map(
    ({ href, rel, title: name }) =>
      html`<li><a href="${href}">${name ?? href}</a> <span class="note">${rel}</span></li>`,
  );
  const self = links.find(({ rel }) => rel === 'self');
  const alternate: Link[] =
    self === undefined ? [] : [{ rel: 'alternate', type: 'application/json', href: `${self.href}?f=json` }];
  const head = [...alternate, ...links.filter(({ rel, type }) => inHead.includes(rel) && type !== 'text/html')];
  return htmlPage({ title, setting, links: head, body: html`<h1>${title}</h1>\n<ul>${items}</ul>` });
}
