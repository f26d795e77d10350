// The catalog as a GeoPackage (OGC 12-128r19): one table of records, one of their layers, both with outlines.
import { rmSync } from 'node:fs';
import type { Extent } from '../../model/extent.ts';
import type { Resource } from '../../model/resource.ts';
import type { SqlValue } from '../../store/sql/sql.ts';
import { type SqlDatabase, type SqlStatement, systemDriver } from '../../store/sqlite/driver.ts';
import { multiPolygonWkb, openUnion } from './outline.ts';
import { recordColumns, recordValues } from './record-table.ts';

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

/** Writes a new file; an existing one is replaced. */
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

/** GeoPackage binary (2.1.3): a header with the envelope, then WKB. */
function outline(extent: Extent | null): Uint8Array | null {
  if (extent === null) return null;
  const [west, south, east, north] = extent;
  const head = Buffer.alloc(8 + 32);
  let at = head.write('GP', 'latin1') + 1;
  // Little-endian, with an envelope of two dimensions.
  at = head.writeUInt8(0b11, at);
  at = head.writeInt32LE(4326, at);
  const [left, right] = west <= east ? [west, east] : [-180, 180];
  for (const edge of [left, right, south, north]) at = head.writeDoubleLE(edge, at);
  return Buffer.concat([head, multiPolygonWkb(extent)]);
}
