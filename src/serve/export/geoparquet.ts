// The catalog as GeoParquet 1.1: one row per record, plain pages, a few thousand rows at a time in memory.
import { type FileHandle, open } from 'node:fs/promises';
import type { Resource } from '../../model/resource.ts';
import { multiPolygonWkb, openUnion } from '../formats/outline.ts';
import { recordColumns, recordValues } from '../formats/record-table.ts';
import { type ThriftStruct, type ThriftValue, thriftStruct, writeThrift } from './thrift-writer.ts';

/** Numbers of parquet.thrift. */
const [boolean, int32, int64, byteArray] = [0, 1, 2, 6];
const [plain, rle] = [0, 3];
const [utf8, timestampMillis] = [0, 9];
const optional = 1;

interface Column {
  readonly name: string;
  readonly type: number;
  readonly converted: number | undefined;
  /** The bytes of a value that is there. */
  write(value: string | number | Buffer): Buffer;
}

const rowsPerGroup = 5000;

/** Writes a new file; one that is there is replaced. */
export async function writeGeoParquet(records: AsyncIterable<Resource>, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    const output = openOutput(file);
    await output.write(Buffer.from('PAR1'));
    const groups: ThriftStruct[] = [];
    const union = openUnion();
    let rows: (string | number | Buffer | null)[][] = [];
    let total = 0;
    const flush = async () => {
      if (rows.length > 0) groups.push(await writeGroup(rows, output));
      rows = [];
    };
    for await (const record of records) {
      union.add(record.extent);
      rows.push([record.extent && multiPolygonWkb(record.extent), ...recordValues(record)]);
      total++;
      if (rows.length >= rowsPerGroup) await flush();
    }
    await flush();
    const footer = writeThrift(fileMetadata(groups, total, union.get()));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    await output.write(Buffer.concat([footer, length, Buffer.from('PAR1')]));
  } finally {
    await file.close();
  }
}

interface Output {
  write(bytes: Buffer): Promise<void>;
  position(): number;
}

function openOutput(file: FileHandle): Output {
  let at = 0;
  return {
    write: async (bytes) => {
      await file.writeFile(bytes);
      at += bytes.length;
    },
    position: () => at,
  };
}

const columns: readonly Column[] = [
  { name: 'geometry', type: byteArray, converted: undefined, write: (value) => withLength(value as Buffer) },
  ...Object.entries(recordColumns).map(([name, type]): Column => {
    if (type === 'INTEGER')
      return { name, type: int32, converted: undefined, write: (value) => integer(Number(value)) };
    if (type === 'BOOLEAN')
      return { name, type: boolean, converted: undefined, write: (value) => Buffer.from([Number(value)]) };
    if (type === 'DATETIME')
      return { name, type: int64, converted: timestampMillis, write: (value) => long(Date.parse(String(value))) };
    return { name, type: byteArray, converted: utf8, write: (value) => withLength(Buffer.from(String(value))) };
  }),
];

async function writeGroup(
  rows: readonly (readonly (string | number | Buffer | null)[])[],
  output: Output,
): Promise<ThriftStruct> {
  const chunks: ThriftStruct[] = [];
  let groupBytes = 0;
  for (const [index, column] of columns.entries()) {
    const start = output.position();
    const data = pageOf(
      rows.map((row) => row[index] ?? null),
      column,
    );
    const header = writeThrift(
      thriftStruct({
        1: 0,
        2: data.length,
        3: data.length,
        5: thriftStruct({ 1: rows.length, 2: plain!, 3: rle!, 4: rle! }),
      }),
    );
    await output.write(Buffer.concat([header, data]));
    const bytes = BigInt(header.length + data.length);
    groupBytes += Number(bytes);
    const metadata = thriftStruct({
      1: column.type,
      2: [plain!, rle!],
      3: [column.name],
      4: 0,
      5: BigInt(rows.length),
      6: bytes,
      7: bytes,
      9: BigInt(start),
    });
    chunks.push(thriftStruct({ 2: BigInt(start), 3: metadata }));
  }
  return thriftStruct({ 1: chunks, 2: BigInt(groupBytes), 3: BigInt(rows.length) });
}

/** Which values are there, bit by bit, then those that are. */
function pageOf(values: readonly (string | number | Buffer | null)[], column: Column): Buffer {
  const bits = Buffer.alloc(Math.ceil(values.length / 8));
  for (const [index, value] of values.entries()) if (value !== null) bits[index >> 3]! |= 1 << (index & 7);
  // One bit-packed run: the number of groups of eight, doubled, plus one.
  const run = varint((bits.length << 1) | 1);
  const levels = Buffer.concat([integer(run.length + bits.length), run, bits]);
  const there = values.filter((value) => value !== null);
  if (column.type === boolean) return Buffer.concat([levels, packed(there.map(Boolean))]);
  return Buffer.concat([levels, ...there.map((value) => column.write(value))]);
}

/** Truth takes one bit each. */
function packed(values: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(values.length / 8));
  for (const [index, value] of values.entries()) if (value) bytes[index >> 3]! |= 1 << (index & 7);
  return bytes;
}

function fileMetadata(groups: readonly ThriftStruct[], rows: number, bbox: readonly number[] | null): ThriftStruct {
  const elements = columns.map(({ name, type, converted }) =>
    thriftStruct({ 1: type, 3: optional, 4: name, 6: converted as ThriftValue | undefined }),
  );
  const geometry = { encoding: 'WKB', geometry_types: ['MultiPolygon'], ...(bbox === null ? {} : { bbox }) };
  const geo = JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry } });
  return thriftStruct({
    1: 1,
    2: [thriftStruct({ 4: 'schema', 5: columns.length }), ...elements],
    3: BigInt(rows),
    4: groups,
    5: [thriftStruct({ 1: 'geo', 2: geo })],
    6: 'geotrawl',
  });
}

function withLength(bytes: Buffer): Buffer {
  return Buffer.concat([integer(bytes.length), bytes]);
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}
