// Bounding boxes as OGC services write them, made into extents in degrees.
import { isGeographic, readCrs } from '../base/crs.ts';
import { type ExtentReading, type RawExtent, readExtent } from '../base/extent.ts';
import type { ProblemTally } from '../base/problem-tally.ts';
import { hasNorthingFirst, toWgs84 } from '../base/projection.ts';
import { attributeOf, child, childrenOf, textAt, type XmlNode } from '../base/xml-walk.ts';
import type { Extent } from '../model/extent.ts';

/** A box and the system it is in; null means degrees, longitude first. */
interface Box {
  readonly corners: RawExtent;
  readonly crs: string | null;
  /** Coordinates stand in the authority's order, so latitude first for EPSG's geographic systems. */
  readonly authorityOrder: boolean;
}

const messages = {
  'extent.invalid': 'A dataset has an extent that is empty, infinite, a placeholder or no numbers.',
  'extent.swapped': 'A dataset has an extent with its axes or corners exchanged; it was put right.',
  'extent.out-of-range': 'A dataset has an extent beyond ±180 or ±90 degrees; it was brought inside.',
  'extent.projected': 'A dataset has an extent in a coordinate system we cannot turn into degrees; it was not used.',
};

/**
 * The extent of a dataset from whichever boxes it has, best first: in degrees, then in its own system. `ownCrs` is the
 * dataset's, for boxes that claim degrees but hold its own coordinates (edge case 58).
 */
export function readBox(node: XmlNode, ownCrs: string | null, problems: ProblemTally, label: string): Extent | null {
  let problem: ExtentReading['problem'] = null;
  for (const box of boxesOf(node)) {
    const reading = readOne(box, ownCrs);
    // A box that was passed over is told, though a later one would do.
    problem ??= reading.problem;
    if (reading.extent === null) continue;
    if (problem !== null) problems.add(problem, messages[problem], label);
    return reading.extent;
  }
  if (problem !== null) problems.add(problem, messages[problem], label);
  return null;
}

/** Elements that hold a box, those in degrees first. */
const boxNames = ['WGS84BoundingBox', 'LatLongBoundingBox', 'LatLonBoundingBox', 'lonLatEnvelope', 'BoundingBox'];

function boxesOf(node: XmlNode): readonly Box[] {
  const found = node.children.filter(({ name }) => name.endsWith('BoundingBox') || name === 'lonLatEnvelope');
  if (found.length > 1) found.sort((one, other) => boxNames.indexOf(one.name) - boxNames.indexOf(other.name));
  return found.map(boxOf).filter((box) => box !== null);
}

function boxOf(node: XmlNode): Box | null {
  if (node.name === 'WGS84BoundingBox') return cornersBox(node, null);
  if (node.name === 'lonLatEnvelope') return positionsBox(node, null);
  const isInDegrees = node.name === 'LatLongBoundingBox' || node.name === 'LatLonBoundingBox';
  if (isInDegrees) return { corners: boundsOf(node), crs: null, authorityOrder: false };
  if (node.name !== 'BoundingBox') return null;
  const crs = attributeOf(node, 'crs') ?? attributeOf(node, 'CRS') ?? attributeOf(node, 'SRS') ?? textAt(node, 'SRS');
  if (child(node, 'LowerCorner') !== null) return cornersBox(node, crs === '' ? null : crs);
  return attributeOf(node, 'minx') === null ? null : { corners: boundsOf(node), crs, authorityOrder: false };
}

/** A GML envelope, as SOS has them: `srsName` with corners. */
export function readEnvelope(envelope: XmlNode, problems: ProblemTally, label: string): Extent | null {
  const crs = attributeOf(envelope, 'srsName');
  const box = child(envelope, 'pos') !== null ? positionsBox(envelope, crs) : cornersBox(envelope, crs);
  const reading = readOne(box, null);
  if (reading.problem !== null) problems.add(reading.problem, messages[reading.problem], label);
  return reading.extent;
}

/** Reads four numbers in a system, x first unless it says otherwise. */
export function readCorners(corners: RawExtent, crs: string, problems: ProblemTally, label: string): Extent | null {
  const reading = readOne({ corners, crs, authorityOrder: false }, null);
  if (reading.problem !== null) problems.add(reading.problem, messages[reading.problem], label);
  return reading.extent;
}

function cornersBox(box: XmlNode, crs: string | null): Box {
  const lower = child(box, 'LowerCorner') ?? child(box, 'lowerCorner');
  const upper = child(box, 'UpperCorner') ?? child(box, 'upperCorner');
  return { corners: joinCorners(lower?.text ?? '', upper?.text ?? ''), crs, authorityOrder: true };
}

function positionsBox(box: XmlNode, crs: string | null): Box {
  const [lower, upper] = childrenOf(box, 'pos');
  return { corners: joinCorners(lower?.text ?? '', upper?.text ?? ''), crs, authorityOrder: true };
}

/** Corners of more than two dimensions keep their first two, which are the horizontal ones in every service seen. */
function joinCorners(lower: string, upper: string): RawExtent {
  const [minX = null, minY = null] = splitPosition(lower);
  const [maxX = null, maxY = null] = splitPosition(upper);
  return [minX, minY, maxX, maxY];
}

/** Separated by spaces; by commas only where there is no space, since a comma may also be the decimal sign. */
function splitPosition(text: string): readonly string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s/.test(trimmed) ? /\s+/ : ',');
}

function boundsOf(box: XmlNode): RawExtent {
  const [minX = null, minY = null, maxX = null, maxY = null] = ['minx', 'miny', 'maxx', 'maxy'].map((name) =>
    attributeOf(box, name),
  );
  return [minX, minY, maxX, maxY];
}

function readOne(box: Box, ownCrs: string | null): ExtentReading {
  if (box.crs === null) {
    const reading = readExtent(box.corners);
    if (reading.problem !== 'extent.projected' || ownCrs === null) return reading;
    const projected = project(box.corners, ownCrs);
    return projected === null ? reading : { extent: projected, problem: 'extent.projected' };
  }
  const crs = readCrs(box.crs);
  // Pixels of an image (WCS 1.1, 7.2) are nowhere on earth.
  if (crs === null || /imageCRS|index\d+D|crs-compound/i.test(box.crs)) return { extent: null, problem: null };
  const [minX, minY, maxX, maxY] = box.corners;
  const isSwapped = box.authorityOrder && hasNorthFirst(box.crs, crs);
  const corners: RawExtent = isSwapped ? [minY, minX, maxY, maxX] : box.corners;
  // Every datum in use is within meters of WGS 84, far below what an extent is used for.
  if (isGeographic(crs)) return readExtent(corners);
  const extent = project(corners, crs);
  return extent === null ? { extent: null, problem: 'extent.projected' } : { extent, problem: null };
}

/** Only the URN and URL spellings promise the authority's order of axes; `EPSG:4326` is used with longitude first. */
function hasNorthFirst(written: string, crs: string): boolean {
  if (
    !crs.startsWith('EPSG:') ||
    !/^(?:urn:(?:x-)?ogc:def:|https?:)/i.test(written.trim()) ||
    /epsg\.xml#/i.test(written)
  )
    return false;
  return hasNorthingFirst(crs) ?? isGeographic(crs);
}

function project(corners: RawExtent, crs: string): Extent | null {
  const numbers = corners.map((corner) => (corner === null || corner.trim() === '' ? Number.NaN : Number(corner)));
  if (!numbers.every(Number.isFinite)) return null;
  const [minX, minY, maxX, maxY] = numbers as [number, number, number, number];
  return toWgs84([minX, minY, maxX, maxY], crs);
}
