// Datastreams of a SensorThings API as layers.
import { unionExtents } from '../../../base/geo/extent.ts';
import {
  isObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../../base/json/json.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { emptyLayer } from '../../../describe/empty-description.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import { readBox } from '../../geometry/json-extent.ts';
import { maxLayers } from '../../records/json-collection.ts';

type Datastreams = Pick<Description, 'layers' | 'layerCount' | 'extent' | 'problems'>;

export function readDatastreams(documents: readonly Document[]): Datastreams {
  const problems = new ProblemTally();
  const layers: Layer[] = [];
  let matched = 0;
  for (const document of documents) {
    const json = readJsonObject(document);
    const streams = json === undefined ? [] : objectsAt(json, 'value').filter(isDatastream);
    if (json !== undefined && streams.length > 0) matched = Math.max(matched, numberAt(json, '@iot.count') ?? 0);
    layers.push(...streams.map((stream) => readDatastream(stream, problems)));
  }
  return {
    layers: layers.slice(0, maxLayers),
    layerCount: Math.max(layers.length, matched),
    extent: unionExtents(layers.map(({ extent }) => extent).filter((extent) => extent !== null)),
    problems: problems.list(),
  };
}

function isDatastream(entity: JsonObject): boolean {
  return (
    'observedArea' in entity ||
    'observationType' in entity ||
    'unitOfMeasurement' in entity ||
    'phenomenonTime' in entity
  );
}

function readDatastream(stream: JsonObject, problems: ProblemTally): Layer {
  const name = copyString(stringAt(stream, 'name'));
  return {
    ...emptyLayer,
    name: name || copyString(stringAt(stream, '@iot.id')) || null,
    title: name,
    abstract: copyString(stringAt(stream, 'description')),
    extent: readArea(objectAt(stream, 'observedArea'), problems),
    queryable: true,
    time: stringAt(stream, 'phenomenonTime') || null,
  };
}

function readArea(area: JsonObject | null, problems: ProblemTally): Extent | null {
  if (area === null) return null;
  const geometry = isObject(area.geometry) ? area.geometry : area;
  const box = boxOfCoordinates(geometry.coordinates);
  return box === null ? null : readBox(box, problems);
}

/** Positions checked; a geometry that describes a resource has far fewer. */
const maxPositions = 100_000;

/** [minX, minY, maxX, maxY] of coordinates nested to any depth; null without a position. */
function boxOfCoordinates(coordinates: JsonValue | undefined): readonly number[] | null {
  const box = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const open: JsonValue[] = Array.isArray(coordinates) ? [coordinates] : [];
  for (let seen = 0; open.length > 0 && seen < maxPositions; seen++) {
    const value = open.pop();
    if (!Array.isArray(value)) continue;
    const [x, y] = value;
    if (typeof x === 'number' && typeof y === 'number') {
      box[0] = Math.min(box[0]!, x);
      box[1] = Math.min(box[1]!, y);
      box[2] = Math.max(box[2]!, x);
      box[3] = Math.max(box[3]!, y);
    } else {
      open.push(...value.slice(0, maxPositions));
    }
  }
  return box.every(Number.isFinite) ? box : null;
}
