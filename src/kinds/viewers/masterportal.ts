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
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { RecordList } from '../records/catalog-records.ts';
import { linkService } from './viewer-services.ts';

/** Layer types, as in `typ`. */
const types =
  /^(?:WMS|WFS|WMTS|WMSTime|GeoJSON|SensorThings|OAF|TileSet3D|Terrain3D|Entities3D|VectorTile|VectorBase|Oblique|StaticImage|Heatmap|GROUP|COG|GeoTiff)$/i;
const configMembers = ['Portalconfig', 'portalConfig'];
const layerMembers = ['Themenconfig', 'layerConfig'];

export const masterportal: ResourceKind = {
  id: 'masterportal',
  title: 'Masterportal services',
  family: 'catalog',
  specification: 'Masterportal services.json and config.json, versions 2 and 3',
  tier: 2,
  forms: ['json'],
  dataset: 'layer',
  suspect: ({ url }) =>
    /\/(?:services[\w-]{0,40}|rest-services[\w-]{0,40})\.json$/.test(splitAddress(url).path) ? 0.7 : 0,
  probe: (url) => [{ url }],
  identify: (document: Document): readonly Identity[] => {
    const isConfig = readConfig(document) !== null;
    if (!isConfig && readServices(document) === null) return [];
    return [{ kind: 'masterportal', version: null, endpoint: documentAddress(document) }];
  },
  describe,
  check: checkAddress,
};

/** A list in which every member has an id, and nearly every one a layer type and a URL. */
function readServices(document: Document): readonly JsonObject[] | null {
  const value = readJson(document);
  if (!Array.isArray(value) || value.length === 0) return null;
  const head = value.slice(0, 20);
  if (!head.every((one) => isObject(one) && stringAt(one, 'id') !== '')) return null;
  return head.some((one) => isObject(one) && types.test(stringAt(one, 'typ'))) ? value.filter(isObject) : null;
}

function readConfig(document: Document): JsonObject | null {
  const value = readJsonObject(document);
  if (value === undefined) return null;
  const has = (names: readonly string[]) => names.some((name) => isObject(value[name]));
  return has(configMembers) && has(layerMembers) ? value : null;
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  for (const service of readServices(document) ?? []) addService(service, records);
  const config = readConfig(document);
  const portal = config === null ? null : (objectAt(config, 'Portalconfig') ?? objectAt(config, 'portalConfig'));
  const title = portal === null ? '' : readTitle(portal);
  // The list of services is beside the configuration; config.js has the exact path, but this is the usual one.
  if (config !== null) records.link('resources/services-internet.json', 'services');
  return records.describe(document, { title, software: 'Masterportal' });
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
