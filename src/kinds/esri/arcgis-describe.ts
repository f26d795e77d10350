// The description of an ArcGIS service, from members all service types share.

import { type JsonObject, objectAt, stringAt } from '../../base/json/json.ts';
import { isWebUrl } from '../../base/url/web-url.ts';
import { emptyDescription } from '../../describe/empty-description.ts';
import { isPlaceholderTitle } from '../../describe/placeholder.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Provider } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import {
  type ArcgisAddress,
  arcgisEndpoint,
  arcgisUnder,
  nameInPath,
  ogcEndpointUrl,
  readArcgisAddress,
  readServiceAddress,
} from './arcgis-address.ts';
import { readFullExtent, readSpatialReference } from './arcgis-extent.ts';
import { firstText, listAt, productVersion, readTimeExtent, readVersion } from './arcgis-json.ts';
import type { Inherited } from './arcgis-layers.ts';

/** Everything except the layers, which add to `problems`. */
export interface ServiceReading {
  readonly description: Description;
  readonly inherited: Inherited;
  readonly problems: ProblemTally;
}

export function readService(document: Document, object: JsonObject): ServiceReading {
  const address = readArcgisAddress(document.finalUrl);
  const info = objectAt(object, 'documentInfo') ?? {};
  const title = documentTitle(info) || serviceName(object, address);
  const problems = new ProblemTally();
  const extent = readFullExtent(object, problems, title);
  const capabilities = listAt(object, 'capabilities');
  return {
    description: {
      ...emptyDescription,
      title,
      abstract: firstText(object, 'serviceDescription', 'description') || firstText(info, 'Comments', 'Subject'),
      keywords: [...new Set([...listAt(info, 'Keywords'), ...listAt(object, 'keywords')])],
      provider: readProvider(info),
      accessConstraints: firstText(object, 'licenseInfo', 'copyrightText', 'accessInformation') || null,
      operations: capabilities,
      extent,
      formats: readFormats(object),
      software: readSoftware(document, object),
      links: readLinks(object, address),
    },
    inherited: {
      extent,
      crs: readSpatialReference(object.spatialReference ?? objectAt(object, 'fullExtent')?.spatialReference).crs,
      time: readTimeExtent(object),
      // Servers before 10 don't declare a service's capabilities.
      isQueryable: capabilities.length === 0 || capabilities.includes('Query'),
    },
    problems,
  };
}

/** The reading with its layers and all problems. */
export function finish(
  document: Document,
  { description, problems }: ServiceReading,
  parts: Partial<Description>,
): Description {
  const layers = parts.layers ?? [];
  return {
    ...description,
    layerCount: layers.length,
    ...parts,
    problems: [...document.problems, ...problems.list()],
  };
}

/** The identity of a service document: the final URL, cut after the service type. */
export function serviceIdentity(kind: string, document: Document, object: JsonObject): readonly Identity[] {
  const address = readServiceAddress(document.finalUrl);
  const endpoint = address === null ? document.finalUrl.replace(/[?#].*$/s, '') : arcgisEndpoint(address);
  return [{ kind, version: readVersion(document, object), endpoint }];
}

/** The default title is the name of the project file. */
function documentTitle(info: JsonObject): string {
  const title = firstText(info, 'Title');
  return /\.(?:aprx|mxd|msd)$/i.test(title) ? '' : title;
}

/** ArcMap calls every map "Layers": then the URL has a better name. */
function serviceName(object: JsonObject, address: ArcgisAddress | null): string {
  const name = firstText(object, 'mapName', 'name', 'serviceName');
  return isPlaceholderTitle(name) ? nameInPath(address?.path ?? '') || name : name;
}

function readProvider(info: JsonObject): Provider | null {
  const organization = firstText(info, 'Author');
  return organization === '' ? null : { organization, person: null, email: null, url: null };
}

function readFormats(object: JsonObject): readonly string[] {
  const images = listAt(object, 'supportedImageFormatTypes');
  const queries = listAt(object, 'supportedQueryFormats');
  const tiles = stringAt(objectAt(object, 'tileInfo') ?? {}, 'format');
  return [...new Set([...images, ...queries, ...(tiles === '' ? [] : [tiles])])];
}

/** Koop implements the API for other servers; everything else with this API is Esri's. */
function readSoftware(document: Document, object: JsonObject): string {
  const words = `${stringAt(object, 'serviceDescription')} ${stringAt(object, 'copyrightText')}`;
  // Its placeholder text, from version 1 to 10.
  if (/exposed with Koop|\bCopyright information varies (?:by|from) provider/i.test(words)) return 'Koop';
  const version = readVersion(document, object);
  const isHosted = /^https?:\/\/[\w.-]{1,80}\.arcgis(?:online)?\.com\//i.test(document.finalUrl);
  return productVersion(version !== null && isHosted ? 'ArcGIS Online' : 'ArcGIS Server', version);
}

/** OGC endpoints of the same service, the directory that lists it, and the item that describes it. */
function readLinks(object: JsonObject, address: ArcgisAddress | null): readonly Link[] {
  if (address === null || address.type === null) return [];
  const folder = address.path.includes('/') ? address.path.slice(0, address.path.lastIndexOf('/')) : '';
  const links = [...ogcEndpoints(object, address), [arcgisUnder(address), 'Services directory'] as const];
  if (folder !== '') links.push([arcgisUnder(address, folder), nameInPath(folder)]);
  const portal = stringAt(object, 'owningSystemUrl');
  const item = stringAt(object, 'serviceItemId');
  if (/^[0-9a-f]{32}$/i.test(item) && isWebUrl(portal)) {
    links.push([`${portal.replace(/\/$/, '')}/sharing/rest/content/items/${item}?f=json`, 'Item']);
  }
  return links.map(([url, anchor]) => resourceLink(url, 'description', anchor));
}

function* ogcEndpoints(object: JsonObject, address: ArcgisAddress): Generator<readonly [url: string, anchor: string]> {
  const extensions = new Set(listAt(object, 'supportedExtensions').map((name) => name.toLowerCase()));
  for (const service of ['WMS', 'WFS', 'WCS'] as const) {
    if (!extensions.has(`${service.toLowerCase()}server`)) continue;
    const url = ogcEndpointUrl(address, `${service}Server`);
    yield [`${url}${url.includes('?') ? '&' : '?'}SERVICE=${service}&REQUEST=GetCapabilities`, service];
  }
  if (extensions.has('kmlserver')) yield [ogcEndpointUrl(address, 'KmlServer'), 'KML'];
  if (extensions.has('featureserver')) yield [arcgisUnder(address, address.path, 'FeatureServer'), 'Features'];
  if (object.singleFusedMapCache === true) {
    yield [arcgisUnder(address, address.path, 'MapServer', 'WMTS', '1.0.0', 'WMTSCapabilities.xml'), 'WMTS'];
  }
}
