// Datastreams of a SensorThings API as layers.

import { unionExtents } from '../base/geo/extent.ts';
import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../base/json/json.ts';
import { detach } from '../base/text/copy-string.ts';
import { emptyLayer } from '../describe/empty-description.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { Extent } from '../model/extent.ts';
import type { Description, Layer } from '../model/resource.ts';
import { boxOfCoordinates } from './geojson-box.ts';
import { readBox } from './geometry/json-extent.ts';
import { maxLayers } from './records/json-collection.ts';

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
  const name = detach(stringAt(stream, 'name'));
  return {
    ...emptyLayer,
    name: name || detach(stringAt(stream, '@iot.id')) || null,
    title: name,
    abstract: detach(stringAt(stream, 'description')),
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
