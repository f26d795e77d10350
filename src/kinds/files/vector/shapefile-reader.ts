// The shapefiles of a ZIP archive, each with the header of its .shp and its .prj.
import { byteView, decodeName } from '../../../base/binary/byte-view.ts';
import { type FileReader, fileReader } from '../../../base/binary/file-reader.ts';
import { readZipDirectory, readZipEntry, type ZipDirectory, type ZipEntry } from '../../../base/binary/zip.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { baseName } from '../../../base/url/file-name.ts';
import type { Box } from '../../geometry/bounds.ts';
import { crsOfWkt, type FileCrs, isResourceFork, noCrs } from '../file-kind.ts';

export interface ShapeHeader {
  /** 'Point', 'Polygon' …; 'Null' for a file without shapes. */
  readonly shapeType: string;
  readonly box: Box;
}

export interface Shapefile {
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

export interface ShapefileArchive {
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
  ...{ 0: 'Null', 1: 'Point', 3: 'PolyLine', 5: 'Polygon', 8: 'MultiPoint', 11: 'PointZ', 13: 'PolyLineZ' },
  ...{ 15: 'PolygonZ', 18: 'MultiPointZ', 21: 'PointM', 23: 'PolyLineM', 25: 'PolygonM', 28: 'MultiPointM' },
  ...{ 31: 'MultiPatch' },
};

/** Null if the bytes aren't a .shp header. */
export function readShapeHeader(bytes: Uint8Array): ShapeHeader | null {
  const big = byteView(bytes, false);
  const little = byteView(bytes);
  if (big.u32(0) !== 9994 || little.u32(28) !== 1000) return null;
  const shapeType = shapeTypes[little.u32(32)];
  if (shapeType === undefined || !(bytes.length >= headerBytes)) return null;
  return { shapeType, box: [little.f64(36), little.f64(44), little.f64(52), little.f64(60)] };
}

/** Null if the archive has no shapefile, or its directory wasn't read. */
export function readShapefiles(reader: FileReader): ShapefileArchive | null {
  return readArchive(reader, true);
}

/** `looksInside`: an archive of nothing but archives is opened, one level deep. */
function readArchive(reader: FileReader, looksInside: boolean): ShapefileArchive | null {
  const directory = readZipDirectory(reader);
  if (directory === null) return null;
  const entries = directory.entries.filter(({ name }) => !isResourceFork(name));
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const shapes = entries.filter(({ name }) => /\.shp$/i.test(name)).slice(0, maxShapefiles);
  // The end wasn't read: files listed beside a .shp are used.
  const isLikely = !directory.isWhole && entries.some(({ name }) => /\.(?:shx|dbf|prj|cpg|sbn)$/i.test(name));
  const nested = entries.filter(({ name }) => /\.(?:zip|rar|7z|tgz|tar|gz)$/i.test(name));
  if (shapes.length === 0 && !isLikely) return looksInside ? readNested(reader, directory, nested) : null;
  const shapefiles = shapes.map((entry, index) => readOne(reader, entry, index < maxHeaders ? byName : null));
  return { directory, shapefiles, count: shapes.length, nestedArchives: nested.map(({ name }) => name) };
}

/** Contents of the first nested archives. */
function readNested(reader: FileReader, directory: ZipDirectory, nested: readonly ZipEntry[]): ShapefileArchive | null {
  const looked = nested.filter(({ name }) => /\.zip$/i.test(name)).slice(0, maxNested);
  const shapefiles = looked.flatMap((entry) => {
    const head = readZipEntry(reader, entry, packedNestedBytes);
    if (head === null) return [];
    const partial = head.isWhole ? null : 'range';
    const inner = makeDocument({ url: reader.document.url, bytes: head.bytes, partial });
    return readArchive(fileReader(inner), false)?.shapefiles ?? [];
  });
  const nestedArchives = nested.filter((entry) => !looked.includes(entry)).map(({ name }) => name);
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
