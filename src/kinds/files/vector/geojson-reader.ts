// Reads GeoJSON of any form: contents, extent, CRS.
import { readCrs } from '../../../base/geo/crs.ts';
import {
  arrayAt,
  isObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  stringAt,
} from '../../../base/json/json.ts';
import { Bounds, type Box } from '../../geometry/bounds.ts';
import { crsOfCode, crsOfWkt, type FileCrs, noCrs, wgs84 } from '../file-kind.ts';

export interface GeojsonReading {
  readonly type: string;
  /** A bare geometry has none. */
  readonly featureCount: number;
  readonly geometryTypes: ReadonlyMap<string, number>;
  /** Property names of the first features. */
  readonly properties: readonly string[];
  /** `bbox` of the document; else around all coordinates read. */
  readonly box: Box | null;
  /** The box was declared by the document. */
  readonly isBoxGiven: boolean;
  /** The declared box excludes coordinates of its features; `box` then covers these. */
  readonly isBoxFalse: boolean;
  readonly crs: FileCrs;
}

const geometryTypes = new Set([
  ...['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection'],
]);

const maxProperties = 50;
/** Deeper nesting than MultiPolygon's four levels, or nested collections, is invalid. */
const maxDepth = 12;

/** Whether the object is a GeoJSON text (RFC 7946, 2), by its own members alone. */
export function isGeojson(value: JsonObject): boolean {
  const type = value.type;
  if (type === 'FeatureCollection') return Array.isArray(value.features);
  // A feature without either is something else with that name, such as JSON Schema.
  if (type === 'Feature') return 'geometry' in value && (value.geometry === null || isObject(value.geometry));
  if (typeof type !== 'string' || !geometryTypes.has(type)) return false;
  return Array.isArray(type === 'GeometryCollection' ? value.geometries : value.coordinates);
}

export function readGeojson(value: JsonObject): GeojsonReading {
  const features = value.type === 'FeatureCollection' ? objectsAt(value, 'features') : [value];
  return summarize(String(value.type), value, features);
}

/** The same for features read one by one. */
export function summarize(type: string, owner: JsonObject, features: readonly JsonObject[]): GeojsonReading {
  const bounds = new Bounds();
  const types = new Map<string, number>();
  const properties = new Set<string>();
  for (const feature of features) {
    // Members of a collection are features, even without a type.
    const geometry = geometryTypes.has(stringAt(feature, 'type')) ? feature : feature.geometry;
    const kind = isObject(geometry) ? stringAt(geometry, 'type') : 'null';
    types.set(kind, (types.get(kind) ?? 0) + 1);
    if (isObject(geometry)) addGeometry(geometry, bounds, 0);
    const own = isObject(feature.properties) ? feature.properties : {};
    if (properties.size < maxProperties) for (const name of Object.keys(own)) properties.add(name.slice(0, 100));
  }
  const written = readGivenBox(owner.bbox);
  const around = bounds.box();
  const isBoxFalse = written !== null && around !== null && !contains(written, around);
  const given = isBoxFalse ? null : written;
  return {
    type,
    featureCount: geometryTypes.has(type) ? 0 : features.length,
    geometryTypes: types,
    properties: [...properties].slice(0, maxProperties),
    box: given ?? around,
    isBoxGiven: given !== null,
    isBoxFalse,
    crs: readGeojsonCrs(owner),
  };
}

/** Rounding tolerance of a box: a hundredth of its size. West greater than east crosses ±180. */
function contains([west, south, east, north]: Box, [minX, minY, maxX, maxY]: Box): boolean {
  const slackX = 0.01 * Math.max(maxX - minX, Math.abs(east - west)) + 1e-3;
  const slackY = 0.01 * Math.max(maxY - minY, Math.abs(north - south)) + 1e-3;
  if (minY < Math.min(south, north) - slackY || maxY > Math.max(south, north) + slackY) return false;
  return west > east || (minX >= west - slackX && maxX <= east + slackX);
}

/** Four numbers, or six with heights (RFC 7946, 5). */
function readGivenBox(value: JsonValue | undefined): Box | null {
  if (!Array.isArray(value) || !value.every((member) => typeof member === 'number')) return null;
  const box = value.length === 6 ? [value[0], value[1], value[3], value[4]] : value;
  return box.length === 4 ? (box as unknown as Box) : null;
}

function addGeometry(geometry: JsonObject, bounds: Bounds, depth: number): void {
  if (depth > maxDepth) return;
  if (geometry.type === 'GeometryCollection') {
    for (const member of objectsAt(geometry, 'geometries')) addGeometry(member, bounds, depth + 1);
  } else addPositions(arrayAt(geometry, 'coordinates'), bounds, 0);
}

function addPositions(value: readonly JsonValue[], bounds: Bounds, depth: number): void {
  if (typeof value[0] === 'number') {
    if (typeof value[1] === 'number') bounds.add(value[0], value[1]);
    return;
  }
  if (depth > maxDepth) return;
  for (const member of value) if (Array.isArray(member)) addPositions(member, bounds, depth + 1);
}

/** The crs member of GeoJSON 2008 (3), removed by RFC 7946; WGS 84 without it. */
export function readGeojsonCrs(value: JsonObject): FileCrs {
  const crs = objectAt(value, 'crs');
  if (crs === null) return wgs84;
  const properties = objectAt(crs, 'properties') ?? crs;
  const name = stringAt(properties, 'name') || stringAt(properties, 'code');
  if (name === '') return noCrs;
  const code = readCrs(/^\d{4,6}$/.test(name) ? `EPSG:${name}` : name);
  if (code === 'CRS:84') return wgs84;
  return code === null || !/^[A-Z]+:\d+$/.test(code) ? { ...crsOfWkt(name), label: name } : crsOfCode(code);
}
