// Converts boxes in any coordinate reference system to extents in WGS 84 degrees.
import { LRUCache } from 'lru-cache';
import type { Extent } from '../../model/extent.ts';
import { type Converter, converterFor, type Point, systemOf } from './converter.ts';
import { isWebMercator, readCrs } from './crs.ts';
import {
  areLikelyDegrees,
  type ExtentReading,
  intersects,
  type RawExtent,
  readExtent,
  readMercatorExtent,
} from './extent.ts';

export type Corners = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Steps along an edge. Edges bend: the north of a conic or polar box isn't at its corners. */
const steps = 20;
/** Inside, every fifth row and column is enough: they are for extremes that the edges enclose. */
const sparse = 5;

/** A box farther than this from the area of use isn't in that system. */
const maxStrayDegrees = 5;

/** Systems whose degrees equal those of WGS 84 within some meters; they need no conversion. */
const plainDegrees = new Set(['CRS:84', 'EPSG:4326', 'EPSG:4258', 'EPSG:4269', 'EPSG:4019', 'EPSG:4979']);

const extents = new LRUCache<string, ExtentReading>({ max: 1000 });

/**
 * `corners` has the horizontal axis first, regardless of the authority's order (see `hasNorthingFirst`). Null if the system
 * is unknown or the numbers can't be coordinates in it: an extent is correct or absent.
 */
export function toWgs84(corners: Corners, crs: string): Extent | null {
  return readInWgs84(corners, crs).extent;
}

/** The same with the problem, if any. With `hasFixedAxes` degrees are never read as latitude first. */
export function readInWgs84(corners: Corners, crs: string, hasFixedAxes = false): ExtentReading {
  const [x1, y1, x2, y2] = corners;
  // Servers write four equal numbers, mostly 0, for an empty layer.
  if (!corners.every(Number.isFinite) || corners.every((value) => value === x1))
    return { extent: null, problem: 'extent.invalid' };
  const box: Corners = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  const name = readCrs(crs) ?? '';
  if (isWebMercator(name)) return readMercatorExtent(box.map(String) as unknown as RawExtent);
  // In degrees, west may be greater than east.
  if (plainDegrees.has(name)) return readExtent(corners.map(String) as unknown as RawExtent, hasFixedAxes);
  const key = `${box.join()} ${name}`;
  const known = extents.get(key);
  if (known !== undefined) return known;
  const converter = converterFor(name);
  const extent = converter === null ? null : convert(box, converter);
  const reading: ExtentReading = { extent, problem: extent === null ? 'extent.projected' : null };
  extents.set(key, reading);
  return reading;
}

/** Whether the authority puts northing or latitude first; null for an unknown system. */
export function hasNorthingFirst(crs: string): boolean | null {
  const name = readCrs(crs) ?? '';
  return name === 'CRS:84' ? false : (systemOf(name)?.isNorthFirst ?? null);
}

function convert(box: Corners, converter: Converter): Extent | null {
  if (converter.isGeographic ? !areDegrees(box) : areLikelyDegrees(box)) return null;
  const reach = sample(box, converter);
  if (reach === null) return null;
  for (const pole of [90, -90] as const) {
    if (!holdsPole(box, converter, pole)) continue;
    if (pole > 0) reach.north = pole;
    else reach.south = pole;
    reach.west = -180;
    reach.east = 180;
  }
  const reading = readExtent([reach.west, reach.south, reach.east, reach.north].map(String) as unknown as RawExtent);
  return reading.extent !== null && intersects(reading.extent, widened(converter.area)) ? reading.extent : null;
}

interface Reach {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Bounds of the convertible points; null if fewer than half convert. Longitudes may exceed ±180. */
function sample([minX, minY, maxX, maxY]: Corners, converter: Converter): Reach | null {
  const reach: Reach = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const tolerance = 1 + 0.001 * Math.max(maxX - minX, maxY - minY);
  let valid = 0;
  let sampled = 0;
  let rowStart: number | null = null;
  for (let row = 0; row <= steps; row++) {
    let last = rowStart;
    let isFirst = true;
    for (let column = 0; column <= steps; column++) {
      if (row % sparse !== 0 && column % sparse !== 0) continue;
      sampled++;
      const point: Point = [minX + ((maxX - minX) * column) / steps, minY + ((maxY - minY) * row) / steps];
      const degrees = readPoint(point, converter, tolerance);
      if (degrees === null) continue;
      valid++;
      // Of the equivalent longitudes, the nearest to the last point.
      const longitude: number = last === null ? degrees[0] : degrees[0] + 360 * Math.round((last - degrees[0]) / 360);
      last = longitude;
      if (isFirst) rowStart = longitude;
      isFirst = false;
      reach.west = Math.min(reach.west, longitude);
      reach.east = Math.max(reach.east, longitude);
      reach.south = Math.min(reach.south, degrees[1]);
      reach.north = Math.max(reach.north, degrees[1]);
    }
  }
  return valid * 2 < sampled ? null : centered(reach);
}

/** Degrees of a point, or null if it is outside the projection's domain: then the inverse doesn't return to it. */
function readPoint(point: Point, converter: Converter, tolerance: number): Point | null {
  const degrees = converter.toDegrees(point);
  if (degrees === null || Math.abs(degrees[1]) > 90.001) return null;
  if (converter.isCylindrical) return degrees;
  const back = converter.fromDegrees(degrees);
  if (back === null) return null;
  const isBack = Math.abs(back[0] - point[0]) <= tolerance && Math.abs(back[1] - point[1]) <= tolerance;
  return isBack ? degrees : null;
}

/** Shifts the longitudes so that their middle is within ±180: then only a real crossing exceeds it. */
function centered(reach: Reach): Reach {
  const turns = 360 * Math.round((reach.west + reach.east) / 2 / 360);
  return { ...reach, west: reach.west - turns, east: reach.east - turns };
}

/** A box with a pole inside covers every longitude, provided that the pole is a point, not a line. */
function holdsPole([minX, minY, maxX, maxY]: Corners, converter: Converter, latitude: 90 | -90): boolean {
  if (converter.isCylindrical) return false;
  const here = converter.fromDegrees([converter.area[0], latitude]);
  const there = converter.fromDegrees([converter.area[0] + 120, latitude]);
  if (here === null || there === null || Math.hypot(here[0] - there[0], here[1] - there[1]) > 100) return false;
  const back = converter.toDegrees(here);
  if (back === null || Math.abs(back[1] - latitude) > 0.01) return false;
  return here[0] > minX && here[0] < maxX && here[1] > minY && here[1] < maxY;
}

function areDegrees([minX, minY, maxX, maxY]: Corners): boolean {
  return Math.max(-minX, maxX) <= 360.5 && Math.max(-minY, maxY) <= 90.5;
}

function widened([west, south, east, north]: Extent): Extent {
  const width = (east < west ? east + 360 : east) - west;
  if (width + 2 * maxStrayDegrees >= 360) return [-180, south - maxStrayDegrees, 180, north + maxStrayDegrees];
  const turn = (degrees: number) => (degrees < -180 ? degrees + 360 : degrees > 180 ? degrees - 360 : degrees);
  return [turn(west - maxStrayDegrees), south - maxStrayDegrees, turn(east + maxStrayDegrees), north + maxStrayDegrees];
}
