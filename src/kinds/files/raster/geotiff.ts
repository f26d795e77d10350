// GeoTIFF, classic and BigTIFF, cloud optimized or not.
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { foldSpace } from '../../../base/text/text.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { type GeoKeys, readGeoKeys, readImageBox } from './geo-keys.ts';
import { isTiff, readTiff, type Tiff, tagNumbers, tagText } from './tiff-reader.ts';

export const geotiff = file.fileKind({
  id: 'geotiff',
  title: 'GeoTIFF',
  specification: 'OGC 19-008r4 (GeoTIFF 1.1), OGC 21-026 (COG)',
  tier: 1,
  forms: ['binary'],
  dataset: 'image',
  suspect: { '.tif': 0.7, '.tiff': 0.7, '.gtiff': 0.9, '.gtif': 0.9, '.cog': 0.8 },
  firstBytes: file.headBytes,
  version: (document) => {
    const image = readGeotiff(fileReader(document));
    return image?.isGeo ? (image.keys?.version ?? '') : null;
  },
  describe,
  more: (document) => (isTiff(document.bytes) ? missingPart(document, readGeotiff) : null),
});

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const image = readGeotiff(fileReader(document));
  if (image === null) return {};
  const { tiff, keys } = image;
  if (isPartlyRead(tiff)) tally.add('file.partly-read', 'Not all tags of the image were read.');
  const crs = keys?.crs ?? file.noCrs;
  const box = geotiffBox(image);
  const extent = box === null ? null : file.fileExtent(box, { ...crs, hasFixedAxes: true }, tally);
  if (box === null) tally.add('extent.missing', 'The image has no extent.');
  const title = fileTitle(document);
  const abstract = foldSpace(tagText(tiff.tags.get(tag.description)));
  const software = foldSpace(tagText(tiff.tags.get(tag.software)));
  const formats = [`image/tiff; application=geotiff${isCloudOptimized(tiff) ? '; profile=cloud-optimized' : ''}`];
  const layers = [file.fileLayer(title, extent, crs, { abstract })];
  return { title, abstract, extent, layers, formats, software: software || null };
}

/** Values of a required tag are outside the bytes read. */
function isPartlyRead(tiff: Tiff): boolean {
  return [tag.scale, tag.tiepoints, tag.matrix, tag.keys].some((number) => tiff.tags.get(number)?.view === null);
}

/** Declared by GDAL; else tiled, with overviews or small, and directories before the data (OGC 21-026, 7.4). */
function isCloudOptimized(tiff: Tiff): boolean {
  if (tiff.layout.includes('LAYOUT=IFDS_BEFORE_DATA')) return true;
  const isTiled = tiff.tags.has(tag.tileWidth);
  const [width = 0] = tagNumbers(tiff.tags.get(tag.width));
  const [height = 0] = tagNumbers(tiff.tags.get(tag.height));
  return isTiled && tiff.directoryAt <= 16 && (tiff.hasMoreImages || Math.max(width, height) <= 512);
}

/** Relevant tag numbers (TIFF 6.0; OGC 19-008r4, 7.1). */
const tag = {
  width: 256,
  height: 257,
  description: 270,
  software: 305,
  tileWidth: 322,
  tileOffsets: 324,
  scale: 33_550,
  tiepoints: 33_922,
  matrix: 34_264,
  keys: 34_735,
  keyText: 34_737,
};
const neededTags: ReadonlySet<number> = new Set(Object.values(tag).filter((number) => number !== tag.tileOffsets));

interface GeotiffImage {
  readonly tiff: Tiff;
  /** Georeferencing tags are present, read or not. */
  readonly isGeo: boolean;
  readonly keys: GeoKeys | null;
}

/** Also for the GeoTIFF inside a JPEG 2000 (GeoJP2). */
export function readGeotiff(reader: FileReader): GeotiffImage | null {
  const tiff = readTiff(reader, neededTags);
  if (tiff === null) return null;
  const keys = readGeoKeys(tagNumbers(tiff.tags.get(tag.keys)), tagText(tiff.tags.get(tag.keyText)));
  const isGeo =
    tiff.tags.has(tag.keys) || tiff.tags.has(tag.matrix) || (tiff.tags.has(tag.scale) && tiff.tags.has(tag.tiepoints));
  return { tiff, isGeo, keys };
}

/** The box of an image in its own CRS. `size` overrides the tags. */
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
