// The URL of a few features of a layer as GeoJSON, in degrees, within a box.
import type { Extent } from '../../model/extent.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import { accessOf, openEnded } from '../formats/record-access.ts';
import { mostFeatures } from './draw-features.ts';

/** Null if the kind doesn't serve features this way. */
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
    const box = {
      geometry: bbox,
      geometryType: 'esriGeometryEnvelope',
      inSR: '4326',
      spatialRel: 'esriSpatialRelIntersects',
    };
    const query = {
      where: '1=1',
      ...box,
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
export function jsonFormat(formats: readonly string[]): string | null {
  const json = formats.filter(
    (format) => /json/i.test(format) && !/jsonp|javascript|ldjson|sequence|seq/i.test(format),
  );
  return json.find((format) => /geo.?json/i.test(format)) ?? json[0] ?? null;
}

/** Maps extend beyond the world bounds; services don't. */
function within([west, south, east, north]: Extent): Extent {
  return [Math.max(-180, west), Math.max(-90, south), Math.min(180, east), Math.min(90, north)];
}
