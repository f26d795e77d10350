// Which kinds have previews, and the URLs they are drawn from: an image of kinds that render maps, features of others.
import type { Extent } from '../../model/extent.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import { accessOf, openEnded } from '../formats/record-access.ts';
import { mostFeatures } from './draw-features.ts';

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

export interface Frame {
  readonly layer: Layer;
  readonly extent: Extent;
  readonly width: number;
  readonly height: number;
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
  const frame = drawsMaps(record.kind) ? frameOf(record, request) : null;
  if (frame === null) return null;
  const { href } = accessOf(record);
  const isWms = record.kind === 'wms';
  const target = isWms ? href : `${href.replace(/\/$/, '')}/export`;
  return `${openEnded(target)}${new URLSearchParams(isWms ? getMapQuery(frame) : exportQuery(frame))}`;
}

/** WMS 1.1.1, 7.2.3. Across the antimeridian the box continues beyond 180, which most servers render. */
function getMapQuery({ layer, extent, width, height }: Frame): Record<string, string> {
  return {
    service: 'WMS',
    version: '1.1.1',
    request: 'GetMap',
    styles: '',
    format: 'image/png',
    transparent: 'true',
    layers: layer.name ?? '',
    srs: 'EPSG:4326',
    bbox: extent.join(','),
    width: String(width),
    height: String(height),
  };
}

function exportQuery({ layer, extent, width, height }: Frame): Record<string, string> {
  return {
    bbox: extent.join(','),
    bboxSR: '4326',
    imageSR: '4326',
    size: `${width},${height}`,
    layers: `show:${layer.name}`,
    format: 'png',
    transparent: 'true',
    f: 'image',
  };
}

/** The legend of a layer; null if the kind has no such request. */
export function legendUrl(record: Resource, name: string): string | null {
  if (record.kind !== 'wms' || !record.layers.some((layer) => layer.name === name)) return null;
  const fixed = { service: 'WMS', version: '1.1.1', request: 'GetLegendGraphic', format: 'image/png', style: '' };
  return `${openEnded(accessOf(record).href)}${new URLSearchParams({ ...fixed, layer: name })}`;
}

/** Follows the aspect ratio of the box in degrees; never a line. */
function sizeOf([west, south, east, north]: Extent, longer: number): readonly [number, number] {
  const across = Math.max(1e-6, east - west);
  const up = Math.max(1e-6, north - south);
  const shorter = Math.max(16, Math.round(longer * Math.min(across / up, up / across)));
  return across >= up ? [longer, shorter] : [shorter, longer];
}

/** A few features of a layer within a box as GeoJSON, in degrees. Null if the kind doesn't serve features this way. */
export function featuresUrl(
  record: Pick<Resource, 'kind' | 'family' | 'endpoint' | 'url' | 'formats' | 'version'>,
  { layer, extent }: { readonly layer: Layer; readonly extent: Extent },
): string | null {
  const { href } = accessOf(record);
  const folder = href.replace(/[?#].*$/, '').replace(/\/$/, '');
  const name = encodeURIComponent(layer.name ?? '');
  const bbox = within(extent).join(',');
  if (record.kind === 'geojson') return href;
  if (record.kind === 'ogc-api-features')
    return `${folder}/collections/${name}/items?${new URLSearchParams({ limit: String(mostFeatures), bbox, f: 'json' })}`;
  if (record.kind === 'arcgis-feature-server') {
    const query = {
      where: '1=1',
      geometry: bbox,
      geometryType: 'esriGeometryEnvelope',
      inSR: '4326',
      spatialRel: 'esriSpatialRelIntersects',
      outSR: '4326',
      outFields: '',
      resultRecordCount: String(mostFeatures),
      f: 'geojson',
    };
    return `${folder}/${name}/query?${new URLSearchParams(query)}`;
  }
  const format = record.kind === 'wfs' ? jsonFormat(record.formats) : null;
  if (format === null) return null;
  const isNew = record.version?.startsWith('2') === true;
  const fixed = { service: 'WFS', request: 'GetFeature', version: isNew ? '2.0.0' : '1.1.0', srsName: 'EPSG:4326' };
  const names = isNew
    ? { typeNames: layer.name ?? '', count: String(mostFeatures) }
    : { typeName: layer.name ?? '', maxFeatures: String(mostFeatures) };
  return `${openEnded(href)}${new URLSearchParams({ ...fixed, ...names, outputFormat: format })}`;
}

/** The service's name for GeoJSON: 'application/json', 'geojson', 'application/json; subtype=geojson'. */
function jsonFormat(formats: readonly string[]): string | null {
  const json = formats.filter(
    (format) => /json/i.test(format) && !/jsonp|javascript|ldjson|sequence|seq/i.test(format),
  );
  return json.find((format) => /geo.?json/i.test(format)) ?? json[0] ?? null;
}

/** Maps extend beyond the world bounds; services don't. */
function within([west, south, east, north]: Extent): Extent {
  return [Math.max(-180, west), Math.max(-90, south), Math.min(180, east), Math.min(90, north)];
}
