// Filtered records as a page, for browsers that follow a link of OGC API – Records.
import { kindLabel } from '../../../catalog/dataset-terms.ts';
import type { Link } from '../../formats/record-links.ts';
import { pageUrl } from '../../formats/record-url.ts';
import type { RecordPage } from '../../http/record-list.ts';
import { html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export interface ResultsParts {
  readonly setting: PageSetting;
  readonly query: URLSearchParams;
  readonly found: RecordPage;
  readonly offset: number;
  readonly links: readonly Link[];
}

export function resultsPage({ setting, query, found, offset, links }: ResultsParts): string {
  const { base, locale } = setting;
  const { say, number } = locale;
  const items = found.records.map(
    (record) =>
      html`<li class="card"><h2><a href="${pageUrl(base, record.id)}">${record.title || record.endpoint}</a></h2><p class="facts"><span class="kind">${kindLabel(record)}</span> · ${number(record.layerCount)} ${say.record.layers}</p><p class="abstract" dir="auto">${record.abstract.slice(0, 200)}</p></li>\n`,
  );
  const paging = links
    .filter(({ rel }) => rel === 'next' || rel === 'prev')
    .map(
      ({ rel, href }) =>
        html`<a class="button" rel="${rel}" href="${withForm(href)}">${rel === 'next' ? say.search.next : say.search.previous}</a> `,
    );
  const end = offset + found.records.length;
  const words = query.get('q') ?? '';
  const total = say.search.results(number(found.total), found.total === 1);
  return htmlPage({
    title: words === '' ? total : `${words} – ${total}`,
    setting,
    links: links
      .filter(({ rel, type }) => rel === 'self' && type !== undefined)
      .map((link) => ({ ...link, rel: 'alternate' })),
    body: html`<h1>${total}</h1>\n<ol class="results" start="${offset + 1}">${items}</ol>\n<nav class="paging" aria-label="${say.search.pages}">${paging}<span>${found.records.length === 0 ? null : say.search.range(number(offset + 1), number(end), number(found.total))}</span></nav>`,
  });
}

/** Paging links point to data; browsers need them to point to pages. */
function withForm(href: string): string {
  const url = new URL(href);
  if (url.pathname.endsWith('/items')) url.searchParams.set('f', 'html');
  return url.href;
}
