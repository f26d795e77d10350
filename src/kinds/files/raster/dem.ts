import { fileSize } from '../../../base/binary/ranges.ts';
import { fileName, fileTitle } from '../../../base/url/file-name.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import { Bounds, type Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';
import { crsOfCode, type FileCrs, noCrs, wgs84 } from '../file-kind.ts';

export const dem = file.fileKind({
  id: 'dem',
  title: 'Elevation grid',
  specification: 'Esri ASCII grid; SRTM (.hgt); USGS DEM (1998)',
  tier: 2,
  forms: ['text', 'binary'],
  dataset: 'grid',
  suspect: (link) => {
    const score = file.suspectFile(link, { '.asc': 0.6, '.hgt': 0.8, '.dem': 0.7, '.grd': 0.4 });
    return /\/[ns]\d{2}[ew]\d{3}\.hgt$/i.test(link.url.replace(/[?#].*$/s, '')) ? 0.95 : score;
  },
  firstBytes: 4096,
  version: (document) => (readGrid(document) === null ? null : ''),
  describe,
  more: (document) => (readGrid(document)?.isWithoutCrs === true ? file.prjRequest(document, prjUrl(document)) : null),
});

function readGrid(document: Document): ElevationGrid | null {
  return readAsciiGrid(document) ?? readSrtmTile(document) ?? readUsgsDem(document);
}

/** Null if the URL isn't that of an ASCII grid. */
function prjUrl(document: Document): string | null {
  const match = /^([^?#]+)\.(?:asc|grd|txt)$/i.exec(document.finalUrl);
  return match === null ? null : `${match[1]}.prj`;
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const grid = readGrid(document);
  if (grid === null) return {};
  const crs = file.readPrj(document, prjUrl(document)) ?? grid.crs;
  const title = grid.title || fileTitle(document);
  const extent = grid.box === null ? null : file.fileExtent(grid.box, crs, tally);
  const layers = [file.fileLayer(title, extent, crs)];
  return { title, extent, layers, formats: [grid.format] };
}

interface ElevationGrid {
  readonly format: string;
  readonly title: string;
  readonly box: Box | null;
  readonly crs: FileCrs;
  /** The format has no CRS; a .prj beside it may have one. */
  readonly isWithoutCrs: boolean;
}

function headOf({ bytes }: Document, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, length)).toString('latin1');
}

/** "ncols 4", "nrows 5", "xllcorner 0" … in the first lines, in any order and case. */
function readAsciiGrid(document: Document): ElevationGrid | null {
  const head = headOf(document, 1024);
  if (!/^\s{0,8}(?:ncols|nrows)\s/i.test(head)) return null;
  const values = new Map<string, number>();
  for (const line of head.split(/\r\n|\r|\n/, 8)) {
    const [name, value] = line.trim().toLowerCase().split(/\s+/, 2);
    if (name !== undefined && value !== undefined && /^[a-z_]+$/.test(name))
      values.set(name, Number(value.replace(',', '.')));
  }
  const at = (name: string) => values.get(name) ?? Number.NaN;
  const [columns, rows, cell] = [at('ncols'), at('nrows'), values.get('cellsize') ?? at('dx')];
  const cellHeight = values.get('cellsize') ?? at('dy');
  if (!(columns > 0) || !(rows > 0) || !(cell > 0)) return null;
  const left = values.get('xllcorner') ?? at('xllcenter') - cell / 2;
  const bottom = values.get('yllcorner') ?? at('yllcenter') - cellHeight / 2;
  if (Number.isNaN(left + bottom)) return null;
  const box: Box = [left, bottom, left + columns * cell, bottom + rows * cellHeight];
  return { format: 'text/x-esri-ascii-grid', title: '', box, crs: noCrs, isWithoutCrs: true };
}

/** Samples per side by file size: three arc seconds, one arc second (SRTM User Guide, 3.2). */
const tileSizes = new Set([2 * 1201 * 1201, 2 * 3601 * 3601, 2 * 1801 * 3601]);

/** N46E007.hgt: the name is the lower left corner; otherwise only the size identifies the format. */
function readSrtmTile(document: Document): ElevationGrid | null {
  const name = fileName(document);
  const match = /^([NS])(\d{2})([EW])(\d{3})\b.{0,20}\.hgt$/i.exec(name);
  if (match === null || !tileSizes.has(fileSize(document) ?? 0)) return null;
  const [, northing = '', latitude, easting = '', longitude] = match;
  const south = Number(latitude) * (northing.toUpperCase() === 'S' ? -1 : 1);
  const west = Number(longitude) * (easting.toUpperCase() === 'W' ? -1 : 1);
  return {
    format: 'application/x-srtm-hgt',
    title: '',
    box: [west, south, west + 1, south + 1],
    crs: wgs84,
    isWithoutCrs: false,
  };
}

/** Record A in fixed columns (Standards for Digital Elevation Models, part 2, 1998). */
function readUsgsDem(document: Document): ElevationGrid | null {
  const record = headOf(document, 1024);
  if (record.length < 864) return null;
  const integer = (first: number) => Number(record.slice(first - 1, first + 5).trim() || Number.NaN);
  const [level, pattern, system, zone] = [integer(145), integer(151), integer(157), integer(163)];
  const [unit, sides] = [integer(529), integer(541)];
  if (![1, 2, 3, 4].includes(level) || (pattern !== 1 && pattern !== 2) || sides !== 4 || ![0, 1, 2, 3].includes(unit))
    return null;
  const bounds = new Bounds();
  for (let corner = 0; corner < 4; corner++)
    bounds.add(real(record, 547 + corner * 48), real(record, 571 + corner * 48));
  const box = bounds.box();
  if (box === null) return null;
  // Geographic corners are in arc seconds, UTM in meters on NAD 27 unless the record states otherwise.
  const inDegrees = box.map((value) => value / 3600) as unknown as Box;
  const datum = Number(record.slice(890, 892).trim() || Number.NaN);
  const utm =
    system === 1 && zone >= 1 && zone <= 23 ? crsOfCode(`EPSG:${datum === 4 ? 26_900 + zone : 26_700 + zone}`) : noCrs;
  return {
    format: 'application/x-usgs-dem',
    title: record.slice(0, 40).trim(),
    box: system === 0 && unit === 3 ? inDegrees : box,
    crs: system === 0 && unit === 3 ? wgs84 : utm,
    isWithoutCrs: false,
  };
}

/** Fortran writes exponents with a D. */
function real(record: string, first: number): number {
  return Number(
    record
      .slice(first - 1, first + 23)
      .trim()
      .replace(/d/i, 'e') || Number.NaN,
  );
}
