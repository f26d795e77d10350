// Writers of large formats: the parts that describe a file, with gigabytes of data between them.
import { gzipSync } from 'node:zlib';
import { makeFlatbuffer } from './make-flatbuffer.ts';
import type { SparseFile } from './sparse-server.ts';

/** BigTIFF whose only directory follows `dataBytes` of pixels, in UTM zone 32 north. */
export function makeBigTiff(dataBytes: number): SparseFile {
  const header = Buffer.alloc(16);
  header.write('II');
  header.writeUInt16LE(43, 2);
  header.writeUInt16LE(8, 4);
  const at = 16 + dataBytes;
  header.writeBigUInt64LE(BigInt(at), 8);
  const doubles = (values: readonly number[]) => Buffer.from(new Float64Array(values).buffer);
  const shorts = (values: readonly number[]) => Buffer.from(new Uint16Array(values).buffer);
  const keys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 25_832];
  const tags: readonly (readonly [tag: number, type: number, count: number, value: Buffer])[] = [
    [256, 3, 1, shorts([40_000])],
    [257, 3, 1, shorts([20_000])],
    [33_550, 12, 3, doubles([1, 1, 0])],
    [33_922, 12, 6, doubles([0, 0, 0, 600_000, 5_320_000, 0])],
    [34_735, 3, 16, shorts(keys)],
  ];
  const directory = Buffer.alloc(8 + tags.length * 20 + 8);
  directory.writeBigUInt64LE(BigInt(tags.length), 0);
  const values: Buffer[] = [];
  let valueAt = at + directory.length;
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const entry = 8 + index * 20;
    directory.writeUInt16LE(tag, entry);
    directory.writeUInt16LE(type, entry + 2);
    directory.writeBigUInt64LE(BigInt(count), entry + 4);
    if (value.length <= 8) value.copy(directory, entry + 12);
    else {
      directory.writeBigUInt64LE(BigInt(valueAt), entry + 12);
      values.push(value);
      valueAt += value.length;
    }
  }
  return {
    size: valueAt,
    pieces: [
      [0, header],
      [at, Buffer.concat([directory, ...values])],
    ],
  };
}

/** GeoParquet 1.1 without row groups. `padding` lengthens the footer before its key-value pairs. */
export function makeGeoparquet(dataBytes: number, padding = 0): SparseFile {
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: ['Polygon'], bbox: [5.5, 47, 15, 55] } },
  };
  const varint = (value: number): Buffer =>
    Buffer.from(value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]);
  const text = (value: string) => Buffer.concat([varint(Buffer.byteLength(value)), Buffer.from(value)]);
  // Thrift's compact protocol: a byte of field step and type (5 = i32, 6 = i64, 8 = binary, 9 = list, 12 = struct), 0 ends.
  const element = (name: string, rest: readonly number[]) => Buffer.concat([Buffer.from(rest), text(name)]);
  const schema = Buffer.concat([
    element('schema', [0x48]),
    Buffer.from([0x15, 4, 0]),
    element('id', [0x15, 4, 0x25, 2, 0x18]),
    Buffer.from([0]),
    element('geometry', [0x15, 12, 0x25, 2, 0x18]),
    Buffer.from([0]),
  ]);
  const pair = (key: string, value: string) =>
    Buffer.concat([Buffer.from([0x18]), text(key), Buffer.from([0x18]), text(value), Buffer.from([0])]);
  const footer = Buffer.concat([
    Buffer.from([0x15, 4, 0x19, 0x3c]),
    schema,
    Buffer.from([0x16, 84, 0x19, 0x0c, 0x19, 0x2c]),
    pair('padding', 'x'.repeat(padding)),
    pair('geo', JSON.stringify(geo)),
    Buffer.from([0]),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const end = Buffer.concat([footer, length, Buffer.from('PAR1')]);
  return {
    size: 4 + dataBytes + end.length,
    pieces: [
      [0, Buffer.from('PAR1')],
      [4 + dataBytes, end],
    ],
  };
}

export function makeGeoarrow(dataBytes: number): SparseFile {
  const metadata = {
    crs: { type: 'ProjectedCRS', name: 'ETRS89 / UTM zone 32N', id: { authority: 'EPSG', code: 25_832 } },
  };
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, value]) => ({ 0: { text: key }, 1: { text: value } }));
  const column = {
    0: { text: 'geometry' },
    6: {
      tables: pairs({ 'ARROW:extension:name': 'geoarrow.wkb', 'ARROW:extension:metadata': JSON.stringify(metadata) }),
    },
  };
  const geo = {
    version: '1.0.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', bbox: [600_000, 5_300_000, 620_000, 5_320_000], crs: metadata.crs } },
  };
  const schema = {
    1: { tables: [{ 0: { text: 'name' } }, column] },
    2: { tables: pairs({ geo: JSON.stringify(geo) }) },
  };
  const message = makeFlatbuffer({ 0: { i16: 4 }, 1: { u8: 1 }, 2: { table: schema }, 3: { i64: 0 } });
  const prefix = Buffer.alloc(16);
  prefix.write('ARROW1');
  prefix.writeUInt32LE(0xffff_ffff, 8);
  prefix.writeUInt32LE(message.length, 12);
  return { size: prefix.length + message.length + dataBytes, pieces: [[0, Buffer.concat([prefix, message])]] };
}

/** PMTiles 3 of vector tiles, with its metadata after the tiles. */
export function makePmtiles(dataBytes: number): SparseFile {
  const metadata = gzipSync(
    JSON.stringify({
      name: 'Rivers',
      description: 'Large ones',
      attribution: '© Nobody',
      vector_layers: [{ id: 'rivers', fields: { name: 'String' } }],
    }),
  );
  const header = Buffer.alloc(127);
  header.write('PMTiles\u0003', 'latin1');
  header.writeBigUInt64LE(BigInt(127 + dataBytes), 24);
  header.writeBigUInt64LE(BigInt(metadata.length), 32);
  header.set([2, 2, 1, 0, 14], 97);
  for (const [index, degrees] of [-10, 35, 30, 70].entries()) header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return {
    size: 127 + dataBytes + metadata.length,
    pieces: [
      [0, header],
      [127 + dataBytes, metadata],
    ],
  };
}

/** LAS 1.4 with its CRS as WKT; `isCopc` adds the first record of COPC and LASzip's bit in the point format. */
export function makeLas(dataBytes: number, isCopc: boolean): SparseFile {
  const wkt = 'PROJCS["ETRS89 / UTM zone 32N",GEOGCS["ETRS89"],AUTHORITY["EPSG","25832"]]\0';
  const record = (user: string, id: number, content: Buffer) => {
    const head = Buffer.alloc(54);
    head.write(user, 2);
    head.writeUInt16LE(id, 18);
    head.writeUInt16LE(content.length, 20);
    return Buffer.concat([head, content]);
  };
  const records = [
    ...(isCopc ? [record('copc', 1, Buffer.alloc(160))] : []),
    record('LASF_Projection', 2112, Buffer.from(wkt)),
  ];
  const body = Buffer.concat(records);
  const header = Buffer.alloc(375);
  header.write('LASF');
  header.set([1, 4], 24);
  header.write('tiny writer', 58);
  header.writeUInt16LE(375, 94);
  header.writeUInt32LE(375 + body.length, 96);
  header.writeUInt32LE(records.length, 100);
  header.writeUInt8(isCopc ? 134 : 6, 104);
  for (const [index, value] of [601_000, 600_000, 5_301_000, 5_300_000, 500, 400].entries())
    header.writeDoubleLE(value, 179 + index * 8);
  header.writeBigUInt64LE(123_456_789n, 247);
  return { size: 375 + body.length + dataBytes, pieces: [[0, Buffer.concat([header, body])]] };
}

/** NetCDF CDF-5 with a grid of one variable; longitudes and latitudes follow `dataBytes` of values. */
export function makeNetcdf(dataBytes: number): SparseFile {
  const int = (value: number) => Buffer.from([0, 0, 0, value]);
  const long = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value));
    return bytes;
  };
  const padded = (text: string) =>
    Buffer.concat([long(text.length), Buffer.from(text), Buffer.alloc((4 - (text.length % 4)) % 4)]);
  const attribute = (name: string, value: string) => [padded(name), int(2), padded(value)];
  const list = (tag: number, members: readonly (readonly Buffer[])[]) => [
    int(tag),
    long(members.length),
    ...members.flat(),
  ];
  const header = (dataAt: number) => {
    const variable = (
      name: string,
      dimensions: readonly number[],
      attributes: readonly (readonly Buffer[])[],
      begin: number,
    ) => [
      ...[
        padded(name),
        long(dimensions.length),
        ...dimensions.map(long),
        ...list(12, attributes),
        int(6),
        long(8),
        long(begin),
      ],
    ];
    const lat = variable('lat', [0], [attribute('units', 'degrees_north')], dataAt + dataBytes);
    const lon = variable('lon', [1], [attribute('standard_name', 'longitude')], dataAt + dataBytes + 8 * 180);
    const rain = variable('rain', [0, 1], [attribute('long_name', 'Rainfall'), attribute('units', 'mm')], dataAt);
    const dimensions = list(10, [
      [padded('lat'), long(180)],
      [padded('lon'), long(360)],
    ]);
    const globals = list(12, [attribute('title', 'Rain of a year'), attribute('institution', 'Office of Clouds')]);
    return Buffer.concat([
      Buffer.from('CDF\u0005', 'latin1'),
      long(0),
      ...dimensions,
      ...globals,
      ...list(11, [lat, lon, rain]),
    ]);
  };
  const head = header(header(0).length);
  const axes = Buffer.alloc(8 * 540);
  for (let row = 0; row < 180; row++) axes.writeDoubleBE(89.5 - row, row * 8);
  for (let column = 0; column < 360; column++) axes.writeDoubleBE(column + 0.5, 8 * (180 + column));
  return {
    size: head.length + dataBytes + axes.length,
    pieces: [
      [0, head],
      [head.length + dataBytes, axes],
    ],
  };
}

/** The start of an HDF5 file with attribute messages of version 3, as HDF-EOS5 and others write them. */
export function makeHdf5(dataBytes: number): SparseFile {
  const signature = Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]);
  const attribute = (name: string, typeClass: number, value: Buffer) => {
    const head = Buffer.from([3, 0, name.length + 1, 0, 8, 0, 4, 0, 0]);
    const type = Buffer.alloc(8);
    type.writeUInt8(0x10 | typeClass, 0);
    type.writeUInt32LE(value.length, 4);
    return Buffer.concat([head, Buffer.from(`${name}\0`), type, Buffer.from([2, 0, 0, 0]), value]);
  };
  const double = (value: number) => Buffer.from(new Float64Array([value]).buffer);
  const head = Buffer.concat([
    ...[signature, Buffer.alloc(88), Buffer.from('HDFEOS INFORMATION\0'), Buffer.alloc(8)],
    attribute('title', 3, Buffer.from('Aerosols over the sea\0\0\0')),
    ...[attribute('geospatial_lat_min', 1, double(-30)), attribute('geospatial_lat_max', 1, double(30))],
    ...[attribute('geospatial_lon_min', 1, double(-90)), attribute('geospatial_lon_max', 1, double(-10))],
  ]);
  return { size: head.length + dataBytes, pieces: [[0, head]] };
}

/** All bytes of a small file. */
export function wholeFile({ size, pieces }: SparseFile): Buffer {
  const bytes = Buffer.alloc(size);
  for (const [offset, piece] of pieces) bytes.set(piece, offset);
  return bytes;
}
