// OGC GeoPackage: a SQLite database of features and tiles.

import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import {
  isSqlite,
  readSqlite,
  readTable,
  type SqliteFile,
  type SqliteRows,
  type SqliteValue,
} from '../../../base/binary/sqlite-pages.ts';
import { unionExtents } from '../../../base/geo/extent.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';

export const geopackage = file.fileKind({
  id: 'geopackage',
  title: 'GeoPackage',
  specification: 'OGC 12-128r19 (GeoPackage 1.4)',
  tier: 1,
  forms: ['binary'],
  dataset: 'table of features or tiles',
  suspect: { '.gpkg': 0.95 },
  firstBytes: file.textHeadBytes,
  version: (document) => {
    const reading = isSqlite(document.bytes) ? readGeopackage(fileReader(document)) : null;
    return reading === null ? null : readVersion(reading.database);
  },
  describe,
  more: (document) => (isSqlite(document.bytes) ? missingPart(document, readGeopackage) : null),
});

interface GeopackageReading {
  readonly database: SqliteFile;
  /** Null if the contents table wasn't found. */
  readonly contents: SqliteRows | null;
}

/** 'GPKG' since 1.2; 'GP10' and 'GP11' before (12-128r19, requirement 2). */
const applicationIds = new Set([0x4750_4b47, 0x4750_3130, 0x4750_3131]);

function readGeopackage(reader: FileReader): GeopackageReading | null {
  const database = readSqlite(reader);
  if (database === null) return null;
  const table = database.schema.get('gpkg_contents');
  if (table === undefined && !applicationIds.has(database.applicationId)) return null;
  return { database, contents: table === undefined ? null : readTable(reader, database, table.rootPage) };
}

/** 10300 is 1.3.0; before 1.2 it is given by the application id. */
function readVersion({ applicationId, userVersion }: SqliteFile): string {
  if (applicationId === 0x4750_3130) return '1.0';
  if (applicationId === 0x4750_3131) return '1.1';
  if (userVersion < 10_000 || userVersion > 99_999) return '';
  return [Math.floor(userVersion / 10_000), Math.floor(userVersion / 100) % 100, userVersion % 100].join('.');
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const reading = readGeopackage(fileReader(document));
  const formats = ['application/geopackage+sqlite3'];
  if (reading?.contents == null) {
    tally.add('file.partly-read', 'The table of contents was not read.');
    return { formats };
  }
  if (!reading.contents.isWhole) tally.add('file.partly-read', 'The table of contents was only partly read.');
  const layers = reading.contents.rows.map((row) => describeRow(row, tally)).filter((layer) => layer !== null);
  if (layers.length === 0 && reading.contents.isWhole) tally.add('file.empty', 'The table of contents is empty.');
  const extent = unionExtents(layers.map((layer) => layer.extent).filter((one) => one !== null));
  const title = layers.length === 1 ? (layers[0]?.title ?? '') : '';
  return { title, extent, layers, formats };
}

/** Columns of gpkg_contents in the usual order (12-128r19, table 3). */
function describeRow(row: readonly SqliteValue[], tally: ProblemTally): Layer | null {
  const [tableName, dataType, identifier, description, , minX, minY, maxX, maxY, srsId] = row;
  if (typeof tableName !== 'string') return null;
  // 0 and -1 are undefined reference systems (requirement 11).
  const crs = typeof srsId === 'number' && srsId > 0 ? file.crsOfCode(`EPSG:${srsId}`) : file.noCrs;
  const corners = [minX, minY, maxX, maxY].map((value) => (typeof value === 'number' ? value : Number.NaN));
  const hasBox = corners.every(Number.isFinite);
  const extent = hasBox ? file.fileExtent(corners as [number, number, number, number], crs, tally, tableName) : null;
  return file.fileLayer(tableName, extent, crs, {
    title: typeof identifier === 'string' && identifier !== '' ? identifier : tableName,
    abstract: typeof description === 'string' ? description : '',
    keywords: typeof dataType === 'string' ? [dataType] : [],
  });
}
