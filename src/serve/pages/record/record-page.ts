// The page of one record: overview, preview, layers, usage and provenance; with schema.org for search engines.

import { webUrl } from '../../../base/url/web-url.ts';
import { countDatasets, kindLabel } from '../../../catalog/dataset-terms.ts';
import { topicLabel } from '../../../classify/vocabularies/topic-ids.ts';
import type { HistoryEntry } from '../../../model/catalog.ts';
import type { Distribution } from '../../../model/duplicates.ts';
import type { Provenance, Resource } from '../../../model/resource.ts';
import { sureTopics } from '../../../query/record-properties.ts';
import { layerDefinition } from '../../formats/qgis.ts';
import { accessOf } from '../../formats/record-access.ts';
import { recordUrl } from '../../formats/record-links.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { schemaOrg } from '../../formats/schema-org.ts';
import { snippet, snippetForms } from '../../formats/snippets.ts';
import { type Html, html, type Part } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import type { Locale } from '../messages/locale.ts';
import { healthSection, type RecordHealth } from './health-section.ts';
import { type LayerListParams, layerSection } from './layer-list.ts';
import { previewSection } from './preview-section.ts';

export interface RecordPageParts {
  readonly record: Resource;
  readonly history: readonly HistoryEntry[];
  readonly provenance: readonly Provenance[];
  readonly health: RecordHealth;
  /** All distributions of the dataset, including this one. */
  readonly distributions: readonly Distribution[];
  /** Country codes of the host. */
  readonly hostCountry: readonly string[];
  readonly setting: PageSetting;
  readonly layers: LayerListParams;
}

/** Pages are for reading; the API has all of it. */
const shownText = 4000;
const shownList = 30;

export function recordPage(parts: RecordPageParts): string {
  const { record, setting } = parts;
  const { base, locale } = setting;
  const { say } = locale;
  const title = record.title || record.endpoint;
  const sections: readonly (readonly [id: string, label: string, body: Html | null])[] = [
    ['overview', say.record.overview, overview(parts)],
    ['see', say.record.preview, previewSection(record, setting, parts.layers.chosen)],
    ['layers', say.record.layers, layerSection(record, setting, parts.layers)],
    ['health', say.record.health, healthSection(record.id, parts.health, setting)],
    ['use', say.record.use, useSection(record, setting)],
    ['problems', say.record.problems, problemList(record)],
    ['distributions', say.record.distributions, distributionList(parts)],
    ['found', say.record.provenance, foundSection(parts)],
    ['history', say.record.history, historyTable(parts)],
    ['metadata', say.record.metadata, otherForms(record, base)],
  ];
  const shown = sections.filter(([, , body]) => body !== null);
  return htmlPage({
    title,
    setting,
    canonical: pageUrl(base, record.id),
    description: record.abstract,
    data: schemaOrg(record, base),
    script: 'record',
    width: 'wide',
    links: [
      { rel: 'alternate', type: 'application/geo+json', href: `${recordUrl(base, record.id)}?f=json` },
      { rel: 'alternate', type: 'application/ld+json', href: `${recordUrl(base, record.id)}?f=jsonld` },
      { rel: 'alternate', type: 'application/xml', href: `${recordUrl(base, record.id)}?f=iso` },
    ],
    body: html`<article class="record">
<header><h1 dir="auto"${record.languages?.[0] === undefined ? null : html` lang="${record.languages[0]}"`}>${title}</h1>
<p class="facts"><span class="kind">${kindLabel(record)}</span> · ${countDatasets(record) || say.values[record.family === 'file' ? 'dataset' : record.family]}${record.provider?.organization ? html` · ${record.provider.organization}` : null}</p>
<nav aria-label="${title.slice(0, 60)}"><ul class="sections">${shown.map(([id, label]) => html`<li><a href="#${id}">${label}</a></li>`)}</ul></nav></header>
${shown.map(([id, label, body]) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${label}</h2>${body}</section>\n`)}
</article>`,
  });
}

function overview({ record, hostCountry, setting: { locale } }: RecordPageParts): Html {
  const { say } = locale;
  const { abstract, provider, license, extent } = record;
  const access = accessOf(record);
  const list = (values: readonly string[]) =>
    values.slice(0, shownList).join(', ') + (values.length > shownList ? ' …' : '');
  const rows: readonly (readonly [string, Part])[] = [
    [say.record.address, addressLine(access.href, say.record.copy)],
    [say.record.description, access.description === null ? null : linkTo(access.description.href)],
    // Names and addresses of people aren't shown: anyone may copy a page.
    [say.record.provider, provider?.organization],
    [say.facets.country, hostCountry.map(locale.country).join(', ')],
    [say.record.extent, extent === null ? null : extentWords(extent, locale)],
    [say.record.time, record.time],
    [say.record.topics, list([...new Set(sureTopics(record).map((id) => topicLabel(id, locale.language)))])],
    [say.record.keywords, list(record.keywords)],
    [say.record.languages, (record.languages ?? []).map((code) => locale.languageName(code)).join(', ')],
    [say.record.license, license?.id ?? license?.url ?? null],
    [
      say.record.terms,
      [record.accessConstraints, record.fees]
        .filter((text) => text)
        .join(' · ')
        .slice(0, shownText),
    ],
    [say.record.software, record.software],
    [say.record.crs, list(record.crs)],
    [say.record.operations, list(record.operations)],
    [say.record.formats, list(record.formats)],
    [say.record.fromRecords, (record.fromRecords ?? []).map(({ field }) => field).join(', ')],
    [say.record.firstSeen, locale.day(record.firstSeenMs)],
    [say.record.lastSeen, locale.day(record.lastSeenMs)],
  ];
  const shown = rows.filter(([, value]) => value !== null && value !== '' && value !== undefined);
  const text = abstract.slice(0, shownText);
  return html`<p class="abstract" dir="auto">${text || html`<span class="note">${say.record.noAbstract}</span>`}${abstract.length > shownText ? ' …' : null}</p>
<dl class="facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>\n`)}</dl>`;
}

function extentWords([west, south, east, north]: NonNullable<Resource['extent']>, { say, degrees }: Locale): string {
  return say.record.extentOf(degrees(west), degrees(south), degrees(east), degrees(north));
}

function addressLine(href: string, copy: string): Html {
  return html`${linkTo(href)} <button type="button" hidden data-copy="${href}">${copy}</button>`;
}

/** Only http(s) URLs become links. */
function linkTo(url: string): Html {
  const href = webUrl(url);
  return href === null ? html`${url}` : html`<a href="${href}" rel="nofollow noopener noreferrer">${href}</a>`;
}

/** Snippets for common tools. */
function useSection(record: Resource, { base, locale: { say } }: PageSetting): Html {
  const lines = snippetForms.flatMap((form) => {
    const text = snippet(record, form);
    return text === null
      ? []
      : [
          html`<dt>${say.record[form]}</dt><dd><pre tabindex="0"><code>${text}</code></pre> <button type="button" hidden data-copy="${text}">${say.record.copy}<span class="sr">: ${say.record[form]}</span></button></dd>\n`,
        ];
  });
  const qgis = layerDefinition(record) !== null;
  return html`${qgis ? html`<p><a class="button" href="${pageUrl(base, record.id)}/layers.qlr" download>${say.record.openQgis}</a> <span class="note">${say.record.qgisSteps}</span></p>` : null}
<dl class="snippets">${lines}</dl>`;
}

function problemList({ problems }: Resource): Html | null {
  if (problems.length === 0) return null;
  const messages = [...new Set(problems.map(({ message }) => message))].slice(0, shownList);
  return html`<ul>${messages.map((message) => html`<li>${message}</li>`)}</ul>`;
}

function distributionList({ distributions, record, setting: { base } }: RecordPageParts): Html | null {
  const others = distributions.filter(({ id }) => id !== record.id);
  if (others.length === 0) return null;
  const items = others.map(
    ({ id, kind, title, endpoint, reasons }) =>
      html`<li><span class="kind">${kind.toUpperCase()}</span> <a href="${pageUrl(base, id)}">${title || endpoint}</a> <span class="note">${reasons.join('; ')}</span></li>\n`,
  );
  return html`<ul>${items}</ul>`;
}

function foundSection({ provenance, setting: { locale } }: RecordPageParts): Html | null {
  if (provenance.length === 0) return null;
  const { say, number } = locale;
  const items = provenance.slice(0, shownList).map(({ foundBy, source, chain, depth, anchor }) => {
    const trail = [...chain.filter((url) => url !== source), ...(source === null ? [] : [source])];
    const from = source === null ? say.record.seed : say.record.steps(number(depth));
    return html`<li><span class="kind">${foundBy}</span> ${from}${anchor === '' ? null : html` <q dir="auto">${anchor.slice(0, 200)}</q>`}
${trail.length === 0 ? null : html`<ol class="trail">${trail.map((url) => html`<li>${linkTo(url)}</li>`)}</ol>`}</li>`;
  });
  return html`<ul>${items}</ul>`;
}

function historyTable({ history, setting: { locale } }: RecordPageParts): Html | null {
  if (history.length === 0) return null;
  const { say, day, number } = locale;
  const rows = history
    .toReversed()
    .slice(0, shownList)
    .map(
      ({ seenMs, title, layerCount }) =>
        html`<tr><td>${day(seenMs)}</td><td dir="auto">${title}</td><td class="number">${number(layerCount)}</td></tr>`,
    );
  return html`<table><thead><tr><th scope="col">${say.record.seen}</th><th scope="col">${say.record.title}</th><th scope="col">${say.record.layersThen}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function otherForms({ id }: Resource, base: string): Html {
  const own = recordUrl(base, id);
  const forms = [
    ['GeoJSON (OGC API – Records)', `${own}?f=json`],
    ['DCAT (JSON-LD)', `${own}?f=jsonld`],
    ['ISO 19139 (XML)', `${own}?f=iso`],
    ['JSON', `${base}/api/v1/resources/${id}`],
  ] as const;
  return html`<ul>${forms.map(([name, href]) => html`<li><a href="${href}">${name}</a></li>`)}</ul>`;
}
