// The map page: layers of several services, with their order and opacity, all in the URL.
import { createEmpty, extend, isEmpty } from 'ol/extent.js';
import { createDrawnLayer, createMap, readExtent, showExtent } from './base-map.ts';
import { type ChosenLayer, layersQuery, readLayers, writeLayers } from './basket.ts';

const list = document.querySelector<HTMLOListElement>('#layers');
const target = document.querySelector<HTMLElement>('#map');
const kept = readLayers();
const isShared = new URLSearchParams(location.search).has('l');

// The user arrives with layers chosen on other pages: the server knows their titles.
if (list !== null && target !== null) {
  if (!isShared && kept.length > 0) location.replace(`${location.pathname}?${layersQuery(kept)}`);
  else open(list, target);
}

function open(items: HTMLOListElement, place: HTMLElement): void {
  const map = createMap(place);
  const status = document.querySelector<HTMLElement>('#map-status')!;
  const entries = [...items.children].map((element) => entryOf(element as HTMLElement, status));
  for (const { drawn } of entries) map.addLayer(drawn);
  const around = createEmpty();
  for (const { extent } of entries) if (extent !== null) extend(around, extent);
  if (!isEmpty(around)) showExtent(map, around, 12);
  const order = () => {
    const shown = [...items.children].flatMap((element) => entries.find((entry) => entry.element === element) ?? []);
    for (const [n, { drawn }] of shown.entries()) drawn.setZIndex(shown.length - n);
    remember(shown.map(({ element }) => chosenIn(element)));
  };
  items.addEventListener('input', ({ target: slider }) => {
    const entry = entries.find(({ element }) => element.contains(slider as Node));
    if (entry === undefined) return;
    entry.element.dataset.opacity = (slider as HTMLInputElement).value;
    entry.drawn.setOpacity(Number((slider as HTMLInputElement).value) / 100);
    order();
  });
  items.addEventListener('click', ({ target: clicked }) => {
    const button = (clicked as Element).closest<HTMLButtonElement>('button[data-do]');
    const entry = entries.find(({ element }) => element.contains(button));
    if (button === null || entry === undefined) return;
    const { element, drawn, extent } = entry;
    if (button.dataset.do === 'zoom' && extent !== null) showExtent(map, extent, 14);
    if (button.dataset.do === 'up') element.previousElementSibling?.before(element);
    if (button.dataset.do === 'down') element.nextElementSibling?.after(element);
    if (button.dataset.do === 'remove') {
      map.removeLayer(drawn);
      element.remove();
      document.querySelector<HTMLElement>('#empty')!.hidden = items.children.length > 0;
    }
    order();
    if (button.isConnected) button.focus();
  });
  order();
}

function entryOf(element: HTMLElement, status: HTMLElement) {
  const { id, layer, opacity, extent, failed } = element.dataset;
  const drawn = createDrawnLayer({
    base: document.querySelector<HTMLElement>('#map')!.dataset.base!,
    id: id!,
    name: layer!,
    opacity: Number(opacity),
    onFailure: (message) => {
      status.textContent = `${failed} ${message}`;
    },
    onDrawn: () => {
      element.dataset.drawn = 'true';
    },
  });
  return { element, drawn, extent: readExtent(extent) };
}

function chosenIn({ dataset }: HTMLElement): ChosenLayer {
  return { id: dataset.id!, layer: dataset.layer!, opacity: Number(dataset.opacity) };
}

function remember(layers: readonly ChosenLayer[]): void {
  writeLayers(layers);
  const query = layersQuery(layers);
  history.replaceState(null, '', query === '' ? location.pathname : `${location.pathname}?${query}`);
  const file = document.querySelector<HTMLAnchorElement>('#qlr');
  if (file !== null) file.href = `${location.pathname}.qlr?${query}`;
}
