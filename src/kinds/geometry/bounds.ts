// Boxes around points, and extents around layers.
import { unionExtents } from '../../base/geo/extent.ts';
import type { JsonValue } from '../../base/json/json.ts';
import type { Extent } from '../../model/extent.ts';
import type { Layer } from '../../model/resource.ts';

export type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

export class Bounds {
  #minX = Number.POSITIVE_INFINITY;
  #minY = Number.POSITIVE_INFINITY;
  #maxX = Number.NEGATIVE_INFINITY;
  #maxY = Number.NEGATIVE_INFINITY;

  /** Points with non-finite coordinates are ignored. */
  add(x: number, y: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    if (x < this.#minX) this.#minX = x;
    if (x > this.#maxX) this.#maxX = x;
    if (y < this.#minY) this.#minY = y;
    if (y > this.#maxY) this.#maxY = y;
  }

  /** Null without points. */
  box(): Box | null {
    return this.#minX === Number.POSITIVE_INFINITY ? null : [this.#minX, this.#minY, this.#maxX, this.#maxY];
  }
}

/**
 * Adds the points of a list as in KML and GML 2: "x,y[,z] x,y[,z]"; with `isSpaced` the coordinates of one point are
 * separated by spaces ("x y z"), as in gx:coord.
 */
export function* readTuples(text: string, isSpaced = false): Generator<readonly [x: number, y: number]> {
  if (isSpaced) {
    const [x, y] = text.trim().split(/\s+/, 2);
    yield [Number(x || Number.NaN), Number(y || Number.NaN)];
    return;
  }
  // "1, 2, 3" with spaces after commas is common enough.
  const tidy = text.includes(', ') || text.includes(' ,') ? text.replace(/\s*,\s*/g, ',') : text;
  for (const match of tidy.matchAll(/\S+/g)) {
    const tuple = match[0];
    const comma = tuple.indexOf(',');
    if (comma <= 0) continue;
    const second = tuple.indexOf(',', comma + 1);
    yield [
      Number(tuple.slice(0, comma)),
      Number(tuple.slice(comma + 1, second < 0 ? undefined : second) || Number.NaN),
    ];
  }
}

/** Deeper than any geometry nests its positions. */
const maxDepth = 6;

/** Adds the positions of nested arrays of coordinates, as GeoJSON and Esri JSON have them. */
export function addPositions(coordinates: JsonValue | undefined, bounds: Bounds, depth = 0): void {
  if (!Array.isArray(coordinates) || depth > maxDepth) return;
  const [x, y] = coordinates;
  if (typeof x === 'number' && typeof y === 'number') bounds.add(x, y);
  else for (const member of coordinates) addPositions(member, bounds, depth + 1);
}

/** The extent around all layers that have one. */
export function extentOfLayers(layers: readonly Pick<Layer, 'extent'>[]): Extent | null {
  return unionExtents(layers.map(({ extent }) => extent).filter((extent) => extent !== null));
}
