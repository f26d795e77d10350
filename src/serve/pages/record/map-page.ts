// A map with layers of several services; its URL holds the layers, their order and opacity.
import type { Resource } from '../../../model/resource.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { canPreview } from '../../preview/preview-url.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export interface MapLayer {
  readonly record: Resource;
  readonly name: string;
  /** 0 … 100. */
  readonly opacity: number;
}

/** Each layer sends requests to its service, and more can't be distinguished anyway. */
const mostLayers = 20;

interface MapRequest {
  readonly id: string;
  readonly name: string;
  readonly opacity: number;
}

/** `l=id:opacity:name`, topmost first; malformed ones are skipped. */
export function readMapParams(query: URLSearchParams): readonly MapRequest[] {
  return query
    .getAll('l')
    .slice(0, mostLayers)
    .flatMap((text) => {
      const found = /^([0-9a-f]{16}):(\d{1,3}):(.+)$/s.exec(text);
      return found === null ? [] : [{ id: found[1]!, opacity: Math.min(100, Number(found[2])), name: found[3]! }];
    });
}

/** Only layers that still exist and can be drawn. */
export async function mapLayers(
  requests: readonly MapRequest[],
  get: (id: string) => Promise<Resource | null>,
): Promise<readonly MapLayer[]> {
  const layers = await Promise.all(
    requests.map(async ({ id, name, opacity }) => {
      const record = await get(id);
      const canDraw = record !== null && canPreview(record) && record.layers.some((layer) => layer.name === name);
      return canDraw ? [{ record, name, opacity }] : [];
    }),
  );
  return layers.flat();
}

export function mapPage(layers: readonly MapLayer[], setting: PageSetting): string {
  const { base, locale, assets, here } = setting;
  const { say } = locale;
  const qlr = new URL(here);
  qlr.pathname = `${qlr.pathname.replace(/\/$/, '')}.qlr`;
  const body = html`<h1>${say.map.title}</h1>
<div class="columns map-page">
<aside aria-labelledby="layers-title"><h2 id="layers-title">${say.map.layers}</h2>
<p id="empty"${layers.length > 0 ? html` hidden` : null}>${say.map.empty} <a href="${base}/">${say.site.search}</a></p>
<ol id="layers" class="workbench">${layers.map((layer) => item(layer, setting))}</ol>
<p role="status" id="map-status"></p>
<p class="actions"><button type="button" hidden data-copy-here>${say.map.share}</button>
${layers.length === 0 ? null : html`<a class="button" id="qlr" href="${qlr.href}" download="map.qlr">${say.map.qgis}</a>`}</p>
</aside>
<section class="map" aria-label="${say.map.title}"><div id="map" class="mapbox large" hidden data-base="${base}" data-land="${base}/assets/${assets.nameOf('countries.json')}" role="application" tabindex="0" aria-label="${say.map.title}"></div>
<noscript><p>${say.map.needsScript}</p></noscript></section>
</div>`;
  return htmlPage({ title: say.map.title, setting, body, entry: 'map', script: 'map', width: 'wide' });
}

function item({ record, name, opacity }: MapLayer, { base, locale: { say } }: PageSetting): Html {
  const layer = record.layers.find((each) => each.name === name)!;
  const title = layer.title || name;
  const extent = layer.extent ?? record.extent;
  return html`<li data-id="${record.id}" data-layer="${name}" data-opacity="${opacity}" data-failed="${say.map.failed(title)}"${extent === null ? null : html` data-extent="${extent.join(',')}"`}>
<span class="title" dir="auto">${title}</span> <a class="note" href="${pageUrl(base, record.id)}">${record.title || record.endpoint}</a>
<label><span class="sr">${say.map.opacityOf(title)}</span><input type="range" min="0" max="100" value="${opacity}"></label>
<span class="actions"><button type="button" data-do="zoom" aria-label="${say.map.zoomTo(title)}" title="${say.map.zoomTo(title)}">⤢</button><button type="button" data-do="up" aria-label="${say.map.up(title)}" title="${say.map.up(title)}">↑</button><button type="button" data-do="down" aria-label="${say.map.down(title)}" title="${say.map.down(title)}">↓</button><button type="button" data-do="remove" aria-label="${say.map.remove(title)}" title="${say.map.remove(title)}">×</button></span>
</li>
`;
}
