// FlatGeobuf: features in one file with a spatial index.
import { beginsWith, byteView } from '../../../base/binary/byte-view.ts';
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { type FlatTable, readFlatRoot } from '../../../base/binary/flatbuffer.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';

export const flatgeobuf = file.fileKind({
  id: 'flatgeobuf',
  title: 'FlatGeobuf',
  specification: 'FlatGeobuf 3 (header.fbs)',
  tier: 1,
  forms: ['binary', 'text'],
  dataset: 'feature collection',
  suspect: { '.fgb': 0.95 },
  firstBytes: file.headBytes,
  version: ({ bytes }) => (isFlatgeobuf(bytes) ? String(bytes[3]) : null),
  describe,
  more: (document) => (isFlatgeobuf(document.bytes) ? missingPart(document, readHeader) : null),
});

const maxHeaderBytes = 96 * 1024;

/** "fgb" and the major version, "fgb" and the patch version. */
function isFlatgeobuf(bytes: Uint8Array): boolean {
  const version = bytes[3] ?? 0;
  return beginsWith(bytes, 'fgb') && beginsWith(bytes, 'fgb', 4) && version >= 1 && version <= 9;
}

function readHeader(reader: FileReader): FlatTable | null {
  const sized = reader.bytes(8, 4);
  const size = sized === null ? Number.NaN : byteView(sized).u32(0);
  const bytes = size <= maxHeaderBytes ? reader.bytes(12, size) : null;
  return bytes === null ? null : readFlatRoot(bytes);
}

/** Field numbers in header.fbs. */
const field = {
  name: 0,
  envelope: 1,
  geometryType: 2,
  columns: 7,
  featuresCount: 8,
  crs: 10,
  title: 11,
  description: 12,
};
const crsField = { org: 0, code: 1, wkt: 4, codeString: 5 };

const geometryTypes = [
  ...['Geometry', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'],
  ...['GeometryCollection', 'CircularString', 'CompoundCurve', 'CurvePolygon', 'MultiCurve', 'MultiSurface', 'Curve'],
  ...['Surface', 'PolyhedralSurface', 'TIN', 'Triangle'],
];

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const header = readHeader(fileReader(document));
  const formats = ['application/flatgeobuf'];
  if (header === null) {
    tally.add('file.partly-read', 'The header of the file was not read.');
    return { formats };
  }
  const name = copyString(header.text(field.name)) || fileTitle(document);
  const title = copyString(header.text(field.title)) || name;
  const abstract = copyString(header.text(field.description));
  const crs = readFgbCrs(header);
  const [minX, minY, maxX, maxY] = header.doubles(field.envelope);
  const hasBox = minX !== undefined && minY !== undefined && maxX !== undefined && maxY !== undefined;
  if (!hasBox) tally.add('extent.missing', 'The file has no extent.');
  const extent = hasBox ? file.fileExtent([minX, minY, maxX, maxY], crs, tally) : null;
  const columns = header.tables(field.columns).slice(0, 50);
  const type = geometryTypes[header.u8(field.geometryType) ?? 0] ?? 'Geometry';
  const count = header.u64(field.featuresCount) ?? 0;
  const keywords = [type, ...columns.map((column) => copyString(column.text(0)))];
  const layer = file.fileLayer(name, extent, crs, {
    title,
    abstract,
    keywords,
    ...(count > 0 ? { featureCount: count } : {}),
  });
  return { title, abstract, extent, layers: [layer], formats };
}

function readFgbCrs(header: FlatTable): file.FileCrs {
  const crs = header.table(field.crs);
  if (crs === null) return file.noCrs;
  const code = crs.i32(crsField.code) ?? 0;
  const authority = (crs.text(crsField.org) || 'EPSG').toUpperCase();
  if (code > 0) return file.crsOfCode(`${authority}:${code}`);
  if (authority === 'OGC' && crs.text(crsField.codeString) === 'CRS84') return file.wgs84;
  return file.crsOfWkt(crs.text(crsField.wkt));
}
