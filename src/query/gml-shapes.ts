// Geometries of FES: GML 2 and 3, in the axis order of their reference system.
import { attributeOf, child, descendants, type XmlNode } from '../base/xml/xml-walk.ts';
import type { Position, Shape } from '../model/filter.ts';
import { filterError, openRing } from './filter-error.ts';
import { boxOfNumbers, isClosedRing } from './wkt-shapes.ts';

const geometryElements = [
  'Envelope',
  'Box',
  'Point',
  'LineString',
  'Polygon',
  'Surface',
  'MultiPolygon',
  'MultiSurface',
];

export function geometryIn(node: XmlNode): XmlNode | null {
  return node.children.find(({ name }) => geometryElements.includes(name)) ?? null;
}

export function shapesOfGml(node: XmlNode, where: string): readonly Shape[] {
  const flip = isLatitudeFirst(node, where);
  const read = (text: string) => positionsOf(text, flip, where);
  switch (node.name) {
    case 'Envelope':
    case 'Box': {
      const [low, high] = cornersOf(node, flip, where);
      const extent = low && high ? boxOfNumbers([low[0], low[1], high[0], high[1]]) : null;
      if (extent === null) throw filterError('filter.syntax', `${node.name} needs a lower and an upper corner`, where);
      return [{ is: 'box', extent }];
    }
    case 'Point': {
      const [position] = positionsIn(node, read);
      if (position === undefined) throw filterError('filter.syntax', 'Point has no position', where);
      return [{ is: 'point', position }];
    }
    case 'LineString':
      return [{ is: 'line', positions: positionsIn(node, read) }];
    default: {
      const inner = [...descendants(node, 'Polygon'), ...descendants(node, 'PolygonPatch')];
      const polygons = inner.length === 0 ? [node] : inner;
      return polygons.map((polygon) => ({ is: 'polygon', rings: ringsOf(polygon, read, where) }));
    }
  }
}

/**
 * EPSG:4326 as a URN or http URI is latitude first; its short form, CRS84 and no name are longitude first. Clients agree on the
 * URN; the short form predates the rule.
 */
function isLatitudeFirst(node: XmlNode, where: string): boolean {
  const name = attributeOf(node, 'srsName')?.trim() ?? '';
  if (name === '' || /CRS:?84$/i.test(name) || /^EPSG:4326$/i.test(name) || /epsg\.xml#4326$/i.test(name)) return false;
  if (/^urn:(?:x-)?ogc:def:crs:EPSG:[\d.]*:4326$/i.test(name) || /\/def\/crs\/EPSG\/[^/]*\/4326$/i.test(name))
    return true;
  throw filterError('filter.unsupported', `geometries must be in EPSG:4326 or CRS84, not ${name}`, where);
}

function cornersOf(node: XmlNode, flip: boolean, where: string): readonly (Position | undefined)[] {
  const corners = ['lowerCorner', 'upperCorner'].map((name) => child(node, name)?.text ?? '');
  if (corners.every((text) => text !== '')) return corners.map((text) => positionsOf(text, flip, where)[0]);
  return positionsIn(node, (text) => positionsOf(text, flip, where));
}

function ringsOf(node: XmlNode, read: (text: string) => readonly Position[], where: string) {
  const rings = descendants(node, 'LinearRing').map((ring) => positionsIn(ring, read));
  if (rings.length === 0 || !rings.every(isClosedRing)) throw filterError('filter.syntax', openRing, where);
  return rings;
}

/** pos, posList, coordinates (GML 2: "x,y x,y") or coord with X and Y. */
function positionsIn(node: XmlNode, read: (text: string) => readonly Position[]): readonly Position[] {
  return node.children.flatMap((one) => {
    if (one.name === 'coord') return read(`${child(one, 'X')?.text ?? ''} ${child(one, 'Y')?.text ?? ''}`);
    if (one.name === 'pointMember' || one.name === 'Point') return positionsIn(one, read);
    return ['pos', 'posList', 'coordinates'].includes(one.name) ? read(one.text) : [];
  });
}

function positionsOf(text: string, flip: boolean, where: string): readonly Position[] {
  const numbers = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (numbers.length === 0 || numbers.length % 2 === 1 || !numbers.every(Number.isFinite))
    throw filterError('filter.syntax', `"${text.slice(0, 60)}" are not positions`, where);
  const positions: Position[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [first, second] = [numbers[at]!, numbers[at + 1]!];
    positions.push(flip ? [second, first] : [first, second]);
  }
  return positions;
}
