// Files of 5 GB are identified by a few kilobytes, however the server handles ranges (edge cases 82 and 84).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/system-clock.ts';
import { createFetch } from '../../src/fetch/client.ts';
import { defaultFetchPolicy } from '../../src/fetch/policy.ts';
import { probeUrl } from '../../src/identify/probe-url.ts';
import { kinds } from '../../src/kinds/index.ts';
import * as make from './make-files.ts';
import { makeZip64, type Stored } from './make-zip.ts';
import { type SparseFile, type SparseServer, serveSparse, writeSparse } from './sparse-server.ts';

const hugeBytes = 5 * 1024 ** 3;
const maxRequests = 5;
const maxBytes = 256 * 1024;

function fixture(path: string): Buffer {
  return readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));
}

/** Bytes at the start of a huge file. */
function headOf(bytes: Uint8Array): SparseFile {
  return { size: hugeBytes, pieces: [[0, bytes]] };
}

/** A text longer than any reader requests. */
function textOf(beginning: string, member: string): SparseFile {
  return headOf(Buffer.from(beginning + member.repeat(Math.ceil(300_000 / member.length))));
}

/** A stored archive: the huge file first, so that everything else is at the end. */
function archiveOf(...files: readonly Stored[]): SparseFile {
  return makeZip64([{ name: 'a-raster.bin', content: hugeBytes }, ...files]);
}

/** The files of one of our stored archives, one by one. */
function shapefileEntries(): readonly Stored[] {
  const archive = fixture('shapefile/stored.zip');
  const entries: Stored[] = [];
  for (let at = 0; archive.readUInt32LE(at) === 0x0403_4b50; ) {
    const [size, nameLength, extraLength] = [
      archive.readUInt32LE(at + 18),
      archive.readUInt16LE(at + 26),
      archive.readUInt16LE(at + 28),
    ];
    const start = at + 30 + nameLength + extraLength;
    entries.push({
      name: `data/${archive.toString('latin1', at + 30, at + 30 + nameLength)}`,
      content: archive.subarray(start, start + size),
    });
    at = start + size;
  }
  return entries;
}

/** A JPEG 2000 whose image data needs a 64-bit length. */
function hugeJp2(): SparseFile {
  const bytes = fixture('jpeg2000/geo.jp2');
  const data = bytes.indexOf('jp2c') - 4;
  const long = Buffer.alloc(16);
  long.writeUInt32BE(1, 0);
  long.write('jp2c', 4);
  long.writeBigUInt64BE(BigInt(hugeBytes - data), 8);
  return headOf(Buffer.concat([bytes.subarray(0, data), long]));
}

interface Case {
  readonly name: string;
  readonly kind: string;
  readonly file: SparseFile;
  /** West, for files with an extent in the bytes that are read. */
  readonly west: number | null;
}

const point = '{"type":"Feature","properties":{"a":1},"geometry":{"type":"Point","coordinates":[10.5,48.25]}}';
const cases: readonly Case[] = [
  { name: 'many.zip', kind: 'shapefile', file: archiveOf(...shapefileEntries()), west: 10.4793 },
  {
    name: 'scene.kmz',
    kind: 'kmz',
    file: archiveOf({ name: 'doc.kml', content: fixture('kml/network-links.kml') }),
    west: 10,
  },
  {
    name: 'base.zip',
    kind: 'file-geodatabase',
    file: archiveOf({ name: 'base.gdb/a00000001.gdbtable', content: new Uint8Array(40) }),
    west: null,
  },
  { name: 'end.tif', kind: 'geotiff', file: make.makeBigTiff(hugeBytes), west: 10.3366 },
  { name: 'begin.tif', kind: 'geotiff', file: headOf(fixture('geotiff/big.tif')), west: 10.3366 },
  { name: 'image.jp2', kind: 'jpeg2000', file: hugeJp2(), west: 10.3366 },
  { name: 'all.gpkg', kind: 'geopackage', file: headOf(fixture('geopackage/towns.gpkg')), west: 10.4793 },
  { name: 'all.sqlite', kind: 'spatialite', file: headOf(fixture('spatialite/towns.sqlite')), west: null },
  { name: 'tiles.mbtiles', kind: 'mbtiles', file: headOf(fixture('mbtiles/height.mbtiles')), west: 10.3366 },
  { name: 'tiles.pmtiles', kind: 'pmtiles', file: make.makePmtiles(hugeBytes), west: -10 },
  { name: 'all.fgb', kind: 'flatgeobuf', file: headOf(fixture('flatgeobuf/towns.fgb')), west: 10.5 },
  { name: 'all.parquet', kind: 'geoparquet', file: make.makeGeoparquet(hugeBytes), west: 5.5 },
  { name: 'wide.parquet', kind: 'geoparquet', file: make.makeGeoparquet(hugeBytes, 1_000_000), west: 5.5 },
  { name: 'all.arrow', kind: 'geoarrow', file: make.makeGeoarrow(hugeBytes), west: 10.3366 },
  { name: 'rain.nc', kind: 'netcdf', file: make.makeNetcdf(hugeBytes), west: -180 },
  { name: 'rain4.nc', kind: 'netcdf', file: headOf(fixture('netcdf/netcdf4.nc')), west: null },
  { name: 'aerosols.he5', kind: 'hdf5', file: make.makeHdf5(hugeBytes), west: -90 },
  { name: 'wind.grib2', kind: 'grib', file: headOf(fixture('grib/ll.grib2')), west: 10.3372 },
  { name: 'cloud.laz', kind: 'las', file: make.makeLas(hugeBytes, true), west: 10.3366 },
  {
    name: 'all.geojson',
    kind: 'geojson',
    file: textOf('{"type":"FeatureCollection","bbox":[5,45,15,55],"features":[', `${point},\n`),
    west: 5,
  },
  { name: 'all.geojsonl', kind: 'geojson-seq', file: textOf('', `${point}\n`), west: null },
  {
    name: 'all.kml',
    kind: 'kml',
    file: textOf('<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name>', '<Placemark/>\n'),
    west: null,
  },
  {
    name: 'all.gml',
    kind: 'gml',
    file: textOf(
      fixture('gml/towns-2.gml')
        .toString()
        .replace(/<gml:featureMember>.*$/s, ''),
      '<gml:featureMember><t><gml:Point srsName="EPSG:4326"/></t></gml:featureMember>\n',
    ),
    west: 10.5,
  },
  {
    name: 'all.gpx',
    kind: 'gpx',
    file: textOf('<gpx version="1.1"><trk><name>All</name><trkseg>', '<trkpt lat="1" lon="2"/>\n'),
    west: null,
  },
  { name: 'geo-stations.csv', kind: 'csv', file: textOf('id,lat,lon\n', '1,48.25,10.5\n'), west: null },
  { name: 'plan.dxf', kind: 'dxf', file: textOf(fixture('dxf/towns.dxf').toString(), '0\nPOINT\n'), west: null },
  { name: 'plan.dwg', kind: 'dwg', file: headOf(fixture('dwg/drawing.dwg')), west: null },
  {
    name: 'height.asc',
    kind: 'dem',
    file: textOf(fixture('dem/height.asc').toString(), '1 2 3 4 5 6 7 8\n'),
    west: null,
  },
];

/** Files of unknown formats, rejected within the same bounds. */
const others: readonly { readonly name: string; readonly file: SparseFile }[] = [
  { name: 'setup-map.zip', file: archiveOf({ name: 'readme.txt', content: new Uint8Array(10) }) },
  { name: 'photo.tif', file: headOf(fixture('geotiff/exception-plain.tif')) },
  {
    name: 'weights.h5',
    file: headOf(
      Buffer.concat([Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100, 'w')]),
    ),
  },
  { name: 'zeros.tif', file: headOf(new Uint8Array(1)) },
];

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-sparse-'));
const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
const tools = { kinds, fetch, clock: systemClock, delayMs: 0 };
let server: SparseServer;

beforeAll(async () => {
  const all = [...cases, ...others];
  for (const { name, file } of all) writeSparse(join(folder, name), file);
  server = await serveSparse(folder, new Map(all.map(({ name, file }) => [name, file.size])));
});

afterAll(async () => {
  await fetch.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('a server that supports ranges', () => {
  it.each(cases)('$name is $kind', async ({ name, kind, west }) => {
    server.reset('gives');
    const { discoveries, requests } = await probeUrl(server.base + name, tools);
    expect(discoveries[0]?.identity.kind).toBe(kind);
    expect(discoveries[0]?.description.extent?.[0].toFixed(4)).toBe(west?.toFixed(4));
    expect(discoveries[0]?.requests).toBe(requests);
    expect(server.count.requests).toBeLessThanOrEqual(maxRequests);
    expect(server.count.bytes).toBeLessThanOrEqual(maxBytes);
  });

  it.each(others)('$name is not identified', async ({ name }) => {
    server.reset('gives');
    const { discoveries } = await probeUrl(server.base + name, tools);
    expect(discoveries).toEqual([]);
    expect(server.count.requests).toBeLessThanOrEqual(maxRequests);
    expect(server.count.bytes).toBeLessThanOrEqual(maxBytes);
  });
});

/** Formats identified by the end of the file. */
const toldAtEnd = new Set(['many.zip', 'scene.kmz', 'base.zip', 'end.tif', 'all.parquet', 'wide.parquet']);

describe.each(['ignores', 'refuses'] as const)('a server that %s ranges', (manners) => {
  it.each(cases)('reads only the start of $name', async ({ name, kind }) => {
    server.reset(manners);
    const { discoveries, document } = await probeUrl(server.base + name, tools);
    if (!toldAtEnd.has(name)) expect(discoveries[0]?.identity.kind).toBe(kind);
    expect(document?.bytes.length).toBeLessThanOrEqual(maxBytes);
    expect(server.count.requests).toBeLessThanOrEqual(maxRequests);
    // Bytes in system buffers when the connection is closed count as sent.
    expect(server.count.bytes).toBeLessThan(hugeBytes / 50);
  });
});
