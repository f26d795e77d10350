// The layers of a record, in pages: some services have fifty thousand.
import type { Layer, Resource } from '../../../model/resource.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { canPreview } from '../../preview/preview-url.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export interface LayerListParams {
  /** Only layers whose title or name contains this. */
  readonly filter: string;
  readonly offset: number;
  /** Name of the selected layer; null for none. */
  readonly chosen: string | null;
}

const shownLayers = 200;
const deepestIndent = 6;

export function readLayerListParams(query: URLSearchParams): LayerListParams {
  const offset = Number(query.get('from') ?? 0);
  return {
    filter: (query.get('filter') ?? '').trim(),
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
    chosen: query.get('layer'),
  };
}

export function layerSection(record: Resource, setting: PageSetting, params: LayerListParams): Html | null {
  const { layers, id } = record;
  if (layers.length === 0) return null;
  const { base, locale } = setting;
  const { say, number } = locale;
  const target = layers.filter((layer) => fits(layer, params.filter));
  const shown = target.slice(params.offset, params.offset + shownLayers);
  const end = params.offset + shown.length;
  const at = (from: number) =>
    `${pageUrl(base, id)}?${new URLSearchParams({ ...(params.filter === '' ? {} : { filter: params.filter }), from: String(from) })}#layers`;
  const rows = shown.map((layer) => row(layer, record, setting));
  return html`<form method="get" action="${pageUrl(base, id)}#layers" class="inline"><label>${say.record.filterLayers} <input type="search" name="filter" value="${params.filter}"></label> <button>${say.search.button}</button>
<span class="note">${say.record.layerCount(number(shown.length), number(target.length))}</span></form>
<ul class="layers">${rows}</ul>
<nav class="paging" aria-label="${say.record.layers}">
${params.offset === 0 ? null : html`<a class="button" href="${at(Math.max(0, params.offset - shownLayers))}">${say.search.previous}</a>`}
${end >= target.length ? null : html`<a class="button" href="${at(end)}">${say.search.next}</a>`}
<a href="${base}/api/v1/resources/${id}/layers">${say.record.allLayers}</a></nav>`;
}

function row(layer: Layer, record: Resource, { base, locale }: PageSetting): Html {
  const { say } = locale;
  const title = layer.title || layer.name || say.record.noTitle;
  const isDrawn = layer.name !== null && canPreview(record);
  const address = layer.name === null ? '' : `${pageUrl(base, record.id)}?layer=${encodeURIComponent(layer.name)}#see`;
  return html`<li class="depth-${depthOf(layer, record.layers)}"><span dir="auto">${title}</span>
${layer.name === null ? html`<span class="note">${say.record.group}</span>` : layer.name === title ? null : html`<code>${layer.name}</code>`}
${isDrawn ? html`<a href="${address}">${say.record.show}<span class="sr">: ${title}</span></a> <button type="button" hidden data-add="${record.id}" data-layer="${layer.name}" data-title="${title}">${say.record.add}<span class="sr">: ${title}</span></button>` : null}
${layer.abstract === '' || layer.abstract === title ? null : html`<span class="note" dir="auto">${layer.abstract.slice(0, 160)}</span>`}</li>
`;
}

function fits({ title, name }: Layer, filter: string): boolean {
  const word = filter.toLowerCase();
  return word === '' || title.toLowerCase().includes(word) || (name ?? '').toLowerCase().includes(word);
}

/** Parents come before their children, so this ends; in a damaged list it ends at the maximum indent. */
function depthOf(layer: Layer, layers: readonly Layer[]): number {
  let depth = 0;
  for (let at = layer.parent; at !== null && depth < deepestIndent; at = layers[at]?.parent ?? null) depth++;
  return depth;
}
