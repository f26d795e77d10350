// A minimal writer of FlatBuffers messages for file headers.

export type FlatValue =
  | { readonly u8: number }
  | { readonly i16: number }
  | { readonly i64: number }
  | { readonly text: string }
  | { readonly table: FlatFields }
  | { readonly tables: readonly FlatFields[] };

/** Values by field number. */
export type FlatFields = Readonly<Record<number, FlatValue>>;

/** Tables are written one after another, followed by what they refer to. */
export function makeFlatbuffer(root: FlatFields): Buffer {
  const bytes = Buffer.alloc(64 * 1024);
  let end = 8;
  const reserve = (length: number): number => {
    const at = Math.ceil(end / 8) * 8;
    end = at + length;
    return at;
  };
  const writeValue = (value: FlatValue, at: number): void => {
    if ('u8' in value) bytes.writeUInt8(value.u8, at);
    else if ('i16' in value) bytes.writeInt16LE(value.i16, at);
    else if ('i64' in value) bytes.writeBigInt64LE(BigInt(value.i64), at);
    else bytes.writeUInt32LE(writeTarget(value) - at, at);
  };
  const writeTarget = (value: Exclude<FlatValue, { u8: number } | { i16: number } | { i64: number }>): number => {
    if ('table' in value) return writeTable(value.table);
    if ('text' in value) {
      const text = Buffer.from(value.text);
      const at = reserve(4 + text.length + 1);
      bytes.writeUInt32LE(text.length, at);
      text.copy(bytes, at + 4);
      return at;
    }
    const at = reserve(4 + value.tables.length * 4);
    bytes.writeUInt32LE(value.tables.length, at);
    for (const [index, table] of value.tables.entries()) {
      const slot = at + 4 + index * 4;
      bytes.writeUInt32LE(writeTable(table) - slot, slot);
    }
    return at;
  };
  const writeTable = (fields: FlatFields): number => {
    const numbers = Object.keys(fields).map(Number);
    const count = Math.max(0, ...numbers) + 1;
    const vtable = reserve(4 + count * 2);
    const table = reserve(8 + count * 8);
    bytes.writeUInt16LE(4 + count * 2, vtable);
    bytes.writeUInt16LE(8 + count * 8, vtable + 2);
    bytes.writeInt32LE(table - vtable, table);
    for (const number of numbers) {
      bytes.writeUInt16LE(8 + number * 8, vtable + 4 + number * 2);
      writeValue(fields[number]!, table + 8 + number * 8);
    }
    return table;
  };
  bytes.writeUInt32LE(writeTable(root), 0);
  return bytes.subarray(0, Math.ceil(end / 8) * 8);
}
