// MapStore: map configurations (layers of one map) and localConfig.json (catalogs the viewer searches).

import { toWgs84 } from '../../base/geo/projection.ts';
import {
  arrayAt,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { RecordList } from '../records/catalog-records.ts';
import { firstText, linkService } from './viewer-services.ts';

export const mapstore: ResourceKind = {
  id: 'mapstore',
  title: 'MapStore configuration',
  family: 'catalog',
  specification: 'MapStore map configuration, version 2, and localConfig.json',
  tier: 2,
  forms: ['json'],
  dataset: 'layer',
  suspect: ({ url }) => {
    const { path } = splitAddress(url);
    if (/\/localconfig\.json$|\/rest\/geostore\/data\/\d{1,9}$/.test(path)) return 0.8;
    return /mapstore/.test(path) && /\/(?:config|new|simple)\.json$/.test(path) ? 0.7 : 0;
  },
  probe: (url) => [{ url }],
  identify: (document: Document): readonly Identity[] => {
    const value = readJsonObject(document);
    if (value === undefined || (readMap(value) === null && !isLocalConfig(value))) return [];
    const version = stringAt(value, 'version') || null;
    return [{ kind: 'mapstore', version, endpoint: documentAddress(document) }];
  },
  describe,
  check: checkAddress,
};

/** A map with layers, a center and a projection. */
function readMap(value: JsonObject): JsonObject | null {
  const map = objectAt(value, 'map');
  if (map === null || !Array.isArray(map.layers) || !isObject(map.center)) return null;
  return stringAt(map, 'projection') !== '' && objectsAt(map, 'layers').every((layer) => stringAt(layer, 'type') !== '')
    ? map
    : null;
}

function isLocalConfig(value: JsonObject): boolean {
  return stringAt(value, 'geoStoreUrl') !== '' && (isObject(value.plugins) || isObject(value.initialState));
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const value = readJsonObject(document) ?? {};
  const map = readMap(value);
  for (const layer of map === null ? [] : objectsAt(map, 'layers')) addLayer(layer, records);
  addCatalogs(objectAt(value, 'catalogServices'), records);
  const state = objectAt(objectAt(value, 'initialState') ?? {}, 'defaultState');
  const catalog = objectAt(objectAt(state ?? {}, 'catalog') ?? {}, 'default');
  addCatalogs(catalog, records);
  return records.describe(document, { software: 'MapStore' });
}

function addLayer(layer: JsonObject, records: RecordList): void {
  const title = readTitle(layer);
  const type = stringAt(layer, 'type');
  // Backgrounds ("osm", "empty") have no URL.
  records.add({
    name: stringAt(layer, 'name'),
    title,
    extent: readBox(objectAt(layer, 'bbox')),
    queryable: layer.queryable === true,
  });
  const url = Array.isArray(layer.url) ? String(layer.url[0] ?? '') : stringAt(layer, 'url');
  linkService(records, url, type, title);
  const catalog = stringAt(layer, 'catalogURL');
  if (catalog !== '') linkService(records, catalog, '', title);
}

/** One text, or one per language. */
function readTitle(layer: JsonObject): string {
  const titles = objectAt(layer, 'title');
  return titles === null
    ? firstText(layer, 'title', 'name')
    : firstText(titles, 'default', 'en-US', 'it-IT', 'fr-FR', 'de-DE');
}

function readBox(box: JsonObject | null): Extent | null {
  const bounds = box === null ? null : objectAt(box, 'bounds');
  if (box === null || bounds === null) return null;
  const corners = ['minx', 'miny', 'maxx', 'maxy'].map((name) => Number(stringAt(bounds, name) || Number.NaN));
  return toWgs84(corners as [number, number, number, number], stringAt(box, 'crs') || 'EPSG:4326');
}

/** Catalogs the viewer offers to search: name → { url, type, title }. */
function addCatalogs(catalogs: JsonObject | null, records: RecordList): void {
  const services = catalogs === null ? null : objectAt(catalogs, 'services');
  for (const service of Object.values(services ?? {})) {
    if (isObject(service))
      linkService(records, stringAt(service, 'url'), stringAt(service, 'type'), stringAt(service, 'title'));
  }
  for (const service of catalogs === null ? [] : arrayAt(catalogs, 'services')) {
    if (isObject(service))
      linkService(records, stringAt(service, 'url'), stringAt(service, 'type'), stringAt(service, 'title'));
  }
}
