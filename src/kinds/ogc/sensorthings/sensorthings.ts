// OGC SensorThings API, versions 1.0 and 1.1.

import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../../base/json/json.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { readUrl } from '../../../base/url/url.ts';
import { isWebUrl } from '../../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../../describe/empty-description.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { CheckRequest, ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Identity, Layer, Resource } from '../../../model/resource.ts';
import { addressAbove, addressBelow, apiAddress, isTalk, splitAddress } from '../../address/api-address.ts';
import { jsonTypes } from '../../address/json-links.ts';
import { addPositions, Bounds, extentOfLayers } from '../../geometry/bounds.ts';
import { readBox } from '../../geometry/json-extent.ts';
import { maxLayers } from '../../records/json-collection.ts';
import { readSoftware } from '../ows/ows-software.ts';

const entitySets =
  'Things|Locations|HistoricalLocations|Datastreams|MultiDatastreams|Sensors|ObservedProperties|Observations|FeaturesOfInterest';

/** `/Things`, `/Datastreams(4)/Observations` and so on, below the root. */
const belowRoot = new RegExp(`/(?:${entitySets})(?:\\([^/]*\\))?(?:/.*)?$`);

export const sensorthings: ResourceKind = {
  id: 'sensorthings',
  title: 'OGC SensorThings API',
  family: 'service',
  specification: 'OGC 18-088 (Sensing 1.1), 15-078r6 (1.0)',
  tier: 2,
  forms: ['json'],
  dataset: 'datastream',
  suspect,
  probe,
  identify,
  describe,
  more,
  check,
};

function suspect(link: Link): number {
  const { path } = splitAddress(link.url);
  if (isTalk(path)) return 0;
  if (belowRoot.test(link.url.split('?', 1)[0] ?? '')) return /\/v1\.[01]\//.test(path) ? 0.9 : 0.4;
  if (/\/(?:frost|sta|sensorthings|sensorthingsservice)[\w-]*\/(?:\w+\/)?v1\.[01]\/?$/.test(path)) return 0.9;
  if (/\/frost-server\b|\/sensorthings\b/.test(path)) return 0.6;
  if (/\/v1\.[01]\/?$/.test(path) && /sensor|frost|\bsta\b/.test(link.url.toLowerCase())) return 0.6;
  return /\bsensorthings\b/i.test(link.anchor) ? 0.5 : 0;
}

function probe(url: string): readonly ProbeRequest[] {
  const root = addressAbove(url, belowRoot) ?? apiAddress(url);
  const hasVersion = /\/v\d/.test(root);
  const addresses = hasVersion ? [root] : [root, addressBelow(root, 'v1.1'), addressBelow(root, 'v1.0')];
  return addresses.map((address) => ({ url: address, accept: jsonTypes }));
}

function identify(document: Document): readonly Identity[] {
  const json = readJsonObject(document);
  if (json === undefined) return [];
  const { finalUrl } = document;
  const endpoint = isRoot(json) ? rootAddress(json, finalUrl) : rootOfEntity(json, finalUrl);
  return endpoint === null ? [] : [{ kind: 'sensorthings', version: readVersion(json, endpoint), endpoint }];
}

/** Other OData services list entity sets the same way; every SensorThings service has these three. */
function isRoot(json: JsonObject): boolean {
  const names = new Set(objectsAt(json, 'value').map((member) => stringAt(member, 'name')));
  return names.has('Things') && names.has('Sensors') && names.has('Datastreams');
}

/** A saved root has only the URLs of its entity sets to show where it was. */
function rootAddress(json: JsonObject, url: string): string {
  const claimed = isWebUrl(url) ? null : addressAbove(stringAt(objectsAt(json, 'value')[0] ?? {}, 'url'), belowRoot);
  return claimed !== null && isWebUrl(claimed) ? claimed : apiAddress(url);
}

/** An entity, or a page of them, has its own URL below the root. */
function rootOfEntity(json: JsonObject, url: string): string | null {
  const entity = '@iot.selfLink' in json ? json : objectsAt(json, 'value')[0];
  const self = entity === undefined ? '' : stringAt(entity, '@iot.selfLink');
  const claimed = addressAbove(self, belowRoot);
  if (claimed === null) return null;
  // Links often name an internal host (edge case 79).
  return isWebUrl(url) ? (addressAbove(url, belowRoot) ?? apiAddress(url)) : claimed;
}

/** From its URL (required by 18-088, 6.2) or those of the entity sets; 1.1 lists its conformance classes. */
function readVersion(json: JsonObject, endpoint: string): string | null {
  const written = /\/v(\d\.\d)\/?(?:\?|$)/.exec(endpoint)?.[1];
  const below = () => /\/v(\d\.\d)\//.exec(stringAt(objectsAt(json, 'value')[0] ?? {}, 'url'))?.[1];
  return written ?? below() ?? (objectAt(json, 'serverSettings') !== null ? '1.1' : null);
}

function describe(document: Document, { endpoint }: Identity): Description {
  const read = readDatastreams([document, ...document.parts]);
  const json = readJsonObject(document);
  const settings = json === undefined ? null : objectAt(json, 'serverSettings');
  return {
    ...emptyDescription,
    // The root has no title.
    title: '',
    ...read,
    software: readSoftware(document, [endpoint, settings === null ? '' : JSON.stringify(settings).slice(0, 4000)]),
    problems: [...document.problems, ...read.problems],
  };
}

/** One page of datastreams, with the total count. */
function more(document: Document, { endpoint }: Identity): ProbeRequest | null {
  if (document.parts.length > 0 || readUrl(endpoint) === null) return null;
  const query = '$top=100&$count=true&$select=name,description,observedArea,phenomenonTime';
  return { url: addressBelow(endpoint, 'Datastreams', query), accept: jsonTypes };
}

function check({ endpoint }: Resource): readonly CheckRequest[] {
  return [
    {
      url: addressBelow(endpoint, 'Observations', '$top=1'),
      accept: jsonTypes,
      operation: 'Observations',
      expects: 'records',
    },
  ];
}

type Datastreams = Pick<Description, 'layers' | 'layerCount' | 'extent' | 'problems'>;

function readDatastreams(documents: readonly Document[]): Datastreams {
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
    extent: extentOfLayers(layers),
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
  const bounds = new Bounds();
  addPositions(geometry.coordinates, bounds);
  return readBox(bounds.box() ?? undefined, problems);
}
