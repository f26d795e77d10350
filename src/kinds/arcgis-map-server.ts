// Esri map services: …/MapServer, drawn maps with layers that can be queried.
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Resource } from '../model/resource.ts';
import { layeredServer } from './arcgis-layered-server.ts';
import { below, checkBox } from './arcgis-requests.ts';

export const arcgisMapServer: ResourceKind = layeredServer({
  id: 'arcgis-map-server',
  type: 'MapServer',
  name: 'map service',
  // Only map services name their map or say whether they are drawn from a cache.
  isOurs: ({ mapName, singleFusedMapCache }) => typeof mapName === 'string' || typeof singleFusedMapCache === 'boolean',
  check,
});

/** One small map over the whole of it. */
function check(resource: Resource): readonly ProbeRequest[] {
  const query = `bbox=${checkBox(resource)}&bboxSR=4326&size=64,64&format=png&transparent=true&f=image`;
  return [{ url: below(resource.endpoint, 'export', query) }];
}
