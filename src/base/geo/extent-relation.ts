// Spatial relations of two extents, including those across the antimeridian.
import type { Extent } from '../../model/extent.ts';
import type { SearchQuery } from '../../model/search.ts';
import { memoize } from '../memoize.ts';

export type Relation = NonNullable<SearchQuery['relation']>;

/** West is never greater than east. */
export type Box = Extent;

/** Normalizes longitudes to -180 … 180; null for an invalid extent. */
export function readSearchExtent(extent: Extent): Extent | null {
  const [west, south, east, north] = extent;
  if (!extent.every(Number.isFinite) || south > north) return null;
  if (east - west >= 360) return [-180, south, 180, north];
  return [wrapLongitude(west), south, wrapLongitude(east), north];
}

/** One box, or two if the extent crosses the antimeridian. */
export function boxesOf([west, south, east, north]: Extent): readonly Box[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/**
 * Borders are part of an extent: extents that only touch intersect. The map is cut at the antimeridian: an extent that ends
 * at 180 doesn't touch one that starts at -180 unless one of them crosses it.
 */
export function isRelated(relation: Relation, resource: readonly Box[], area: readonly Box[]): boolean {
  if (relation === 'within') return resource.every((box) => area.some((outer) => containsBox(outer, box)));
  if (relation === 'contains') return area.every((box) => resource.some((outer) => containsBox(outer, box)));
  return resource.some((box) => area.some((other) => touchesBox(box, other)));
}

/** Whether the extent at an index of an array is certainly disjoint from the area; fast, since there are millions. */
export function isApart(values: Float64Array, at: number, area: readonly Box[]): boolean {
  const west = values[at]!;
  const east = values[at + 2]!;
  for (let n = 0; n < area.length; n++) {
    const box = area[n]!;
    if (values[at + 1]! > box[3] || values[at + 3]! < box[1]) continue;
    if (west > east || (west <= box[2] && east >= box[0])) return false;
  }
  return true;
}

export interface Overlap {
  /** Intersection over union, 0 … 1: an extent that lazily covers the world gets nearly nothing. */
  readonly likeness: number;
  /** Share of the query area that the resource covers, 0 … 1. */
  readonly covered: number;
  /** Share of the resource inside the query area, 0 … 1. */
  readonly inside: number;
}

export function readOverlap(resource: readonly Box[], area: readonly Box[]): Overlap {
  const padded = resource.map(padBox);
  const requested = area.map(padBox);
  const common = sum(padded.flatMap((box) => requested.map((other) => commonArea(box, other))));
  const queryArea = sum(requested.map(boxArea));
  const ownArea = sum(padded.map(boxArea));
  const joint = ownArea + queryArea - common;
  return {
    likeness: Math.min(1, common / joint),
    covered: Math.min(1, common / queryArea),
    inside: Math.min(1, common / ownArea),
  };
}

/** `readOverlap` for extents stored in an array from index `at` and one box, neither across the antimeridian. There are millions. */
export function openOverlap(box: Box): (values: Float64Array, at: number) => Pick<Overlap, 'likeness' | 'inside'> {
  const boxSouth = sine(box[1] - padding);
  const boxNorth = sine(box[3] + padding);
  const boxOwn = (box[2] - box[0] + 2 * padding) * (boxNorth - boxSouth);
  const overlap = { likeness: 0, inside: 0 };
  let last: Float64Array | null = null;
  let sines: Float64Array = new Float64Array(0);
  return (values, at) => {
    if (values !== last) {
      last = values;
      sines = sinesOf(values);
    }
    const south = sines[at >> 1]!;
    const north = sines[(at >> 1) + 1]!;
    const across = Math.min(values[at + 2]!, box[2]) - Math.max(values[at]!, box[0]) + 2 * padding;
    const common = Math.max(0, across) * Math.max(0, Math.min(north, boxNorth) - Math.max(south, boxSouth));
    const own = (values[at + 2]! - values[at]! + 2 * padding) * (north - south);
    overlap.likeness = Math.min(1, common / (own + boxOwn - common));
    overlap.inside = Math.min(1, common / own);
    return overlap;
  };
}

/** Of the southern and northern border of each extent: the most expensive part of comparing them, computed once. */
const sinesOf = memoize((extents: Float64Array): Float64Array => {
  const sines = new Float64Array(extents.length / 2);
  for (let at = 0; at < extents.length; at += 4) {
    sines[at >> 1] = sine(extents[at + 1]! - padding);
    sines[(at >> 1) + 1] = sine(extents[at + 3]! + padding);
  }
  return sines;
});

/** About 10 m on each side, so that points and lines have an area to compare. */
const padding = 1e-4;

function padBox([west, south, east, north]: Box): Box {
  return [west - padding, south - padding, east + padding, north + padding];
}

/** On the sphere, up to a constant factor. */
function boxArea([west, south, east, north]: Box): number {
  return (east - west) * (sine(north) - sine(south));
}

function commonArea(a: Box, b: Box): number {
  if (!touchesBox(a, b)) return 0;
  return boxArea([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]);
}

function containsBox(outer: Box, inner: Box): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

function touchesBox(a: Box, b: Box): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

function wrapLongitude(degrees: number): number {
  if (degrees >= -180 && degrees <= 180) return degrees;
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

function sine(degrees: number): number {
  // Padding may exceed the poles, where the sine would decrease again.
  return Math.sin((Math.min(90, Math.max(-90, degrees)) * Math.PI) / 180);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
