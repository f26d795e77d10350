// Esri feature services: …/FeatureServer, layers and tables of features. Koop speaks the same.
import { type JsonObject, objectsAt } from '../base/json/json.ts';
import type { CheckRequest, ResourceKind } from '../model/kind.ts';
import type { Resource } from '../model/resource.ts';
import { layeredServer } from './arcgis-layered-server.ts';
import { below } from './arcgis-requests.ts';
import { datasetsInTurn } from './health/operation-rotation.ts';

export const arcgisFeatureServer: ResourceKind = layeredServer({
  id: 'arcgis-feature-server',
  type: 'FeatureServer',
  name: 'feature service',
  isOurs: (object, isInUrl) => {
    if (object.mapName !== undefined || object.singleFusedMapCache !== undefined) return false;
    return isFeatureService(object) || (isInUrl && hasPlainLayers(object));
  },
  check,
});

/** Members only feature services have, through the versions. */
const ownMembers =
  'hasVersionedData supportsDisconnectedEditing allowGeometryUpdates syncEnabled supportedQueryFormats enableZDefaults hasStaticData';

function isFeatureService(object: JsonObject): boolean {
  const members = ownMembers.split(' ').filter((name) => object[name] !== undefined);
  return members.length >= 2 && (object.capabilities !== undefined || object.serviceDescription !== undefined);
}

/** Version 10.0 tells nothing but its layers; then the address must say what it is. */
function hasPlainLayers(object: JsonObject): boolean {
  const layers = objectsAt(object, 'layers');
  return layers.every((layer) => typeof layer.id === 'number' && typeof layer.name === 'string');
}

/** One feature of the layer whose turn it is, without its shape; then of the next. */
function check(resource: Resource, turn = 0): readonly CheckRequest[] {
  const query = 'where=1%3D1&outFields=*&returnGeometry=false&resultRecordCount=1&f=json';
  return datasetsInTurn(resource.layers, turn, ({ queryable }) => queryable).map(({ name }) => ({
    url: below(resource.endpoint, `${name}/query`, query),
    ...{ operation: 'query', dataset: name, expects: 'features' },
  }));
}
