// GeoArrow: Arrow IPC files and streams (Feather 2) with geometry columns.
import { beginsWith, byteView } from '../../../base/binary/byte-view.ts';
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { type FlatTable, readFlatRoot } from '../../../base/binary/flatbuffer.ts';
import { arrayAt, isObject, type JsonObject, objectAt, parseObject } from '../../../base/json/json.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { crsOfProjJson } from './geoparquet.ts';

export const geoarrow = file.fileKind({
  id: 'geoarrow',
  title: 'GeoArrow',
  specification: 'GeoArrow 0.2; Apache Arrow IPC',
  tier: 2,
  forms: ['binary'],
  dataset: 'geometry column',
  suspect: { '.arrow': 0.6, '.arrows': 0.5, '.feather': 0.6, '.ipc': 0.3 },
  firstBytes: file.headBytes,
  version: (document) => {
    const schema = isArrow(document.bytes) ? readSchema(fileReader(document)) : null;
    return schema === null || schema.columns.length === 0 ? null : '';
  },
  describe,
  more: (document) => (isArrow(document.bytes) ? missingPart(document, readSchema) : null),
});

const maxSchemaBytes = 96 * 1024;

/** A file starts with its magic, a stream with a continuation marker. */
function isArrow(bytes: Uint8Array): boolean {
  return beginsWith(bytes, 'ARROW1\u0000\u0000') || beginsWith(bytes, '\u00ff\u00ff\u00ff\u00ff');
}

interface GeoColumn {
  readonly name: string;
  readonly type: string;
  readonly crs: file.FileCrs;
  readonly box: readonly number[];
}

interface GeoSchema {
  readonly columns: readonly GeoColumn[];
  readonly names: readonly string[];
}

function readSchema(reader: FileReader): GeoSchema | null {
  const start = beginsWith(reader.document.bytes, 'ARROW1') ? 8 : 0;
  const prefix = reader.bytes(start, 8);
  if (prefix === null || byteView(prefix).u32(0) !== 0xffff_ffff) return null;
  const length = byteView(prefix).u32(4);
  const bytes = length >= 16 && length <= maxSchemaBytes ? reader.bytes(start + 8, length) : null;
  if (bytes === null) return null;
  // Message: version, type of the header (1 = schema), header (Message.fbs). Schema: byte order, fields, metadata.
  const message = readFlatRoot(bytes);
  const schema = message.u8(1) === 1 ? message.table(2) : null;
  if (schema === null) return null;
  const geo = parseObject(metadataOf(schema, 2).get('geo') ?? '');
  const fields = schema.tables(1);
  const columns = fields.map((one) => readColumn(one, geo)).filter((column) => column !== null);
  return { columns, names: fields.slice(0, 50).map((one) => copyString(one.text(0))) };
}

function metadataOf(table: FlatTable, field: number): ReadonlyMap<string, string> {
  return new Map(table.tables(field).map((pair) => [pair.text(0), pair.text(1)]));
}

/** By its extension type, or by the `geo` metadata in Feather files of GeoPandas. */
function readColumn(field: FlatTable, geo: JsonObject | null): GeoColumn | null {
  const name = copyString(field.text(0));
  const metadata = metadataOf(field, 6);
  const type = metadata.get('ARROW:extension:name') ?? '';
  const listed = geo === null ? null : objectAt(objectAt(geo, 'columns') ?? {}, name);
  if (!/^(?:geoarrow|ogc)\./.test(type) && listed === null) return null;
  const words = parseObject(metadata.get('ARROW:extension:metadata') ?? '') ?? listed ?? {};
  return {
    name,
    type: copyString(type),
    crs: readColumnCrs(words, listed !== null),
    box: arrayAt(listed ?? {}, 'bbox').map(Number),
  };
}

/** PROJJSON, or text as declared by `crs_type`. */
function readColumnCrs(words: JsonObject, isListed: boolean): file.FileCrs {
  if (isObject(words.crs)) return crsOfProjJson(words.crs);
  if (typeof words.crs !== 'string') return isListed && words.crs === undefined ? file.wgs84 : file.noCrs;
  return /^[A-Z]+:\w+$/i.test(words.crs) ? file.crsOfCode(words.crs) : file.crsOfWkt(words.crs);
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const schema = readSchema(fileReader(document));
  const layers = schema?.columns.map((column) => describeColumn(column, schema.names, tally)) ?? [];
  const formats = ['application/vnd.apache.arrow.file'];
  return { extent: layers[0]?.extent ?? null, layers, formats };
}

function describeColumn({ name, type, crs, box }: GeoColumn, names: readonly string[], tally: ProblemTally): Layer {
  const corners = box.length === 6 ? [box[0], box[1], box[3], box[4]] : box;
  const hasBox = corners.length === 4;
  if (!hasBox) tally.add('extent.missing', 'The schema has no extent.', name);
  const extent = hasBox ? file.fileExtent(corners as [number, number, number, number], crs, tally, name) : null;
  return file.fileLayer(name, extent, crs, {
    keywords: [...(type === '' ? [] : [type]), ...names.filter((one) => one !== name)],
  });
}
