// Encoding of lists, extents and text in SQL columns.
import type { Extent } from '../model/extent.ts';

export interface ExtentColumns {
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
}

/** NULL for an empty list: most lists are empty. */
export function listColumn(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
}

export function readListColumn<T = string>(column: string | null): readonly T[] {
  return column === null ? [] : (JSON.parse(column) as T[]);
}

/** Some readers end SQLite text at a NUL, so text after it must not be lost. */
export function textColumn(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

export function extentColumns(extent: Extent | null): readonly (number | null)[] {
  return extent?.every(Number.isFinite) ? [...extent] : [null, null, null, null];
}

export function readExtentColumns(columns: ExtentColumns): Extent | null {
  const { west, south, east, north } = columns;
  if (west === null || south === null || east === null || north === null) return null;
  return [west, south, east, north];
}
