// The header of a classic netCDF file (CDF-1, CDF-2, CDF-5), which has everything but the data.
import { type ByteView, byteView } from '../../../base/binary/byte-view.ts';
import { copyString } from '../../../base/text/copy-string.ts';

export interface NetcdfVariable {
  readonly name: string;
  /** Dimensions by number. */
  readonly dimensions: readonly number[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly type: number;
  /** Offset of its values. */
  readonly begin: number;
}

export interface NetcdfHeader {
  readonly version: 1 | 2 | 5;
  readonly dimensions: readonly { readonly name: string; readonly length: number }[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly variables: readonly NetcdfVariable[];
  /** False if the bytes end before the header does. */
  readonly isWhole: boolean;
}

/** Bytes of one value by netCDF type: byte, char, short, int, float, double, and CDF-5's six more. */
const typeBytes = [0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8];
const maxMembers = 10_000;
const maxTextBytes = 64 * 1024;

export function netcdfVersion(bytes: Uint8Array): 1 | 2 | 5 | null {
  const isCdf = bytes[0] === 0x43 && bytes[1] === 0x44 && bytes[2] === 0x46;
  const version = bytes[3];
  return isCdf && (version === 1 || version === 2 || version === 5) ? version : null;
}

/** Reads the header sequentially; NaN after the end of the bytes. */
class Cursor {
  at = 4;
  readonly view: ByteView;
  readonly version: number;

  constructor(view: ByteView, version: number) {
    this.view = view;
    this.version = version;
  }

  /** A count: four bytes, eight in CDF-5. */
  count(): number {
    const isLong = this.version === 5;
    const value = isLong ? this.view.u64(this.at) : this.view.u32(this.at);
    this.at += isLong ? 8 : 4;
    return value;
  }

  int(): number {
    this.at += 4;
    return this.view.u32(this.at - 4);
  }

  offset(): number {
    const isLong = this.version !== 1;
    this.at += isLong ? 8 : 4;
    return isLong ? this.view.u64(this.at - 8) : this.view.u32(this.at - 4);
  }

  name(): string {
    const length = this.count();
    const text = this.view.text(this.at, Math.min(length, maxTextBytes));
    this.skip(length);
    return copyString(text);
  }

  /** Everything is padded to four bytes. */
  skip(length: number): void {
    this.at += Math.ceil(length / 4) * 4;
  }
}

/** Grammar of the "NetCDF Classic Format Specification". Null if the bytes don't match. */
export function readNetcdfHeader(bytes: Uint8Array): NetcdfHeader | null {
  const version = netcdfVersion(bytes);
  if (version === null) return null;
  const cursor = new Cursor(byteView(bytes, false), version);
  cursor.count();
  const dimensions = readList(cursor, () => ({ name: cursor.name(), length: cursor.count() }));
  const attributes = new Map(readList(cursor, () => readAttribute(cursor)));
  const variables = readList(cursor, () => readVariable(cursor));
  return { version, dimensions, attributes, variables, isWhole: cursor.at <= bytes.length };
}

function readList<Member>(cursor: Cursor, read: () => Member): readonly Member[] {
  cursor.int();
  const count = cursor.count();
  const members: Member[] = [];
  while (members.length < Math.min(count, maxMembers) && cursor.at < cursor.view.length) members.push(read());
  return members;
}

function readAttribute(cursor: Cursor): [name: string, value: string] {
  const name = cursor.name();
  const type = cursor.int();
  const count = cursor.count();
  const { view, at } = cursor;
  cursor.skip(count * (typeBytes[type] ?? Number.NaN));
  if (type === 2) return [name, copyString(view.text(at, Math.min(count, maxTextBytes)).trim())];
  const values = Array.from({ length: count > 0 ? Math.min(count, 16) : 0 }, (_, index) =>
    readNumber(view, type, at + index * (typeBytes[type] ?? 0)),
  );
  return [name, values.join(' ')];
}

function readVariable(cursor: Cursor): NetcdfVariable {
  const name = cursor.name();
  const rank = cursor.count();
  const dimensions = Array.from({ length: rank > 0 ? Math.min(rank, 1024) : 0 }, () => cursor.count());
  const attributes = new Map(readList(cursor, () => readAttribute(cursor)));
  const type = cursor.int();
  cursor.count();
  return { name, dimensions, attributes, type, begin: cursor.offset() };
}

/** How values are read, by netCDF type. */
const readers = [null, 'u8', null, 'i16', 'i32', 'f32', 'f64', 'u8', 'u16', 'u32', null, 'u64'] as const;

export function readNumber(view: ByteView, type: number, at: number): number {
  const reader = readers[type] ?? null;
  return reader === null ? Number.NaN : view[reader](at);
}

export function sizeOfType(type: number): number {
  return typeBytes[type] ?? 0;
}
