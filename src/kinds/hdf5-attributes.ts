// Attributes of an HDF5 file by name, found in the bytes that were read; no tree of objects is walked.
import { byteView } from '../base/binary/byte-view.ts';

/** "\x89HDF\r\n\x1a\n" at the beginning, or behind a user block of 512 bytes or more (HDF5 File Format 3.0, II.A). */
export function isHdf5(bytes: Uint8Array): boolean {
  return [0, 512, 1024, 2048, 4096].some(
    (at) =>
      bytes[at] === 0x89 &&
      byteView(bytes, false).u32(at + 1) === 0x4844_460d &&
      byteView(bytes, false).u32(at + 4) === 0x0d0a_1a0a,
  );
}

const maxTextBytes = 16 * 1024;

/**
 * The first attribute of this name with a number or a text of fixed length. Attribute messages look the same in object
 * headers and in heaps (IV.A.2.m): lengths, the name, its type, its shape, its value.
 */
export function readHdf5Attribute(bytes: Uint8Array, name: string): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const needle = `${name}\u0000`;
  for (let at = buffer.indexOf(needle, 0, 'latin1'); at >= 0; at = buffer.indexOf(needle, at + 1, 'latin1')) {
    const value = readMessage(bytes, at, name.length + 1);
    if (value !== null) return value;
  }
  return null;
}

function readMessage(bytes: Uint8Array, nameAt: number, nameLength: number): string | null {
  const view = byteView(bytes);
  // Version 3 has one byte more, for the encoding of the name, and no padding; version 1 pads to eight bytes.
  const isNew = view.u8(nameAt - 9) === 3 && view.u16(nameAt - 7) === nameLength;
  const isOld = view.u8(nameAt - 8) === 1 && view.u16(nameAt - 6) === nameLength;
  if (!isNew && !isOld) return null;
  const lengthsAt = isNew ? nameAt - 7 : nameAt - 6;
  const padded = (length: number) => (isNew ? length : Math.ceil(length / 8) * 8);
  const typeAt = nameAt + padded(nameLength);
  const valueAt = typeAt + padded(view.u16(lengthsAt + 2)) + padded(view.u16(lengthsAt + 4));
  const typeClass = view.u8(typeAt) & 15;
  const size = view.u32(typeAt + 4);
  if (typeClass === 3) return view.text(valueAt, Math.min(size, maxTextBytes)).trim();
  if (typeClass === 1 && size === 8) return numberText(view.f64(valueAt));
  if (typeClass === 1 && size === 4) return numberText(view.f32(valueAt));
  return typeClass === 0 && size === 4 ? numberText(view.i32(valueAt)) : null;
}

function numberText(value: number): string | null {
  return Number.isFinite(value) ? String(value) : null;
}

/** Whether one of the names stands in the bytes, whole and ended as names in HDF5 are. */
export function hasHdf5Name(bytes: Uint8Array, names: readonly string[]): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return names.some((name) => {
    const needle = `${name}\u0000`;
    for (let at = buffer.indexOf(needle, 0, 'latin1'); at >= 0; at = buffer.indexOf(needle, at + 1, 'latin1')) {
      if (!/\w/.test(String.fromCharCode(buffer[at - 1] ?? 0))) return true;
    }
    return false;
  });
}
