// SpatiaLite: SQLite databases with geometry columns.
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import {
  isSqlite,
  readSqlite,
  readTable,
  type SqliteRows,
  type SqliteValue,
} from '../../../base/binary/sqlite-pages.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';

export const spatialite = file.fileKind({
  id: 'spatialite',
  title: 'SpatiaLite database',
  specification: 'SpatiaLite 4 metadata tables; OGC 06-104r4 (geometry_columns)',
  tier: 2,
  forms: ['binary'],
  dataset: 'table',
  suspect: { '.sqlite': 0.6, '.spatialite': 0.9, '.db': 0.2, '.sqlite3': 0.5 },
  firstBytes: file.textHeadBytes,
  version: (document) => (isSqlite(document.bytes) && readSpatialite(fileReader(document)) !== null ? '' : null),
  describe,
  more: (document) => (isSqlite(document.bytes) ? missingPart(document, readSpatialite) : null),
});

interface SpatialiteReading {
  readonly columns: SqliteRows;
  /** The type is a number since version 4, before that a word; GDAL writes a number. */
  readonly names: readonly string[];
}

function readSpatialite(reader: FileReader): SpatialiteReading | null {
  const database = readSqlite(reader);
  const table = database?.schema.get('geometry_columns');
  if (database === null || table === undefined || !database.schema.has('spatial_ref_sys')) return null;
  if (database.schema.has('gpkg_contents')) return null;
  return { columns: readTable(reader, database, table.rootPage), names: columnNames(table.sql) };
}

/** Column names, from the CREATE TABLE statement. */
function columnNames(sql: string): readonly string[] {
  const body = sql.slice(sql.indexOf('(') + 1);
  return body
    .slice(0, 4000)
    .split(',')
    .map((part) => /^\s*["`[]?(\w{1,60})/.exec(part)?.[1]?.toLowerCase() ?? '');
}

/** Thousands are Z, M and ZM (OGC 06-104r4, table 2). */
const geometryTypes: Readonly<Record<number, string>> = {
  0: 'Geometry',
  1: 'Point',
  2: 'LineString',
  3: 'Polygon',
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
  7: 'GeometryCollection',
};

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const reading = readSpatialite(fileReader(document));
  if (reading === null) return {};
  if (!reading.columns.isWhole) tally.add('file.partly-read', 'The table of geometry columns was only partly read.');
  const layers = reading.columns.rows.map((row) => describeRow(row, reading.names)).filter((layer) => layer !== null);
  tally.add('extent.missing', 'The database has no extents that can be read directly.');
  return { layers, formats: ['application/vnd.sqlite3'] };
}

function describeRow(row: readonly SqliteValue[], names: readonly string[]): Layer | null {
  const at = (name: string) => row[names.indexOf(name)] ?? null;
  const table = at('f_table_name');
  if (typeof table !== 'string') return null;
  const type = at('geometry_type') ?? at('type');
  const srid = at('srid');
  const crs = typeof srid === 'number' && srid > 0 ? file.crsOfCode(`EPSG:${srid}`) : file.noCrs;
  const keyword = typeof type === 'number' ? geometryTypes[type % 1000] : typeof type === 'string' ? type : undefined;
  return file.fileLayer(table, null, crs, { keywords: keyword === undefined ? [] : [keyword] });
}
