// Spatial relations between a record's extent and shapes, in planar degrees. Boundaries are part of the shapes.
import type { Extent } from '../model/extent.ts';
import type { Position, Shape, SpatialRelation } from '../model/filter.ts';

/** West is never greater than east. */
type Box = Extent;

/** The relation with its arguments swapped. */
export const inverse: Readonly<Record<SpatialRelation, SpatialRelation>> = {
  intersects: 'intersects',
  disjoint: 'disjoint',
  within: 'contains',
  contains: 'within',
};

/** `within` several shapes: each part of the extent is in one of them. `contains`: all of them are in the extent. */
export function isRelatedToShapes(relation: SpatialRelation, extent: Extent, shapes: readonly Shape[]): boolean {
  const boxes = splitAtAntimeridian(extent);
  const parts = shapes.flatMap(partsOf);
  if (relation === 'within') return boxes.every((box) => parts.some((shape) => holdsBox(shape, box)));
  if (relation === 'contains') return parts.every((shape) => boxes.some((box) => boxHolds(box, shape)));
  const touches = boxes.some((box) => parts.some((shape) => touchesBox(shape, box)));
  return relation === 'disjoint' ? !touches : touches;
}

function splitAtAntimeridian([west, south, east, north]: Extent): readonly Box[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

function partsOf(shape: Shape): readonly Shape[] {
  if (shape.is !== 'box') return [shape];
  return splitAtAntimeridian(shape.extent).map((extent) => ({ is: 'box', extent }));
}

function touchesBox(shape: Shape, box: Box): boolean {
  if (shape.is === 'box') return overlap(shape.extent, box);
  if (shape.is === 'point') return isInBox(shape.position, box);
  if (shape.is === 'line') return segments(shape.positions).some(([from, to]) => segmentMeetsBox(from, to, box));
  // Without an edge in the box, it is entirely inside or outside.
  const edges = shape.rings.some((ring) => segments(ring).some(([from, to]) => segmentMeetsBox(from, to, box)));
  return edges || isInPolygon([box[0], box[1]], shape.rings);
}

/** The box is in the shape. Points and lines can only contain a box that is a point. */
function holdsBox(shape: Shape, box: Box): boolean {
  const [west, south, east, north] = box;
  if (shape.is === 'box') return holds(shape.extent, box);
  if (shape.is === 'point') return west === east && south === north && isInBox(shape.position, box);
  if (shape.is === 'line') return west === east && south === north && touchesBox(shape, box);
  const corners: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  if (!corners.every((corner) => isInPolygon(corner, shape.rings))) return false;
  return !shape.rings.some((ring) => segments(ring).some(([from, to]) => segmentEntersBox(from, to, box)));
}

function boxHolds(box: Box, shape: Shape): boolean {
  if (shape.is === 'box') return holds(box, shape.extent);
  if (shape.is === 'point') return isInBox(shape.position, box);
  const positions = shape.is === 'line' ? shape.positions : (shape.rings[0] ?? []);
  return positions.every((position) => isInBox(position, box));
}

function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

function holds(outer: Box, inner: Box): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

function isInBox([x, y]: Position, box: Box): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

function segments(positions: readonly Position[]): readonly (readonly [Position, Position])[] {
  return positions.slice(1).map((to, index) => [positions[index]!, to]);
}

function segmentMeetsBox(from: Position, to: Position, box: Box): boolean {
  const span = clip(from, to, box);
  return span !== null && span[0] <= span[1];
}

/** It crosses the interior of the box, not only its border. */
function segmentEntersBox(from: Position, to: Position, box: Box): boolean {
  const span = clip(from, to, box);
  if (span === null || span[0] >= span[1]) return false;
  const middle = (span[0] + span[1]) / 2;
  const x = from[0] + middle * (to[0] - from[0]);
  const y = from[1] + middle * (to[1] - from[1]);
  return x > box[0] && x < box[2] && y > box[1] && y < box[3];
}

/** The part of the segment inside the box, as shares of its length (Liang and Barsky); null for none. */
function clip(from: Position, to: Position, box: Box): readonly [number, number] | null {
  let [first, last] = [0, 1];
  for (const axis of [0, 1] as const) {
    const step = to[axis] - from[axis];
    const [low, high] = [box[axis], box[axis + 2] as number];
    if (step === 0) {
      if (from[axis] < low || from[axis] > high) return null;
      continue;
    }
    const crossings = [(low - from[axis]) / step, (high - from[axis]) / step];
    first = Math.max(first, Math.min(...crossings));
    last = Math.min(last, Math.max(...crossings));
    if (first > last) return null;
  }
  return [first, last];
}

function isInPolygon(point: Position, rings: readonly (readonly Position[])[]): boolean {
  if (rings.some((ring) => segments(ring).some(([from, to]) => isOnSegment(point, from, to)))) return true;
  let isInside = false;
  for (const ring of rings) {
    for (const [from, to] of segments(ring)) {
      if (from[1] > point[1] === to[1] > point[1]) continue;
      const crossing = from[0] + ((point[1] - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
      if (point[0] < crossing) isInside = !isInside;
    }
  }
  return isInside;
}

function isOnSegment([x, y]: Position, [fromX, fromY]: Position, [toX, toY]: Position): boolean {
  const turn = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
  if (turn !== 0) return false;
  return (
    x >= Math.min(fromX, toX) && x <= Math.max(fromX, toX) && y >= Math.min(fromY, toY) && y <= Math.max(fromY, toY)
  );
}
