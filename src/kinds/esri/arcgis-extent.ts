// Extents and spatial references as ArcGIS writes them.
import { readCrs } from '../../base/geo/crs.ts';
import { readExtent } from '../../base/geo/extent.ts';
import { type Corners, toWgs84 } from '../../base/geo/projection.ts';
import { readWktCrs } from '../../base/geo/wkt-crs.ts';
import { type JsonObject, numberAt, objectAt, stringAt } from '../../base/json/json.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import type { Layer } from '../../model/resource.ts';

export interface SpatialReference {
  /** 'EPSG:2227', 'ESRI:102003', or the name in the WKT; null if there is none. */
  readonly crs: string | null;
  /** Definitions for the converter, best first: latest number, older number, WKT. */
  readonly definitions: readonly string[];
}

/** Numbers assigned by Esri; lower ones are EPSG's. */
const firstEsriNumber = 37_001;

/** A spatial reference is an object, a number, or WKT alone (edge case 69). */
export function readSpatialReference(value: unknown): SpatialReference {
  const object: JsonObject =
    typeof value === 'number'
      ? { wkid: value }
      : typeof value === 'string'
        ? { wkt: value }
        : ((value ?? {}) as JsonObject);
  const numbers = ['latestWkid', 'wkid']
    .map((name) => numberAt(object, name))
    .filter((number) => number !== null && number > 0);
  const codes = [...new Set(numbers.map((number) => crsOfNumber(number!)))];
  const wkt = stringAt(object, 'wkt') || stringAt(object, 'wkt2') || stringAt(object, 'latestWkt');
  const named = wkt === '' ? null : readWktCrs(wkt);
  const crs = codes[0] ?? named?.code ?? (named?.name || null);
  return { crs, definitions: [...codes, ...(named?.code == null ? [] : [named.code]), ...(wkt === '' ? [] : [wkt])] };
}

/** 102100 is 3857; other Esri numbers keep the ESRI authority. */
export function crsOfNumber(number: number): string {
  if (number === 102_100 || number === 102_113 || number === 900_913 || number === 3785) return 'EPSG:3857';
  return readCrs(`${number >= firstEsriNumber ? 'ESRI' : 'EPSG'}:${number}`) ?? '';
}

/** The only system of a layer, in the members layers have for it. */
export function onlyCrs(crs: string | null): Pick<Layer, 'crs' | 'crsCount'> {
  return crs === null ? { crs: [], crsCount: 0 } : { crs: [crs], crsCount: 1 };
}

/** Minimum and maximum corner in a system, in degrees; null with a problem if that fails. */
export function projectedExtent(
  corners: readonly number[],
  definition: string | null,
  problems: ProblemTally,
  label: string,
): Extent | null {
  const extent = toWgs84(corners as unknown as Corners, definition ?? 'CRS:84');
  if (extent === null) problems.add('extent.projected', 'An extent could not be converted to degrees.', label);
  return extent;
}

/** `{xmin, ymin, xmax, ymax, spatialReference}` in degrees; null with a problem if that fails. */
export function readArcgisExtent(
  box: JsonObject | null,
  fallback: SpatialReference,
  problems: ProblemTally,
  label: string,
): Extent | null {
  if (box === null) return null;
  const corners = ['xmin', 'ymin', 'xmax', 'ymax'].map((name) => numberAt(box, name));
  // NaN, "NaN" and null stand for an empty layer (edge case 69).
  if (corners.some((corner) => corner === null)) {
    problems.add('extent.invalid', "An extent has corners that aren't numbers.", label);
    return null;
  }
  const own = readSpatialReference(box.spatialReference);
  const { definitions } = own.definitions.length > 0 ? own : fallback;
  return inDegrees(corners as unknown as Corners, definitions, problems, label);
}

function inDegrees(
  corners: Corners,
  definitions: readonly string[],
  problems: ProblemTally,
  label: string,
): Extent | null {
  for (const definition of definitions) {
    const extent = toWgs84(corners, definition);
    if (extent !== null) return extent;
  }
  if (definitions.length === 0) {
    const reading = readExtent(corners.map(String) as unknown as Parameters<typeof readExtent>[0]);
    if (reading.problem === null && reading.extent !== null) return reading.extent;
  }
  const isEmpty = corners.every((corner) => corner === corners[0]);
  if (isEmpty) problems.add('extent.invalid', 'An extent has no size.', label);
  else
    problems.add(
      'extent.projected',
      'An extent could not be converted to degrees.',
      `${label} ${definitions[0] ?? ''}`.trim(),
    );
  return null;
}

/** The extent of a document; problems are reported once, for the first extent present. */
export function readFullExtent(object: JsonObject, problems: ProblemTally, label: string): Extent | null {
  const fallback = readSpatialReference(object.spatialReference);
  const boxes = ['fullExtent', 'extent', 'initialExtent'].map((name) => objectAt(object, name));
  const present = boxes.filter((box) => box !== null);
  for (const [index, box] of present.entries()) {
    const extent = readArcgisExtent(box, fallback, new ProblemTally(), label);
    if (extent === null) continue;
    // The initial view of a map isn't the extent of its data.
    if (index > 0) readArcgisExtent(present[0] ?? null, fallback, problems, label);
    return extent;
  }
  return readArcgisExtent(present[0] ?? null, fallback, problems, label);
}
