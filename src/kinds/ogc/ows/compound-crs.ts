// Compound coordinate reference systems: which of their coordinates are horizontal.
import { isGeographic, readCrs } from '../../../base/geo/crs.ts';
import { hasNorthingFirst } from '../../../base/geo/projection.ts';

interface HorizontalPart {
  readonly crs: string;
  /** Index of its first coordinate in a position. */
  readonly at: number;
}

/**
 * The horizontal component of a compound system (OGC 09-048r5: `…/crs-compound?1=…/AnsiDate&2=…/EPSG/0/4326`), if the
 * number of coordinates shows that it is the only two-dimensional component. Null if that can't be determined.
 */
export function horizontalPart(crs: string, coordinates: number): HorizontalPart | null {
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

export function isCompound(crs: string): boolean {
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
export function isOfImage(crs: string): boolean {
  return /imageCRS|index\d+D/i.test(crs) && !/EPSG|CRS84/i.test(crs);
}
