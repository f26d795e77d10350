// The services directory of an ArcGIS server and its folders: …/rest/services.

import { arrayAt, type JsonObject, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import {
  type ArcgisAddress,
  arcgisEndpoint,
  arcgisUnder,
  asJson,
  nameInPath,
  readArcgisAddress,
  serviceTypes,
} from './arcgis-address.ts';
import { productVersion, readArcgis, readVersion } from './arcgis-json.ts';
import { probeDirectory, suspectDirectory } from './arcgis-suspect.ts';

/** Entries stored per directory; the largest seen has some thousands. */
const maxServices = 20_000;
const maxLinks = 5000;

export const knownTypes: ReadonlySet<string> = new Set(serviceTypes);

export const arcgisCatalog: ResourceKind = {
  id: 'arcgis-catalog',
  title: 'ArcGIS services directory',
  family: 'catalog',
  specification: 'ArcGIS REST API, Catalog',
  tier: 1,
  forms: ['json'],
  dataset: 'service',
  suspect: suspectDirectory,
  probe: probeDirectory,
  identify,
  describe,
  check: ({ endpoint }) => [{ url: asJson(endpoint) }],
};

function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || !Array.isArray(object.services)) return [];
  // One odd entry among services doesn't make it a different list.
  const isList = object.services.length === 0 || servicesOf(object).length > 0;
  const isEmpty = object.services.length === 0;
  // An empty list alone is weak evidence; directories also have a version and folders.
  if (!isList || (isEmpty && !(Array.isArray(object.folders) && object.currentVersion !== undefined))) return [];
  return [{ kind: 'arcgis-catalog', version: readVersion(document, object), endpoint: readEndpoint(document) }];
}

function servicesOf(object: JsonObject): readonly JsonObject[] {
  return objectsAt(object, 'services').filter(isService);
}

export function isService({ name, type }: JsonObject): boolean {
  return typeof name === 'string' && /^[A-Za-z]{2,30}Server$/.test(String(type));
}

function readEndpoint({ finalUrl }: Document): string {
  const address = readArcgisAddress(finalUrl);
  return address === null ? finalUrl.replace(/[?#].*$/s, '') : arcgisEndpoint({ ...address, type: null });
}

function describe(document: Document): Description {
  const object = readJsonObject(document) ?? {};
  const services = servicesOf(object);
  const address = readArcgisAddress(document.finalUrl);
  return {
    ...emptyDescription,
    title: address === null ? '' : nameInPath(address.path) || new URL(address.root).hostname,
    layers: services.slice(0, maxServices).map(readServiceEntry),
    layerCount: services.length,
    software: productVersion('ArcGIS Server', readVersion(document, object)),
    links: address === null ? [] : readLinks(object, address),
    problems: document.problems,
  };
}

/** A name may stand for several services of different types, so the type is part of the name. */
function readServiceEntry(service: JsonObject): Layer {
  const name = stringAt(service, 'name');
  return {
    ...emptyLayer,
    name: copyString(`${name}/${stringAt(service, 'type')}`),
    title: copyString(nameInPath(name)),
  };
}

/** Folders first: they are few, and contain the others. */
function readLinks(object: JsonObject, address: ArcgisAddress): readonly Link[] {
  const links = new Map<string, string>();
  for (const folder of arrayAt(object, 'folders')) {
    if (typeof folder === 'string' && links.size < maxLinks) links.set(folderUrl(address, folder), folder);
  }
  for (const service of servicesOf(object)) {
    const type = stringAt(service, 'type');
    if (!knownTypes.has(type) || links.size >= maxLinks) continue;
    const name = stringAt(service, 'name');
    const own = webUrl(stringAt(service, 'url'));
    links.set(own ?? arcgisUnder(address, name, type), nameInPath(name));
  }
  return [...links].map(([url, anchor]) => resourceLink(copyString(url), 'catalog', copyString(anchor)));
}

/** Service names include their folder; names of nested folders don't always. */
export function folderUrl(address: ArcgisAddress, folder: string): string {
  const isNested = address.path !== '' && !folder.includes('/');
  return isNested ? arcgisUnder(address, address.path, folder) : arcgisUnder(address, folder);
}
