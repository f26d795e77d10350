// The kinds of ArcGIS services: map, feature, image, geoprocessing, geocoding and vector tile services.
import {
  arrayAt,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { emptyLayer } from '../../describe/empty-description.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Description, Identity, Layer, Resource } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import { boxForRound, datasetsForRound, drawableExtent } from '../health/operation-rotation.ts';
import { below, type ServiceType } from './arcgis-address.ts';
import { finish, readService, type ServiceReading, serviceIdentity } from './arcgis-describe.ts';
import { onlyCrs } from './arcgis-extent.ts';
import { firstText, readArcgis, typeInUrl } from './arcgis-json.ts';
import { countLayers, readLayers } from './arcgis-layers.ts';
import { probeService, suspectService } from './arcgis-suspect.ts';

/** Each layer's details include its symbols as images: for more layers than this the response is megabytes. */
const maxDetailedLayers = 100;
const maxDatasets = 1000;

/** Members only feature services have, in any version. */
const featureServiceMembers = [
  ...['hasVersionedData', 'supportsDisconnectedEditing', 'allowGeometryUpdates', 'syncEnabled'],
  ...['supportedQueryFormats', 'enableZDefaults', 'hasStaticData'],
];

interface ArcgisServiceTraits
  extends Pick<ResourceKind, 'id' | 'title' | 'specification' | 'tier' | 'dataset' | 'more'> {
  readonly type: ServiceType;
  /** `isInUrl`: the document's URL names the type. Documents whose URL names another type aren't passed. */
  matches(object: JsonObject, isInUrl: boolean): boolean;
  describe(object: JsonObject, reading: ServiceReading, document: Document, endpoint: string): Partial<Description>;
  readonly check: NonNullable<ResourceKind['check']>;
}

/** What all ArcGIS services have in common. */
export function arcgisService({ type, matches, describe, ...traits }: ArcgisServiceTraits): ResourceKind {
  return {
    ...traits,
    family: 'service',
    forms: ['json'],
    suspect: (link) => suspectService(link, type),
    probe: (url) => probeService(url, type),
    identify: (document) => {
      const object = readArcgis(document);
      const typeNamed = typeInUrl(document);
      if (object === null || (typeNamed !== null && typeNamed !== type)) return [];
      return matches(object, typeNamed === type) ? serviceIdentity(traits.id, document, object) : [];
    },
    describe: (document, { endpoint }) => {
      const object = readJsonObject(document) ?? {};
      const reading = readService(document, object);
      return finish(document, reading, describe(object, reading, document, endpoint));
    },
  };
}

export const arcgisMapServer: ResourceKind = arcgisService({
  id: 'arcgis-map-server',
  type: 'MapServer',
  title: 'ArcGIS map service',
  specification: 'ArcGIS REST API, Map Service',
  tier: 1,
  dataset: 'layer',
  // Only map services name their map or declare whether they are drawn from a cache.
  matches: ({ layers, mapName, singleFusedMapCache }) =>
    Array.isArray(layers) && (typeof mapName === 'string' || typeof singleFusedMapCache === 'boolean'),
  describe: describeLayers,
  more: requestLayers,
  check: (resource, turn = 0) =>
    checkBoxes(resource, turn).map((box) => ({
      url: below(resource.endpoint, 'export', `bbox=${box}&bboxSR=4326&size=64,64&format=png&transparent=true&f=image`),
      operation: 'export',
      expects: 'picture',
    })),
});

/** Koop implements the same API. */
export const arcgisFeatureServer: ResourceKind = arcgisService({
  id: 'arcgis-feature-server',
  type: 'FeatureServer',
  title: 'ArcGIS feature service',
  specification: 'ArcGIS REST API, Feature Service',
  tier: 1,
  dataset: 'layer',
  matches: (object, isInUrl) => {
    if (!Array.isArray(object.layers)) return false;
    if (object.mapName !== undefined || object.singleFusedMapCache !== undefined) return false;
    return isFeatureService(object) || (isInUrl && hasPlainLayers(object));
  },
  describe: describeLayers,
  more: requestLayers,
  // One feature without its geometry, of another layer each round.
  check: ({ endpoint, layers }, turn = 0) =>
    datasetsForRound(layers, turn, ({ queryable }) => queryable).map(({ name }) => ({
      url: below(endpoint, `${name}/query`, 'where=1%3D1&outFields=*&returnGeometry=false&resultRecordCount=1&f=json'),
      operation: 'query',
      dataset: name,
      expects: 'features',
    })),
});

export const arcgisImageServer: ResourceKind = arcgisService({
  id: 'arcgis-image-server',
  type: 'ImageServer',
  title: 'ArcGIS image service',
  specification: 'ArcGIS REST API, Image Service',
  tier: 2,
  dataset: 'raster',
  // Only rasters have a pixel size and a number of bands.
  matches: (object) =>
    numberAt(object, 'pixelSizeX') !== null &&
    (numberAt(object, 'bandCount') !== null || stringAt(object, 'serviceDataType').startsWith('esriImage')),
  describe: (object, reading) => ({
    layers: [{ ...onlyLayer(object, reading), time: reading.inherited.time, queryable: true }],
  }),
  check: (resource, turn = 0) =>
    checkBoxes(resource, turn).map((box) => ({
      url: below(resource.endpoint, 'exportImage', `bbox=${box}&bboxSR=4326&size=64,64&format=jpgpng&f=image`),
      operation: 'exportImage',
      expects: 'picture',
    })),
});

export const arcgisGpServer: ResourceKind = arcgisService({
  id: 'arcgis-gp-server',
  type: 'GPServer',
  title: 'ArcGIS geoprocessing service',
  specification: 'ArcGIS REST API, Geoprocessing Service',
  tier: 2,
  dataset: 'task',
  matches: (object) => Array.isArray(object.tasks) && stringAt(object, 'executionType').startsWith('esriExecutionType'),
  describe: (object) => {
    const tasks = arrayAt(object, 'tasks').filter((task) => typeof task === 'string');
    const layers = tasks
      .slice(0, maxDatasets)
      .map((task) => ({ ...emptyLayer, name: copyString(task), title: task.replaceAll('_', ' ') }));
    return { layers, layerCount: tasks.length };
  },
  check: ({ endpoint, layers }) =>
    layers[0]?.name == null ? [] : [{ url: below(endpoint, encodeURIComponent(layers[0].name), 'f=json') }],
});

export const arcgisGeocodeServer: ResourceKind = arcgisService({
  id: 'arcgis-geocode-server',
  type: 'GeocodeServer',
  title: 'ArcGIS geocoding service',
  specification: 'ArcGIS REST API, Geocode Service',
  tier: 2,
  dataset: 'locator',
  matches: ({ addressFields, candidateFields }) => Array.isArray(addressFields) && Array.isArray(candidateFields),
  describe: (object) => ({
    layers: objectsAt(object, 'locators')
      .slice(0, maxDatasets)
      .map((locator) => firstText(locator, 'name'))
      .map((title) => ({ ...emptyLayer, name: title === '' ? null : title, title })),
  }),
  check: ({ endpoint }) => [
    { url: below(endpoint, 'findAddressCandidates', 'SingleLine=1+Main+Street&maxLocations=1&f=json') },
  ],
});

export const arcgisVectorTileServer: ResourceKind = arcgisService({
  id: 'arcgis-vector-tile-server',
  type: 'VectorTileServer',
  title: 'ArcGIS vector tile service',
  specification: 'ArcGIS REST API, Vector Tile Service',
  tier: 2,
  dataset: 'tile set',
  matches: (object) => {
    if (objectAt(object, 'tileInfo') === null) return false;
    const tiles = arrayAt(object, 'tiles').some((tile) => typeof tile === 'string' && /\.pbf$/i.test(tile));
    return tiles || /vector/i.test(stringAt(object, 'type')) || typeof object.defaultStyles === 'string';
  },
  describe: (object, reading, _document, endpoint) => ({
    layers: [onlyLayer(object, reading)],
    links: [...reading.description.links, resourceLink(stylesUrl(endpoint), 'description', 'Style')],
    formats: ['application/vnd.mapbox-vector-tile'],
  }),
  check: ({ endpoint }) => [{ url: stylesUrl(endpoint) }],
});

function isFeatureService(object: JsonObject): boolean {
  const members = featureServiceMembers.filter((name) => object[name] !== undefined);
  return members.length >= 2 && (object.capabilities !== undefined || object.serviceDescription !== undefined);
}

/** Version 10.0 lists nothing but its layers; then the URL must name the type. */
function hasPlainLayers(object: JsonObject): boolean {
  return objectsAt(object, 'layers').every((layer) => typeof layer.id === 'number' && typeof layer.name === 'string');
}

function describeLayers(object: JsonObject, reading: ServiceReading, document: Document): Partial<Description> {
  const layers = readLayers(object, document.parts[0], reading.inherited, reading.problems);
  return { layers, layerCount: countLayers(object) };
}

/** Extents and descriptions of layers are only in `…/layers`: one more request if there are layers. */
function requestLayers(document: Document, { endpoint }: Identity): ProbeRequest | null {
  const layers = objectsAt(readJsonObject(document) ?? {}, 'layers');
  const isEnough = document.parts.length > 0 || layers.some((layer) => layer.extent !== undefined);
  if (isEnough || layers.length === 0 || layers.length > maxDetailedLayers) return null;
  return { url: below(endpoint, 'layers', 'f=json') };
}

/** The layer of a service that is one dataset. */
function onlyLayer(object: JsonObject, { description, inherited }: ServiceReading): Layer {
  const { title, abstract, extent } = description;
  const name = stringAt(object, 'name') || title;
  return { ...emptyLayer, name, title, abstract, extent, ...onlyCrs(inherited.crs) };
}

/** West,south,east,north to draw: a part of the extent, another each round, and all of it. */
function checkBoxes({ extent }: Resource, turn: number): readonly string[] {
  const all = extent ?? [-180, -90, 180, 90];
  return [boxForRound(all, turn, 0.5).join(), drawableExtent(all).join()];
}

function stylesUrl(endpoint: string): string {
  return below(endpoint, 'resources/styles/root.json', 'f=json');
}
