// How well extents fit the area of a query, or a place that its words name. Runs on every extent, so without allocations.
import {
  type Box,
  boxesOf,
  isApart,
  isRelated,
  openOverlap,
  type Relation,
  readOverlap,
} from '../../base/geo/extent-relation.ts';
import type { Extent } from '../../model/extent.ts';
import type { ListColumn } from '../index/list-column.ts';
import type { PlaceArea } from './query-clause.ts';

/** 0 outside the area, 1 for the area itself. `at` is where the four numbers of an extent begin. */
export type AreaFit = (values: Float64Array, at: number) => number;

/** The fit of documents; 0 without an extent. Consecutive layers mostly have the same extent. */
export function fitByDocument({ ids, starts, values }: ListColumn, fitOf: AreaFit): (doc: number) => number {
  let last = -1;
  let fit = 0;
  return (doc) => {
    const id = ids[doc]!;
    if (id === last) return fit;
    last = id;
    fit = starts[id] === starts[id + 1] ? 0 : fitOf(values, starts[id]!);
    return fit;
  };
}

export function openAreaFit(area: readonly Box[], relation: Relation): AreaFit {
  const [only] = area;
  const overlapOf = openOverlap(only!);
  return (values, at) => {
    if (isApart(values, at, area)) return 0;
    if (isSingle(area, values, at))
      return isRelatedBox(values, at, only!, relation) ? graded(overlapOf(values, at).likeness) : 0;
    const own = boxesAt(values, at);
    return isRelated(relation, own, area) ? graded(readOverlap(own, area).likeness) : 0;
  };
}

/** A place that is named but not written in the texts counts less than the word. */
const placeFactor = 0.6;
const leastInside = 0.5;
const leastLikeness = 0.3;

/** Fits what is mostly inside the place or about as large: the world isn't in Switzerland. */
export function areaOfPlace(extent: Extent): PlaceArea {
  const boxes = boxesOf(extent);
  const overlapOf = openOverlap(boxes[0]!);
  const fitOf: AreaFit = (values, at) => {
    if (isApart(values, at, boxes)) return 0;
    const { likeness, inside } = isSingle(boxes, values, at)
      ? overlapOf(values, at)
      : readOverlap(boxesAt(values, at), boxes);
    return inside >= leastInside || likeness >= leastLikeness ? placeFactor * graded(likeness) : 0;
  };
  return { boxes, open: ({ extents }) => fitByDocument(extents(), fitOf) };
}

/** Neither the area nor the extent crosses the antimeridian. */
function isSingle(area: readonly Box[], values: Float64Array, at: number): boolean {
  return area.length === 1 && values[at]! <= values[at + 2]!;
}

function boxesAt(values: Float64Array, at: number): readonly Box[] {
  return boxesOf([values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!]);
}

/** The fourth root separates a canton from the world when the query is a country: 0.45 and 0.1 instead of 0.04 and 0.0001. */
function graded(likeness: number): number {
  return 0.2 + 0.8 * Math.sqrt(Math.sqrt(likeness));
}

/** What isn't apart intersects. */
function isRelatedBox(values: Float64Array, at: number, [west, south, east, north]: Box, relation: Relation): boolean {
  const [ownWest, ownSouth, ownEast, ownNorth] = [values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!];
  if (relation === 'within') return ownWest >= west && ownEast <= east && ownSouth >= south && ownNorth <= north;
  if (relation === 'contains') return ownWest <= west && ownEast >= east && ownSouth <= south && ownNorth >= north;
  return true;
}
