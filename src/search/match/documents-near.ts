// Candidates for an area: records are skipped by their bounding boxes.
import { type Box, isApart } from '../../base/geo/extent-relation.ts';
import type { Segment } from '../index/segment-rows.ts';

const known = new WeakMap<Float64Array, Float64Array>();

/** Writes their numbers to `docs`, ascending, and returns their count; all documents without an area. */
export function documentsNear(segment: Segment, area: readonly Box[], docs: Uint32Array): number {
  if (area.length === 0) {
    for (let doc = 0; doc < segment.documents; doc++) docs[doc] = doc;
    return segment.documents;
  }
  const boxes = boxesOfRecords(segment);
  const first = segment.number('first');
  let count = 0;
  for (let record = 0; record + 1 < first.length; record++) {
    if (isApart(boxes, record * 4, area)) continue;
    for (let doc = first[record]!; doc < first[record + 1]!; doc++) docs[count++] = doc;
  }
  return count;
}

/** Bounding boxes of all documents of each record; around the globe if an extent crosses the antimeridian. */
export function boxesOfRecords(segment: Segment): Float64Array {
  const { ids, starts, values } = segment.list('extent');
  const old = known.get(values);
  if (old !== undefined) return old;
  const first = segment.number('first');
  const boxes = new Float64Array((first.length - 1) * 4);
  known.set(values, boxes);
  for (let record = 0; record + 1 < first.length; record++) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let doc = first[record]!; doc < first[record + 1]!; doc++) {
      const at = starts[ids[doc]!]!;
      if (at === starts[ids[doc]! + 1]) continue;
      const isCut = values[at]! > values[at + 2]!;
      west = Math.min(west, isCut ? -180 : values[at]!);
      south = Math.min(south, values[at + 1]!);
      east = Math.max(east, isCut ? 180 : values[at + 2]!);
      north = Math.max(north, values[at + 3]!);
    }
    boxes.set([west, south, east, north], record * 4);
  }
  return boxes;
}
