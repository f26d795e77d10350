// The tags of a TIFF that tie it to the earth, in a file or inside a JPEG 2000.
import type { FileReader } from '../base/binary/file-reader.ts';
import { type GeoKeys, readGeoKeys, readImageBox } from './files/raster/geo-keys.ts';
import { readTiff, type Tiff, tagNumbers, tagText } from './files/raster/tiff-reader.ts';

/** Numbers of the tags that matter (TIFF 6.0; OGC 19-008r4, 7.1). */
export const tag = {
  ...{ width: 256, height: 257, description: 270, software: 305, tileWidth: 322, tileOffsets: 324, scale: 33_550 },
  ...{ tiepoints: 33_922, matrix: 34_264, keys: 34_735, keyText: 34_737 },
};
const wanted: ReadonlySet<number> = new Set(Object.values(tag).filter((number) => number !== tag.tileOffsets));

export interface GeotiffImage {
  readonly tiff: Tiff;
  /** Tags that tie the image to the earth are there, read or not. */
  readonly isGeo: boolean;
  readonly keys: GeoKeys | null;
}

/** Also of the GeoTIFF inside a JPEG 2000 (GeoJP2). */
export function readGeotiff(reader: FileReader): GeotiffImage | null {
  const tiff = readTiff(reader, wanted);
  if (tiff === null) return null;
  const keys = readGeoKeys(tagNumbers(tiff.tags.get(tag.keys)), tagText(tiff.tags.get(tag.keyText)));
  const isGeo =
    tiff.tags.has(tag.keys) || tiff.tags.has(tag.matrix) || (tiff.tags.has(tag.scale) && tiff.tags.has(tag.tiepoints));
  return { tiff, isGeo, keys };
}

/** The box of an image in its own system. `size` overrides what the tags say. */
export function geotiffBox(
  { tiff, keys }: GeotiffImage,
  size?: { width: number; height: number },
): ReturnType<typeof readImageBox> {
  const numbers = (number: number) => tagNumbers(tiff.tags.get(number));
  return readImageBox({
    width: size?.width ?? numbers(tag.width)[0] ?? 0,
    height: size?.height ?? numbers(tag.height)[0] ?? 0,
    scale: numbers(tag.scale),
    tiepoints: numbers(tag.tiepoints),
    matrix: numbers(tag.matrix),
    isPixelPoint: keys?.isPixelPoint ?? false,
  });
}
