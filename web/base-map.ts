// A map in degrees over country outlines, served by this server: no requests go to third parties.

import { defaults as defaultControls } from 'ol/control/defaults.js';
import type { Extent } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import Polygon, { fromExtent } from 'ol/geom/Polygon.js';
import Graticule from 'ol/layer/Graticule.js';
import ImageLayer from 'ol/layer/Image.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import ImageWMS from 'ol/source/ImageWMS.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import View from 'ol/View.js';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { unrolled } from './land-shapes.ts';

const projection = 'EPSG:4326';

export function createMap(target: HTMLElement): OlMap {
  target.hidden = false;
  const land = new VectorLayer({ source: new VectorSource(), style: themed(landStyle) });
  const map = new OlMap({
    target,
    controls: defaultControls({ rotate: false, attribution: false }),
    layers: [land, new Graticule({ strokeStyle: new Stroke({ color: 'rgba(128,128,128,0.15)' }), wrapX: true })],
    view: new View({ projection, center: [10, 20], zoom: 1, minZoom: 0, multiWorld: true }),
  });
  void fillLand(land.getSource()!, target.dataset.land!);
  addEventListener('themechange', () => map.getAllLayers().map((layer) => layer.changed()));
  return map;
}

async function fillLand(source: VectorSource, url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const topology = (await response.json()) as Topology;
  const { features } = feature(topology, topology.objects.countries as GeometryCollection);
  for (const { geometry } of features) {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    source.addFeatures(polygons.map((rings) => new Feature(new Polygon(rings.map(unrolled)))));
  }
}

/** A color of the page in the current theme; only a computed style resolves `light-dark()`. */
export function pageColor(name: string): string {
  const probe = document.querySelector<HTMLElement>('#main')!;
  const before = probe.style.accentColor;
  probe.style.accentColor = `var(${name})`;
  const color = getComputedStyle(probe).accentColor;
  probe.style.accentColor = before;
  return color;
}

/** Reading a color forces a layout: once per theme, not for each of a thousand shapes. */
export function themed(make: () => Style): () => Style {
  let made: Style | null = null;
  addEventListener('themechange', () => {
    made = null;
  });
  return () => {
    made ??= make();
    return made;
  };
}

function landStyle(): Style {
  return new Style({
    fill: new Fill({ color: pageColor('--land') }),
    stroke: new Stroke({ color: pageColor('--coast'), width: 0.6 }),
  });
}

export function readExtent(text: string | undefined): Extent | null {
  const numbers = (text ?? '').split(',').map(Number);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
  const [west, south, east, north] = numbers as [number, number, number, number];
  // Across the antimeridian the box continues beyond 180.
  return [west, south, west > east ? east + 360 : east, north];
}

export function boxFeature(extent: Extent): Feature {
  return new Feature(fromExtent(extent));
}

export function showExtent(map: OlMap, extent: Extent, maxZoom = 9): void {
  map.getView().fit(extent, { padding: [24, 24, 24, 24], maxZoom });
}

export interface DrawnLayer {
  readonly base: string;
  readonly id: string;
  readonly name: string;
  readonly opacity: number;
  readonly onFailure: (message: string) => void;
  readonly onDrawn: () => void;
}

/** Drawn by its service, fetched through this server. */
export function createDrawnLayer({ base, id, name, opacity, onFailure, onDrawn }: DrawnLayer): ImageLayer<ImageWMS> {
  const source = new ImageWMS({
    url: `${base}/preview/${id}`,
    params: { LAYERS: name, VERSION: '1.1.1' },
    projection,
    ratio: 1,
    hidpi: false,
  });
  source.on('imageloaderror', ({ image }) => void reportFailure(image.getImage(), onFailure));
  source.on('imageloadend', onDrawn);
  return new ImageLayer({ source, opacity: opacity / 100 });
}

/** Image elements don't report why they failed; repeating the request does, since failures aren't cached. */
async function reportFailure(image: unknown, report: (message: string) => void): Promise<void> {
  const url = image instanceof HTMLImageElement ? image.src : '';
  if (url === '') return report('');
  const response = await fetch(url);
  const isProblem = response.headers.get('content-type')?.includes('json') ?? false;
  const { detail } = isProblem ? ((await response.json()) as { detail?: string }) : {};
  report(detail ?? '');
}
