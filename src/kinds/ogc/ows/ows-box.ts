// Bounding boxes as OGC services write them, converted to extents in degrees.
import { isGeographic, readCrs } from '../../../base/geo/crs.ts';
import { type ExtentReading, type RawExtent, readExtent } from '../../../base/geo/extent.ts';
import { hasNorthingFirst, toWgs84 } from '../../../base/geo/projection.ts';
import { attributeOf, child, childrenOf, textAt, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Extent } from '../../../model/extent.ts';

/** A box and the system it is in; null means degrees, longitude first. */
interface Box {
  readonly corners: RawExtent;
  readonly crs: string | null;
  /** Coordinates are in the authority's order: latitude first for EPSG's geographic systems. */
  readonly authorityOrder: boolean;
}

const messages = {
  'extent.invalid': 'A dataset has an extent that is empty, infinite, a placeholder or not numeric.',
  'extent.swapped': 'A dataset has an extent with swapped axes or corners; it was corrected.',
  'extent.out-of-range': 'A dataset has an extent beyond ±180 or ±90 degrees; it was clipped.',
  'extent.projected': 'A dataset has an extent in an unknown coordinate system; it was not used.',
};

/** Problems reported for a reading. Meters that could be converted to degrees differ from those that couldn't. */
function report({ extent, problem }: ExtentReading, problems: ProblemTally, label: string): void {
  if (problem === null) return;
  if (problem !== 'extent.projected' || extent === null) problems.add(problem, messages[problem], label);
  else problems.add('extent.turned', 'A dataset has an extent in meters instead of degrees; it was converted.', label);
}

/**
 * The extent of a dataset from its boxes, best first: in degrees, then in its own system. `ownCrs` is the dataset's,
 * for boxes that claim degrees but have its own coordinates (edge case 58).
 */
export function readBox(node: XmlNode, ownCrs: string | null, problems: ProblemTally, label: string): Extent | null {
  let odd: ExtentReading | null = null;
  for (const box of boxesOf(node)) {
    const reading = readOne(box, ownCrs);
    // A rejected box is reported even if a later one is usable.
    if (reading.problem !== null) odd ??= reading;
    if (reading.extent === null) continue;
    if (odd !== null) report(odd, problems, label);
    return reading.extent;
  }
  if (odd !== null) report(odd, problems, label);
  return null;
}

/** Elements with a box, those in degrees first. */
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
  if (child(node, 'LowerCorner') !== null) return cornersBox(node, crs === '' ? unnamedCrs : crs);
  return attributeOf(node, 'minx') === null ? null : { corners: boundsOf(node), crs, authorityOrder: false };
}

/** Without a known system the numbers could mean anything, even if they fit degrees. */
const unnamedCrs = 'unnamed';

/** A GML envelope, as SOS has them: `srsName` with corners. */
export function readEnvelope(
  envelope: XmlNode,
  problems: ProblemTally,
  label: string,
  isLatitudeFirst = false,
): Extent | null {
  const box = envelopeBox(envelope);
  const reading = isLatitudeFirst
    ? asSwapped(readOne({ ...box, corners: exchanged(box.corners) }, null))
    : readOne(box, null);
  report(reading, problems, label);
  return reading.extent;
}

/**
 * Degrees in a spelling that implies longitude first, but the second number can't be a latitude: the document writes
 * latitude first, also in boxes where it isn't obvious.
 */
export function showsLatitudeFirst(envelope: XmlNode): boolean {
  const { corners, crs } = envelopeBox(envelope);
  const name = crs === null ? null : readCrs(crs);
  if (crs === null || name === null || !isGeographic(name) || hasNorthFirst(crs, name)) return false;
  const [x1, y1, x2, y2] = corners.map(Number) as [number, number, number, number];
  const [x, y] = [Math.max(Math.abs(x1), Math.abs(x2)), Math.max(Math.abs(y1), Math.abs(y2))];
  return x <= 90 && y > 91 && y <= 180;
}

function envelopeBox(envelope: XmlNode): Box {
  const crs = attributeOf(envelope, 'srsName');
  return child(envelope, 'pos') !== null ? positionsBox(envelope, crs) : cornersBox(envelope, crs);
}

function exchanged([minX, minY, maxX, maxY]: RawExtent): RawExtent {
  return [minY, minX, maxY, maxX];
}

function asSwapped({ extent, problem }: ExtentReading): ExtentReading {
  return { extent, problem: problem ?? 'extent.swapped' };
}

/** Reads four numbers in a system, x first unless the system declares otherwise. */
export function readCorners(corners: RawExtent, crs: string, problems: ProblemTally, label: string): Extent | null {
  const reading = readOne({ corners, crs, authorityOrder: false }, null);
  report(reading, problems, label);
  return reading.extent;
}

function cornersBox(box: XmlNode, crs: string | null): Box {
  const lower = child(box, 'LowerCorner') ?? child(box, 'lowerCorner');
  const upper = child(box, 'UpperCorner') ?? child(box, 'upperCorner');
  return positionBox(splitPosition(lower?.text ?? ''), splitPosition(upper?.text ?? ''), crs);
}

function positionsBox(box: XmlNode, crs: string | null): Box {
  const [lower, upper] = childrenOf(box, 'pos');
  return positionBox(splitPosition(lower?.text ?? ''), splitPosition(upper?.text ?? ''), crs);
}

/**
 * Corners of more than two dimensions are cut to the first two, which are the horizontal ones in every service seen,
 * except where a compound system declares which they are.
 */
function positionBox(lower: readonly string[], upper: readonly string[], crs: string | null): Box {
  const part = crs === null ? null : horizontalPart(crs, lower.length);
  const at = part?.at ?? 0;
  const [minX = null, minY = null] = lower.slice(at);
  const [maxX = null, maxY = null] = upper.slice(at);
  return { corners: [minX, minY, maxX, maxY], crs: part?.crs ?? crs, authorityOrder: true };
}

/** Separated by spaces; by commas only if there is no space, since a comma may also be the decimal separator. */
function splitPosition(text: string): readonly string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s/.test(trimmed) ? /\s+/ : ',');
}

export function boundsOf(box: XmlNode): RawExtent {
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
  if (crs === null || isOfImage(box.crs)) return { extent: null, problem: null };
  if (isCompound(box.crs)) return { extent: null, problem: 'extent.projected' };
  const [minX, minY, maxX, maxY] = box.corners;
  const isSwapped = box.authorityOrder && hasNorthFirst(box.crs, crs);
  const corners: RawExtent = isSwapped ? [minY, minX, maxY, maxX] : box.corners;
  // Every datum in use is within meters of WGS 84, far below the precision an extent needs.
  if (isGeographic(crs)) return readExtent(corners);
  const extent = project(corners, crs);
  return extent === null ? { extent: null, problem: 'extent.projected' } : { extent, problem: null };
}

/** Only the URN and URL spellings guarantee the authority's axis order; `EPSG:4326` is used with longitude first. */
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

interface HorizontalPart {
  readonly crs: string;
  /** Index of its first coordinate in a position. */
  readonly at: number;
}

/**
 * The horizontal component of a compound system (OGC 09-048r5: `…/crs-compound?1=…/AnsiDate&2=…/EPSG/0/4326`), if the
 * number of coordinates shows that it is the only two-dimensional component. Null if that can't be determined.
 */
function horizontalPart(crs: string, coordinates: number): HorizontalPart | null {
  if (!isCompound(crs)) return null;
  const query = crs.slice(crs.indexOf('?') + 1);
  const parts = query
    .slice(0, 2000)
    .split('&')
    .map((part) => decodePart(part.slice(part.indexOf('=') + 1)));
  const at = parts.findIndex(isHorizontal);
  // Time and height have one coordinate each.
  return at < 0 || coordinates !== parts.length + 1 ? null : { crs: parts[at]!, at };
}

function isCompound(crs: string): boolean {
  return crs.includes('/crs-compound?');
}

function decodePart(part: string): string {
  return part.replaceAll(/%3A/gi, ':').replaceAll(/%2F/gi, '/');
}

function isHorizontal(written: string): boolean {
  const crs = readCrs(written);
  return crs !== null && (isGeographic(crs) || hasNorthingFirst(crs) !== null);
}

/** Pixel coordinates of an image (WCS 1.1, 7.2) have no location on earth. */
function isOfImage(crs: string): boolean {
  return /imageCRS|index\d+D/i.test(crs) && !/EPSG|CRS84/i.test(crs);
}
