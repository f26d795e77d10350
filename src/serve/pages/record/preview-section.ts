// The preview of a record: an image for everyone, an interactive map where scripts run.
import { kindLabel } from '../../../catalog/dataset-terms.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Resource } from '../../../model/resource.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { canPreview, drawsMaps, legendUrl } from '../../preview/preview-url.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageSetting } from '../layout/page-setting.ts';

/** Layers in the drop-down; all others are selected in the layer list. */
const offered = 100;

export function previewSection(record: Resource, setting: PageSetting, chosen: string | null): Html {
  const { base, locale, assets } = setting;
  const { say } = locale;
  if (!canPreview(record))
    return html`<p>${say.record.cannotPreview(kindLabel(record))}</p>${extentMap(record, setting)}`;
  const named = record.layers.filter(({ name }) => name !== null);
  const layer = named.find(({ name }) => name === chosen) ?? named[0]!;
  const title = layer.title || layer.name!;
  const picture = `${base}/preview/${record.id}?${new URLSearchParams({ layer: layer.name! })}`;
  const options = [...new Set([layer, ...named.slice(0, offered)])].map(
    (each) =>
      html`<option value="${each.name}"${each === layer ? html` selected` : null}>${each.title || each.name}</option>`,
  );
  return html`<form method="get" action="${pageUrl(base, record.id)}#see" class="inline"><label>${say.record.layer} <select name="layer" data-submit>${options}</select></label> <button class="without-script">${say.record.show}</button>
<label class="with-script" hidden>${say.record.opacity} <input type="range" id="opacity" min="0" max="100" value="100"></label>
<button type="button" hidden data-add="${record.id}" data-layer="${layer.name}" data-title="${title}">${say.record.add}</button></form>
<div id="preview" class="mapbox" hidden data-base="${base}" data-id="${record.id}" data-layer="${layer.name}" data-extent="${shownExtent(record, layer.extent).join(',')}" data-land="${base}/assets/${assets.nameOf('countries.json')}" aria-label="${title}" role="application" tabindex="0"></div>
<p role="status" id="preview-status" data-failed="${say.record.previewFailed}"></p>
<noscript><img class="picture" src="${picture}" alt="${title}"></noscript>
${legendUrl(record, layer.name!) === null ? null : html`<details><summary>${say.record.legend}</summary><img loading="lazy" class="legend" src="${base}/legend/${record.id}?layer=${encodeURIComponent(layer.name!)}" alt="${say.record.legend}: ${title}"></details>`}
<p class="note">${drawsMaps(record.kind) ? say.record.previewNote : say.record.drawnHere}</p>`;
}

/** Without a preview, at least the extent. */
function extentMap(record: Resource, { base, assets }: PageSetting): Html | null {
  if (record.extent === null) return null;
  return html`<div id="preview" class="mapbox small" hidden data-base="${base}" data-extent="${record.extent.join(',')}" data-land="${base}/assets/${assets.nameOf('countries.json')}" role="application" tabindex="0" aria-label="${record.title}"></div>`;
}

function shownExtent(record: Resource, own: Extent | null): Extent {
  return own ?? record.extent ?? [-180, -90, 180, 90];
}
