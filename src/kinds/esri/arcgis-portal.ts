// ArcGIS Online and Enterprise portals: …/sharing/rest, with search and items.

import {
  arrayAt,
  isObject,
  type JsonObject,
  numberAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import { readUrl } from '../../base/url/url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import { extentOfLayers } from '../geometry/bounds.ts';
import { isItem, readItem, serviceLinks } from './arcgis-items.ts';
import { firstText, productVersion, readArcgis, readVersion } from './arcgis-json.ts';

/** All map content, without apps and documents. Search doesn't page beyond 10,000 (edge case 74). */
export const dataTypes =
  'type:("Map Service" OR "Feature Service" OR "Image Service" OR "Vector Tile Service" OR "Scene Service" OR "WMS" OR "WFS" OR "WMTS" OR "KML" OR "Shapefile" OR "CSV" OR "GeoJson" OR "File Geodatabase" OR "GeoPackage")';
const pageSize = 100;
const maxStart = 10_000;

export const arcgisPortal: ResourceKind = {
  id: 'arcgis-portal',
  title: 'ArcGIS portal',
  family: 'catalog',
  specification: 'ArcGIS REST API, Portal (sharing)',
  tier: 2,
  forms: ['json'],
  dataset: 'item',
  suspect,
  probe,
  identify,
  describe,
  check: ({ endpoint }) => [
    {
      url: endpoint.includes('/content/items/')
        ? `${endpoint}?f=json`
        : `${endpoint}/search?q=type%3AService&num=1&f=json`,
    },
  ],
};

function suspect({ url }: Link): number {
  const path = url.replace(/[?#].*$/s, '');
  if (/\/sharing(?:\/rest)?(?:\/(?:search|portals\/self|content\/items\/[0-9a-f]{32}))?\/?$/i.test(path)) return 0.9;
  if (/\/home\/(?:item|webmap\/viewer|search|gallery|index)\.html$/i.test(path)) return 0.6;
  return /\/portal\/home\/?$/i.test(path) ? 0.6 : 0;
}

/** The item in the URL, else the portal's own description, then its services. */
function probe(url: string): readonly ProbeRequest[] {
  const root = sharingRoot(url);
  const item = /(?:[?&#](?:id|webmap)=|\/items\/)([0-9a-f]{32})/i.exec(url)?.[1];
  const first = item === undefined ? [] : [{ url: `${root}/content/items/${item}?f=json` }];
  return [...first, { url: `${root}/portals/self?f=json` }, { url: searchUrl(root, 1) }];
}

/** '…/sharing/rest' of any portal URL. */
function sharingRoot(url: string): string {
  const { origin, pathname } = new URL(url);
  const sharing = /^(.*?\/sharing)(?:\/|$)/i.exec(pathname);
  if (sharing !== null) return `${origin}${sharing[1]}/rest`;
  const home = /^(.*?)\/home(?:\/|$)/i.exec(pathname);
  return `${origin}${home?.[1] ?? ''}/sharing/rest`;
}

function searchUrl(root: string, start: number, query = dataTypes): string {
  return `${root}/search?q=${encodeURIComponent(query)}&num=${pageSize}&start=${start}&f=json`;
}

function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || !(isSearch(object) || isPortal(object) || isSingleItem(object))) return [];
  const root = webUrl(document.finalUrl) === null ? document.finalUrl : sharingRoot(document.finalUrl);
  // An item isn't its portal.
  const endpoint = isSingleItem(object) ? `${root}/content/items/${stringAt(object, 'id')}` : root;
  return [{ kind: 'arcgis-portal', version: readVersion(document, object), endpoint }];
}

function isSearch(object: JsonObject): boolean {
  const results = arrayAt(object, 'results');
  const isPaged = numberAt(object, 'total') !== null && numberAt(object, 'nextStart') !== null;
  return isPaged && Array.isArray(object.results) && results.every((item) => isObject(item) && isItem(item));
}

/** `portals/self`. */
function isPortal(object: JsonObject): boolean {
  return (
    typeof object.isPortal === 'boolean' && (typeof object.portalName === 'string' || isObject(object.helperServices))
  );
}

function isSingleItem(object: JsonObject): boolean {
  return isItem(object) && typeof object.owner === 'string' && Array.isArray(object.typeKeywords);
}

function describe(document: Document, { endpoint }: Identity): Description {
  const object = readJsonObject(document) ?? {};
  const problems = new ProblemTally();
  const items = isSingleItem(object) ? [object] : objectsAt(object, 'results');
  const layers = items.map((item) => readItem(item, problems));
  const [only] = isSingleItem(object) ? layers : [];
  return {
    ...emptyDescription,
    title: only?.title ?? (firstText(object, 'name', 'portalName') || hostOf(endpoint)),
    abstract: only?.abstract ?? firstText(object, 'description'),
    accessConstraints: firstText(object, 'licenseInfo', 'copyright') || null,
    extent: extentOfLayers(layers),
    layers,
    layerCount: numberAt(object, 'total') ?? layers.length,
    software: readSoftware(endpoint, document, object),
    links: readLinks(items, object, endpoint),
    problems: [...document.problems, ...problems.list()],
  };
}

function readLinks(items: readonly JsonObject[], object: JsonObject, endpoint: string): readonly Link[] {
  const links = [...serviceLinks(items)];
  const next = numberAt(object, 'nextStart') ?? -1;
  if (next > 0 && next < maxStart) {
    links.push(resourceLink(searchUrl(endpoint, next, stringAt(object, 'query')), 'catalog', 'Next page'));
  }
  if (isPortal(object)) links.push(resourceLink(searchUrl(endpoint, 1), 'catalog', 'Services and data'));
  return links;
}

function readSoftware(endpoint: string, document: Document, object: JsonObject): string {
  if (/\.arcgis\.com$/i.test(hostOf(endpoint))) return 'ArcGIS Online';
  return productVersion('ArcGIS Enterprise', readVersion(document, object));
}

function hostOf(url: string): string {
  return readUrl(url)?.hostname ?? '';
}
