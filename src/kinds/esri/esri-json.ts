// Esri JSON: a feature set as returned by an ArcGIS query, or saved in a file.
import { isObject, type JsonObject, numberAt, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import { readJsonHead } from '../../base/json/json-head.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import {
  checkFile,
  describeFile,
  fileExtent,
  fileIdentity,
  fileLayer,
  probeFile,
  suspectFile,
  textHeadBytes,
} from '../files/file-kind.ts';
import { addPositions, Bounds, type Box } from '../geometry/bounds.ts';
import { arcgisEndpoint, nameInPath, readArcgisAddress, readServiceAddress } from './arcgis-address.ts';
import { readSpatialReference } from './arcgis-extent.ts';
import { firstText } from './arcgis-json.ts';

export const esriJson: ResourceKind = {
  id: 'esri-json',
  title: 'Esri JSON',
  family: 'file',
  specification: 'ArcGIS REST API, Feature object and FeatureSet',
  tier: 1,
  forms: ['json'],
  dataset: 'feature set',
  suspect,
  probe: (url) => probeFile(url, textHeadBytes),
  identify,
  describe,
  check: checkFile,
};

/** Queries aren't followed: there is no end to them. Files of this kind are named like any JSON. */
function suspect(link: Link): number {
  return suspectFile(link, { '.esrijson': 0.9 });
}

function identify(document: Document): readonly Identity[] {
  const head = readJsonHead(document);
  return head === null || featureSets(head.value).length === 0 ? [] : fileIdentity('esri-json', document);
}

interface FeatureSet {
  readonly set: JsonObject;
  /** Its metadata: name, extent. */
  readonly definition: JsonObject;
}

/** The document itself, or the sets in a feature collection (`{layers: [{layerDefinition, featureSet}]}`). */
function featureSets(object: JsonObject): readonly FeatureSet[] {
  if (isFeatureSet(object)) return [{ set: object, definition: object }];
  return objectsAt(object, 'layers').flatMap((layer) => {
    const set = objectAt(layer, 'featureSet');
    return set !== null && isFeatureSet(set) ? [{ set, definition: objectAt(layer, 'layerDefinition') ?? {} }] : [];
  });
}

/** Features with attributes or an Esri geometry, and another sign of Esri. GeoJSON's are of type "Feature". */
function isFeatureSet(object: JsonObject): boolean {
  if (!Array.isArray(object.features) || object.type === 'FeatureCollection') return false;
  const isSigned = stringAt(object, 'geometryType').startsWith('esriGeometry') || hasEsriFields(object);
  const [first] = object.features;
  if (first === undefined) return isSigned;
  if (!isObject(first) || first.type === 'Feature') return false;
  const geometry = objectAt(first, 'geometry');
  if (geometry === null) return isSigned && objectAt(first, 'attributes') !== null;
  return isEsriGeometry(geometry) && (isSigned || objectAt(first, 'attributes') !== null);
}

function hasEsriFields(object: JsonObject): boolean {
  return objectsAt(object, 'fields').some((field) => stringAt(field, 'type').startsWith('esriFieldType'));
}

function describe(document: Document): Description {
  const problems = new ProblemTally();
  const head = readJsonHead(document);
  const sets = featureSets(head?.value ?? {});
  const address = readArcgisAddress(document.finalUrl);
  const layers = sets.map((one) => readSet(one, head?.isWhole ?? false, problems));
  if (sets.every(({ set }) => objectsAt(set, 'features').length === 0)) {
    problems.add('file.empty', 'The file has no features.');
  }
  const extent = layers.find((layer) => layer.extent !== null)?.extent ?? null;
  const title = layers.find((layer) => layer.title !== '')?.title ?? (address === null ? '' : nameInPath(address.path));
  return describeFile(
    document,
    { title, layers, extent, formats: ['application/json'], links: serviceLinks(document) },
    problems,
  );
}

function readSet({ set, definition }: FeatureSet, isWhole: boolean, problems: ProblemTally): Layer {
  const reference = readSpatialReference(
    set.spatialReference ?? firstReference(set) ?? objectAt(definition, 'extent')?.spatialReference,
  );
  const name = firstText(definition, 'name');
  const crs = { definition: reference.definitions[0] ?? null, label: reference.crs };
  const box = boundsOfFeatures(objectsAt(set, 'features'));
  const extent = box === null ? null : fileExtent(box, crs, problems, name);
  const featureCount = objectsAt(set, 'features').length;
  return fileLayer(name, extent, crs, { name: name === '' ? null : name, ...(isWhole ? { featureCount } : {}) });
}

/** Geometries may have the reference instead of the set. */
function firstReference(set: JsonObject): unknown {
  const [first] = objectsAt(set, 'features');
  return first === undefined ? undefined : objectAt(first, 'geometry')?.spatialReference;
}

/** The service that was queried. */
function serviceLinks(document: Document): readonly Link[] {
  const address = readServiceAddress(document.finalUrl);
  return address === null ? [] : [resourceLink(arcgisEndpoint(address), 'description', nameInPath(address.path))];
}

const lists = ['rings', 'paths', 'points', 'curveRings', 'curvePaths'];

function isEsriGeometry(geometry: JsonObject): boolean {
  if (lists.some((name) => Array.isArray(geometry[name]))) return true;
  return ('x' in geometry && 'y' in geometry) || ('xmin' in geometry && 'ymax' in geometry);
}

/** The box around all features; null if none has a geometry. */
function boundsOfFeatures(features: readonly JsonObject[]): Box | null {
  const bounds = new Bounds();
  for (const feature of features) {
    const geometry = objectAt(feature, 'geometry');
    if (geometry !== null) addGeometry(geometry, bounds);
  }
  return bounds.box();
}

function addGeometry(geometry: JsonObject, bounds: Bounds): void {
  const corner = (x: string, y: string) =>
    bounds.add(numberAt(geometry, x) ?? Number.NaN, numberAt(geometry, y) ?? Number.NaN);
  corner('x', 'y');
  corner('xmin', 'ymin');
  corner('xmax', 'ymax');
  // Curves are objects among the points: their ends are the adjacent points.
  for (const name of lists) addPositions(geometry[name], bounds);
}
