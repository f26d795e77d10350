// Coordinate reference systems by EPSG or Esri code, from the table in epsg.txt.
import { readFileSync } from 'node:fs';
import type { Extent } from '../../model/extent.ts';

export interface CoordinateSystem {
  /** For proj4. */
  readonly definition: string;
  /** The authority puts northing (or latitude) first. */
  readonly isNorthFirst: boolean;
  /** Area of use in whole degrees, rounded outward. */
  readonly area: Extent;
}

interface EpsgTable {
  readonly frames: readonly string[];
  readonly areas: readonly string[];
  /** Lines by code, parsed on lookup: most crawls need a few of the thousands. */
  readonly systems: ReadonlyMap<number, string>;
}

let table: EpsgTable | null = null;

/** Null for an unknown code. EPSG and Esri codes don't overlap. */
export function coordinateSystem(code: number): CoordinateSystem | null {
  table ??= readTable();
  const line = table.systems.get(code);
  if (line === undefined) return null;
  const [number = '', frame = '', area = '', ...projection] = line.split(' ');
  return {
    definition: projString(projection.join(' '), table.frames[Number.parseInt(frame, 36)] ?? ''),
    isNorthFirst: number.endsWith('n'),
    area: (table.areas[Number.parseInt(area, 36)] ?? '').split(',').map(Number) as unknown as Extent,
  };
}

export function coordinateSystemCodes(): readonly number[] {
  table ??= readTable();
  return [...table.systems.keys()];
}

/** The proj4 definition that a line of the table abbreviates. */
export function projString(projection: string, frame: string): string {
  const isMercator = projection.startsWith('tmerc');
  // proj4 uses the last value of a parameter.
  const words = isMercator ? projection.replace('tmerc', 'tmerc lat_0=0 lon_0=0 k=1 x_0=0 y_0=0') : projection;
  return `+proj=${`${words} ${frame} no_defs`.split(' ').join(' +')}`;
}

/** The blocks of the file are separated by empty lines; the first is its description. */
function readTable(): EpsgTable {
  const text = readFileSync(new URL('./epsg.txt', import.meta.url), 'latin1');
  const [, frames = '', areas = '', systemLines = ''] = text.trimEnd().split('\n\n');
  const systems = new Map<number, string>();
  for (const line of systemLines.split('\n')) systems.set(Number.parseInt(line, 10), line);
  return { frames: frames.split('\n'), areas: areas.split('\n'), systems };
}
