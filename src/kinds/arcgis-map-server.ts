// Esri map services: …/MapServer, drawn maps with layers that can be queried.
import type { CheckRequest, ResourceKind } from '../model/kind.ts';
import type { Resource } from '../model/resource.ts';
import { layeredServer } from './arcgis-layered-server.ts';
import { below, checkBoxes } from './arcgis-requests.ts';

export const arcgisMapServer: ResourceKind = layeredServer({
  id: 'arcgis-map-server',
  type: 'MapServer',
  name: 'map service',
  // Only map services name their map or say whether they are drawn from a cache.
  isOurs: ({ mapName, singleFusedMapCache }) => typeof mapName === 'string' || typeof singleFusedMapCache === 'boolean',
  check,
});

/** A small map of a part of it, then of the whole. */
function check(resource: Resource, turn = 0): readonly CheckRequest[] {
  return checkBoxes(resource, turn).map((box) => ({
    url: below(resource.endpoint, 'export', `bbox=${box}&bboxSR=4326&size=64,64&format=png&transparent=true&f=image`),
    ...{ operation: 'export', expects: 'picture' },
  }));
}
