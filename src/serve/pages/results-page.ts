// A page of search results for people.
import type { RecordPage } from '../record-list.ts';
import type { Link } from '../records/links.ts';
import { escapeHtml, htmlPage } from './page.ts';
import { pageUrl } from './record-page.ts';

export interface ResultsParts {
  readonly base: string;
  readonly query: URLSearchParams;
  readonly found: RecordPage;
  readonly offset: number;
  readonly links: readonly Link[];
}

export function resultsPage({ base, query, found, offset, links }: ResultsParts): string {
  const items = found.records.map(
    (record) =>
      `<li><a href="${pageUrl(base, record.id)}">${escapeHtml(record.title || record.endpoint)}</a> <span class="note">${escapeHtml(record.kind)} · ${record.layerCount} layers</span><br>${escapeHtml(record.abstract.slice(0, 200))}</li>`,
  );
  const paging = links
    .filter(({ rel }) => rel === 'next' || rel === 'prev')
    .map(({ rel, href, title }) => `<a rel="${rel}" href="${escapeHtml(withForm(href))}">${title}</a>`);
  const words = query.get('q') ?? '';
  const range = found.records.length === 0 ? 'none' : `${offset + 1} to ${offset + found.records.length}`;
  return htmlPage({
    title: words === '' ? 'Records' : `${words} – Records`,
    base,
    links: links
      .filter(({ rel, type }) => rel === 'self' && type !== undefined)
      .map((link) => ({ ...link, rel: 'alternate' })),
    body: `<h1>${found.total} records</h1>\n<p class="note">Shown: ${range}</p>\n<ol start="${offset + 1}">${items.join('\n')}</ol>\n<p>${paging.join(' · ')}</p>`,
  });
}

/** Addresses of pages are those of data; people stay with pages. */
function withForm(href: string): string {
  const url = new URL(href);
  if (url.pathname.endsWith('/items')) url.searchParams.set('f', 'html');
  return url.href;
}
