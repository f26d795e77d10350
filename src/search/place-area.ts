// What lies in a place that a query names: mostly inside it, or about as large.
import type { Extent } from '../model/extent.ts';
import type { PostingSource } from './clause-matches.ts';
import { boxesOf, isApart, readOverlap } from './extent-relation.ts';

/** A place that is named but not written in the texts counts less than the word. */
const placeFactor = 0.6;
const leastInside = 0.5;
const leastLikeness = 0.3;

/** For each extent of a segment how well it fits the place, 0 for not at all: the world is not in Switzerland. */
export function areaOfPlace(extent: Extent): PlaceArea {
  const key = extent.join(' ');
  const area = kept.get(key) ?? openArea(extent);
  kept.delete(key);
  kept.set(key, area);
  if (kept.size > keptPlaces) kept.delete(kept.keys().next().value!);
  return area;
}

type PlaceArea = (source: PostingSource) => Float32Array;

/** Places asked for lately: their areas are compared with every extent there is. */
const keptPlaces = 16;
const kept = new Map<string, PlaceArea>();

function openArea(extent: Extent): PlaceArea {
  const place = boxesOf(extent);
  const known = new WeakMap<Float64Array, Float32Array>();
  return ({ extents: { starts, values } }) => {
    const old = known.get(values);
    if (old !== undefined) return old;
    const fits = new Float32Array(starts.length - 1);
    known.set(values, fits);
    for (let id = 1; id < fits.length; id++) {
      const at = starts[id]!;
      if (isApart(values, at, place)) continue;
      const own = boxesOf([values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!]);
      const { likeness, inside } = readOverlap(own, place);
      if (inside >= leastInside || likeness >= leastLikeness) fits[id] = placeFactor * (0.2 + 0.8 * likeness ** 0.25);
    }
    return fits;
  };
}
