// Which kinds have previews, and the image URL for kinds that render maps themselves.
import type { Extent } from '../../model/extent.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import { accessOf, openEnded } from '../formats/record-access.ts';
import { jsonFormat } from './features-url.ts';

/** Kinds that render a box at any size. */
const drawingKinds = ['wms', 'arcgis-map-server'];

export function drawsMaps(kind: string): boolean {
  return drawingKinds.includes(kind);
}

/** Kinds whose tiles or features are drawn here. */
const tileKinds = ['wmts', 'tms', 'xyz', 'tilejson'];
const featureKinds = ['ogc-api-features', 'arcgis-feature-server', 'geojson'];

export function canPreview({ kind, layers, formats }: Drawable): boolean {
  if (!layers.some(({ name }) => name !== null)) return false;
  // Vector tiles aren't images.
  if (tileKinds.includes(kind)) return !formats.some((format) => /^(?:pbf|mvt)$|vector-tile/.test(format));
  return drawsMaps(kind) || featureKinds.includes(kind) || (kind === 'wfs' && jsonFormat(formats) !== null);
}

/** Only the presence of a named layer matters. */
interface Drawable extends Pick<Resource, 'kind' | 'formats'> {
  readonly layers: readonly Pick<Layer, 'name'>[];
}

export interface PreviewRequest {
  /** Layer name; by default the first that can be drawn. */
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

/** The layer, box and size; null if there is no such layer. */
export function frameOf(record: Resource, request: PreviewRequest = {}): Frame | null {
  const layer = record.layers.find(
    ({ name }) => name !== null && (request.layer === undefined || name === request.layer),
  );
  if (layer === undefined) return null;
  const given = request.extent ?? withArea(layer.extent ?? record.extent ?? [-180, -85, 180, 85]);
  const [west, south, east, north] = given;
  const extent: Extent = [west, south, west > east ? east + 360 : east, north];
  const [width, height] = request.pixels ?? sizeOf(extent, request.size ?? 512);
  return { layer, extent, width, height };
}

/** A single point is expanded to a small area. */
function withArea([west, south, east, north]: Extent): Extent {
  const [across, up] = [west === east ? 0.05 : 0, south === north ? 0.05 : 0];
  return [west - across, south - up, east + across, north + up];
}

/** Null if the kind renders no maps, or there is no such layer. */
export function previewUrl(record: Resource, request: PreviewRequest = {}): string | null {
  const frame = frameOf(record, request);
  if (frame === null) return null;
  const query = queryOf(record.kind, frame.layer, frame);
  if (query === null) return null;
  const { href } = accessOf(record);
  const target = record.kind === 'wms' ? href : `${href.replace(/\/$/, '')}/export`;
  return `${openEnded(target)}${new URLSearchParams(query)}`;
}

/** The legend of a layer; null if the kind has no such request. */
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
  // Across the antimeridian the box continues beyond 180, which most servers render.
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

/** Follows the aspect ratio of the box in degrees; never a line. */
function sizeOf([west, south, east, north]: Extent, longer: number): readonly [number, number] {
  const across = Math.max(1e-6, east - west);
  const up = Math.max(1e-6, north - south);
  const shorter = Math.max(16, Math.round(longer * Math.min(across / up, up / across)));
  return across >= up ? [longer, shorter] : [shorter, longer];
}
