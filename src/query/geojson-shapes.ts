// Geometries of CQL2 JSON: GeoJSON, or { "bbox": [west, south, east, north] }.
import { isObject, type JsonValue } from '../base/json/json.ts';
import type { Position, Shape } from '../model/filter.ts';
import { filterError, openRing } from './filter-error.ts';
import { boxOfNumbers, isClosedRing } from './wkt-shapes.ts';

export function isGeometry(value: JsonValue | undefined): boolean {
  return isObject(value) && (value.bbox !== undefined || typeof value.type === 'string');
}

export function shapesOfGeoJson(value: JsonValue | undefined, where: string): readonly Shape[] {
  if (!isObject(value)) throw filterError('filter.syntax', 'expected a geometry', where);
  if (value.type === undefined) return [{ is: 'box', extent: readBbox(value.bbox, where) }];
  const { type, coordinates } = value;
  const many = listOf(type === 'GeometryCollection' ? value.geometries : coordinates, where);
  switch (type) {
    case 'Point':
      return [{ is: 'point', position: readPosition(coordinates, where) }];
    case 'MultiPoint':
      return many.map((one) => ({ is: 'point', position: readPosition(one, where) }));
    case 'LineString':
      return [{ is: 'line', positions: readPositions(coordinates, where) }];
    case 'MultiLineString':
      return many.map((one) => ({ is: 'line', positions: readPositions(one, where) }));
    case 'Polygon':
      return [{ is: 'polygon', rings: readRings(coordinates, where) }];
    case 'MultiPolygon':
      return many.map((one) => ({ is: 'polygon', rings: readRings(one, where) }));
    case 'GeometryCollection':
      return many.flatMap((one) => {
        if (isObject(one) && one.type === 'GeometryCollection')
          throw filterError('filter.unsupported', 'nested collections are not supported', where);
        return shapesOfGeoJson(one, where);
      });
    default:
      throw filterError('filter.unsupported', `${JSON.stringify(type)} isn't a GeoJSON geometry type`, where);
  }
}

function readBbox(value: JsonValue | undefined, where: string) {
  const extent = boxOfNumbers(listOf(value, where).map((one) => (typeof one === 'number' ? one : Number.NaN)));
  if (extent === null) throw filterError('filter.syntax', 'bbox must be [west, south, east, north] in degrees', where);
  return extent;
}

function readRings(value: JsonValue | undefined, where: string): readonly (readonly Position[])[] {
  return listOf(value, where).map((one) => {
    const ring = readPositions(one, where);
    if (!isClosedRing(ring)) throw filterError('filter.syntax', openRing, where);
    return ring;
  });
}

function readPositions(value: JsonValue | undefined, where: string): readonly Position[] {
  return listOf(value, where).map((one) => readPosition(one, where));
}

function readPosition(value: JsonValue | undefined, where: string): Position {
  const [x, y] = listOf(value, where);
  if (typeof x !== 'number' || typeof y !== 'number')
    throw filterError('filter.syntax', 'a position must be [longitude, latitude]', where);
  return [x, y];
}

function listOf(value: JsonValue | undefined, where: string): readonly JsonValue[] {
  if (!Array.isArray(value)) throw filterError('filter.syntax', 'expected a list', where);
  return value;
}
