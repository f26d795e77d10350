// Delimited text with columns of coordinates.
import { detach } from '../base/detach.ts';
import { fileTitle } from '../base/file-name.ts';
import { joinedDocument, restOfText } from '../base/joined-document.ts';
import { ProblemTally } from '../base/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Description } from '../model/resource.ts';
import { Bounds } from './bounds.ts';
import { type CsvTable, readCsvTable } from './csv-table.ts';
import * as file from './file-kind.ts';

export const csv: ResourceKind = {
  id: 'csv',
  title: 'CSV with coordinates',
  family: 'file',
  specification: 'RFC 4180; columns of latitude and longitude',
  tier: 2,
  forms: ['text'],
  dataset: 'table',
  suspect: (link) => {
    const score = file.suspectFile(link, { '.csv': 0.3, '.tsv': 0.3 });
    return score > 0 && /geo|coord|lat|station|location|standort|gis|\bpoi/i.test(`${link.url} ${link.anchor}`)
      ? 0.5
      : score;
  },
  probe: (url) => file.probeFile(url, file.textHeadBytes),
  identify: (document) => (readPlaces(document) === null ? [] : file.fileIdentity('csv', document)),
  describe,
  more: (document) => (readPlaces(document) === null ? null : restOfText(document)),
  check: file.checkFile,
};

interface Places {
  readonly table: CsvTable;
  readonly latitude: number;
  readonly longitude: number;
}

/** Names of columns in lower case, letters only. */
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

/** Rows that must agree. */
const sampleRows = 10;
const headBytes = 64 * 1024;
const maxRows = 1_000_000;

/** The columns of coordinates, where the first rows have numbers that can be degrees in them. */
function readPlaces(document: Document): Places | null {
  const whole = joinedDocument(document);
  if (whole.form !== 'text') return null;
  const head = new TextDecoder(whole.charset).decode(whole.bytes.subarray(0, headBytes));
  const table = readCsvTable(head);
  if (table === null) return null;
  const names = table.header.map((name) =>
    name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z]/g, ''),
  );
  const latitude = names.findIndex((name) => latitudeNames.has(name));
  const longitude = names.findIndex((name) => longitudeNames.has(name));
  if (latitude < 0 || longitude < 0) return null;
  let valid = 0;
  let seen = 0;
  for (const row of table.rows()) {
    // The last row of a part may be cut.
    if (row.length !== table.header.length || seen >= sampleRows) break;
    seen++;
    if (isPlace(row[latitude], row[longitude])) valid++;
  }
  return seen > 0 && valid * 2 >= seen ? { table, latitude, longitude } : null;
}

function isPlace(latitude: string | undefined, longitude: string | undefined): boolean {
  return Math.abs(degrees(latitude)) <= 90 && Math.abs(degrees(longitude)) <= 180;
}

/** Decimal commas come with semicolons. */
function degrees(text: string | undefined): number {
  return Number((text ?? '').trim().replace(',', '.') || Number.NaN);
}

function describe(document: Document): Description {
  const tally = new ProblemTally();
  const places = readPlaces(document);
  if (places === null) return file.describeFile(document, {}, tally);
  const whole = joinedDocument(document);
  const isWhole = whole.partial === null;
  if (!isWhole) tally.add('file.partly-read', 'Only the beginning of the file was read.');
  const { latitude, longitude } = places;
  const bounds = new Bounds();
  let count = 0;
  for (const row of readCsvTable(whole.text())?.rows() ?? []) {
    if (++count > maxRows) break;
    if (isPlace(row[latitude], row[longitude])) bounds.add(degrees(row[longitude]), degrees(row[latitude]));
  }
  const box = isWhole ? bounds.box() : null;
  const extent = box === null ? null : file.fileExtent(box, file.wgs84, tally);
  const title = fileTitle(document);
  const keywords = places.table.header.slice(0, 50).map(detach);
  const layer = file.fileLayer(title, extent, file.wgs84, { keywords, ...(isWhole ? { featureCount: count } : {}) });
  return file.describeFile(document, { title, extent, layers: [layer], formats: ['text/csv'] }, tally);
}
