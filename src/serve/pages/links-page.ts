// A page that is a list of links.
import type { Link } from '../records/links.ts';
import { escapeHtml, htmlPage } from './page.ts';

/** Relations that clients look for in the head of a page. */
const inHead = ['alternate', 'service-desc', 'service-doc', 'conformance', 'data', 'items'];

export function linksPage(title: string, links: readonly Link[], base: string): string {
  const items = links.map(
    ({ href, rel, title: name }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(name ?? href)}</a> <span class="note">${escapeHtml(rel)}</span></li>`,
  );
  const self = links.find(({ rel }) => rel === 'self');
  const alternate: Link[] =
    self === undefined ? [] : [{ rel: 'alternate', type: 'application/json', href: `${self.href}?f=json` }];
  const head = [...alternate, ...links.filter(({ rel, type }) => inHead.includes(rel) && type !== 'text/html')];
  return htmlPage({ title, base, links: head, body: `<h1>${escapeHtml(title)}</h1>\n<ul>${items.join('\n')}</ul>` });
}
