// GeoTIFF keys and georeferencing tags: which coordinate system, which box (OGC 19-008r4).
import type { Box } from '../../geometry/bounds.ts';
import { Bounds } from '../../geometry/bounds.ts';
import { crsOfCode, type FileCrs, noCrs } from '../file-kind.ts';

export interface GeoKeys {
  /** Revision of the keys, '1.0' or '1.1'. */
  readonly version: string;
  readonly crs: FileCrs;
  /** Pixel coordinates refer to the pixel center. */
  readonly isPixelPoint: boolean;
}

/** Key numbers (19-008r4, annex C). */
const rasterType = 1025;
const citation = 1026;
const geodeticCrs = 2048;
const geodeticCitation = 2049;
const projectedCrs = 3072;
const projectedCitation = 3073;

/** Codes 1024 to 32766 are EPSG's; 32767 is user-defined by further keys, which few files provide completely. */
function isCode(value: number | undefined): value is number {
  return value !== undefined && value >= 1024 && value <= 32_766;
}

/** `directory` are the shorts of tag 34735, `text` is the ASCII of tag 34737. Null if they aren't valid keys. */
export function readGeoKeys(directory: readonly number[], text: string): GeoKeys | null {
  const [first, revision, minor, count] = directory;
  if (first !== 1 || revision === undefined || minor === undefined || count === undefined) return null;
  const numbers = new Map<number, number>();
  const texts = new Map<number, string>();
  for (let at = 4; at + 3 < directory.length && at < 4 + count * 4; at += 4) {
    const [key, location, length, value] = directory.slice(at, at + 4) as [number, number, number, number];
    if (location === 0) numbers.set(key, value);
    else if (location === 34_737)
      texts.set(
        key,
        text
          .slice(value, value + length)
          .replace(/[|\0]+$/, '')
          .trim(),
      );
  }
  const code = [numbers.get(projectedCrs), numbers.get(geodeticCrs)].find(
    (value) => value !== undefined && value !== 0,
  );
  const name = texts.get(projectedCitation) ?? texts.get(citation) ?? texts.get(geodeticCitation) ?? null;
  const crs = isCode(code) ? crsOfCode(`EPSG:${code}`) : { ...noCrs, label: name };
  return { version: `${revision}.${minor}`, crs, isPixelPoint: numbers.get(rasterType) === 2 };
}

export interface Georeference {
  readonly width: number;
  readonly height: number;
  /** Tags 33550, 33922 and 34264; empty if missing. */
  readonly scale: readonly number[];
  readonly tiepoints: readonly number[];
  readonly matrix: readonly number[];
  readonly isPixelPoint: boolean;
}

/** The box of the image in its own CRS; null if undetermined (19-008r4, B.6). */
export function readImageBox(georeference: Georeference): Box | null {
  const { width, height, scale, tiepoints, matrix, isPixelPoint } = georeference;
  const bounds = new Bounds();
  // If pixels are points, the image extends half a pixel further.
  const shift = isPixelPoint ? -0.5 : 0;
  const corners = [0, width].flatMap((column) => [0, height].map((row) => [column + shift, row + shift] as const));
  if (matrix.length >= 8) {
    const [a = 0, b = 0, , d = 0, e = 0, f = 0, , h = 0] = matrix;
    for (const [column, row] of corners) bounds.add(a * column + b * row + d, e * column + f * row + h);
  } else if (scale.length >= 2 && tiepoints.length >= 6) {
    const [scaleX = 0, scaleY = 0] = scale;
    const [column0 = 0, row0 = 0, , x0 = 0, y0 = 0] = tiepoints;
    for (const [column, row] of corners) bounds.add(x0 + (column - column0) * scaleX, y0 - (row - row0) * scaleY);
  } else if (tiepoints.length >= 18) {
    for (let at = 0; at + 5 < tiepoints.length; at += 6) bounds.add(tiepoints[at + 3]!, tiepoints[at + 4]!);
  }
  return bounds.box();
}
