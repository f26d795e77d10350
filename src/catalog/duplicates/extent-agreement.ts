// How strongly two extents indicate the same dataset.
import type { Extent } from '../../model/extent.ts';

/**
 * `equal` to the published digits, `close` except for rounding and margins, `apart`, or `unknown` if one is missing.
 */
export type ExtentAgreement = 'equal' | 'close' | 'apart' | 'unknown';

/** A box this wide is global, which servers also write when the extent is unknown. */
const wholeWidth = 350;
/** Tolerances in degrees and as a share of the side: rounding, other datums. */
const tolerance = 2e-4;
const tolerancePart = 0.002;
/** Intersection over union. */
const closeRatio = 0.85;

export function compareExtents(a: Extent | null, b: Extent | null): ExtentAgreement {
  if (a === null || b === null || isVague(a) || isVague(b)) return 'unknown';
  const [width, height] = [Math.max(widthOf(a), widthOf(b)), Math.max(a[3] - a[1], b[3] - b[1])];
  const slack = [width, height, width, height].map((side) => Math.max(tolerance, side * tolerancePart));
  if (a.every((side, n) => Math.abs(side - b[n]!) <= slack[n]!)) return 'equal';
  return overlapRatio(a, b) >= closeRatio ? 'close' : 'apart';
}

/** At least two bounds with more than one decimal: not equal by chance. */
export function isPrecise(extent: Extent | null): boolean {
  if (extent === null || isVague(extent)) return false;
  return extent.filter((side) => Math.abs(side * 10 - Math.round(side * 10)) > 1e-3).length >= 2;
}

/** For looking up extents with equal digits. */
export function extentKey(extent: Extent): string {
  return extent.map((side) => (Math.round(side * 1000) / 1000 + 0).toFixed(3)).join(' ');
}

function isVague(extent: Extent): boolean {
  return widthOf(extent) >= wholeWidth;
}

/** Across the antimeridian, west is greater than east. */
function widthOf([west, , east]: Extent): number {
  return west <= east ? east - west : east - west + 360;
}

/** Boxes across the antimeridian are shifted east; those without area count as points. */
function overlapRatio(a: Extent, b: Extent): number {
  const across = a[0] > a[2] || b[0] > b[2];
  const [one, other] = [a, b].map((box) => unfolded(box, across)) as [Extent, Extent];
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  if (width < 0 || height < 0) return 0;
  const common = width * height;
  const all = areaOf(one) + areaOf(other) - common;
  return all > 0 ? common / all : 0;
}

function unfolded([west, south, east, north]: Extent, across: boolean): Extent {
  if (!across) return [west, south, east, north];
  const start = west < 0 ? west + 360 : west;
  const end = east < 0 ? east + 360 : east;
  return [start, south, end < start ? end + 360 : end, north];
}

function areaOf([west, south, east, north]: Extent): number {
  return (east - west) * (north - south);
}
