// What lies in a place that a query names: mostly inside it, or about as large.
import type { Extent } from '../model/extent.ts';
import type { PlaceArea } from './clause-matches.ts';
import { boxesOf, isApart, readOverlap } from './extent-relation.ts';

/** A place that is named but not written in the texts counts less than the word. */
const placeFactor = 0.6;
const leastInside = 0.5;
const leastLikeness = 0.3;

/** How well each document fits the place, 0 for not at all: the world is not in Switzerland. Extents are compared when first met. */
export function areaOfPlace(extent: Extent): PlaceArea {
  const boxes = boxesOf(extent);
  const known = new WeakMap<Float64Array, Float32Array>();
  const fitOf = (values: Float64Array, at: number): number => {
    if (isApart(values, at, boxes)) return 0;
    const own = boxesOf([values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!]);
    const { likeness, inside } = readOverlap(own, boxes);
    const isThere = inside >= leastInside || likeness >= leastLikeness;
    return isThere ? placeFactor * (0.2 + 0.8 * likeness ** 0.25) : 0;
  };
  return {
    boxes,
    open: ({ extentIds, extents: { starts, values } }) => {
      const fits = known.get(values) ?? new Float32Array(starts.length - 1).fill(-1);
      known.set(values, fits);
      return (doc) => {
        const id = extentIds[doc]!;
        if (fits[id]! < 0) fits[id] = starts[id] === starts[id + 1] ? 0 : fitOf(values, starts[id]!);
        return fits[id]!;
      };
    },
  };
}
