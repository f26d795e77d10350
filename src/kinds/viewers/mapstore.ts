// MapStore: map configurations (layers of one map) and localConfig.json (catalogs the viewer searches).

import { toWgs84 } from '../../base/geo/projection.ts';
import { isObject, type JsonObject, objectAt, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import type { Extent } from '../../model/extent.ts';
import type { Description } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { firstText, linkService, viewerKind } from './viewer-kind.ts';

export const mapstore = viewerKind({
  id: 'mapstore',
  title: 'MapStore configuration',
  specification: 'MapStore map configuration, version 2, and localConfig.json',
  forms: ['json'],
  dataset: 'layer',
  suspect: ({ url }) => {
    const { path } = splitAddress(url);
    if (/\/localconfig\.json$|\/rest\/geostore\/data\/\d{1,9}$/.test(path)) return 0.8;
    return /mapstore/.test(path) && /\/(?:config|new|simple)\.json$/.test(path) ? 0.7 : 0;
  },
  read: (document) => {
    const value = readJsonObject(document);
    return value !== undefined && (readMap(value) !== null || isLocalConfig(value)) ? value : null;
  },
  version: (value) => stringAt(value, 'version'),
  describe,
});

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

function describe(value: JsonObject, records: RecordList): Partial<Description> {
  const map = readMap(value);
  for (const layer of map === null ? [] : objectsAt(map, 'layers')) addLayer(layer, records);
  addCatalogs(objectAt(value, 'catalogServices'), records);
  const state = objectAt(objectAt(value, 'initialState') ?? {}, 'defaultState');
  const catalog = objectAt(objectAt(state ?? {}, 'catalog') ?? {}, 'default');
  addCatalogs(catalog, records);
  return { software: 'MapStore' };
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

/** Catalogs the viewer offers to search, by name or in a list: { url, type, title }. */
function addCatalogs(catalogs: JsonObject | null, records: RecordList): void {
  for (const service of Object.values(catalogs?.services ?? {})) {
    if (isObject(service))
      linkService(records, stringAt(service, 'url'), stringAt(service, 'type'), stringAt(service, 'title'));
  }
}
