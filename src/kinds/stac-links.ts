// Where a STAC document leads to: children, a few items, data and services.
import { isObject, type JsonObject, objectAt, objectsAt, stringAt } from '../base/json/json.ts';
import { webUrl } from '../base/url/web-url.ts';
import type { Link } from '../model/link.ts';
import { crawlLinks, type JsonLink } from './address/json-links.ts';
import { textsAt } from './records/json-collection.ts';
import type { StacDocument } from './stac/stac-document.ts';

/** Catalogs hold millions of items (edge case 78): collections are what counts, a few items show what they are like. */
const maxItems = 20;

const treeRelations = new Set(['child', 'root', 'parent', 'collection']);
/** Web map links of STAC, and what describes or derives. */
const outward = new Set(
  'wms wmts xyz tilejson pmtiles wfs 3d-tiles via describedby about derived_from related'.split(' '),
);

/** Roles and types of assets that are pictures or papers rather than data. */
const besides = /thumbnail|overview|metadata|preview|documentation/;

export function stacLinks(documents: readonly StacDocument[]): readonly Link[] {
  const tree: JsonLink[] = [];
  const data: JsonLink[] = [];
  for (const { json, links, url, shape } of documents) {
    const isOther = (link: JsonLink) => link.url !== url;
    const isPage = shape === 'items' || shape === 'collections';
    tree.push(...links.filter(({ rel }) => treeRelations.has(rel) && !(isPage && rel !== 'root')).filter(isOther));
    tree.push(...links.filter(({ rel }) => rel === 'item').slice(0, maxItems));
    data.push(...dataLinks(json, links, url));
    for (const member of objectsAt(json, 'features').slice(0, maxItems)) data.push(...assetLinks(member, url));
  }
  return [...crawlLinks(tree, 'catalog'), ...crawlLinks(data, 'description')].slice(0, 1000);
}

/** Services and data that a collection or item names. */
export function dataLinks(holder: JsonObject, links: readonly JsonLink[], base: string): readonly JsonLink[] {
  return [...links.filter(({ rel }) => outward.has(rel)), ...assetLinks(holder, base)];
}

function assetLinks(holder: JsonObject, base: string): readonly JsonLink[] {
  const links: JsonLink[] = [];
  for (const [key, asset] of Object.entries(objectAt(holder, 'assets') ?? {})) {
    if (!isObject(asset) || besides.test(`${key} ${textsAt(asset, 'roles').join()}`.toLowerCase())) continue;
    const type = stringAt(asset, 'type');
    const url = /^image\/(?:png|jpe?g)$|^text\/|^application\/pdf/.test(type)
      ? null
      : webUrl(stringAt(asset, 'href'), base);
    if (url !== null) links.push({ rel: 'asset', url, type, title: stringAt(asset, 'title') || key });
  }
  return links;
}
