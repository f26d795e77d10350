// The page of one record, with schema.org for search engines.
import { sureTopics } from '../../base/record-properties.ts';
import { webUrl } from '../../base/web-url.ts';
import { topicLabel } from '../../classify/vocabularies/topic-ids.ts';
import type { Resource } from '../../model/resource.ts';
import { accessOf } from '../record-access.ts';
import { recordUrl } from '../records/links.ts';
import { escapeHtml, htmlPage } from './page.ts';
import { schemaOrg } from './schema-org.ts';

const shownLayers = 200;

export function pageUrl(base: string, id: string): string {
  return `${base}/service/${id}`;
}

export function recordPage(record: Resource, base: string): string {
  const title = record.title || record.endpoint;
  const facts: (readonly [string, string])[] = [
    ['Kind', escapeHtml([record.kind, record.version ?? ''].join(' ').trim())],
    ['Address', linkTo(accessOf(record).href)],
    ['Description', linkTo(accessOf(record).description?.href ?? null)],
    ['Provider', escapeHtml(record.provider?.organization ?? '')],
    ['Extent (west, south, east, north)', record.extent?.join(', ') ?? ''],
    ['Time', escapeHtml(record.time ?? '')],
    [
      'Topics',
      escapeHtml(
        sureTopics(record)
          .map((id) => topicLabel(id))
          .join(', '),
      ),
    ],
    ['Keywords', escapeHtml(record.keywords.join(', '))],
    ['License', escapeHtml(record.license?.id ?? record.license?.url ?? '')],
    ['Terms', escapeHtml([record.accessConstraints, record.fees].filter((text) => text).join(' · '))],
    ['Software', escapeHtml(record.software ?? '')],
    ['Coordinate systems', escapeHtml(record.crs.slice(0, 20).join(', '))],
    ['What is odd about it', escapeHtml([...new Set(record.problems.map(({ message }) => message))].join(' '))],
    ['First seen', new Date(record.firstSeenMs).toISOString()],
    ['Last seen', new Date(record.lastSeenMs).toISOString()],
  ];
  const shown = facts.filter(([, value]) => value !== '').map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  return htmlPage({
    title,
    base,
    canonical: pageUrl(base, record.id),
    description: record.abstract,
    data: schemaOrg(record, base),
    links: [
      { rel: 'alternate', type: 'application/geo+json', href: `${recordUrl(base, record.id)}?f=json` },
      { rel: 'alternate', type: 'application/ld+json', href: `${recordUrl(base, record.id)}?f=jsonld` },
      { rel: 'alternate', type: 'application/xml', href: `${recordUrl(base, record.id)}?f=iso` },
    ],
    body: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(record.abstract)}</p>\n<dl>${shown.join('\n')}</dl>\n${layerList(record)}\n${otherForms(record, base)}`,
  });
}

function linkTo(url: string | null): string {
  const href = url === null ? null : webUrl(url);
  return href === null
    ? escapeHtml(url ?? '')
    : `<a href="${escapeHtml(href)}" rel="nofollow noopener">${escapeHtml(href)}</a>`;
}

function layerList({ layers, layerCount }: Resource): string {
  if (layers.length === 0) return '';
  const items = layers.slice(0, shownLayers).map(({ name, title }) => {
    const shown = title || name || '';
    return `<li>${escapeHtml(shown)}${name === null || name === shown ? '' : ` <span class="note">${escapeHtml(name)}</span>`}</li>`;
  });
  const rest = layerCount > items.length ? `<p class="note">and ${layerCount - items.length} more</p>` : '';
  return `<h2>Layers (${layerCount})</h2>\n<ul>${items.join('\n')}</ul>${rest}`;
}

function otherForms({ id }: Resource, base: string): string {
  const own = recordUrl(base, id);
  const forms = [
    ['GeoJSON record', `${own}?f=json`],
    ['DCAT', `${own}?f=jsonld`],
    ['ISO 19139', `${own}?f=iso`],
    ['Everything', `${base}/api/v1/resources/${id}`],
  ] as const;
  return `<p>As ${forms.map(([name, href]) => `<a href="${href}">${name}</a>`).join(' · ')}</p>`;
}
