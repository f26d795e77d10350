// GeoParquet: Parquet files whose footer declares a geometry column.
import { type FileMetaData, parquetMetadata } from 'hyparquet';
import { beginsWith, byteView } from '../../../base/binary/byte-view.ts';
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import {
  arrayAt,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  parseObject,
  stringAt,
} from '../../../base/json/json.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { crsOfCode, type FileCrs, noCrs, wgs84 } from '../file-kind.ts';

export const geoparquet = file.fileKind({
  id: 'geoparquet',
  title: 'GeoParquet',
  specification: 'OGC 24-013 (GeoParquet 1.1)',
  tier: 2,
  forms: ['binary', 'text'],
  dataset: 'geometry column',
  suspect: { '.geoparquet': 0.95, '.parquet': 0.6, '.gpq': 0.6 },
  firstBytes: 4096,
  version: (document) => {
    const footer = isParquet(document.bytes) ? readFooter(fileReader(document)) : null;
    return footer?.geo == null ? null : stringAt(footer.geo, 'version');
  },
  describe,
  more: (document) => (isParquet(document.bytes) ? missingPart(document, readFooter) : null),
});

function isParquet(bytes: Uint8Array): boolean {
  return beginsWith(bytes, 'PAR1');
}

interface Footer {
  /** The file's `geo` metadata; null if missing. */
  readonly geo: JsonObject | null;
  /** Null if only the end of a large footer was read. */
  readonly metadata: FileMetaData | null;
}

/** Footers up to this size are read completely. */
const maxFooterBytes = 120 * 1024;
/** Of larger ones the end: key-value metadata comes last (parquet.thrift, FileMetaData field 5). */
const tailBytes = 64 * 1024;

function readFooter(reader: FileReader): Footer | null {
  if (reader.size === null || reader.size < 12) return null;
  const tail = reader.bytes(reader.size - Math.min(reader.size, tailBytes), Math.min(reader.size, tailBytes));
  if (tail === null || !beginsWith(tail, 'PAR1', tail.length - 4)) return null;
  const length = byteView(tail).u32(tail.length - 8) + 8;
  if (length <= maxFooterBytes) {
    const bytes = reader.bytes(reader.size - length, length);
    const metadata = bytes === null ? null : parseFooter(bytes);
    if (metadata !== null) return { geo: geoOf(metadata), metadata };
  }
  return { geo: findGeo(tail), metadata: null };
}

/** The parser throws various errors on damaged footers. */
function parseFooter(bytes: Uint8Array): FileMetaData | null {
  try {
    const copy = new Uint8Array(bytes).buffer;
    return parquetMetadata(copy);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

function geoOf({ key_value_metadata: pairs }: FileMetaData): JsonObject | null {
  const text = pairs?.find(({ key }) => key === 'geo')?.value;
  const geo = typeof text === 'string' ? parseObject(text) : null;
  return geo !== null && isObject(geo.columns) ? geo : null;
}

/** The pair in Thrift's compact protocol: field 1 "geo", field 2 a length-prefixed text. */
function findGeo(tail: Uint8Array): JsonObject | null {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.length);
  const at = bytes.lastIndexOf('\u0018\u0003geo\u0018', undefined, 'latin1');
  if (at < 0) return null;
  let length = 0;
  let start = at + 6;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = bytes[start++] ?? 0;
    length += (byte & 127) << shift;
    if (byte < 128) break;
  }
  const geo = parseObject(bytes.toString('utf8', start, start + length));
  return geo !== null && isObject(geo.columns) ? geo : null;
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const footer = readFooter(fileReader(document));
  if (footer?.geo == null) return {};
  if (footer.metadata === null) tally.add('file.partly-read', 'Only the end of the footer was read.');
  const columns = Object.entries(objectAt(footer.geo, 'columns') ?? {}).slice(0, 100);
  const layers = columns.flatMap(([name, column]) =>
    isObject(column) ? [describeColumn(name, column, footer, tally)] : [],
  );
  const primary = layers.find(({ name }) => name === stringAt(footer.geo!, 'primary_column')) ?? layers[0];
  return { extent: primary?.extent ?? null, layers, formats: ['application/vnd.apache.parquet'] };
}

function describeColumn(name: string, column: JsonObject, { metadata }: Footer, tally: ProblemTally): Layer {
  // Without a crs it is OGC:CRS84, with null it is unknown (24-013, 7.4).
  const crs = column.crs === undefined ? file.wgs84 : isObject(column.crs) ? crsOfProjJson(column.crs) : file.noCrs;
  const numbers = arrayAt(column, 'bbox').map(Number);
  const box = numbers.length === 6 ? [numbers[0], numbers[1], numbers[3], numbers[4]] : numbers;
  const extent = box.length === 4 ? file.fileExtent(box as [number, number, number, number], crs, tally, name) : null;
  if (box.length !== 4) tally.add('extent.missing', 'The column has no extent.', name);
  const names = metadata?.schema.slice(1, 51).map((element) => copyString(element.name)) ?? [];
  const types = arrayAt(column, 'geometry_types').map(String);
  const count = metadata === null ? {} : { featureCount: Number(metadata.num_rows) };
  return file.fileLayer(copyString(name), extent, crs, {
    keywords: [...types.map(copyString), ...names.filter((one) => one !== name)],
    ...count,
  });
}

/** By identifier; compound and bound systems by that of their base. */
export function crsOfProjJson(crs: JsonObject): FileCrs {
  const name = stringAt(crs, 'name');
  const id = objectAt(crs, 'id') ?? (Array.isArray(crs.ids) && isObject(crs.ids[0]) ? crs.ids[0] : null);
  if (id === null) {
    const inner =
      objectAt(crs, 'source_crs') ??
      (Array.isArray(crs.components) && isObject(crs.components[0]) ? crs.components[0] : null);
    return inner === null
      ? { ...noCrs, label: name || null }
      : crsOfProjJson({ ...inner, source_crs: null, components: null });
  }
  const authority = stringAt(id, 'authority').toUpperCase();
  if (authority === 'OGC' && stringAt(id, 'code') === 'CRS84') return wgs84;
  const code = numberAt(id, 'code');
  return code === null ? { ...noCrs, label: name || null } : crsOfCode(`${authority}:${code}`);
}
