// A page that is a list of links.
import type { Link } from '../records/links.ts';
import { escapeHtml, htmlPage } from './page.ts';

export function linksPage(title: string, links: readonly Link[], base: string): string {
  const items = links.map(
    ({ href, rel, title: name }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(name ?? href)}</a> <span class="note">${escapeHtml(rel)}</span></li>`,
  );
  return htmlPage({ title, base, body: `<h1>${escapeHtml(title)}</h1>\n<ul>${items.join('\n')}</ul>` });
}
