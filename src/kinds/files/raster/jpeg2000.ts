// Georeferenced JPEG 2000 images: GeoJP2 or GMLJP2.
import { byteView } from '../../../base/binary/byte-view.ts';
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { readCrs } from '../../../base/geo/crs.ts';
import { hasNorthingFirst } from '../../../base/geo/projection.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import { attributeOf, childrenOf, descendants, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import { Bounds, type Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';
import { crsOfCode, type FileCrs, noCrs } from '../file-kind.ts';
import { geotiffBox, readGeotiff } from './geotiff.ts';

export const jpeg2000 = file.fileKind({
  id: 'jpeg2000',
  title: 'JPEG 2000 with georeference',
  specification: 'ISO/IEC 15444-1, OGC 08-085r8 (GMLJP2), GeoJP2',
  tier: 2,
  forms: ['binary'],
  dataset: 'image',
  suspect: { '.jp2': 0.7, '.j2k': 0.6, '.jpx': 0.6, '.jpf': 0.5 },
  firstBytes: file.headBytes,
  version: (document) => (readJpeg2000(fileReader(document))?.georeference == null ? null : ''),
  describe,
  more: (document) => (isJp2(document.bytes) ? missingPart(document, readJpeg2000) : null),
});

interface Georeference {
  readonly box: Box | null;
  readonly crs: FileCrs;
}

interface Jpeg2000 {
  readonly width: number;
  readonly height: number;
  readonly georeference: Georeference | null;
}

/** GeoJP2: a degenerate GeoTIFF in a box of this UUID. */
const geoJp2 = 'b14bf8bd083d4b43a5ae8cd7d5a6ce03';
const maxBoxes = 200;
const maxBoxBytes = 64 * 1024;

function isJp2(bytes: Uint8Array): boolean {
  const view = byteView(bytes, false);
  return view.u32(0) === 12 && view.u32(4) === 0x6a50_2020 && view.u32(8) === 0x0d0a_870a;
}

function readJpeg2000(reader: FileReader): Jpeg2000 | null {
  const head = reader.upTo(0, 12);
  if (head === null || !isJp2(head)) return null;
  const found: { width: number; height: number; georeference: Georeference | null } = {
    width: 0,
    height: 0,
    georeference: null,
  };
  readBoxes(reader, (type, content) => {
    const view = byteView(content, false);
    if (type === 'jp2h') [found.height, found.width] = [view.u32(8), view.u32(12)];
    else if (type === 'uuid') found.georeference ??= readGeoJp2(content, found);
    else if (type === 'asoc') found.georeference ??= readGmlJp2(content, found);
  });
  return found;
}

/** Calls `visit` for each box before the image data; contents longer than any description are skipped. */
function readBoxes(reader: FileReader, visit: (type: string, content: Uint8Array) => void): void {
  let at = 12;
  for (let count = 0; count < maxBoxes; count++) {
    const header = reader.upTo(at, 16);
    if (header === null || header.length < 8) return;
    const view = byteView(header, false);
    const type = view.text(4, 4);
    const short = view.u32(0);
    const headerBytes = short === 1 ? 16 : 8;
    const length = short === 1 ? view.u64(8) : short;
    // Metadata after the image would be at the end of a huge file.
    if (type === 'jp2c' || !(length >= headerBytes)) return;
    if (length <= maxBoxBytes && (type === 'jp2h' || type === 'uuid' || type === 'asoc')) {
      const content = reader.bytes(at + headerBytes, length - headerBytes);
      if (content === null) return;
      visit(type, content);
    }
    at += length;
  }
}

function readGeoJp2(content: Uint8Array, size: { width: number; height: number }): Georeference | null {
  if (Buffer.from(content.subarray(0, 16)).toString('hex') !== geoJp2) return null;
  const tiff = makeDocument({ url: 'geojp2:', bytes: content.subarray(16) });
  const image = readGeotiff(fileReader(tiff));
  return image === null || !image.isGeo ? null : { box: geotiffBox(image, size), crs: image.keys?.crs ?? file.noCrs };
}

/** The XML inside the 'gml.data' association (08-085r8, 7.4); nested boxes needn't be distinguished to find it. */
function readGmlJp2(content: Uint8Array, size: { width: number; height: number }): Georeference | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!bytes.includes('gml.data')) return null;
  const start = bytes.indexOf('xml ');
  return start < 0 ? null : readGmlImageBox(bytes.subarray(start + 4), size);
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const georeference = readJpeg2000(fileReader(document))?.georeference ?? null;
  const crs = georeference?.crs ?? file.noCrs;
  const extent =
    georeference === null || georeference.box === null ? null : file.fileExtent(georeference.box, crs, tally);
  const title = fileTitle(document);
  return { title, extent, layers: [file.fileLayer(title, extent, crs)], formats: ['image/jp2'] };
}

/** Null without a rectified grid with an origin and two offset vectors. */
function readGmlImageBox(bytes: Uint8Array, size: { width: number; height: number }): Georeference | null {
  let grid: XmlNode | null = null;
  const visit = (node: XmlNode) => {
    grid ??= node;
  };
  walkXml({ bytes, charset: 'utf-8', partial: null }, { '**/RectifiedGrid': visit, '**/ReferenceableGrid': visit });
  return grid === null ? null : readGrid(grid, size);
}

function readGrid(grid: XmlNode, { width, height }: { width: number; height: number }): Georeference | null {
  const [pos] = [...descendants(grid, 'pos'), ...descendants(grid, 'coordinates')];
  const origin = numbersOf(pos?.text ?? '');
  const [across, down] = childrenOf(grid, 'offsetVector').map((vector) => numbersOf(vector.text));
  if (origin.length < 2 || across === undefined || down === undefined) return null;
  const named = [grid, ...descendants(grid, 'Point')]
    .map((node) => attributeOf(node, 'srsName'))
    .find((name) => name !== null);
  const crs = readCrs(named ?? '');
  const bounds = new Bounds();
  // The origin is the center of the first pixel (08-085r8, 8.2.1).
  for (const column of [-0.5, width - 0.5]) {
    for (const row of [-0.5, height - 0.5]) {
      const [x, y] = [0, 1].map((axis) => (origin[axis] ?? 0) + column * (across[axis] ?? 0) + row * (down[axis] ?? 0));
      bounds.add(x!, y!);
    }
  }
  const box = bounds.box();
  const isUrn = /^(?:urn:|https?:)/i.test(named ?? '');
  const isSwapped = crs !== null && isUrn && hasNorthingFirst(crs) === true;
  return {
    box: box === null || !isSwapped ? box : [box[1], box[0], box[3], box[2]],
    crs: crs === null ? noCrs : crsOfCode(crs),
  };
}

function numbersOf(text: string): readonly number[] {
  return text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
    .filter(Number.isFinite);
}
