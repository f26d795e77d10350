// Thrift's compact protocol, as far as the metadata of Parquet needs it.

/** A field: its number and its value. Numbers are i32; bigints are i64. */
export type ThriftValue = number | bigint | string | readonly ThriftValue[] | ThriftStruct;
export interface ThriftStruct {
  readonly fields: readonly (readonly [id: number, value: ThriftValue])[];
}

const types = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;

export function thriftStruct(fields: Readonly<Record<number, ThriftValue | undefined>>): ThriftStruct {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { fields: given.map(([id, value]) => [Number(id), value!] as const) };
}

/** Fields must stand in the order of their numbers. */
export function writeThrift(value: ThriftStruct): Buffer {
  const bytes: number[] = [];
  writeStruct(value, bytes);
  return Buffer.from(bytes);
}

function writeStruct({ fields }: ThriftStruct, bytes: number[]): void {
  let last = 0;
  for (const [id, value] of fields) {
    bytes.push(((id - last) << 4) | typeOf(value));
    writeValue(value, bytes);
    last = id;
  }
  bytes.push(0);
}

function writeValue(value: ThriftValue, bytes: number[]): void {
  if (typeof value === 'number' || typeof value === 'bigint') {
    const big = BigInt(value);
    writeVarint(big >= 0n ? big << 1n : (-big << 1n) - 1n, bytes);
  } else if (typeof value === 'string') {
    const text = Buffer.from(value);
    writeVarint(BigInt(text.length), bytes);
    for (const byte of text) bytes.push(byte);
  } else if ('fields' in value) writeStruct(value, bytes);
  else {
    const type = value.length === 0 ? types.struct : typeOf(value[0]!);
    if (value.length < 15) bytes.push((value.length << 4) | type);
    else {
      bytes.push(0xf0 | type);
      writeVarint(BigInt(value.length), bytes);
    }
    for (const one of value) writeValue(one, bytes);
  }
}

function typeOf(value: ThriftValue): number {
  if (typeof value === 'number') return types.i32;
  if (typeof value === 'bigint') return types.i64;
  if (typeof value === 'string') return types.binary;
  return 'fields' in value ? types.struct : types.list;
}

function writeVarint(value: bigint, bytes: number[]): void {
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
}
