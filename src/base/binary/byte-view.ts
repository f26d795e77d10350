// Reads numbers and text from binary files with bounds checks: outside the bytes they are NaN or ''.

export interface ByteView {
  readonly length: number;
  readonly bytes: Uint8Array;
  u8(at: number): number;
  u16(at: number): number;
  i16(at: number): number;
  u32(at: number): number;
  i32(at: number): number;
  /** As a number: exact up to 2^53, more than any file size. */
  u64(at: number): number;
  f32(at: number): number;
  f64(at: number): number;
  /** Text of at most `length` bytes, up to the first NUL. */
  text(at: number, length: number): string;
}

type Getter = (view: DataView, at: number) => number;

export function byteView(bytes: Uint8Array, littleEndian = true): ByteView {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reading = (size: number, get: Getter) => (at: number) =>
    Number.isInteger(at) && at >= 0 && at + size <= view.byteLength ? get(view, at) : Number.NaN;
  return {
    length: bytes.length,
    bytes,
    u8: reading(1, (data, at) => data.getUint8(at)),
    u16: reading(2, (data, at) => data.getUint16(at, littleEndian)),
    i16: reading(2, (data, at) => data.getInt16(at, littleEndian)),
    u32: reading(4, (data, at) => data.getUint32(at, littleEndian)),
    i32: reading(4, (data, at) => data.getInt32(at, littleEndian)),
    u64: reading(8, (data, at) => Number(data.getBigUint64(at, littleEndian))),
    f32: reading(4, (data, at) => data.getFloat32(at, littleEndian)),
    f64: reading(8, (data, at) => data.getFloat64(at, littleEndian)),
    text: (at, length) => textAt(bytes, at, length),
  };
}

/** UTF-8 if valid, else Latin-1: old formats don't declare their encoding. */
export function decodeName(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const utf8 = text.toString('utf8');
  return utf8.includes('\ufffd') ? text.toString('latin1') : utf8;
}

/** Whether the bytes begin with these characters (one byte each). */
export function beginsWith(bytes: Uint8Array, magic: string, at = 0): boolean {
  if (bytes.length < at + magic.length) return false;
  for (let index = 0; index < magic.length; index++) if (bytes[at + index] !== magic.charCodeAt(index)) return false;
  return true;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  if (!(at >= 0) || !(length > 0) || at >= bytes.length) return '';
  const slice = bytes.subarray(at, Math.min(bytes.length, at + length));
  const end = slice.indexOf(0);
  return decodeName(end < 0 ? slice : slice.subarray(0, end));
}
