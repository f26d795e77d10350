// The boxes a document contains for a dataset, as extents: the possible sources of a reading.
import { readCrs } from '../../src/base/geo/crs.ts';
import { readExtent, unionExtents } from '../../src/base/geo/extent.ts';
import { toWgs84 } from '../../src/base/geo/projection.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Difference } from './compare.ts';
import { datasetElements } from './dataset-element.ts';
import { childText, type FactElement, textIn, within } from './document-facts.ts';

type Four = readonly [number, number, number, number];

/** Boxes that are in degrees by definition. */
export const geographicBoxes = new Set([
  ...['EX_GeographicBoundingBox', 'LatLonBoundingBox', 'LatLongBoundingBox', 'WGS84BoundingBox', 'lonLatEnvelope'],
]);
const namedBoxes = new Set(['BoundingBox', 'Envelope', 'EnvelopeWithTimePeriod']);

export function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6;
}

export function isSame(one: Extent, other: Extent): boolean {
  return one.every((value, index) => near(value, other[index]!));
}

/** Every element of the dataset with its parent groups, itself first. */
export function chainsOf(difference: Difference): readonly (readonly [FactElement, ...FactElement[]])[] {
  return datasetElements(difference).map((element) => {
    const groups: FactElement[] = [];
    for (let at = element.parent; at !== null; at = at.parent) if (at.name === element.name) groups.push(at);
    return [element, ...groups];
  });
}

/** Our extent is one of the boxes of the dataset or its groups in degrees, or their union. */
export function isWritten(difference: Difference): boolean {
  const extent = difference.ours?.extent;
  if (extent == null) return false;
  return chainsOf(difference).some((chain) => {
    const found = chain.flatMap(extentsOf);
    return found.some((one) => isSame(one, extent)) || isUnion(chain[0], extent);
  });
}

function isUnion(element: FactElement, extent: Extent): boolean {
  const boxes = within(element, 'EX_GeographicBoundingBox').flatMap((box) => inDegrees(numbersOf(box)));
  const union = unionExtents(boxes);
  return union !== null && isSame(union, extent);
}

/** A box in degrees of this element that has exactly these numbers. */
export function hasGeographicBox(element: FactElement, extent: Extent | null): boolean {
  const boxes = element.children.filter(({ name }) => geographicBoxes.has(name));
  return extent !== null && boxes.some((box) => isSame(numbersOf(box), extent));
}

export function hasOnlyNamedBoxes({ children }: FactElement): boolean {
  return children.some(({ name }) => namedBoxes.has(name)) && !children.some(({ name }) => geographicBoxes.has(name));
}

function extentsOf(element: FactElement): readonly Extent[] {
  const own = childText(element, 'SRS');
  return boxesIn(element).flatMap((box) => {
    const numbers = numbersOf(box);
    if (geographicBoxes.has(box.name)) return [...inDegrees(numbers), ...inSystem(numbers, own)];
    const { attributes } = box;
    return inSystem(numbers, attributes.crs ?? attributes.CRS ?? attributes.SRS ?? attributes.srsName ?? 'CRS:84');
  });
}

/** Boxes of the dataset, not of the datasets inside it. */
function boxesIn(element: FactElement): readonly FactElement[] {
  return element.children.flatMap((one) => {
    if (geographicBoxes.has(one.name) || namedBoxes.has(one.name)) return [one];
    return one.name === element.name ? [] : boxesIn(one);
  });
}

export function numbersOf(box: FactElement): Four {
  const bounds = ['westBoundLongitude', 'southBoundLatitude', 'eastBoundLongitude', 'northBoundLatitude'];
  const sides = ['minx', 'miny', 'maxx', 'maxy'].map((name) => box.attributes[name]);
  if (sides.some((side) => side !== undefined)) return sides.map(Number) as unknown as Four;
  if (box.name === 'EX_GeographicBoundingBox') {
    const texts = bounds.map((name) => box.children.find((one) => one.name === name));
    return texts.map((bound) => (bound === undefined ? Number.NaN : Number(deepText(bound)))) as unknown as Four;
  }
  const corners = box.children.filter(({ name }) => /^(?:lowerCorner|upperCorner|pos)$/i.test(name)).map(textIn);
  const [lower = '', upper = ''] = corners.map((text) => text.trim());
  const [x1, y1] = lower.split(/[\s,]+/).map(Number);
  const [x2, y2] = upper.split(/[\s,]+/).map(Number);
  return [x1 ?? Number.NaN, y1 ?? Number.NaN, x2 ?? Number.NaN, y2 ?? Number.NaN];
}

function deepText(element: FactElement): string {
  return textIn(element) || element.children.map(textIn).join('');
}

function inDegrees(numbers: Four): readonly Extent[] {
  const { extent } = readExtent(numbers.map(String) as unknown as Parameters<typeof readExtent>[0]);
  return extent === null ? [] : [extent];
}

/** In either axis order: which one is correct isn't verified here. */
function inSystem(numbers: Four, crs: string): readonly Extent[] {
  const [a, b, c, d] = numbers;
  const name = readCrs(crs);
  if (name === null) return [];
  return [toWgs84(numbers, name), toWgs84([b, a, d, c], name)].filter((extent) => extent !== null);
}
