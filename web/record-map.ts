// One layer of a record, drawn by its service; or only its extent if it can't be drawn.
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { boxFeature, createDrawnLayer, createMap, pageColor, readExtent, showExtent, themed } from './base-map.ts';

export function openRecordMap(target: HTMLElement): void {
  const map = createMap(target);
  const { base, id, layer, extent: text } = target.dataset;
  const extent = readExtent(text);
  if (extent !== null) {
    const outline = new VectorLayer({
      source: new VectorSource({ features: [boxFeature(extent)] }),
      style: themed(() => new Style({ stroke: new Stroke({ color: pageColor('--accent'), width: 1.5 }) })),
    });
    map.addLayer(outline);
    showExtent(map, extent, 16);
  }
  if (id === undefined || layer === undefined) return;
  const status = document.querySelector<HTMLElement>('#preview-status')!;
  const drawn = createDrawnLayer({
    base: base!,
    id,
    name: layer,
    opacity: 100,
    onFailure: (message) => {
      status.textContent = `${status.dataset.failed} ${message}`;
      status.classList.add('complaint');
    },
    onDrawn: () => {
      status.textContent = '';
      status.classList.remove('complaint');
      target.dataset.drawn = 'true';
    },
  });
  map.addLayer(drawn);
  document.querySelector<HTMLInputElement>('#opacity')?.addEventListener('input', (event) => {
    drawn.setOpacity(Number((event.target as HTMLInputElement).value) / 100);
  });
}
