// Counts the layers that cover each cell of a world grid.
import { boxesOf } from '../../base/geo/extent-relation.ts';
import type { Extent } from '../../model/extent.ts';
import type { DensityGrid } from '../../model/search.ts';
import type { ListColumn } from '../index/list-column.ts';
import type { Segment } from '../index/segment-rows.ts';

/**
 * A record without layers counts as one. Each distinct extent is added once, by its corners only: summing from the
 * northwest fills the cells, so the cost is that of counting documents per extent.
 */
export function extentDensity(segments: readonly Segment[], grid: DensityGrid): Uint32Array {
  const corners = new Float64Array((grid.columns + 1) * (grid.rows + 1));
  for (const segment of segments) {
    const column = segment.list('extent');
    const counts = countsByExtent(segment, column);
    for (let id = 1; id < counts.length; id++)
      if (counts[id]! > 0) addExtent(corners, grid, extentAt(column, id), counts[id]!);
  }
  return summed(corners, grid);
}

/** Living documents by extent. */
function countsByExtent(segment: Segment, { ids, starts }: ListColumn): Uint32Array {
  const counts = new Uint32Array(starts.length - 1);
  const first = segment.number('first');
  const { dead } = segment;
  for (let record = 0; record + 1 < first.length; record++) {
    if (dead?.[record] === 1) continue;
    const [begin, end] = [first[record]!, first[record + 1]!];
    // The service comes first and counts only if it has no layers.
    for (let doc = end - begin > 1 ? begin + 1 : begin; doc < end; doc++) counts[ids[doc]!]!++;
  }
  return counts;
}

function extentAt({ starts, values }: ListColumn, id: number): Extent {
  const at = starts[id]!;
  return [values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!];
}

function addExtent(corners: Float64Array, { columns, rows }: DensityGrid, extent: Extent, count: number): void {
  const line = columns + 1;
  for (const [west, south, east, north] of boxesOf(extent)) {
    const left = cellOf((west + 180) / 360, columns, 'floor');
    const right = Math.max(left + 1, cellOf((east + 180) / 360, columns, 'ceil'));
    const top = cellOf((90 - north) / 180, rows, 'floor');
    const bottom = Math.max(top + 1, cellOf((90 - south) / 180, rows, 'ceil'));
    corners[top * line + left]! += count;
    corners[top * line + right]! -= count;
    corners[bottom * line + left]! -= count;
    corners[bottom * line + right]! += count;
  }
}

/** A box that ends where a cell begins doesn't cover it; the last cell includes the edge of the world. */
function cellOf(part: number, cells: number, round: 'floor' | 'ceil'): number {
  const cell = Math[round](part * cells);
  return round === 'floor' ? Math.min(cells - 1, Math.max(0, cell)) : Math.min(cells, Math.max(1, cell));
}

function summed(corners: Float64Array, { columns, rows }: DensityGrid): Uint32Array {
  const line = columns + 1;
  const density = new Uint32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0, across = 0; column < columns; column++) {
      // The sum along the row, plus everything above.
      across += corners[row * line + column]!;
      density[row * columns + column] = across + (row === 0 ? 0 : density[(row - 1) * columns + column]!);
    }
  return density;
}
