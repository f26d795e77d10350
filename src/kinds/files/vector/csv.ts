// Delimited text with coordinate columns or a geometry column.
import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import { Bounds, type Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';
import { type CsvTable, readCsvTable } from './csv-table.ts';

export const csv = file.fileKind({
  id: 'csv',
  title: 'CSV with coordinates',
  specification: 'RFC 4180; columns of latitude and longitude, or of WKT',
  tier: 2,
  forms: ['text'],
  dataset: 'table',
  suspect: (link) => {
    const score = file.suspectFile(link, { '.csv': 0.3, '.tsv': 0.3 });
    return score > 0 && /geo|coord|lat|station|location|standort|gis|\bpoi/i.test(`${link.url} ${link.anchor}`)
      ? 0.5
      : score;
  },
  firstBytes: file.textHeadBytes,
  version: (document) => (readLocations(document) === null ? null : ''),
  describe,
  more: (document) => (readLocations(document) === null ? null : restOfText(document)),
});

const headBytes = 64 * 1024;
const maxRows = 1_000_000;

function readLocations(document: Document): CsvLocations | null {
  const joined = joinedDocument(document);
  if (joined.form !== 'text') return null;
  const table = readCsvTable(new TextDecoder(joined.charset).decode(joined.bytes.subarray(0, headBytes)));
  return table === null ? null : findLocations(table);
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const locations = readLocations(document);
  if (locations === null) return {};
  const joined = joinedDocument(document);
  const isWhole = joined.partial === null;
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the file was read.');
  const bounds = new Bounds();
  let count = 0;
  for (const row of readCsvTable(joined.text())?.rows() ?? []) {
    if (++count > maxRows) break;
    for (const [x, y] of locations.positions(row)) {
      if (!locations.isDegrees || isPosition(x, y)) bounds.add(x, y);
      // Text in place of numbers means that there is no position.
      else if (Number.isFinite(x) && Number.isFinite(y))
        tally.add('extent.invalid', "A row has coordinates that aren't degrees; it was skipped.", `${y}, ${x}`);
    }
  }
  const box = isWhole ? bounds.box() : null;
  const crs = box === null ? locations.crs : crsOfBox(box, locations);
  const extent = box === null ? null : file.fileExtent(box, crs, tally);
  const title = fileTitle(document);
  const keywords = locations.header.slice(0, 50).map(copyString);
  const layer = file.fileLayer(title, extent, crs, { keywords, ...(isWhole ? { featureCount: count } : {}) });
  return { title, extent, layers: [layer], formats: ['text/csv'] };
}

/** Geometries without a CRS are in degrees if all of them can be. */
function crsOfBox([minX, minY, maxX, maxY]: Box, { crs }: CsvLocations): file.FileCrs {
  return crs.definition === null && isPosition(minX, minY) && isPosition(maxX, maxY) ? file.wgs84 : crs;
}

type Position = readonly [x: number, y: number];

interface CsvLocations {
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
function findLocations(table: CsvTable): CsvLocations | null {
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
  let sampled = 0;
  for (const row of table.rows()) {
    // The last row of a part may be truncated.
    if (row.length !== table.header.length || sampled >= sampleRows) break;
    for (const [x, y] of positions(row)) {
      sampled++;
      if (isPosition(x, y)) valid++;
    }
  }
  const isFound = sampled > 0 && valid * 2 >= sampled;
  return isFound ? { header: table.header, positions, crs: file.wgs84, isDegrees: true } : null;
}

function isPosition(x: number, y: number): boolean {
  return Math.abs(y) <= 90 && Math.abs(x) <= 180;
}

/** Decimal commas come with semicolons. */
function readDegrees(text: string | undefined): number {
  return Number((text ?? '').trim().replace(',', '.') || Number.NaN);
}

function findGeometries(table: CsvTable, column: number): CsvLocations | null {
  let valid = 0;
  let sampled = 0;
  let srid: string | undefined;
  // A long geometry may be truncated with its row: its start is enough.
  for (const row of table.rows()) {
    const text = row[column] ?? '';
    if (text === '') continue;
    if (sampled++ >= sampleRows) break;
    const start = wktStart.exec(text);
    if (start === null) continue;
    valid++;
    srid ??= start[1];
  }
  if (valid === 0 || valid * 2 < Math.min(sampled, sampleRows)) return null;
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
