// Shapes of the statistics maps in a plane of 1440 by 720 quarters of a degree, for the page and for SVG files.
import type { DensityGrid, FacetCount } from '../../model/search.ts';
import { countryExtents } from '../../search/places/gazetteer.ts';

export const mapSize = { width: 1440, height: 720 } as const;

/** Cells of 2.5 degrees. */
export const densityGrid: DensityGrid = { columns: 144, rows: 72 };
const cell = mapSize.width / densityGrid.columns;

export interface DensityRun {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 1 … the number of levels. */
  readonly level: number;
}

export interface DensityMap {
  /** Neighbors of one level in one row. */
  readonly runs: readonly DensityRun[];
  /** Smallest and largest count of layers of each level. */
  readonly levels: readonly (readonly [from: number, to: number])[];
}

const maxLevels = 6;

/** Levels grow exponentially: some cells have a thousand times as many layers as others. */
export function densityMap(density: Uint32Array): DensityMap {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const count of density) {
    if (count > 0) least = Math.min(least, count);
    most = Math.max(most, count);
  }
  if (most === 0) return { runs: [], levels: [] };
  const starts = [...new Set(Array.from({ length: maxLevels }, (_, n) => startOf(n, least, most)))];
  const levels = starts.map((from, n) => [from, (starts[n + 1] ?? most + 1) - 1] as const);
  return { runs: runsOf(density, (count) => starts.findLastIndex((from) => count >= from) + 1), levels };
}

function startOf(level: number, least: number, most: number): number {
  return Math.round(least * (most / least) ** (level / maxLevels));
}

function runsOf(density: Uint32Array, levelOf: (count: number) => number): readonly DensityRun[] {
  const { columns, rows } = densityGrid;
  const runs: DensityRun[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; ) {
      const level = levelOf(density[row * columns + column]!);
      let end = column + 1;
      while (end < columns && levelOf(density[row * columns + end]!) === level) end++;
      if (level > 0) runs.push({ x: column * cell, y: row * cell, width: (end - column) * cell, height: cell, level });
      column = end;
    }
  return runs;
}

/** Corners of a cell of the grid, in degrees. */
export function cellExtent(index: number): readonly [west: number, south: number, east: number, north: number] {
  const degrees = 360 / densityGrid.columns;
  const west = -180 + (index % densityGrid.columns) * degrees;
  const north = 90 - Math.floor(index / densityGrid.columns) * degrees;
  return [west, north - degrees, west + degrees, north];
}

export interface HostBubble extends FacetCount {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const [smallest, largest] = [7, 70];

/** Circles at the center of each country, their area proportional to the count; largest first, so that small ones stay visible. */
export function hostBubbles(countries: readonly FacetCount[]): readonly HostBubble[] {
  const extents = countryExtents();
  const most = Math.max(1, ...countries.map(({ count }) => count));
  return countries.flatMap(({ value, count }) => {
    const extent = extents.get(value);
    if (extent === undefined) return [];
    const [west, south, east, north] = extent;
    const middle = west <= east ? (west + east) / 2 : (((west + east + 360) / 2 + 180) % 360) - 180;
    const radius = Math.max(smallest, largest * Math.sqrt(count / most));
    return [{ value, count, x: 4 * (middle + 180), y: 4 * (90 - (south + north) / 2), radius }];
  });
}
