// TopoJSON: GeoJSON with shared arcs.

import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import {
  arrayAt,
  isObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  stringAt,
} from '../../../base/json/json.ts';
import { type JsonHead, readJsonHead } from '../../../base/json/json-head.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import { Bounds, type Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';
import { readGeojsonCrs } from './geojson-reader.ts';

export const topojson = file.fileKind({
  id: 'topojson',
  title: 'TopoJSON',
  specification: 'TopoJSON Format Specification 1.0',
  tier: 1,
  forms: ['json'],
  dataset: 'object',
  suspect: { '.topojson': 0.95, '.topo': 0.5 },
  firstBytes: file.textHeadBytes,
  version: (document) => (readHead(document) === null ? null : ''),
  describe,
  more: (document) => (readHead(document) === null ? null : restOfText(document)),
});

function readHead(document: Document): JsonHead | null {
  const head = readJsonHead(joinedDocument(document));
  if (head === null || head.value.type !== 'Topology') return null;
  return isObject(head.value.objects) || Array.isArray(head.value.arcs) || !head.isWhole ? head : null;
}

const maxObjects = 10_000;

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const head = readHead(document);
  if (head === null) return {};
  const { value, isWhole } = head;
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the file was read.');
  const crs = readGeojsonCrs(value);
  const box = readBox(value, isWhole);
  const extent = box === null ? null : file.fileExtent(box, crs, tally);
  const objects = Object.entries(objectAt(value, 'objects') ?? {}).slice(0, maxObjects);
  const layers = objects.map(([name, object]) => describeObject(name, object, extent, crs));
  return { extent, layers, formats: ['application/topo+json'] };
}

/** Objects rarely have their own bbox; all are within the topology. */
function describeObject(name: string, object: JsonValue | undefined, extent: Extent | null, crs: file.FileCrs): Layer {
  if (!isObject(object)) return file.fileLayer(copyString(name), null, crs);
  const members = object.type === 'GeometryCollection' ? objectsAt(object, 'geometries') : [object];
  const types = new Set(members.map((member) => stringAt(member, 'type')).filter((type) => type !== ''));
  return file.fileLayer(copyString(name), extent, crs, { keywords: [...types], featureCount: members.length });
}

/** `bbox`, else around all arcs and points (TopoJSON 1.0, 2.1.2: quantized positions are sums of differences). */
function readBox(value: JsonObject, isWhole: boolean): Box | null {
  const given = value.bbox;
  if (Array.isArray(given) && given.length === 4 && given.every((member) => typeof member === 'number')) {
    return given as unknown as Box;
  }
  if (!isWhole) return null;
  const bounds = new Bounds();
  const transform = objectAt(value, 'transform');
  const toPosition = positionReader(transform);
  for (const arc of arrayAt(value, 'arcs')) {
    let [x, y] = [0, 0];
    for (const position of Array.isArray(arc) ? arc : []) {
      const [dx, dy] = pairOf(position);
      [x, y] = transform === null ? [dx, dy] : [x + dx, y + dy];
      bounds.add(...toPosition(x, y));
    }
  }
  for (const object of Object.values(objectAt(value, 'objects') ?? {})) addPoints(object, toPosition, bounds, 0);
  return bounds.box();
}

type ToPosition = (x: number, y: number) => [number, number];

function positionReader(transform: JsonObject | null): ToPosition {
  if (transform === null) return (x, y) => [x, y];
  const [scaleX, scaleY] = pairOf(transform.scale);
  const [moveX, moveY] = pairOf(transform.translate);
  return (x, y) => [x * scaleX + moveX, y * scaleY + moveY];
}

function pairOf(value: JsonValue | undefined): [number, number] {
  const [x, y] = Array.isArray(value) ? value : [];
  return [typeof x === 'number' ? x : Number.NaN, typeof y === 'number' ? y : Number.NaN];
}

/** Points are stored outside the arcs. */
function addPoints(value: JsonValue | undefined, toPosition: ToPosition, bounds: Bounds, depth: number): void {
  if (!isObject(value) || depth > 8) return;
  if (value.type === 'Point') bounds.add(...toPosition(...pairOf(value.coordinates)));
  else if (value.type === 'MultiPoint')
    for (const one of arrayAt(value, 'coordinates')) bounds.add(...toPosition(...pairOf(one)));
  for (const member of arrayAt(value, 'geometries')) addPoints(member, toPosition, bounds, depth + 1);
}
