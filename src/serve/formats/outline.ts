// Extents as geometries in files: well-known binary, and the union of boxes.
import type { Extent } from '../../model/extent.ts';

/** A MultiPolygon in little-endian WKB: two parts across the antimeridian, otherwise one. */
export function multiPolygonWkb([west, south, east, north]: Extent): Buffer {
  const spans = west <= east ? [[west, east] as const] : [[west, 180] as const, [-180, east] as const];
  const polygonBytes = 1 + 4 + 4 + 4 + 5 * 16;
  const bytes = Buffer.alloc(9 + spans.length * polygonBytes);
  let at = bytes.writeUInt8(1, 0);
  at = bytes.writeUInt32LE(6, at);
  at = bytes.writeUInt32LE(spans.length, at);
  for (const [left, right] of spans) {
    at = bytes.writeUInt8(1, at);
    for (const number of [3, 1, 5]) at = bytes.writeUInt32LE(number, at);
    for (const number of [left, south, right, south, right, north, left, north, left, south])
      at = bytes.writeDoubleLE(number, at);
  }
  return bytes;
}

/** Null if empty. An extent across the antimeridian makes the union span all longitudes. */
export function openUnion() {
  let union: [number, number, number, number] | null = null;
  return {
    add: (extent: Extent | null) => {
      if (extent === null) return;
      const [west, east] = extent[0] <= extent[2] ? [extent[0], extent[2]] : [-180, 180];
      const [left, bottom, right, top] = union ?? [west, extent[1], east, extent[3]];
      union = [Math.min(left, west), Math.min(bottom, extent[1]), Math.max(right, east), Math.max(top, extent[3])];
    },
    get: () => union,
  };
}
