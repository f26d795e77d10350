// Esri map services: …/MapServer, drawn maps with layers that can be queried.
import { type JsonObject, readJsonObject } from '../base/json.ts';
import type { Document } from '../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Identity, Resource } from '../model/resource.ts';
import { finish, readService, serviceIdentity } from './arcgis-describe.ts';
import { readArcgis, typeInUrl } from './arcgis-json.ts';
import { countLayers, readLayers } from './arcgis-layers.ts';
import { below, checkBox, moreLayers } from './arcgis-requests.ts';
import { probeService, suspectService } from './arcgis-suspect.ts';

export const arcgisMapServer: ResourceKind = {
  id: 'arcgis-map-server',
  title: 'ArcGIS map service',
  family: 'service',
  specification: 'ArcGIS REST API, Map Service',
  tier: 1,
  forms: ['json'],
  dataset: 'layer',
  suspect: (link) => suspectService(link, 'MapServer'),
  probe: (url) => probeService(url, 'MapServer'),
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

function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || !Array.isArray(object.layers)) return [];
  const type = typeInUrl(document);
  if (type !== null && type !== 'MapServer') return [];
  return isMapService(object) ? serviceIdentity('arcgis-map-server', document, object) : [];
}

/** Only map services name their map or say whether they are drawn from a cache. */
function isMapService(object: JsonObject): boolean {
  return typeof object.mapName === 'string' || typeof object.singleFusedMapCache === 'boolean';
}

/** One small map over the whole of it. */
function check(resource: Resource): readonly ProbeRequest[] {
  const query = `bbox=${checkBox(resource)}&bboxSR=4326&size=64,64&format=png&transparent=true&f=image`;
  return [{ url: below(resource.endpoint, 'export', query) }];
}
