// What lies in a place that a query names: mostly inside it, or about as large.

import { boxesOf, isApart, openOverlap, readOverlap } from '../../base/geo/extent-relation.ts';
import type { Extent } from '../../model/extent.ts';
import { fitByDocument } from './area-fit.ts';
import type { PlaceArea } from './query-clause.ts';

/** A place that is named but not written in the texts counts less than the word. */
const placeFactor = 0.6;
const leastInside = 0.5;
const leastLikeness = 0.3;

/** How well each document fits the place, 0 for not at all: the world is not in Switzerland. */
export function areaOfPlace(extent: Extent): PlaceArea {
  const boxes = boxesOf(extent);
  const overlapOf = openOverlap(boxes[0]!);
  const fitOf = (values: Float64Array, at: number): number => {
    if (isApart(values, at, boxes)) return 0;
    const isOrdinary = boxes.length === 1 && values[at]! <= values[at + 2]!;
    const own = isOrdinary ? null : boxesOf([values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!]);
    const { likeness, inside } = own === null ? overlapOf(values, at) : readOverlap(own, boxes);
    const isThere = inside >= leastInside || likeness >= leastLikeness;
    return isThere ? placeFactor * (0.2 + 0.8 * Math.sqrt(Math.sqrt(likeness))) : 0;
  };
  return {
    boxes,
    open: ({ extents }) => fitByDocument(extents(), fitOf),
  };
}
