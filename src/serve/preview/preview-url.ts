// Which kinds there are pictures of, and the address of one for kinds that draw maps themselves.
import type { Extent } from '../../model/extent.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import { accessOf, openEnded } from '../formats/record-access.ts';
import { jsonFormat } from './features-url.ts';

/** Kinds that draw a box of any size on request. */
const drawingKinds = ['wms', 'arcgis-map-server'];

export function drawsMaps(kind: string): boolean {
  return drawingKinds.includes(kind);
}

/** Kinds whose tiles or features are drawn here. */
const tileKinds = ['wmts', 'tms', 'xyz', 'tilejson'];
const featureKinds = ['ogc-api-features', 'arcgis-feature-server', 'geojson'];

export function canPreview({ kind, layers, formats }: Drawable): boolean {
  if (!layers.some(({ name }) => name !== null)) return false;
  // Vector tiles are no pictures.
  if (tileKinds.includes(kind)) return !formats.some((format) => /^(?:pbf|mvt)$|vector-tile/.test(format));
  return drawsMaps(kind) || featureKinds.includes(kind) || (kind === 'wfs' && jsonFormat(formats) !== null);
}

/** Whether there is a layer with a name is all that counts of layers. */
interface Drawable extends Pick<Resource, 'kind' | 'formats'> {
  readonly layers: readonly Pick<Layer, 'name'>[];
}

export interface PreviewWish {
  /** Name of the layer; the first that can be drawn where none is given. */
  readonly layer?: string;
  readonly extent?: Extent;
  /** Pixels of the longer side. */
  readonly size?: number;
  /** Width and height in pixels, instead of `size`. */
  readonly pixels?: readonly [width: number, height: number];
}

export interface Frame extends Drawn {
  readonly layer: Layer;
}

/** The layer and the box meant, in pixels; null where there is no such layer. */
export function frameOf(record: Resource, wish: PreviewWish = {}): Frame | null {
  const layer = record.layers.find(({ name }) => name !== null && (wish.layer === undefined || name === wish.layer));
  if (layer === undefined) return null;
  const given = wish.extent ?? withArea(layer.extent ?? record.extent ?? [-180, -85, 180, 85]);
  const [west, south, east, north] = given;
  const extent: Extent = [west, south, west > east ? east + 360 : east, north];
  const [width, height] = wish.pixels ?? sizeOf(extent, wish.size ?? 512);
  return { layer, extent, width, height };
}

/** A single point has no size; a little of its surroundings has. */
function withArea([west, south, east, north]: Extent): Extent {
  const [across, up] = [west === east ? 0.05 : 0, south === north ? 0.05 : 0];
  return [west - across, south - up, east + across, north + up];
}

/** Null where the kind draws no maps, or has no such layer. */
export function previewUrl(record: Resource, wish: PreviewWish = {}): string | null {
  const frame = frameOf(record, wish);
  if (frame === null) return null;
  const query = queryOf(record.kind, frame.layer, frame);
  if (query === null) return null;
  const { href } = accessOf(record);
  const target = record.kind === 'wms' ? href : `${href.replace(/\/$/, '')}/export`;
  return `${openEnded(target)}${new URLSearchParams(query)}`;
}

/** The picture that explains the colors of a layer; null where the kind has no request for it. */
export function legendUrl(record: Resource, name: string): string | null {
  if (record.kind !== 'wms' || !record.layers.some((layer) => layer.name === name)) return null;
  const fixed = { service: 'WMS', version: '1.1.1', request: 'GetLegendGraphic', format: 'image/png', style: '' };
  return `${openEnded(accessOf(record).href)}${new URLSearchParams({ ...fixed, layer: name })}`;
}

interface Drawn {
  readonly extent: Extent;
  readonly width: number;
  readonly height: number;
}

function queryOf(kind: string, layer: Layer, { extent, width, height }: Drawn): Record<string, string> | null {
  // Across the antimeridian the box goes on beyond 180, which most servers draw.
  const bbox = extent.join(',');
  if (kind === 'wms') {
    const fixed = {
      service: 'WMS',
      version: '1.1.1',
      request: 'GetMap',
      styles: '',
      format: 'image/png',
      transparent: 'true',
    };
    return { ...fixed, layers: layer.name!, srs: 'EPSG:4326', bbox, width: String(width), height: String(height) };
  }
  if (kind === 'arcgis-map-server')
    return {
      bbox,
      bboxSR: '4326',
      imageSR: '4326',
      size: `${width},${height}`,
      layers: `show:${layer.name}`,
      format: 'png',
      transparent: 'true',
      f: 'image',
    };
  return null;
}

/** As the box is shaped, in degrees; never a line. */
function sizeOf([west, south, east, north]: Extent, longer: number): readonly [number, number] {
  const across = Math.max(1e-6, east - west);
  const up = Math.max(1e-6, north - south);
  const shorter = Math.max(16, Math.round(longer * Math.min(across / up, up / across)));
  return across >= up ? [longer, shorter] : [shorter, longer];
}
