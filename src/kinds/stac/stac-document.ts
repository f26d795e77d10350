// Which STAC document this is, from version 0.6 on, and its content.

import { isObject, type JsonObject, objectAt, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { memoize } from '../../base/memoize.ts';
import { isWebUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import { addressAbove, apiAddress, haveSameOrigin } from '../address/api-address.ts';
import { type JsonLink, linkTo, readJsonLinks } from '../address/json-links.ts';
import { textsAt } from '../records/json-collection.ts';

/** `api` is a landing page, `collections` and `items` are lists; `single-file` has collections and items at once. */
export type StacShape = 'api' | 'catalog' | 'collection' | 'collections' | 'item' | 'items' | 'single-file';

export interface StacDocument {
  readonly shape: StacShape;
  readonly json: JsonObject;
  readonly links: readonly JsonLink[];
  /** `stac_version`, of the first member for lists; null if missing. */
  readonly version: string | null;
  readonly url: string;
}

/** Null if it is none of them. */
export const readStacDocument = memoize((document: Document): StacDocument | null => {
  const json = readJsonObject(document);
  if (json === undefined) return null;
  const url = document.finalUrl;
  const links = readJsonLinks(json, url);
  const shape = readShape(json, links);
  return shape === null ? null : { shape, json, links, version: readVersion(json), url };
});

function readVersion(json: JsonObject): string | null {
  const members = [json, ...objectsAt(json, 'collections').slice(0, 1), ...objectsAt(json, 'features').slice(0, 1)];
  const version = members.map((member) => stringAt(member, 'stac_version')).find((text) => text !== '');
  return version ?? null;
}

function readShape(json: JsonObject, links: readonly JsonLink[]): StacShape | null {
  const isVersioned = 'stac_version' in json;
  if (json.type === 'Feature') return isItem(json) ? 'item' : null;
  if (json.type === 'FeatureCollection') return readFeatureCollection(json, isVersioned);
  if (Array.isArray(json.collections)) return isVersioned || hasStacMember(json, 'collections') ? 'collections' : null;
  const hasTree = links.some(({ rel }) => rel === 'child' || rel === 'item');
  if (!isVersioned && !(json.type === 'Catalog' && stringAt(json, 'id') !== '' && hasTree)) return null;
  if (!Array.isArray(json.links)) return null;
  if (isApi(json, links)) return 'api';
  if (json.type === 'Collection' || isObject(json.extent)) return 'collection';
  return stringAt(json, 'id') !== '' || hasTree ? 'catalog' : null;
}

function readFeatureCollection(json: JsonObject, isVersioned: boolean): StacShape | null {
  const [first] = objectsAt(json, 'features');
  const holdsItems = first === undefined ? isVersioned : isItem(first);
  if (!holdsItems) return null;
  // The single-file extension of 0.8 to 1.0.0-beta.
  return Array.isArray(json.collections) ? 'single-file' : 'items';
}

function hasStacMember(json: JsonObject, name: string): boolean {
  return objectsAt(json, name)
    .slice(0, 20)
    .some((member) => 'stac_version' in member);
}

/** An item without a version still has assets with URLs and a time (edge case 78). */
function isItem(json: JsonObject): boolean {
  if ('stac_version' in json) return true;
  const assets = Object.values(objectAt(json, 'assets') ?? {}).slice(0, 5);
  const properties = objectAt(json, 'properties');
  return (
    assets.length > 0 &&
    assets.every((asset) => isObject(asset) && typeof asset.href === 'string') &&
    (properties?.datetime !== undefined || stringAt(json, 'collection') !== '')
  );
}

/** A landing page declares STAC API classes or can be searched; static catalogs do neither. */
function isApi(json: JsonObject, links: readonly JsonLink[]): boolean {
  if (json.type === 'Collection' || isObject(json.extent)) return false;
  const declares = textsAt(json, 'conformsTo').some((uri) => /stacspec\.org|\bstac-api\b|ogcapi|\/wfs-1\//i.test(uri));
  const has = (relation: string) => links.some(({ rel }) => rel === relation);
  return declares || has('search') || (has('conformance') && has('data'));
}

const belowRoot =
  /\/(?:collections(?:\/[^/]+(?:\/(?:items|queryables|aggregate|aggregations)(?:\/[^/]+)?)?)?|search|conformance|queryables|aggregate|api|openapi)\/?$/i;

export function stacRootAbove(url: string): string | null {
  return addressAbove(url, belowRoot);
}

/** By URL, else by the link to the root, else the document's own URL. */
export function stacApiRoot({ shape, links, url }: StacDocument): string {
  if (shape === 'api' && isWebUrl(url)) return apiAddress(url);
  const above = stacRootAbove(url);
  if (above !== null) return above;
  const root = linkTo(links, 'root')?.url;
  if (root !== undefined && (haveSameOrigin(root, url) || !isWebUrl(url))) return apiAddress(root);
  const self = stacRootAbove(linkTo(links, 'self')?.url ?? '');
  return self !== null && (haveSameOrigin(self, url) || !isWebUrl(url)) ? self : apiAddress(url);
}

/** A page of an API, not a file: it links to a search, or its URL shows it. */
export function isServed({ links, url }: StacDocument): boolean {
  const relations = new Set(links.map(({ rel }) => rel));
  return relations.has('next') || relations.has('search') || (relations.has('root') && stacRootAbove(url) !== null);
}
