// How well extents fit the area a query asks for: asked of every extent there is, so without a list or object in between.
import {
  type Box,
  boxesOf,
  isApart,
  isRelated,
  openOverlap,
  type Relation,
  readOverlap,
} from '../../base/geo/extent-relation.ts';

/** 0 for what lies elsewhere, 1 for what is the area itself. `at` is where the four numbers of an extent begin. */
export type AreaFit = (values: Float64Array, at: number) => number;

/** How well documents fit, by their extents; 0 for those without one. Layers mostly have the extent of the one before. */
export function fitByDocument({ ids, starts, values }: ExtentColumn, fitOf: AreaFit): (doc: number) => number {
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

/** Which extent each document has, and where its four numbers are. */
interface ExtentColumn {
  readonly ids: ArrayLike<number>;
  readonly starts: ArrayLike<number>;
  readonly values: Float64Array;
}

export function openAreaFit(area: readonly Box[], relation: Relation): AreaFit {
  const [only] = area;
  const overlapOf = openOverlap(only!);
  return (values, at) => {
    if (isApart(values, at, area)) return 0;
    const isOrdinary = area.length === 1 && values[at]! <= values[at + 2]!;
    if (!isOrdinary) return fitOfBoxes(values, at, area, relation);
    return isRelatedBox(values, at, only!, relation) ? rated(overlapOf(values, at).likeness) : 0;
  };
}

function fitOfBoxes(values: Float64Array, at: number, area: readonly Box[], relation: Relation): number {
  const own = boxesOf([values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!]);
  return isRelated(relation, own, area) ? rated(readOverlap(own, area).likeness) : 0;
}

/** The fourth root tells a canton from the world when a country is asked for: 0.45 and 0.1 instead of 0.04 and 0.0001. */
function rated(likeness: number): number {
  return 0.2 + 0.8 * Math.sqrt(Math.sqrt(likeness));
}

/** What is not apart intersects already. */
function isRelatedBox(values: Float64Array, at: number, [west, south, east, north]: Box, relation: Relation): boolean {
  const [ownWest, ownSouth, ownEast, ownNorth] = [values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!];
  if (relation === 'within') return ownWest >= west && ownEast <= east && ownSouth >= south && ownNorth <= north;
  if (relation === 'contains') return ownWest <= west && ownEast >= east && ownSouth <= south && ownNorth >= north;
  return true;
}
