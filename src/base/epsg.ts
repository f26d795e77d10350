// Facts about coordinate reference systems by EPSG or Esri number, from the table that comes with the package.
import type { Extent } from '../model/extent.ts';
import { areaLines, frameLines, systemLines } from './epsg-table.ts';

export interface CoordinateSystem {
  /** For proj4. */
  readonly definition: string;
  /** The authority puts northing (or latitude) first. */
  readonly isNorthFirst: boolean;
  /** Where it is meant to be used, whole degrees outward. */
  readonly area: Extent;
}

/** Split on first use, and only into lines: most crawls need a few of the thousands. */
let tables: { systems: Map<number, string>; frames: readonly string[]; areas: readonly string[] } | null = null;

/** Null for a number the table does not have. EPSG and Esri numbers do not overlap. */
export function coordinateSystem(code: number): CoordinateSystem | null {
  tables ??= { systems: systemsByCode(), frames: frameLines.split('\n'), areas: areaLines.split('\n') };
  const line = tables.systems.get(code);
  if (line === undefined) return null;
  const [number = '', frame = '', area = '', ...projection] = line.split(' ');
  return {
    definition: projString(projection.join(' '), tables.frames[Number.parseInt(frame, 36)] ?? ''),
    isNorthFirst: number.endsWith('n'),
    area: (tables.areas[Number.parseInt(area, 36)] ?? '').split(',').map(Number) as unknown as Extent,
  };
}

/** The string proj4 reads, from what a line of the table keeps of it. */
export function projString(projection: string, frame: string): string {
  const isMercator = projection.startsWith('tmerc');
  // What comes later wins.
  const words = isMercator ? projection.replace('tmerc', 'tmerc lat_0=0 lon_0=0 k=1 x_0=0 y_0=0') : projection;
  return `+proj=${`${words} ${frame} no_defs`.split(' ').join(' +')}`;
}

function systemsByCode(): Map<number, string> {
  const systems = new Map<number, string>();
  for (const line of systemLines.split('\n')) systems.set(Number.parseInt(line, 10), line);
  return systems;
}
