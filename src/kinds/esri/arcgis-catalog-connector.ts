// Harvests the services directory of an ArcGIS server, folder by folder.
import {
  arrayAt,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import { branchAt, closedPart, emptyPage } from '../paging/tree-walk.ts';
import { type ArcgisAddress, arcgisJson, arcgisUnder, nameInPath, readArcgisAddress } from './arcgis-address.ts';
import { folderUrl, isService, knownTypes } from './arcgis-catalog.ts';
import { readArcgis } from './arcgis-json.ts';

export const arcgisCatalogConnector: Connector = {
  kind: 'arcgis-catalog',
  firstPosition: 0,
  pageSize: 1,
  variants: 1,
  canSplit: () => true,
  // Directories have no dates: changes are detected by comparison.
  canFilter: false,
  catalogOf: ({ kind, endpoint }) =>
    kind === 'arcgis-catalog' && readArcgisAddress(endpoint)?.type === null ? endpoint : null,
  request: (endpoint, { token }) => ({ url: jsonOf(token ?? endpoint) }),
  read,
  keepsPages: true,
  isOwnPage: (url, endpoint) => {
    const [address, catalog] = [readArcgisAddress(url), readArcgisAddress(endpoint)];
    return address?.type === null && address.root === catalog?.root && `${address.path}/`.startsWith(catalog.path);
  },
};

function jsonOf(url: string): string {
  const address = readArcgisAddress(url);
  return address === null ? url : arcgisJson(address);
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  const object = document.partial === null ? readArcgis(document) : null;
  const address = readArcgisAddress(cursor.token ?? document.url);
  if (object === null || address === null || !Array.isArray(object.services))
    return cursor.token === null ? null : closedPart(document, errorCode(document));
  const records: CatalogRecord[] = [];
  for (const service of arrayAt(object, 'services'))
    if (isObject(service) && isService(service)) records.push(readService(service, address));
  const folders = arrayAt(object, 'folders').filter((folder) => typeof folder === 'string');
  return {
    ...emptyPage,
    records,
    omitted: arrayAt(object, 'services').length - records.length,
    branches: folders
      .filter((folder) => folder.trim() !== '')
      .map((folder) => branchAt(cursor, folderUrl(address, folder))),
  };
}

/** Errors come with status 200 (edge case 6). */
function errorCode(document: Document): number {
  const error = objectAt(readJsonObject(document) ?? {}, 'error');
  return (error === null ? null : numberAt(error, 'code')) ?? document.status;
}

/**
 * One name may denote services of several types. Names include their folder, except in directories of old servers.
 */
function readService(service: JsonObject, address: ArcgisAddress): CatalogRecord {
  const listed = stringAt(service, 'name');
  const type = stringAt(service, 'type');
  const name = listed.includes('/') || address.path === '' ? listed : `${address.path}/${listed}`;
  const title = nameInPath(name);
  const url = webUrl(stringAt(service, 'url')) ?? arcgisUnder(address, name, type);
  const links = knownTypes.has(type) ? [{ url, label: `${title} ${type}` }] : [];
  return { id: `${name}/${type}`, title, abstract: '', extent: null, modified: '', links };
}
