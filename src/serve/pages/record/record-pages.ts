// HTML pages of OGC API – Records: a record, results, and lists of links.
import { kindLabel } from '../../../catalog/dataset-terms.ts';
import type { Resource } from '../../../model/resource.ts';
import type { Link } from '../../formats/record-links.ts';
import { pageUrl } from '../../formats/record-url.ts';
import type { RecordPage } from '../../http/record-list.ts';
import type { HttpRequest } from '../../http/request.ts';
import { html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import { type PageSetting, settingOf } from '../layout/page-setting.ts';
import type { PageContext } from '../page-context.ts';
import { readLayerListParams } from './layer-list.ts';
import { recordPage } from './record-page.ts';

export function recordPages(context: PageContext) {
  return {
    record: (record: Resource, request: HttpRequest) => pageOfRecord(record, request, context),
    results: (request: HttpRequest, results: { found: RecordPage; offset: number; links: readonly Link[] }) =>
      resultsPage({ ...results, query: request.query, setting: settingOf(request, context) }),
    links: (request: HttpRequest, title: string, links: readonly Link[]) =>
      linksPage(title, links, settingOf(request, context)),
  };
}

export async function pageOfRecord(record: Resource, request: HttpRequest, context: PageContext): Promise<string> {
  const { catalog } = context;
  const [history, provenance, distributions, monitored, rounds] = await Promise.all([
    catalog.history(record.id),
    catalog.provenance(record.id),
    catalog.duplicates.distributions({ id: record.id, layer: null }),
    catalog.checks.get(record.id),
    catalog.checks.rounds(record.id, { limit: 5, sinceMs: 0 }),
  ]);
  const health = { monitored, rounds };
  const layers = readLayerListParams(request.query);
  const hostCountry = await catalog.hostCountry(record.endpoint);
  const setting = settingOf(request, context);
  return recordPage({ record, history, provenance, distributions, health, hostCountry, setting, layers });
}

interface ResultsParts {
  readonly setting: PageSetting;
  readonly query: URLSearchParams;
  readonly found: RecordPage;
  readonly offset: number;
  readonly links: readonly Link[];
}

function resultsPage({ setting, query, found, offset, links }: ResultsParts): string {
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

/** Link relations that clients look for in the page head. */
const inHead = ['alternate', 'service-desc', 'service-doc', 'conformance', 'data', 'items'];

function linksPage(title: string, links: readonly Link[], setting: PageSetting): string {
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
