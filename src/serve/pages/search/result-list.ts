// Results as cards or as a table.
import { webUrl } from '../../../base/url/web-url.ts';
import { countDatasets, kindLabel } from '../../../catalog/dataset-terms.ts';
import type { ShownResource } from '../../../model/catalog.ts';
import type { Layer } from '../../../model/resource.ts';
import type { ResultRow } from '../../../open-catalog.ts';
import { accessOf } from '../../formats/record-access.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { canPreview, drawsMaps } from '../../preview/preview-url.ts';
import { scrollTable } from '../layout/data-table.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import type { Messages } from '../messages/en.ts';
import type { Locale } from '../messages/locale.ts';

export interface ResultParts {
  readonly items: readonly ResultRow[];
  readonly setting: PageSetting;
  /** Number of the first one. */
  readonly start: number;
}

export function resultCards({ items, setting, start }: ResultParts): Html {
  return html`<ol class="results" start="${start}">${items.map((item) => card(item, setting))}</ol>`;
}

function card(item: ResultRow, setting: PageSetting): Html {
  const { resource, layer } = item;
  const { base, locale } = setting;
  const { say } = locale;
  const title = titleOf(item, say.record.noTitle);
  const url = `${pageUrl(base, resource.id)}${layerPart(layer)}`;
  const extent = layer?.extent ?? resource.extent;
  const picture = pictureOf(item);
  return html`<li class="card" data-id="${resource.id}"${extent === null ? null : html` data-extent="${extent.join(',')}"`}>
<h2><a href="${url}"${langOf(resource)}>${title}</a></h2>
<p class="facts">${facts(item, locale)}</p>
${abstractOf(item)}
${layerNames(item)}
${otherDistributions(item, locale)}
<p class="why"><span class="sr">${say.search.why}: </span>${item.reasons.join(' · ')}</p>
<p class="actions">
${picture === null ? null : html`<a class="button" href="${pageUrl(base, picture.id)}${picture.layer === null ? '' : `?layer=${encodeURIComponent(picture.layer)}`}#see">${say.search.preview}<span class="sr">: ${title}</span></a>`}
${picture === null || picture.layer === null ? null : html`<button type="button" hidden data-add="${picture.id}" data-layer="${picture.layer}" data-title="${title}">${say.search.add}<span class="sr">: ${title}</span></button>`}
<button type="button" hidden data-copy="${accessOf(resource).href}">${say.search.copy}<span class="sr">: ${title}</span></button>
</p>
</li>
`;
}

function facts({ resource, layer }: ResultRow, { say }: Locale): Html {
  const { provider } = resource;
  const service = layer === null ? null : html` · <span>${resource.title || say.record.noTitle}</span>`;
  const count = layer === null ? countDatasets(resource) : '';
  return html`<span class="kind">${kindLabel(resource)}</span>${stateOf(resource, say)}${count === '' ? null : html` · ${count}`}${service}${
    provider?.organization ? html` · <span class="organization">${provider.organization}</span>` : null
  } · <span class="host">${hostIn(resource)}</span>`;
}

/** Only what was checked has one; in words, not by color alone. */
function stateOf({ health }: ShownResource, { values }: Messages): Html | null {
  return health === undefined ? null : html` · <span class="state ${health.state}">${values[health.state]}</span>`;
}

export function resultTable({ items, setting }: ResultParts): Html {
  const { say } = setting.locale;
  const rows = items.map((item) => {
    const { resource, layer } = item;
    const extent = layer?.extent ?? resource.extent;
    return html`<tr data-id="${resource.id}"${extent === null ? null : html` data-extent="${extent.join(',')}"`}>
<th scope="row"><a href="${pageUrl(setting.base, resource.id)}${layerPart(layer)}">${titleOf(item, say.record.noTitle)}</a></th>
<td>${kindLabel(resource)}</td><td class="number">${setting.locale.number(resource.layerCount)}</td>
<td>${resource.provider?.organization}</td><td>${hostIn(resource)}</td></tr>\n`;
  });
  const heads = [say.record.title, say.record.kind, say.record.layers, say.facets.organization, say.facets.host];
  return scrollTable({ label: say.search.title }, heads, rows, 'results');
}

function titleOf({ resource, layer }: ResultRow, otherwise: string): string {
  if (layer !== null) return layer.title || layer.name || otherwise;
  return resource.title || hostIn(resource) || otherwise;
}

function abstractOf({ resource, layer }: ResultRow): Html | null {
  const text = (layer?.abstract || resource.abstract).slice(0, 300);
  return text === '' ? null : html`<p class="abstract"${langOf(resource)}>${text}</p>`;
}

/** Layers that match, where the result is the service. */
function layerNames({ layer, layers, resource }: ResultRow): Html | null {
  if (layer !== null || layers.length === 0) return null;
  return html`<p class="layers"${langOf(resource)}>${layers.map(
    (each, n) => html`${n === 0 ? null : ' · '}<span>${each.title || each.name}</span>`,
  )}</p>`;
}

/** Other distributions of the same dataset. */
function otherDistributions({ distributions, resource, layer }: ResultRow, { say }: Locale): Html | null {
  const others = distributions.filter(({ id, name }) => id !== resource.id || name !== (layer?.name ?? null));
  if (others.length === 0) return null;
  const kinds = [...new Set(others.map(({ kind }) => kind.toUpperCase()))].join(', ');
  return html`<p class="note">${say.search.distributions(kinds)}</p>`;
}

function layerPart(layer: Layer | null): string {
  return layer?.name == null ? '' : `?layer=${encodeURIComponent(layer.name)}`;
}

/** The distribution that can be previewed: the record itself, or another one. */
function pictureOf({ resource, layer, layers, distributions }: ResultRow): { id: string; layer: string | null } | null {
  const { id, kind, formats, firstLayer } = resource;
  if (canPreview({ kind, formats, layers: [{ name: firstLayer }] })) {
    const drawn = [...(layer === null ? [] : [layer]), ...layers].find(({ name }) => name !== null);
    return { id, layer: drawn?.name ?? firstLayer };
  }
  const distribution = distributions.find(({ kind }) => drawsMaps(kind));
  return distribution === undefined ? null : { id: distribution.id, layer: distribution.name };
}

/** Screen readers pronounce foreign titles by it. */
function langOf({ languages = [] }: ShownResource): Html | null {
  return languages[0] === undefined ? null : html` lang="${languages[0]}" dir="auto"`;
}

function hostIn({ endpoint }: ShownResource): string {
  const url = webUrl(endpoint);
  return url === null ? '' : new URL(url).host;
}
