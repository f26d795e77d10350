// Normalizes published extents to [west, south, east, north] in degrees, or rejects them with a reason.
import type { Extent } from '../../model/extent.ts';
import { boxesOf, isRelated } from './extent-relation.ts';

export type ExtentProblem = 'extent.invalid' | 'extent.swapped' | 'extent.out-of-range' | 'extent.projected';

export interface ExtentReading {
  readonly extent: Extent | null;
  readonly problem: ExtentProblem | null;
}

/** West, south, east, north as written. */
export type RawExtent = readonly [string | null, string | null, string | null, string | null];

/** Values that servers use for "unknown". */
const placeholders = new Set([-999, -9999, -99999, 999, 9999, 99999]);

/** Larger values aren't degrees. */
const maxLongitude = 360.5;
const maxLatitude = 180.5;

/** Degrees beyond a pole that a margin around the data can explain. */
const maxOvershoot = 5;

/** A box at least this wide covers the earth and may have margins. */
const worldWidth = 350;

/** Overshoot that rounding can explain. */
const tolerance = 1e-6;

/** Radius of the Web Mercator sphere in meters (EPSG method 1024). */
const earthRadius = 6_378_137;

/** With `hasFixedAxes` longitude and latitude can't be swapped: the format names them. */
export function readExtent(raw: RawExtent, hasFixedAxes = false): ExtentReading {
  const values = [readNumber(raw[0]), readNumber(raw[1]), readNumber(raw[2]), readNumber(raw[3])] as const;
  return normalizeExtent(values, hasFixedAxes);
}

/** The same from an extent in Web Mercator meters. */
export function readMercatorExtent(raw: RawExtent): ExtentReading {
  const values = raw.map(readNumber) as [number, number, number, number];
  if (areLikelyDegrees(values)) return { extent: null, problem: 'extent.invalid' };
  const [minX, minY, maxX, maxY] = values;
  const longitude = (x: number) => (x / earthRadius) * (180 / Math.PI);
  const latitude = (y: number) => Math.atan(Math.sinh(y / earthRadius)) * (180 / Math.PI);
  return normalizeExtent([longitude(minX), latitude(minY), longitude(maxX), latitude(maxY)]);
}

/**
 * Values that are plausible degrees although the system is in meters: servers write degrees and name the system of the data.
 * As meters they would be a garden at the origin of the projection, so they are never read as such.
 */
export function areLikelyDegrees([minX, minY, maxX, maxY]: readonly [number, number, number, number]): boolean {
  return Math.max(Math.abs(minX), Math.abs(maxX)) <= 180 && Math.max(Math.abs(minY), Math.abs(maxY)) <= 90;
}

/** A number with decimal point or comma; NaN if it isn't one. */
export function readNumber(raw: string | null): number {
  const text = (raw ?? '').trim();
  if (text === '') return Number.NaN;
  const comma = text.indexOf(',');
  const isDecimalComma = comma >= 0 && !text.includes('.') && !text.includes(',', comma + 1);
  return Number(isDecimalComma ? text.replace(',', '.') : text);
}

function normalizeExtent(values: readonly [number, number, number, number], hasFixedAxes = false): ExtentReading {
  const isUnusable = !values.every(Number.isFinite) || values.some((value) => placeholders.has(value));
  // Servers write four equal numbers, mostly 0 or -1, for an empty layer.
  if (isUnusable || values.every((value) => value === values[0]) || isFarCorner(values))
    return { extent: null, problem: 'extent.invalid' };
  let [west, south, east, north] = values;
  let problem: ExtentProblem | null = null;
  const report = (code: ExtentProblem) => {
    problem ??= code;
  };
  if (!hasFixedAxes && haveSwappedAxes(values)) {
    [west, south, east, north] = [south, west, north, east];
    report('extent.swapped');
  }
  if (Math.max(Math.abs(west), Math.abs(east)) > maxLongitude) return { extent: null, problem: 'extent.projected' };
  if (Math.max(Math.abs(south), Math.abs(north)) > maxLatitude) return { extent: null, problem: 'extent.projected' };
  // Entirely beyond a pole: nothing would remain after clamping.
  if (Math.min(south, north) > 90 + tolerance || Math.max(south, north) < -90 - tolerance)
    return { extent: null, problem: 'extent.invalid' };
  if (hasOutlierLatitude(south, north) && Math.abs(east - west) < worldWidth)
    return { extent: null, problem: 'extent.out-of-range' };
  if (south > north) {
    [south, north] = [north, south];
    // Both pairs are reversed: corners in the wrong order, not the antimeridian.
    if (west > east) [west, east] = [east, west];
    report('extent.swapped');
  }
  if (west > east && !crossesAntimeridian(west, east)) {
    [west, east] = [east, west];
    report('extent.swapped');
  }
  if (isOutside(west, 180) || isOutside(east, 180) || isOutside(south, 90) || isOutside(north, 90)) {
    report('extent.out-of-range');
  }
  const [left, right] = wrapLongitudes(west, east);
  return { extent: [left, clamp(south, 90), right, clamp(north, 90)], problem };
}

/** A point at the corner of the world: GeoServer's extent of a type without features. */
function isFarCorner([west, south, east, north]: readonly [number, number, number, number]): boolean {
  return west === -180 && east === -180 && south === -90 && north === -90;
}

/** Both latitudes are only valid as longitudes, and the longitudes are valid as latitudes; one alone is an outlier. */
function haveSwappedAxes([west, south, east, north]: readonly [number, number, number, number]): boolean {
  const [lower, higher] = [Math.abs(south), Math.abs(north)].sort((one, other) => one - other) as [number, number];
  const highestLongitude = Math.max(Math.abs(west), Math.abs(east));
  return lower > 91 && higher <= maxLatitude && highestLongitude <= 90 + tolerance;
}

/** One latitude is so far out that the border is unknown. If both are, on either side, the box covers the earth. */
function hasOutlierLatitude(south: number, north: number): boolean {
  const far = [south, north].filter((latitude) => Math.abs(latitude) > 90 + maxOvershoot).length;
  return far === 1;
}

/** West greater than east: across the antimeridian if that is shorter, else swapped. */
function crossesAntimeridian(west: number, east: number): boolean {
  const acrossDegrees = 360 - (west - east);
  return acrossDegrees > 0 && acrossDegrees < west - east;
}

function wrapLongitudes(west: number, east: number): readonly [number, number] {
  if (east - west >= 360 - tolerance) return [-180, 180];
  const isWithin = !isOutside(west, 180) && !isOutside(east, 180);
  if (isWithin) return [clamp(west, 180), clamp(east, 180)];
  return [wrapLongitude(west, -180), wrapLongitude(east, 180)];
}

/** Wraps to ±180; a value on the antimeridian becomes `onAntimeridian`. */
function wrapLongitude(degrees: number, onAntimeridian: number): number {
  const wrapped = ((((degrees + 180) % 360) + 360) % 360) - 180;
  return wrapped === -180 ? onAntimeridian : wrapped;
}

function isOutside(degrees: number, limit: number): boolean {
  return Math.abs(degrees) > limit + tolerance;
}

function clamp(degrees: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, degrees));
}

/** Whether two extents share at least a point; either may cross the antimeridian. */
export function intersects(one: Extent, other: Extent): boolean {
  return isRelated('intersects', boxesOf(one), boxesOf(other));
}

/** The smallest extent that contains all of them; null for none. */
export function unionExtents(extents: Iterable<Extent>): Extent | null {
  const all = [...extents];
  const first = all[0];
  if (first === undefined) return null;
  let [west, south, east, north] = first;
  let crosses = west > east;
  for (const extent of all) {
    south = Math.min(south, extent[1]);
    north = Math.max(north, extent[3]);
    west = Math.min(west, extent[0]);
    east = Math.max(east, extent[2]);
    crosses ||= extent[0] > extent[2];
  }
  if (!crosses) return [west, south, east, north];
  const [left, right] = unionLongitudes(all);
  return [left, south, right, north];
}

/** Excludes the widest gap. At least one extent crosses the antimeridian, so no gap does. */
function unionLongitudes(extents: readonly Extent[]): readonly [number, number] {
  const boxes = extents.flatMap(boxesOf).sort((a, b) => a[0] - b[0]);
  let reached = -180;
  let widest = 0;
  let result: [number, number] = [-180, 180];
  for (const [west, , east] of boxes) {
    if (west - reached > widest) {
      widest = west - reached;
      result = [west, reached];
    }
    reached = Math.max(reached, east);
  }
  return result;
}
