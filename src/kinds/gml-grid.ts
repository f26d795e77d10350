// Where an image lies that carries GML (GMLJP2): its rectified grid.

import { readCrs } from '../base/geo/crs.ts';
import { hasNorthingFirst } from '../base/geo/projection.ts';
import { attributeOf, childrenOf, descendants, walkXml, type XmlNode } from '../base/xml/xml-walk.ts';
import { crsOfCode, type FileCrs, noCrs } from './files/file-kind.ts';
import { Bounds, type Box } from './geometry/bounds.ts';

export interface GmlPlace {
  readonly box: Box | null;
  readonly crs: FileCrs;
}

/** Null when there is no rectified grid with an origin and two offset vectors. */
export function readGmlImageBox(bytes: Uint8Array, size: { width: number; height: number }): GmlPlace | null {
  let grid: XmlNode | null = null;
  const take = (node: XmlNode) => {
    grid ??= node;
  };
  walkXml({ bytes, charset: 'utf-8', partial: null }, { '**/RectifiedGrid': take, '**/ReferenceableGrid': take });
  return grid === null ? null : readGrid(grid, size);
}

function readGrid(grid: XmlNode, { width, height }: { width: number; height: number }): GmlPlace | null {
  const [pos] = [...descendants(grid, 'pos'), ...descendants(grid, 'coordinates')];
  const origin = numbersOf(pos?.text ?? '');
  const [across, down] = childrenOf(grid, 'offsetVector').map((vector) => numbersOf(vector.text));
  if (origin.length < 2 || across === undefined || down === undefined) return null;
  const named = [grid, ...descendants(grid, 'Point')]
    .map((node) => attributeOf(node, 'srsName'))
    .find((name) => name !== null);
  const crs = readCrs(named ?? '');
  const bounds = new Bounds();
  // The origin is the middle of the first pixel (08-085r8, 8.2.1).
  for (const column of [-0.5, width - 0.5]) {
    for (const row of [-0.5, height - 0.5]) {
      const [x, y] = [0, 1].map((axis) => (origin[axis] ?? 0) + column * (across[axis] ?? 0) + row * (down[axis] ?? 0));
      bounds.add(x!, y!);
    }
  }
  const box = bounds.box();
  const isUrn = /^(?:urn:|https?:)/i.test(named ?? '');
  const isSwapped = crs !== null && isUrn && hasNorthingFirst(crs) === true;
  return {
    box: box === null || !isSwapped ? box : [box[1], box[0], box[3], box[2]],
    crs: crs === null ? noCrs : crsOfCode(crs),
  };
}

function numbersOf(text: string): readonly number[] {
  return text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
    .filter(Number.isFinite);
}
