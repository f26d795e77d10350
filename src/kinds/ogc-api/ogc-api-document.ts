// Which document of an OGC API this is: landing page, conformance, a list or a member of a list.

import {
  arrayAt,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import { memoize } from '../../base/memoize.ts';
import { readOwsQuery } from '../../base/url/ows-url.ts';
import { isWebUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import { addressAbove, apiAddress, haveSameOrigin } from '../address/api-address.ts';
import { type JsonLink, linkTo, readJsonLinks } from '../address/json-links.ts';
import { collectionId, textsAt } from '../records/json-collection.ts';
import { ogcApiParts } from './ogc-api-part.ts';

export type OgcApiShape =
  | 'landing'
  | 'conformance'
  | 'collections'
  | 'collection'
  | 'items'
  | 'processes'
  | 'styles'
  | 'tilesets';

export interface OgcApiDocument {
  readonly shape: OgcApiShape;
  readonly json: JsonObject;
  readonly links: readonly JsonLink[];
  /** The final URL. */
  readonly url: string;
}

/** Null if it is none of them. STAC is left to its own kinds, though it uses the same pages. */
export const readOgcApiDocument = memoize((document: Document): OgcApiDocument | null => {
  const json = readJsonObject(document);
  if (json === undefined || 'stac_version' in json) return null;
  const url = document.finalUrl;
  const links = readJsonLinks(json, url);
  const shape = readShape(json, links);
  return shape === null ? null : { shape, json, links, url };
});

function readShape(json: JsonObject, links: readonly JsonLink[]): OgcApiShape | null {
  if (json.type === 'FeatureCollection') return isItems(json, links) ? 'items' : null;
  if (typeof json.type === 'string' && json.type !== 'Collection') return null;
  if (Array.isArray(json.collections)) return isCollections(json, links) ? 'collections' : null;
  if (Array.isArray(json.processes)) return isList(json, 'processes', 'version') ? 'processes' : null;
  if (isList(json, 'styles', 'links')) return 'styles';
  if (isList(json, 'tilesets', 'links')) return 'tilesets';
  if (isLanding(json, links)) return 'landing';
  if (declaresOgcApi(json)) return 'conformance';
  return isCollection(json, links) ? 'collection' : null;
}

/** Lists of conformance classes without an OGC API among them belong to other APIs. */
function declaresOgcApi(json: JsonObject): boolean {
  return textsAt(json, 'conformsTo').some((uri) => /ogcapi|\/wfs-1\/|opengis\.net\/spec/i.test(uri));
}

const rootRelations = new Set(ogcApiParts.flatMap((part) => part.rootRelations));

/**
 * OGC 19-072, 8.2 requires service-desc, conformance and, with collections, data. Servers omit some of them (edge case
 * 75); `service-desc` alone is any API (RFC 8631).
 */
function isLanding(json: JsonObject, links: readonly JsonLink[]): boolean {
  const has = (...names: readonly string[]) => links.some(({ rel }) => names.includes(rel));
  const isDescribed = has('service-desc', 'service-doc', 'service', 'api');
  const hasData = has('data', 'collections') || links.some(({ rel }) => rootRelations.has(rel));
  if (stringAt(json, 'id') !== '' && has('items', 'item')) return false;
  if (has('conformance')) return isDescribed || hasData;
  const namesCollections = links.some(({ rel, url }) => rel === 'data' && /\/collections\b/.test(url));
  return (
    hasData && ((isDescribed && (namesCollections || declaresOgcApi(json))) || (has('self') && declaresOgcApi(json)))
  );
}

/** Web shops list `collections` too: one without links to items or an extent isn't a geospatial collection. */
function isCollections(json: JsonObject, links: readonly JsonLink[]): boolean {
  const members = objectsAt(json, 'collections').slice(0, 20);
  if (members.some((member) => 'stac_version' in member)) return false;
  if (members.length === 0) return links.some(({ rel, url }) => rel === 'self' && /\/collections\b/.test(url));
  return members.some(
    (member) => collectionId(member) !== '' && (hasSpatialExtent(member) || hasCollectionLinks(member)),
  );
}

function isCollection(json: JsonObject, links: readonly JsonLink[]): boolean {
  if (typeof json.id !== 'string' || json.id === '' || links.length === 0) return false;
  return hasSpatialExtent(json) || hasCollectionLinks(json);
}

function hasSpatialExtent(collection: JsonObject): boolean {
  const spatial = objectAt(collection, 'extent')?.spatial;
  return Array.isArray(spatial) || (isObject(spatial) && arrayAt(spatial, 'bbox').length > 0);
}

const collectionRelations = new Set(['items', ...ogcApiParts.flatMap((part) => part.collectionRelations)]);

function hasCollectionLinks(collection: JsonObject): boolean {
  if (objectAt(collection, 'data_queries') !== null) return true;
  return readJsonLinks(collection, 'http://relative.invalid/').some(
    ({ rel, url }) => collectionRelations.has(rel) || (rel === 'item' && /\/items\b/.test(url)),
  );
}

/** Members with an id and one more property of the standard. */
function isList(json: JsonObject, name: string, property: string): boolean {
  const members = objectsAt(json, name).slice(0, 20);
  if (members.length === 0 || !Array.isArray(json.links)) return false;
  return members.every((member) => property in member && ('id' in member || name === 'tilesets'));
}

/**
 * A page of features: GeoJSON with links to itself, its neighbors or its collection (OGC 17-069r4, 7.15.5). GeoServer
 * writes links into the GeoJSON of its WFS as well; those are requests of the WFS.
 */
function isItems(json: JsonObject, links: readonly JsonLink[]): boolean {
  if (!Array.isArray(json.features) || links.length === 0) return false;
  const first = json.features[0];
  if (isObject(first) && 'stac_version' in first) return false;
  if (links.some(({ url }) => readOwsQuery(url)?.request != null)) return false;
  if (links.some(({ rel, url }) => rel === 'collection' || /\/items\b/.test(url))) return true;
  return 'numberReturned' in json && links.some(({ rel }) => rel === 'self' || rel === 'next');
}

/** Paths below a landing page in all parts of OGC API. */
const belowRoot =
  /\/(?:collections(?:\.\w{1,8})?(?:\/[^/]+(?:\/(?:items|schema|queryables|sortables|tiles|tilesets|map|styles|coverage|position|radius|area|cube|trajectory|corridor|locations|instances)(?:[/.].*)?)?)?|conformance(?:\.\w{1,8})?|processes(?:\/[^/]+(?:\/execution)?)?|jobs(?:\/.*)?|styles|tiles|tilematrixsets?(?:\/[^/]+)?|api|openapi)\/?$/i;

/** Cuts the URL at a known path; null if it doesn't look like an OGC API. */
export function rootAbove(url: string): string | null {
  return addressAbove(url, belowRoot);
}

/** The final URL is trusted over those in the document (edge case 28), which must at least be on the same host. */
export function ogcApiRoot(api: OgcApiDocument): string {
  const isOnWeb = isWebUrl(api.url);
  if (api.shape === 'landing' && isOnWeb) return apiAddress(api.url);
  const above = rootAbove(api.url);
  if (above !== null) return above;
  const claimed = claimedRoot(api);
  return claimed !== null && (!isOnWeb || haveSameOrigin(claimed, api.url)) ? claimed : apiAddress(api.url);
}

/** The landing page as the document names it, possibly on another host. */
export function claimedRoot({ shape, links }: OgcApiDocument): string | null {
  const self = linkTo(links, 'self')?.url;
  if (shape === 'landing') return self === undefined ? null : apiAddress(self);
  const root = linkTo(links, 'root', 'home')?.url;
  if (root !== undefined) return apiAddress(root);
  const written = [self, ...links.map((link) => link.url)].filter((one) => one !== undefined);
  for (const one of written.slice(0, 50)) {
    const above = rootAbove(one);
    if (above !== null) return above;
  }
  return null;
}
