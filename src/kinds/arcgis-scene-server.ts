// Esri scene services: …/SceneServer, 3D layers. The layers themselves are I3S.

import { unionExtents } from '../base/geo/extent.ts';
import { type Corners, toWgs84 } from '../base/geo/projection.ts';
import { arrayAt, type JsonObject, objectAt, objectsAt, readJsonObject, stringAt } from '../base/json/json.ts';
import { detach } from '../base/text/copy-string.ts';
import { emptyLayer } from '../describe/empty-description.ts';
import type { ProblemTally } from '../describe/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { Extent } from '../model/extent.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Identity, Layer } from '../model/resource.ts';
import { below } from './arcgis-requests.ts';
import { finish, readService, serviceIdentity } from './esri/arcgis-describe.ts';
import { readSpatialReference } from './esri/arcgis-extent.ts';
import { firstText, readArcgis, typeInUrl } from './esri/arcgis-json.ts';
import { probeService, suspectService } from './esri/arcgis-suspect.ts';

const maxLayers = 1000;

export const arcgisSceneServer: ResourceKind = {
  id: 'arcgis-scene-server',
  title: 'ArcGIS scene service',
  family: 'service',
  specification: 'OGC 17-014r9 (I3S 1.3), Scene Service',
  tier: 2,
  forms: ['json'],
  dataset: 'scene layer',
  suspect: (link) => suspectService(link, 'SceneServer'),
  probe: (url) => probeService(url, 'SceneServer'),
  identify,
  describe: (document, identity) => {
    const object = readJsonObject(document) ?? {};
    const reading = readService(document, object);
    const layers = objectsAt(object, 'layers')
      .slice(0, maxLayers)
      .map((layer) => readSceneLayer(layer, reading.problems));
    const extent = unionExtents(layers.map((layer) => layer.extent).filter((one) => one !== null));
    const links = [...reading.description.links, ...layers.flatMap((layer) => layerLink(identity, layer))];
    return finish(document, reading, { layers, links, extent, title: reading.description.title });
  },
  check: ({ endpoint, layers }) => [{ url: below(endpoint, `layers/${layers[0]?.name ?? 0}`, 'f=json') }],
};

function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || !Array.isArray(object.layers)) return [];
  const type = typeInUrl(document);
  if (type !== null && type !== 'SceneServer') return [];
  // Scenes saved as files look the same, but for the version of the server.
  const isServed = type === 'SceneServer' || stringAt(object, 'currentVersion') !== '';
  const isScene = isServed && typeof object.serviceName === 'string' && stringAt(object, 'serviceVersion') !== '';
  const hasSceneLayers = objectsAt(object, 'layers').some(
    (layer) => typeof layer.layerType === 'string' && objectAt(layer, 'store') !== null,
  );
  return isScene && hasSceneLayers ? serviceIdentity('arcgis-scene-server', document, object) : [];
}

function readSceneLayer(layer: JsonObject, problems: ProblemTally): Layer {
  const reference = readSpatialReference(layer.spatialReference);
  const title = firstText(layer, 'name', 'alias');
  return {
    ...emptyLayer,
    name: detach(stringAt(layer, 'id')),
    title,
    abstract: firstText(layer, 'description'),
    crs: reference.crs === null ? [] : [reference.crs],
    crsCount: reference.crs === null ? 0 : 1,
    extent: readSceneExtent(layer, reference.definitions, problems, title),
  };
}

/** `store.extent` is west, south, east, north in the layer's own system (I3S, 7.4). */
function readSceneExtent(
  layer: JsonObject,
  definitions: readonly string[],
  problems: ProblemTally,
  title: string,
): Extent | null {
  const corners = arrayAt(objectAt(layer, 'store') ?? {}, 'extent').map(Number);
  if (corners.length !== 4) return null;
  const extent = toWgs84(corners as unknown as Corners, definitions[0] ?? 'CRS:84');
  if (extent === null) problems.add('extent.projected', 'An extent could not be brought to degrees.', title);
  return extent;
}

function layerLink({ endpoint }: Identity, { name, title }: Layer): readonly Link[] {
  if (name === null || name === '') return [];
  const url = below(endpoint, `layers/${encodeURIComponent(name)}`, 'f=json');
  return [{ url, foundBy: 'description', anchor: title, window: '', nofollow: false }];
}
