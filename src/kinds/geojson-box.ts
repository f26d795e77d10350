// The box around the coordinates of a small GeoJSON geometry.
import type { JsonValue } from '../base/json/json.ts';

/** Positions looked at; a geometry that describes a resource has far fewer. */
const maxPositions = 100_000;

/** [minX, minY, maxX, maxY] of coordinates nested to any depth; null where there is no position. */
export function boxOfCoordinates(coordinates: JsonValue | undefined): readonly number[] | null {
  const box = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const open: JsonValue[] = Array.isArray(coordinates) ? [coordinates] : [];
  for (let seen = 0; open.length > 0 && seen < maxPositions; seen++) {
    const value = open.pop();
    if (!Array.isArray(value)) continue;
    const [x, y] = value;
    if (typeof x === 'number' && typeof y === 'number') {
      box[0] = Math.min(box[0]!, x);
      box[1] = Math.min(box[1]!, y);
      box[2] = Math.max(box[2]!, x);
      box[3] = Math.max(box[3]!, y);
    } else {
      open.push(...value.slice(0, maxPositions));
    }
  }
  return box.every(Number.isFinite) ? box : null;
}
