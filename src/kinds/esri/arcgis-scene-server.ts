// Esri scene services: …/SceneServer, 3D layers. The layers themselves are I3S.

import { arrayAt, type JsonObject, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { emptyLayer } from '../../describe/empty-description.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Layer } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import { extentOfLayers } from '../geometry/bounds.ts';
import { below } from './arcgis-address.ts';
import { onlyCrs, projectedExtent, readSpatialReference } from './arcgis-extent.ts';
import { firstText } from './arcgis-json.ts';
import { arcgisService } from './arcgis-services.ts';

const maxLayers = 1000;

export const arcgisSceneServer: ResourceKind = arcgisService({
  id: 'arcgis-scene-server',
  type: 'SceneServer',
  title: 'ArcGIS scene service',
  specification: 'OGC 17-014r9 (I3S 1.3), Scene Service',
  tier: 2,
  dataset: 'scene layer',
  matches: (object, isInUrl) => {
    // Scenes saved as files look the same, except for the version of the server.
    const isServed = isInUrl || stringAt(object, 'currentVersion') !== '';
    const isScene = isServed && typeof object.serviceName === 'string' && stringAt(object, 'serviceVersion') !== '';
    return isScene && objectsAt(object, 'layers').some(isSceneLayer);
  },
  describe: (object, { description, problems }, _document, endpoint) => {
    const layers = objectsAt(object, 'layers')
      .slice(0, maxLayers)
      .map((layer) => readSceneLayer(layer, problems));
    const links = [...description.links, ...layers.flatMap((layer) => layerLink(endpoint, layer))];
    return { layers, links, extent: extentOfLayers(layers) };
  },
  check: ({ endpoint, layers }) => [{ url: below(endpoint, `layers/${layers[0]?.name ?? 0}`, 'f=json') }],
});

function isSceneLayer(layer: JsonObject): boolean {
  return typeof layer.layerType === 'string' && objectAt(layer, 'store') !== null;
}

function readSceneLayer(layer: JsonObject, problems: ProblemTally): Layer {
  const reference = readSpatialReference(layer.spatialReference);
  const title = firstText(layer, 'name', 'alias');
  // West, south, east, north in the layer's own system (I3S, 7.4).
  const corners = arrayAt(objectAt(layer, 'store') ?? {}, 'extent').map(Number);
  return {
    ...emptyLayer,
    name: copyString(stringAt(layer, 'id')),
    title,
    abstract: firstText(layer, 'description'),
    ...onlyCrs(reference.crs),
    extent: corners.length === 4 ? projectedExtent(corners, reference.definitions[0] ?? null, problems, title) : null,
  };
}

function layerLink(endpoint: string, { name, title }: Layer): readonly Link[] {
  if (name === null || name === '') return [];
  const url = below(endpoint, `layers/${encodeURIComponent(name)}`, 'f=json');
  return [resourceLink(url, 'description', title)];
}
