// ESRI Shapefiles: one or many in a ZIP archive, or a bare .shp.
import { byteView, decodeName } from '../../../base/binary/byte-view.ts';
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import type { ZipDirectory, ZipEntry } from '../../../base/binary/zip.ts';
import { readZipDirectory, readZipEntry } from '../../../base/binary/zip.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { unionExtents } from '../../../base/geo/extent.ts';
import { baseName, fileTitle } from '../../../base/url/file-name.ts';
import { withoutQuery } from '../../../base/url/ows-url.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import type { Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';
import { crsOfWkt, type FileCrs, isResourceFork, noCrs } from '../file-kind.ts';

export const shapefile = file.fileKind({
  id: 'shapefile',
  title: 'Shapefile',
  specification: 'ESRI Shapefile Technical Description (July 1998), in ZIP (PKWARE APPNOTE 6.3.10)',
  tier: 1,
  forms: ['zip', 'binary'],
  dataset: 'shapefile',
  suspect,
  firstBytes: file.headBytes,
  version: (document) => {
    const reading = document.form === 'zip' ? readShapefiles(fileReader(document)) : readShapeHeader(document.bytes);
    return reading === null ? null : '';
  },
  describe: (document, tally) =>
    document.form === 'zip' ? describeArchive(document, tally) : describeBare(document, tally),
  more: (document) => {
    if (document.form === 'zip') return missingPart(document, readShapefiles);
    return readShapeHeader(document.bytes) === null ? null : file.prjRequest(document, prjUrl(document));
  },
});

/** Name parts of archives with maps, and of archives with programs. */
const mapWords = /shp|shape|gis|geo|karte|map|layer|bound|cadast|parcel|road|admin|census|tiger|vector/i;
const programWords =
  /(?:^|[^a-z])(?:setup|install|plugins?|drivers?|fonts?|src|source(?:-?code)?|releases?|windows|win32|win64|linux|x64|jar|theme|firmware)(?:[^a-z]|$)/i;

/** ArcGIS and GeoServer offer shapefiles by format name. */
const shapeFormat = /(?:outputformat|format|f)=(?:shape-zip|shapezip|shapefile|shp)\b/i;

function suspect(link: Link): number {
  const score = file.suspectFile(link, { '.shp': 0.9, '.shz': 0.95, '.zip': 0.5 });
  if (score === 0)
    return shapeFormat.test(link.url) ? 0.6 : /\/(?:shp|shapefile)$/i.test(withoutQuery(link.url)) ? 0.8 : 0;
  if (score > 0.5) return score;
  const words = `${link.url.slice(-200)} ${link.anchor} ${link.window}`.slice(0, 1000);
  if (programWords.test(words)) return 0.2;
  if (/shp|shape ?file/i.test(words)) return 0.9;
  return mapWords.test(words) ? 0.7 : score;
}

function describeArchive(document: Document, tally: ProblemTally): Partial<Description> {
  const formats = ['application/zip', 'application/vnd.shp'];
  const archive = readShapefiles(fileReader(document));
  if (archive === null) return { formats };
  reportArchive(archive, tally);
  const layers = archive.shapefiles.map((one) => describeOne(one, tally));
  const extent = unionExtents(layers.map((layer) => layer.extent).filter((one) => one !== null));
  const only = layers.length === 1 ? (layers[0]?.title ?? '') : '';
  return { title: fileTitle(document) || only, extent, layers, layerCount: archive.count, formats };
}

function reportArchive({ directory, nestedArchives }: ShapefileArchive, tally: ProblemTally): void {
  if (!directory.isWhole) tally.add('file.partly-read', 'The list of files in the archive was only partly read.');
  for (const name of nestedArchives) {
    tally.add('file.nested-archive', 'The archive contains another archive, which was not read.', name);
  }
}

function describeOne(one: Shapefile, tally: ProblemTally): Layer {
  const { name, header, crs, featureCount } = one;
  if (header === null)
    tally.add('file.partly-read', 'The header of a shapefile was not read, so its extent is unknown.', name);
  const isEmpty = header !== null && (header.shapeType === 'Null' || featureCount === 0);
  const extent = header === null || isEmpty ? null : file.fileExtent(header.box, crs, tally, name);
  return file.fileLayer(name, extent, crs, {
    keywords: header === null ? [] : [header.shapeType],
    ...(featureCount === null ? {} : { featureCount }),
  });
}

/** A bare .shp: its CRS is in the .prj beside it. */
function describeBare(document: Document, tally: ProblemTally): Partial<Description> {
  const header = readShapeHeader(document.bytes);
  const crs = file.readPrj(document, prjUrl(document)) ?? file.noCrs;
  const name = fileTitle(document);
  const extent = header === null ? null : file.fileExtent(header.box, crs, tally, name);
  const layers = [file.fileLayer(name, extent, crs, { keywords: header === null ? [] : [header.shapeType] })];
  return { extent, layers, formats: ['application/vnd.shp'] };
}

/** Null if the URL doesn't end in .shp. */
function prjUrl(document: Document): string | null {
  const match = /^([^?#]+)\.shp$/i.exec(document.finalUrl);
  return match === null ? null : `${match[1]}${document.finalUrl.endsWith('.SHP') ? '.PRJ' : '.prj'}`;
}

interface ShapeHeader {
  /** 'Point', 'Polygon' …; 'Null' for a file without shapes. */
  readonly shapeType: string;
  readonly box: Box;
}

interface Shapefile {
  /** Path inside the archive without extension. */
  readonly path: string;
  readonly name: string;
  /** Null if its header wasn't read. */
  readonly header: ShapeHeader | null;
  readonly crs: FileCrs;
  readonly hasPrj: boolean;
  /** Records, from the length of the index. */
  readonly featureCount: number | null;
}

interface ShapefileArchive {
  readonly directory: ZipDirectory;
  readonly shapefiles: readonly Shapefile[];
  /** Total number, headers read or not. */
  readonly count: number;
  /** Nested archives that weren't opened. */
  readonly nestedArchives: readonly string[];
}

/** Length of the header of .shp and .shx (ESRI Shapefile Technical Description, July 1998, p. 3). */
const headerBytes = 100;
/** Compressed bytes that are sure to hold 100 uncompressed ones. */
const packedHeaderBytes = 512;
const packedPrjBytes = 4096;
/** For larger archives only names are listed. */
const maxHeaders = 64;
const maxShapefiles = 10_000;
/** Nested archives that are opened, and the compressed bytes read of each. */
const maxNested = 2;
const packedNestedBytes = 48 * 1024;

const shapeTypes: Readonly<Record<number, string>> = {
  0: 'Null',
  1: 'Point',
  3: 'PolyLine',
  5: 'Polygon',
  8: 'MultiPoint',
  11: 'PointZ',
  13: 'PolyLineZ',
  15: 'PolygonZ',
  18: 'MultiPointZ',
  21: 'PointM',
  23: 'PolyLineM',
  25: 'PolygonM',
  28: 'MultiPointM',
  31: 'MultiPatch',
};

/** Null if the bytes aren't a .shp header. */
function readShapeHeader(bytes: Uint8Array): ShapeHeader | null {
  const big = byteView(bytes, false);
  const little = byteView(bytes);
  if (big.u32(0) !== 9994 || little.u32(28) !== 1000) return null;
  const shapeType = shapeTypes[little.u32(32)];
  if (shapeType === undefined || !(bytes.length >= headerBytes)) return null;
  return { shapeType, box: [little.f64(36), little.f64(44), little.f64(52), little.f64(60)] };
}

/** Null if the archive has no shapefile, or its directory wasn't read. */
function readShapefiles(reader: FileReader): ShapefileArchive | null {
  return readArchive(reader, true);
}

/** `opensNested`: an archive of nothing but archives is opened, one level deep. */
function readArchive(reader: FileReader, opensNested: boolean): ShapefileArchive | null {
  const directory = readZipDirectory(reader);
  if (directory === null) return null;
  const entries = directory.entries.filter(({ name }) => !isResourceFork(name));
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const shapes = entries.filter(({ name }) => /\.shp$/i.test(name)).slice(0, maxShapefiles);
  // The end wasn't read: files listed beside a .shp are used.
  const isLikely = !directory.isWhole && entries.some(({ name }) => /\.(?:shx|dbf|prj|cpg|sbn)$/i.test(name));
  const nested = entries.filter(({ name }) => /\.(?:zip|rar|7z|tgz|tar|gz)$/i.test(name));
  if (shapes.length === 0 && !isLikely) return opensNested ? readNested(reader, directory, nested) : null;
  const shapefiles = shapes.map((entry, index) => readOne(reader, entry, index < maxHeaders ? byName : null));
  return { directory, shapefiles, count: shapes.length, nestedArchives: nested.map(({ name }) => name) };
}

/** Contents of the first nested archives. */
function readNested(reader: FileReader, directory: ZipDirectory, nested: readonly ZipEntry[]): ShapefileArchive | null {
  const opened = nested.filter(({ name }) => /\.zip$/i.test(name)).slice(0, maxNested);
  const shapefiles = opened.flatMap((entry) => {
    const head = readZipEntry(reader, entry, packedNestedBytes);
    if (head === null) return [];
    const partial = head.isWhole ? null : 'range';
    const inner = makeDocument({ url: reader.document.url, bytes: head.bytes, partial });
    return readArchive(fileReader(inner), false)?.shapefiles ?? [];
  });
  const nestedArchives = nested.filter((entry) => !opened.includes(entry)).map(({ name }) => name);
  return shapefiles.length === 0 ? null : { directory, shapefiles, count: shapefiles.length, nestedArchives };
}

/** `byName` is null if only the name is needed. */
function readOne(reader: FileReader, shp: ZipEntry, byName: ReadonlyMap<string, ZipEntry> | null): Shapefile {
  const path = shp.name.slice(0, -4);
  const beside = (extension: string) => byName?.get(`${path}${extension}`.toLowerCase());
  const prj = beside('.prj');
  const shx = beside('.shx');
  const head = byName === null ? null : readZipEntry(reader, shp, packedHeaderBytes);
  const wkt = prj === undefined ? null : readZipEntry(reader, prj, packedPrjBytes);
  return {
    path,
    name: baseName(path),
    header: head === null ? null : readShapeHeader(head.bytes),
    crs: wkt === null ? noCrs : crsOfWkt(decodeName(wkt.bytes)),
    hasPrj: prj !== undefined,
    featureCount: shx === undefined || shx.size < headerBytes ? null : Math.floor((shx.size - headerBytes) / 8),
  };
}
