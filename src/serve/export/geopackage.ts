// The catalog as a GeoPackage (OGC 12-128r19): one table of records, one of their layers, both with outlines.
import { rmSync } from 'node:fs';
import { sureTopics } from '../../base/record-properties.ts';
import { readTimeRange } from '../../base/time-reading.ts';
import type { Extent } from '../../model/extent.ts';
import type { Resource } from '../../model/resource.ts';
import { type SqlDatabase, type SqlStatement, type SqlValue, systemDriver } from '../../store/sqlite-driver.ts';

/** Columns besides identifier and outline, with their SQL type. */
const recordColumns = {
  id: 'TEXT',
  kind: 'TEXT',
  family: 'TEXT',
  version: 'TEXT',
  title: 'TEXT',
  abstract: 'TEXT',
  keywords: 'TEXT',
  topics: 'TEXT',
  organization: 'TEXT',
  endpoint: 'TEXT',
  url: 'TEXT',
  software: 'TEXT',
  license: 'TEXT',
  open: 'BOOLEAN',
  layer_count: 'INTEGER',
  time_from: 'DATETIME',
  time_to: 'DATETIME',
  first_seen: 'DATETIME',
  last_seen: 'DATETIME',
} as const;
const layerColumns = {
  record_id: 'TEXT',
  name: 'TEXT',
  title: 'TEXT',
  abstract: 'TEXT',
  keywords: 'TEXT',
  crs: 'TEXT',
  time: 'TEXT',
} as const;

const rowsPerTransaction = 500;

/** Writes a new file; one that is there is replaced. */
export async function writeGeoPackage(records: AsyncIterable<Resource>, path: string): Promise<void> {
  rmSync(path, { force: true });
  const database = systemDriver()(path);
  try {
    createTables(database);
    const addRecord = prepareInsert(database, 'records', recordColumns);
    const addLayer = prepareInsert(database, 'layers', layerColumns);
    const extents = { records: openUnion(), layers: openUnion() };
    let rows = 0;
    database.exec('BEGIN');
    for await (const record of records) {
      addRecord.run(outline(record.extent), ...recordValues(record));
      extents.records.add(record.extent);
      for (const layer of record.layers) {
        addLayer.run(outline(layer.extent), ...layerValues(record.id, layer));
        extents.layers.add(layer.extent);
      }
      if (++rows % rowsPerTransaction === 0) database.exec('COMMIT; BEGIN');
    }
    for (const [table, union] of Object.entries(extents)) setExtent(database, table, union.get());
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

function createTables(database: SqlDatabase): void {
  // 'GPKG' as application id, version 1.3.
  database.exec('PRAGMA application_id = 1196444487; PRAGMA user_version = 10300;');
  database.exec(`CREATE TABLE gpkg_spatial_ref_sys(srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  CREATE TABLE gpkg_contents(table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
  CREATE TABLE gpkg_geometry_columns(table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY(table_name, column_name));`);
  const system = database.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES(?, ?, ?, ?, ?, NULL)');
  system.run('Undefined cartesian', -1, 'NONE', -1, 'undefined');
  system.run('Undefined geographic', 0, 'NONE', 0, 'undefined');
  system.run('WGS 84', 4326, 'EPSG', 4326, wgs84);
  createFeatures(database, 'records', recordColumns);
  createFeatures(database, 'layers', layerColumns);
}

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

type Columns = Readonly<Record<string, string>>;

function createFeatures(database: SqlDatabase, table: string, columns: Columns): void {
  const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  database.exec(
    `CREATE TABLE ${table}(fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom MULTIPOLYGON, ${list.join(', ')})`,
  );
  database
    .prepare("INSERT INTO gpkg_contents(table_name, data_type, identifier, srs_id) VALUES(?, 'features', ?, 4326)")
    .run(table, table);
  database.prepare("INSERT INTO gpkg_geometry_columns VALUES(?, 'geom', 'MULTIPOLYGON', 4326, 0, 0)").run(table);
}

function prepareInsert(database: SqlDatabase, table: string, columns: Columns): SqlStatement {
  const names = ['geom', ...Object.keys(columns)];
  return database.prepare(`INSERT INTO ${table}(${names.join(', ')}) VALUES(${names.map(() => '?').join(', ')})`);
}

function setExtent(database: SqlDatabase, table: string, extent: Extent | null): void {
  if (extent === null) return;
  database
    .prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?')
    .run(...extent, table);
}

function recordValues(record: Resource): SqlValue[] {
  const range = record.time === null ? null : readTimeRange(record.time);
  const open = record.license?.open;
  return [
    ...[record.id, record.kind, record.family, record.version, record.title, record.abstract],
    ...[record.keywords.join('; '), sureTopics(record).join('; '), record.provider?.organization ?? null],
    ...[record.endpoint, record.url, record.software, record.license?.id ?? null],
    open === undefined || open === null ? null : Number(open),
    record.layerCount,
    ...[moment(range?.fromMs), moment(range?.toMs), moment(record.firstSeenMs), moment(record.lastSeenMs)],
  ];
}

function layerValues(id: string, layer: Resource['layers'][number]): SqlValue[] {
  return [
    id,
    layer.name,
    layer.title,
    layer.abstract,
    layer.keywords.join('; '),
    layer.crs.slice(0, 20).join('; '),
    layer.time,
  ];
}

function moment(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}

/** GeoPackage binary (2.1.3): header with the envelope, then a MultiPolygon in little-endian WKB. */
function outline(extent: Extent | null): Uint8Array | null {
  if (extent === null) return null;
  const [west, south, east, north] = extent;
  const spans = west <= east ? [[west, east] as const] : [[west, 180] as const, [-180, east] as const];
  const polygonBytes = 1 + 4 + 4 + 4 + 5 * 16;
  const bytes = Buffer.alloc(8 + 32 + 9 + spans.length * polygonBytes);
  let at = bytes.write('GP', 'latin1') + 1;
  // Little-endian, with an envelope of two dimensions.
  at = bytes.writeUInt8(0b11, at);
  at = bytes.writeInt32LE(4326, at);
  const lefts = spans.map(([left]) => left);
  const rights = spans.map(([, right]) => right);
  for (const edge of [Math.min(...lefts), Math.max(...rights), south, north]) at = bytes.writeDoubleLE(edge, at);
  at = bytes.writeUInt8(1, at);
  at = bytes.writeUInt32LE(6, at);
  at = bytes.writeUInt32LE(spans.length, at);
  for (const [left, right] of spans) {
    at = bytes.writeUInt8(1, at);
    for (const number of [3, 1, 5]) at = bytes.writeUInt32LE(number, at);
    for (const number of [left, south, right, south, right, north, left, north, left, south])
      at = bytes.writeDoubleLE(number, at);
  }
  return bytes;
}

function openUnion() {
  let union: [number, number, number, number] | null = null;
  return {
    add: (extent: Extent | null) => {
      if (extent === null) return;
      const [west, east] = extent[0] <= extent[2] ? [extent[0], extent[2]] : [-180, 180];
      const [left, bottom, right, top] = union ?? [west, extent[1], east, extent[3]];
      union = [Math.min(left, west), Math.min(bottom, extent[1]), Math.max(right, east), Math.max(top, extent[3])];
    },
    get: () => union,
  };
}
