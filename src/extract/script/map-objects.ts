// Objects that describe a service, for any callee: configurations, sources, options in minified code.
import type { Machine } from './folder-types.ts';
import { isUrlText, looksLikeService } from './service-url.ts';
import { keyName, type Node, nodesAt } from './syntax.ts';
import { textsOf, type Value } from './value.ts';

/** Fields with the URL, in the spellings of Terria, MapStore, Masterportal, GeoExt, Mapbox, vue2-leaflet … */
export const addressFields = [
  'url',
  'urls',
  'baseUrl',
  'baseURL',
  'base_url',
  'serviceUrl',
  'service_url',
  'serverUrl',
  'server_url',
  'endpoint',
  'endpointUrl',
  'capabilitiesUrl',
  'getCapabilitiesUrl',
  'wmsUrl',
  'wms_url',
  'wmsurl',
  'wmtsUrl',
  'wfsUrl',
  'wfs_url',
  'urlTemplate',
  'tileUrl',
  'tiles',
  'href',
  'uri',
  'server',
  'dataUrl',
];

const typeFields =
  'type typ ptype xtype service serviceType service_type layerType layer_type sourceType source_type kind protocol provider'.split(
    ' ',
  );

/** Source types that are services of a known kind. */
const typedKinds: readonly (readonly [RegExp, string | null])[] = [
  [/wmts/i, 'wmts'],
  [/(?:^|[^a-z])wms|^(?:tile|image|single)?_?wms|wms(?:c|source|layer|_|-|$)/i, 'wms'],
  [/wfs/i, 'wfs'],
  [/wcs/i, 'wcs'],
  [/csw/i, 'csw'],
  [/(?:arcgis|esri|arcrest|mapserver|featureserver|imageserver)/i, null],
  [/^(?:tms|xyz|tilejson|tileset3d|3d-?tiles|kml|geojson|vectortile|mvt|czml)$/i, null],
];
/** Sources of Mapbox and MapLibre styles. */
const styleTypes = /^(?:raster|vector|raster-dem|geojson)$/;

export interface ServiceObject {
  readonly values: readonly Value[];
  readonly kind: string | null;
}

/** The URL in an object that describes a service; null for every other object. */
export function readServiceObject(machine: Machine, object: Value & { type: 'object' }): ServiceObject | null {
  const names = writtenNames(object.node);
  const field = addressFields.find((name) => names.has(name));
  const isSource = names.has('type') && names.has('data');
  if (field === undefined && !isSource) return null;
  const kind = kindOf(machine, object, names);
  const fields = [...addressFields.filter((name) => names.has(name)), ...(isSource ? ['data'] : [])];
  const values = fields.flatMap((name) => machine.field(object, name));
  if (kind !== undefined) return { kind, values };
  // A URL that names a service is one, in any object.
  const services = values.filter(
    (value) => value.type === 'text' && looksLikeService(value.text) && isUrlText(value.text),
  );
  return services.length === 0 ? null : { kind: null, values: services };
}

function writtenNames(node: Node): ReadonlySet<string> {
  return new Set(nodesAt(node, 'properties').map((property) => (property === null ? null : keyName(property)) ?? ''));
}

/** The kind, null for "a service of some kind", undefined if it isn't a service. */
function kindOf(machine: Machine, object: Value, names: ReadonlySet<string>): string | null | undefined {
  for (const name of typeFields) {
    if (!names.has(name)) continue;
    for (const text of textsOf(machine.field(object, name))) {
      if (styleTypes.test(text)) return names.has('tiles') || names.has('url') || names.has('data') ? null : undefined;
      const typed = typedKinds.find(([pattern]) => pattern.test(text));
      if (typed !== undefined) return typed[1];
    }
  }
  const lower = new Set([...names].map((name) => name.toLowerCase()));
  if (lower.has('params') && hasLayers(machine, object)) return 'wms';
  const asks = ['format', 'transparent', 'version', 'srs', 'crs', 'styles', 'tiled', 'singletile', 'bbox', 'request'];
  const namesLayers = ['layers', 'layername', 'layer_name', 'layernames'].some((name) => lower.has(name));
  return namesLayers && asks.filter((name) => lower.has(name)).length > 0 ? 'wms' : undefined;
}

/** `params: { LAYERS: … }` defines a WMS layer in OpenLayers, also in minified code. */
function hasLayers(machine: Machine, object: Value): boolean {
  return machine
    .field(object, 'params')
    .some((params) => machine.keys(params).some((key) => key.toLowerCase() === 'layers'));
}

/** Names of things on a map, for the text of a link. */
export function readTitle(machine: Machine, values: readonly Value[]): string {
  for (const name of ['title', 'name', 'titel', 'label', 'layers', 'LAYERS', 'layer', 'id']) {
    for (const value of values) {
      const found = [
        ...machine.field(value, name),
        ...machine.field(value, 'params').flatMap((it) => machine.field(it, name)),
      ];
      const [text] = textsOf(found);
      if (text !== undefined && text !== '') return text.slice(0, 200);
    }
  }
  return '';
}
