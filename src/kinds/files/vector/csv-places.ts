// Finds the location columns of a table: latitude and longitude, or geometries in WKT.

import * as file from '../file-kind.ts';
import type { CsvTable } from './csv-table.ts';

export type Position = readonly [x: number, y: number];

export interface CsvLocations {
  readonly header: readonly string[];
  /** Positions of a row; empty if its fields are empty. */
  readonly positions: (row: readonly string[]) => Iterable<Position>;
  readonly crs: file.FileCrs;
  /** By column name, so that other numbers in them are invalid. */
  readonly isDegrees: boolean;
}

/** Lowercase column names, letters only. */
const latitudeNames = new Set(
  'lat latitude ycoord coordlat latitud latitudine breitengrad breite geobreite geolat gpslatitude latdd declat decimallatitude latdeg stoplat latwgs ywgs'.split(
    ' ',
  ),
);
const longitudeNames = new Set(
  'lon lng long longitude xcoord coordlon longitud longitudine laengengrad langengrad laenge lange geolange geolaenge geolon geolng geolong gpslongitude londd declon decimallongitude londeg stoplon lonwgs xwgs'.split(
    ' ',
  ),
);
/** GDAL writes `WKT`; databases export their geometry column. */
const wktNames = new Set(
  'wkt geom geometry thegeom wktgeom geomwkt wktgeometry geometrywkt geometria geometrie shape wkbgeometry'.split(' '),
);

/** Rows that must agree. */
const sampleRows = 10;

const wktStart =
  /^\s{0,20}(?:SRID=(\d{1,6});\s{0,20})?(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION|CURVE|SURFACE)[ZM (]/i;

/** Null if there is no such column, or if the first rows contradict it. */
export function findPlaces(table: CsvTable): CsvLocations | null {
  const names = table.header.map(plainName);
  const latitude = names.findIndex((name) => latitudeNames.has(name));
  const longitude = names.findIndex((name) => longitudeNames.has(name));
  const degrees = latitude < 0 || longitude < 0 ? null : findDegrees(table, latitude, longitude);
  if (degrees !== null) return degrees;
  const wkt = names.findIndex((name) => wktNames.has(name));
  return wkt < 0 ? null : findGeometries(table, wkt);
}

/** 'Latitude (deg)', 'Latitude [°]', 'LATITUDE_WGS84' → 'latitude'; short names keep their suffix. */
function plainName(name: string): string {
  const letters = name
    .slice(0, 200)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[([{].*$/s, '')
    .replace(/[^a-z]/g, '');
  return letters.replace(/^(latitude|longitude)(?:deg|degrees?|decimal|dd|wgs|n|e|north|east)$/, '$1');
}

function findDegrees(table: CsvTable, latitude: number, longitude: number): CsvLocations | null {
  const positions = (row: readonly string[]): readonly Position[] => {
    const isEmpty = (row[latitude] ?? '') === '' && (row[longitude] ?? '') === '';
    return isEmpty ? [] : [[readDegrees(row[longitude]), readDegrees(row[latitude])]];
  };
  let valid = 0;
  let seen = 0;
  for (const row of table.rows()) {
    // The last row of a part may be truncated.
    if (row.length !== table.header.length || seen >= sampleRows) break;
    for (const [x, y] of positions(row)) {
      seen++;
      if (isPlace(x, y)) valid++;
    }
  }
  const isFound = seen > 0 && valid * 2 >= seen;
  return isFound ? { header: table.header, positions, crs: file.wgs84, isDegrees: true } : null;
}

export function isPlace(x: number, y: number): boolean {
  return Math.abs(y) <= 90 && Math.abs(x) <= 180;
}

/** Decimal commas come with semicolons. */
function readDegrees(text: string | undefined): number {
  return Number((text ?? '').trim().replace(',', '.') || Number.NaN);
}

function findGeometries(table: CsvTable, column: number): CsvLocations | null {
  let valid = 0;
  let seen = 0;
  let srid: string | undefined;
  // A long geometry may be truncated with its row: its start is enough.
  for (const row of table.rows()) {
    const text = row[column] ?? '';
    if (text === '') continue;
    if (seen++ >= sampleRows) break;
    const start = wktStart.exec(text);
    if (start === null) continue;
    valid++;
    srid ??= start[1];
  }
  if (valid === 0 || valid * 2 < Math.min(seen, sampleRows)) return null;
  const positions = (row: readonly string[]) => readWktPositions(row[column] ?? '');
  return { header: table.header, positions, crs: crsOfSrid(srid), isDegrees: false };
}

function crsOfSrid(srid: string | undefined): file.FileCrs {
  if (srid === undefined || srid === '0') return file.noCrs;
  return srid === '4326' ? file.wgs84 : file.crsOfCode(`EPSG:${srid}`);
}

/** Every position of a WKT geometry (OGC 06-103r4, 7.2): two numbers or more between commas and parentheses. */
function* readWktPositions(text: string): Generator<Position> {
  if (!wktStart.test(text)) return;
  for (const [piece] of text.matchAll(/[^(),]+/g)) {
    const [x, y] = piece.trim().split(/\s+/, 2);
    if (y !== undefined && /^[-+.\d]/.test(x!)) yield [Number(x), Number(y)];
  }
}
