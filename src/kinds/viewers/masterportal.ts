// Masterportal: services.json (every layer with its service), and the config.json that picks from it.
import {
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  readJson,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { linkService, viewerKind } from './viewer-kind.ts';

/** Layer types, as in `typ`. */
const types =
  /^(?:WMS|WFS|WMTS|WMSTime|GeoJSON|SensorThings|OAF|TileSet3D|Terrain3D|Entities3D|VectorTile|VectorBase|Oblique|StaticImage|Heatmap|GROUP|COG|GeoTiff)$/i;

interface Configuration {
  /** Settings of one portal; null for a list of services. */
  readonly portal: JsonObject | null;
  readonly services: readonly JsonObject[];
}

export const masterportal = viewerKind({
  id: 'masterportal',
  title: 'Masterportal services',
  specification: 'Masterportal services.json and config.json, versions 2 and 3',
  forms: ['json'],
  dataset: 'layer',
  suspect: ({ url }) =>
    /\/(?:services[\w-]{0,40}|rest-services[\w-]{0,40})\.json$/.test(splitAddress(url).path) ? 0.7 : 0,
  read: (document) => readConfig(document) ?? readServices(document),
  describe,
});

/** A list in which every member has an id, and nearly every one a layer type and a URL. */
function readServices(document: Document): Configuration | null {
  const value = readJson(document);
  if (!Array.isArray(value) || value.length === 0) return null;
  const head = value.slice(0, 20);
  if (!head.every((one) => isObject(one) && stringAt(one, 'id') !== '')) return null;
  return head.some((one) => isObject(one) && types.test(stringAt(one, 'typ')))
    ? { portal: null, services: value.filter(isObject) }
    : null;
}

function readConfig(document: Document): Configuration | null {
  const value = readJsonObject(document) ?? {};
  const portal = objectAt(value, 'Portalconfig') ?? objectAt(value, 'portalConfig');
  const layers = objectAt(value, 'Themenconfig') ?? objectAt(value, 'layerConfig');
  return portal === null || layers === null ? null : { portal, services: [] };
}

function describe({ portal, services }: Configuration, records: RecordList): Partial<Description> {
  for (const service of services) addService(service, records);
  // The list of services is beside the configuration; config.js has the exact path, but this is the usual one.
  if (portal !== null) records.link('resources/services-internet.json', 'services');
  return { title: portal === null ? '' : readTitle(portal), software: 'Masterportal' };
}

function readTitle(portal: JsonObject): string {
  const own = objectAt(portal, 'portalTitle');
  const menu = objectAt(objectAt(portal, 'mainMenu') ?? {}, 'title');
  return (
    (own === null ? '' : stringAt(own, 'title')) ||
    (menu === null ? '' : stringAt(menu, 'text')) ||
    stringAt(portal, 'PortalTitle')
  );
}

function addService(service: JsonObject, records: RecordList): void {
  const title = stringAt(service, 'name') || stringAt(service, 'id');
  const type = stringAt(service, 'typ');
  const datasets = objectsAt(service, 'datasets');
  records.add({
    name: stringAt(service, 'layers') || stringAt(service, 'featureType') || stringAt(service, 'id'),
    title,
    keywords: datasets.map((one) => stringAt(one, 'md_name')).filter((name) => name !== ''),
  });
  linkService(records, stringAt(service, 'url') || stringAt(service, 'capabilitiesUrl'), type, title);
  for (const one of datasets) {
    const catalog = stringAt(one, 'csw_url');
    if (catalog !== '') linkService(records, catalog, 'csw', 'CSW');
  }
}
