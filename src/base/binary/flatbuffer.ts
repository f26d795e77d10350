// Tables of a FlatBuffers message, read by field number without generated code.
import { type ByteView, byteView, decodeName } from './byte-view.ts';

export interface FlatTable {
  /** Position of a field's value; null if the table has none. */
  at(field: number): number | null;
  u8(field: number): number | null;
  i16(field: number): number | null;
  i32(field: number): number | null;
  u64(field: number): number | null;
  text(field: number): string;
  table(field: number): FlatTable | null;
  tables(field: number): readonly FlatTable[];
  doubles(field: number): readonly number[];
}

/**
 * Remaining budget of one message. Vectors may share their members, so a hostile file of a kilobyte could hold billions
 * of them: the total is limited, not each vector.
 */
interface Allowance {
  members: number;
  textBytes: number;
}

/** The root table of a message that starts at `start`. */
export function readFlatRoot(bytes: Uint8Array, start = 0): FlatTable {
  const view = byteView(bytes);
  return tableAt(view, start + view.u32(start), { members: 100_000, textBytes: 4_000_000 });
}

/** A table starts with the offset back to its vtable: two lengths, then the offsets of the fields ("FlatBuffers internals"). */
function tableAt(view: ByteView, table: number, left: Allowance): FlatTable {
  const vtable = table - view.i32(table);
  const at = (field: number): number | null => {
    const slot = 4 + field * 2;
    if (!(slot < view.u16(vtable))) return null;
    const offset = view.u16(vtable + slot);
    return offset > 0 ? table + offset : null;
  };
  const number = (get: (position: number) => number) => (field: number) => {
    const position = at(field);
    const value = position === null ? Number.NaN : get(position);
    return Number.isNaN(value) ? null : value;
  };
  const target = (field: number): number | null => {
    const position = at(field);
    return position === null ? null : position + view.u32(position);
  };
  const members = (field: number, size: number): number[] => {
    const vector = target(field);
    const claimed = vector === null ? 0 : view.u32(vector);
    const first = (vector ?? 0) + 4;
    const room = Math.floor((view.bytes.length - first) / size);
    // NaN if the vector is outside the bytes.
    const count = claimed > 0 ? Math.max(0, Math.min(claimed, room, left.members)) : 0;
    left.members -= count;
    return Array.from({ length: count }, (_, index) => first + index * size);
  };
  return {
    at,
    u8: number(view.u8),
    i16: number(view.i16),
    i32: number(view.i32),
    u64: number(view.u64),
    text: (field) => textAt(view, target(field), left),
    table: (field) => {
      const position = target(field);
      return position === null ? null : tableAt(view, position, left);
    },
    tables: (field) => members(field, 4).map((position) => tableAt(view, position + view.u32(position), left)),
    doubles: (field) => members(field, 8).map(view.f64),
  };
}

function textAt(view: ByteView, position: number | null, left: Allowance): string {
  const length = position === null ? Number.NaN : view.u32(position);
  if (position === null || !(length > 0)) return '';
  const bytes = view.bytes.subarray(position + 4, position + 4 + Math.min(length, left.textBytes));
  left.textBytes -= bytes.length;
  return decodeName(bytes);
}
