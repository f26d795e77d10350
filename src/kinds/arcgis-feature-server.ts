// Esri feature services: …/FeatureServer, layers and tables of features. Koop speaks the same.
import { type JsonObject, objectsAt, readJsonObject } from '../base/json.ts';
import type { Document } from '../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Identity, Resource } from '../model/resource.ts';
import { finish, readService, serviceIdentity } from './arcgis-describe.ts';
import { readArcgis, typeInUrl } from './arcgis-json.ts';
import { countLayers, readLayers } from './arcgis-layers.ts';
import { below, moreLayers } from './arcgis-requests.ts';
import { probeService, suspectService } from './arcgis-suspect.ts';

export const arcgisFeatureServer: ResourceKind = {
  id: 'arcgis-feature-server',
  title: 'ArcGIS feature service',
  family: 'service',
  specification: 'ArcGIS REST API, Feature Service',
  tier: 1,
  forms: ['json'],
  dataset: 'layer',
  suspect: (link) => suspectService(link, 'FeatureServer'),
  probe: (url) => probeService(url, 'FeatureServer'),
  identify,
  describe: (document) => {
    const object = readJsonObject(document) ?? {};
    const reading = readService(document, object);
    const layers = readLayers(object, document.parts[0], reading.inherited, reading.problems);
    return finish(document, reading, { layers, layerCount: countLayers(object) });
  },
  more: moreLayers,
  check,
};

/** Members only feature services have, through the versions. */
const ownMembers =
  'hasVersionedData supportsDisconnectedEditing allowGeometryUpdates syncEnabled supportedQueryFormats enableZDefaults hasStaticData';

function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || !Array.isArray(object.layers)) return [];
  if (object.mapName !== undefined || object.singleFusedMapCache !== undefined) return [];
  const type = typeInUrl(document);
  if (type !== null && type !== 'FeatureServer') return [];
  const isOurs = isFeatureService(object) || (type === 'FeatureServer' && hasPlainLayers(object));
  return isOurs ? serviceIdentity('arcgis-feature-server', document, object) : [];
}

function isFeatureService(object: JsonObject): boolean {
  const members = ownMembers.split(' ').filter((name) => object[name] !== undefined);
  return members.length >= 2 && (object.capabilities !== undefined || object.serviceDescription !== undefined);
}

/** Version 10.0 tells nothing but its layers; then the address must say what it is. */
function hasPlainLayers(object: JsonObject): boolean {
  const layers = objectsAt(object, 'layers');
  return layers.every((layer) => typeof layer.id === 'number' && typeof layer.name === 'string');
}

/** One feature of the first layer, without its shape. */
function check(resource: Resource): readonly ProbeRequest[] {
  const layer = resource.layers.find(({ name, queryable }) => name !== null && queryable);
  if (layer?.name == null) return [];
  const query = 'where=1%3D1&outFields=*&returnGeometry=false&resultRecordCount=1&f=json';
  return [{ url: below(resource.endpoint, `${layer.name}/query`, query) }];
}
