// Reads tables of a SQLite database file page by page, without an engine: only the pages on the path are read.
import { byteView, decodeName } from './byte-view.ts';
import type { FileReader } from './file-reader.ts';

export type SqliteValue = null | number | string | Uint8Array;

export interface SqliteFile {
  readonly pageSize: number;
  /** Usable bytes per page. */
  readonly usable: number;
  readonly applicationId: number;
  readonly userVersion: number;
  /** Tables, views and virtual tables by lower-case name. */
  readonly schema: ReadonlyMap<string, SqliteTable>;
  readonly isSchemaWhole: boolean;
}

export interface SqliteTable {
  readonly name: string;
  readonly rootPage: number;
  readonly sql: string;
}

const magic = 'SQLite format 3\u0000';
const maxDepth = 20;
const maxPages = 2000;
const maxRows = 20_000;
const maxPayload = 256 * 1024;

export function isSqlite(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1') === magic;
}

/** Null if the bytes aren't a SQLite database. Source: SQLite's "Database File Format". */
export function readSqlite(reader: FileReader): SqliteFile | null {
  const bytes = reader.upTo(0, 100);
  if (bytes === null || bytes.length < 100 || !isSqlite(bytes)) return null;
  const view = byteView(bytes, false);
  const pageSize = view.u16(16) === 1 ? 65_536 : view.u16(16);
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return null;
  const head = { pageSize, usable: pageSize - view.u8(20), applicationId: view.u32(68), userVersion: view.u32(60) };
  const { rows, isWhole } = readTable(reader, head, 1);
  const schema = new Map<string, SqliteTable>();
  for (const [, name, , rootPage, sql] of rows) {
    if (typeof name !== 'string') continue;
    const table = { name, rootPage: Number(rootPage ?? 0), sql: typeof sql === 'string' ? sql : '' };
    if (!schema.has(name.toLowerCase())) schema.set(name.toLowerCase(), table);
  }
  return { ...head, schema, isSchemaWhole: isWhole };
}

export interface SqliteRows {
  readonly rows: readonly (readonly SqliteValue[])[];
  /** False if pages were missing; the rows of the others are still returned. */
  readonly isWhole: boolean;
}

type PageShape = Pick<SqliteFile, 'pageSize' | 'usable'>;

/** Rows of the table b-tree with this root page, in order. An INTEGER PRIMARY KEY is null: it is stored as the row id. */
export function readTable(reader: FileReader, shape: PageShape, rootPage: number): SqliteRows {
  const rows: SqliteValue[][] = [];
  let pages = 0;
  let isWhole = true;
  const visit = (page: number, depth: number): void => {
    if (depth > maxDepth || ++pages > maxPages || rows.length >= maxRows) {
      isWhole = false;
      return;
    }
    const bytes = page >= 1 ? reader.bytes((page - 1) * shape.pageSize, shape.pageSize) : null;
    if (bytes === null) {
      isWhole = false;
      return;
    }
    const start = page === 1 ? 100 : 0;
    const view = byteView(bytes, false);
    const type = view.u8(start);
    const cells = Math.min(view.u16(start + 3), bytes.length / 2);
    if (type === 5) {
      for (let cell = 0; cell < cells; cell++) visit(view.u32(view.u16(start + 12 + cell * 2)), depth + 1);
      visit(view.u32(start + 8), depth + 1);
    } else if (type === 13) {
      for (let cell = 0; cell < cells; cell++) {
        const payload = readPayload(reader, shape, bytes, view.u16(start + 8 + cell * 2));
        if (payload !== null) rows.push(readRecord(payload));
        else isWhole = false;
      }
    } else isWhole = false;
  };
  visit(rootPage, 0);
  return { rows, isWhole };
}

/** A cell's record including overflow pages; null if a part of it wasn't fetched. */
function readPayload(
  reader: FileReader,
  { pageSize, usable }: PageShape,
  page: Uint8Array,
  at: number,
): Uint8Array | null {
  const [length, afterLength] = readVarint(page, at);
  const [, start] = readVarint(page, afterLength);
  if (!(length <= maxPayload)) return null;
  const most = usable - 35;
  if (length <= most) return page.subarray(start, start + length);
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const spill = least + ((length - least) % (usable - 4));
  const local = spill <= most ? spill : least;
  const pieces = [page.subarray(start, start + local)];
  let have = local;
  let next = byteView(page, false).u32(start + local);
  while (have < length && next > 0) {
    const bytes = reader.bytes((next - 1) * pageSize, pageSize);
    if (bytes === null) return null;
    pieces.push(bytes.subarray(4, Math.min(usable, 4 + length - have)));
    have += usable - 4;
    next = byteView(bytes, false).u32(0);
  }
  return Buffer.concat(pieces);
}

/** "Record Format" of the file format: a header of types, then the values. */
function readRecord(bytes: Uint8Array): SqliteValue[] {
  const [headerLength, first] = readVarint(bytes, 0);
  const values: SqliteValue[] = [];
  let at = first;
  let valueAt = headerLength;
  while (at < headerLength && at < bytes.length && values.length < 2000) {
    const [type, next] = readVarint(bytes, at);
    at = next;
    const size = valueBytes(type);
    values.push(readValue(bytes.subarray(valueAt, valueAt + size), type));
    valueAt += size;
  }
  return values;
}

function valueBytes(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] ?? 0;
}

function readValue(bytes: Uint8Array, type: number): SqliteValue {
  if (type === 0 || bytes.length < valueBytes(type)) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return byteView(bytes, false).f64(0);
  if (type >= 12) return type % 2 === 0 ? bytes : decodeName(bytes);
  let value = bytes[0]! >= 128 ? -1 : 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

function readVarint(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0;
  for (let at = start; at < start + 8; at++) {
    const byte = bytes[at];
    if (byte === undefined) return [Number.NaN, at];
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at + 1];
  }
  return [value * 256 + (bytes[start + 8] ?? 0), start + 9];
}
