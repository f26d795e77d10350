// Tables of a FlatBuffers message, read by field number without generated code.
import { type ByteView, byteView, decodeName } from './byte-view.ts';

export interface FlatTable {
  /** Position of a field's value; null where the table has none. */
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

/** Members of one vector. */
const maxMembers = 10_000;

/** The root table of a message that begins at `start`. */
export function readFlatRoot(bytes: Uint8Array, start = 0): FlatTable {
  const view = byteView(bytes);
  return tableAt(view, start + view.u32(start));
}

/** A table begins with the way back to its vtable: two lengths, then the fields' offsets ("FlatBuffers internals"). */
function tableAt(view: ByteView, table: number): FlatTable {
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
  const members = (field: number): { first: number; count: number } => {
    const vector = target(field);
    const count = vector === null ? 0 : view.u32(vector);
    return { first: (vector ?? 0) + 4, count: count > 0 ? Math.min(count, maxMembers) : 0 };
  };
  return {
    at,
    u8: number(view.u8),
    i16: number(view.i16),
    i32: number(view.i32),
    u64: number(view.u64),
    text: (field) => textAt(view, target(field)),
    table: (field) => {
      const position = target(field);
      return position === null ? null : tableAt(view, position);
    },
    tables: (field) => {
      const { first, count } = members(field);
      return positions(first, count, 4).map((position) => tableAt(view, position + view.u32(position)));
    },
    doubles: (field) => {
      const { first, count } = members(field);
      return positions(first, count, 8).map(view.f64);
    },
  };
}

function positions(first: number, count: number, step: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index * step);
}

function textAt(view: ByteView, position: number | null): string {
  const length = position === null ? Number.NaN : view.u32(position);
  return position === null || !(length > 0) ? '' : decodeName(view.bytes.subarray(position + 4, position + 4 + length));
}
