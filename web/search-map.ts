// Extents of the results on a map, and a box drawn on it.

import { createEmpty, extend, isEmpty } from 'ol/extent.js';
import type Feature from 'ol/Feature.js';
import DragBox from 'ol/interaction/DragBox.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { boxFeature, createMap, pageColor, readExtent, showExtent, themed } from './base-map.ts';

export function openSearchMap(target: HTMLElement, sides: readonly HTMLInputElement[]): void {
  const map = createMap(target);
  document.querySelector<HTMLElement>('#map-help')!.hidden = false;
  const results = new VectorSource();
  const queryBox = new VectorSource();
  map.addLayer(new VectorLayer({ source: results, style: resultStyle }));
  map.addLayer(new VectorLayer({ source: queryBox, style: themed(() => boxStyle('--warm', 2.5, [6, 4])) }));
  const around = createEmpty();
  for (const card of document.querySelectorAll<HTMLElement>('[data-extent]')) {
    const extent = readExtent(card.dataset.extent);
    if (extent === null) continue;
    const box = boxFeature(extent);
    results.addFeature(box);
    extend(around, extent);
    followCard(card, box);
  }
  const own = readExtent(sides.map(({ value }) => value).join(','));
  const hasBox = own !== null && sides.every(({ value }) => value !== '');
  if (hasBox) queryBox.addFeature(boxFeature(own));
  if (hasBox) showExtent(map, own);
  else if (!isEmpty(around)) showExtent(map, around, 7);
  const drawing = drawBox(sides);
  map.addInteraction(drawing.interaction);
  useButton('#draw', () => drawing.begin(target));
  useButton('#use-view', () => {
    fill(sides, map.getView().calculateExtent(map.getSize()));
    sides[0]!.form?.requestSubmit();
  });
}

/** Highlights the box of the result whose card has hover or focus. */
function followCard(card: HTMLElement, box: Feature): void {
  for (const [name, isNear] of [
    ['mouseenter', true],
    ['focusin', true],
    ['mouseleave', false],
    ['focusout', false],
  ] as const)
    card.addEventListener(name, () => box.set('isNear', isNear));
}

const plainStyle = themed(() => boxStyle('--accent', 1.2));
const nearStyle = themed(() => boxStyle('--accent', 3));

function resultStyle(box: { get(name: string): unknown }): Style {
  return box.get('isNear') === true ? nearStyle() : plainStyle();
}

function boxStyle(color: string, width: number, lineDash?: number[]): Style {
  const drawn = pageColor(color);
  return new Style({
    stroke: new Stroke({ color: drawn, width, ...(lineDash === undefined ? {} : { lineDash }) }),
    fill: new Fill({ color: 'rgba(0, 0, 0, 0)' }),
  });
}

function drawBox(sides: readonly HTMLInputElement[]) {
  let isDrawing = false;
  const interaction = new DragBox({ condition: ({ originalEvent }) => isDrawing || originalEvent.shiftKey });
  interaction.on('boxend', () => {
    isDrawing = false;
    fill(sides, interaction.getGeometry().getExtent());
    sides[0]!.form?.requestSubmit();
  });
  return {
    interaction,
    begin: (target: HTMLElement) => {
      isDrawing = true;
      target.classList.add('is-drawing');
      target.scrollIntoView({ block: 'nearest' });
    },
  };
}

function fill(sides: readonly HTMLInputElement[], [west, south, east, north]: readonly number[]): void {
  const bounds = [Math.max(-180, west!), Math.max(-90, south!), Math.min(180, east!), Math.min(90, north!)];
  for (const [n, side] of sides.entries()) side.value = String(Math.round(bounds[n]! * 1000) / 1000);
}

function useButton(selector: string, work: () => void): void {
  const button = document.querySelector<HTMLButtonElement>(selector);
  if (button === null) return;
  button.hidden = false;
  button.addEventListener('click', work);
}
