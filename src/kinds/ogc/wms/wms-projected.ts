// Bounding boxes of a WMS layer in projected systems, for layers without one in degrees.
import { type ExtentReading, type RawExtent, readNumber } from '../../../base/geo/extent.ts';
import { type Corners, hasNorthingFirst, toWgs84 } from '../../../base/geo/projection.ts';

export interface ProjectedBox {
  /** 'EPSG:25832'. */
  readonly crs: string;
  /** minx, miny, maxx, maxy as written. */
  readonly corners: RawExtent;
}

/** The first usable box; null without any box. */
export function readProjectedBoxes(boxes: readonly ProjectedBox[], version: string | null): ExtentReading | null {
  let failed: ExtentReading | null = null;
  for (const box of boxes) {
    const reading = readOne(box, version);
    if (reading.extent !== null) return reading;
    failed ??= reading;
  }
  return failed;
}

/**
 * Version 1.3.0 uses the authority's axis order (WMS 1.3.0, 6.7.4), which for many national grids is northing first.
 * Not all servers comply: if the box only makes sense with swapped axes, they are swapped (edge case 48).
 */
function readOne({ crs, corners }: ProjectedBox, version: string | null): ExtentReading {
  const [minX, minY, maxX, maxY] = corners.map(readNumber) as unknown as Corners;
  if (![minX, minY, maxX, maxY].every(Number.isFinite)) return { extent: null, problem: 'extent.invalid' };
  const asWritten: Corners = [minX, minY, maxX, maxY];
  const swapped: Corners = [minY, minX, maxY, maxX];
  const isNorthFirst = hasNorthingFirst(crs) === true;
  const expected = toWgs84(isNorthFirst && version === '1.3.0' ? swapped : asWritten, crs);
  if (expected !== null || !isNorthFirst)
    return { extent: expected, problem: expected === null ? 'extent.projected' : null };
  const other = toWgs84(version === '1.3.0' ? asWritten : swapped, crs);
  return { extent: other, problem: other === null ? 'extent.projected' : 'extent.swapped' };
}
