// The address of a picture of a layer, for kinds that draw maps.
import type { Extent } from '../../model/extent.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import { accessOf, openEnded } from '../record-access.ts';

/** Kinds that draw a box of any size on request. */
const drawingKinds = ['wms', 'arcgis-map-server'];

export function drawsMaps(kind: string): boolean {
  return drawingKinds.includes(kind);
}

export function canPreview({ kind, layers }: Pick<Resource, 'kind' | 'layers'>): boolean {
  return drawsMaps(kind) && layers.some(({ name }) => name !== null);
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

/** Null where the kind draws no maps, or has no such layer. */
export function previewUrl(record: Resource, wish: PreviewWish = {}): string | null {
  const layer = record.layers.find(({ name }) => name !== null && (wish.layer === undefined || name === wish.layer));
  if (layer === undefined) return null;
  const extent = wish.extent ?? layer.extent ?? record.extent ?? [-180, -90, 180, 90];
  const [width, height] = wish.pixels ?? sizeOf(extent, wish.size ?? 512);
  const query = queryOf(record.kind, layer, { extent, width, height });
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
  const [west, south, east, north] = extent;
  const bbox = [west, south, west > east ? east + 360 : east, north].join(',');
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
  const across = Math.max(1e-6, west > east ? east + 360 - west : east - west);
  const up = Math.max(1e-6, north - south);
  const shorter = Math.max(16, Math.round(longer * Math.min(across / up, up / across)));
  return across >= up ? [longer, shorter] : [shorter, longer];
}
