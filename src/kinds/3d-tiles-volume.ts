// Where a bounding volume of 3D Tiles lies on the earth.
import { readExtent, unionExtents } from '../base/geo/extent.ts';
import { arrayAt, type JsonObject, objectAt } from '../base/json/json.ts';
import type { Extent } from '../model/extent.ts';

/** Semi-major axis and squared eccentricity of WGS 84, in meters (EPSG:7030). */
const semiMajor = 6_378_137;
const eccentricity2 = 0.00669437999014;
/** Half the earth's radius: what lies nearer to the center is a model without a place. */
const leastRadius = 3_000_000;

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The volume of a root tile; null where it is not georeferenced. */
export function readVolume(tile: JsonObject): Extent | null {
  const volume = objectAt(tile, 'boundingVolume');
  if (volume === null) return null;
  const region = numbers(volume, 'region');
  // A region is in radians and not moved by the transform (22-025r4, 7.4.4).
  if (region.length === 6) {
    const [west, south, east, north] = region.map((radians) => String((radians * 180) / Math.PI));
    return readExtent([west!, south!, east!, north!]).extent;
  }
  const matrix = numbers(tile, 'transform').length === 16 ? numbers(tile, 'transform') : identity;
  return earthBox(cornersOf(volume).map((corner) => transform(matrix, corner)));
}

function numbers(object: JsonObject, name: string): readonly number[] {
  return arrayAt(object, name).filter((member) => typeof member === 'number' && Number.isFinite(member)) as number[];
}

type Point = readonly [number, number, number];

/** The corners of a box given by center and half axes, or of the cube around a sphere. */
function cornersOf(volume: JsonObject): readonly Point[] {
  const box = numbers(volume, 'box');
  const [x, y, z, radius] = numbers(volume, 'sphere');
  const frame =
    box.length === 12 ? box : radius === undefined ? [] : [x!, y!, z!, radius, 0, 0, 0, radius, 0, 0, 0, radius];
  if (frame.length === 0) return [];
  const signs = [-1, 1];
  const at = (axis: number, a: number, b: number, c: number) =>
    frame[axis]! + a * frame[3 + axis]! + b * frame[6 + axis]! + c * frame[9 + axis]!;
  return signs.flatMap((a) =>
    signs.flatMap((b) => signs.map((c): Point => [at(0, a, b, c), at(1, a, b, c), at(2, a, b, c)])),
  );
}

/** Column-major, as in glTF. */
function transform(matrix: readonly number[], [x, y, z]: Point): Point {
  const row = (at: number) => matrix[at]! * x + matrix[4 + at]! * y + matrix[8 + at]! * z + matrix[12 + at]!;
  return [row(0), row(1), row(2)];
}

/** From earth-centered coordinates to degrees (Bowring's formula, exact to well below a meter near the ground). */
function earthBox(points: readonly Point[]): Extent | null {
  if (
    points.length === 0 ||
    points.some((point) => !point.every(Number.isFinite) || Math.hypot(...point) < leastRadius)
  ) {
    return null;
  }
  const semiMinor = semiMajor * Math.sqrt(1 - eccentricity2);
  const places = points.map(([x, y, z]): Extent => {
    const p = Math.hypot(x, y);
    const theta = Math.atan2(z * semiMajor, p * semiMinor);
    const second = (semiMajor ** 2 - semiMinor ** 2) / semiMinor ** 2;
    const latitude = Math.atan2(
      z + second * semiMinor * Math.sin(theta) ** 3,
      p - eccentricity2 * semiMajor * Math.cos(theta) ** 3,
    );
    const [longitude, north] = [Math.atan2(y, x), latitude].map((radians) => (radians * 180) / Math.PI);
    return [longitude!, north!, longitude!, north!];
  });
  return unionExtents(places);
}
