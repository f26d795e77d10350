// From a STAC document to a description.
import { isObject, type JsonObject, numberAt, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { CatalogRecord } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Layer } from '../../model/resource.ts';
import { crawlLinks, type JsonLink, linkTo, readJsonLinks } from '../address/json-links.ts';
import { extentOfLayers } from '../geometry/bounds.ts';
import { readBox, writeInterval } from '../geometry/json-extent.ts';
import { readSoftware } from '../ogc/ows/ows-software.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { maxLayers, readCollection, readKeywords, readProvider, textsAt } from '../records/json-collection.ts';
import { readStacDocument, type StacDocument } from './stac-document.ts';

export function describeStac(document: Document): Description {
  const documents = [document, ...document.parts].map(readStacDocument).filter((stac) => stac !== null);
  const problems = new ProblemTally();
  const layers = documents.flatMap((stac) => readLayers(stac, problems));
  const source = documents.find(({ shape }) => shape === 'api') ?? documents[0];
  if (source === undefined) return { ...emptyDescription, problems: document.problems };
  const { json, links } = source;
  const properties = objectAt(json, 'properties') ?? json;
  const license = stringAt(properties, 'license') || stringAt(json, 'license');
  return {
    ...emptyDescription,
    title: copyString(stringAt(properties, 'title') || stringAt(json, 'title') || stringAt(json, 'id')),
    abstract: copyString(stringAt(properties, 'description') || stringAt(json, 'description')),
    keywords: readKeywords(json).length > 0 ? readKeywords(json) : readKeywords(properties),
    provider: readProvider(properties) ?? readProvider(json),
    accessConstraints: license === '' ? (linkTo(links, 'license')?.url ?? null) : license,
    extent: readBox(json.bbox, problems) ?? extentOfLayers(layers),
    layers: layers.slice(0, maxLayers),
    layerCount: Math.max(layers.length, countInAll(documents)),
    formats: assetTypes(json),
    software: readSoftware(document, [document.finalUrl]),
    claimedUrl: linkTo(links, 'self')?.url ?? null,
    links: stacLinks(documents),
    problems: [...document.problems, ...problems.list()],
  };
}

function readLayers(stac: StacDocument, problems: ProblemTally): readonly Layer[] {
  const { shape, json, links, url } = stac;
  if (shape === 'collection') return [readCollection(json, links, problems)];
  if (shape === 'item') return assetLayers(json, problems);
  if (shape === 'catalog') return childLayers(stac);
  const collections = objectsAt(json, 'collections').map((one) =>
    readCollection(one, readJsonLinks(one, url), problems),
  );
  const items = objectsAt(json, 'features').map((one) => itemLayer(one, problems));
  return [...collections, ...items];
}

/** The assets of an item are its downloads. */
function assetLayers(item: JsonObject, problems: ProblemTally): readonly Layer[] {
  const whole = itemLayer(item, problems);
  const assets = Object.entries(objectAt(item, 'assets') ?? {}).filter(([, asset]) => isObject(asset));
  return assets.map(([key, value]) => {
    const asset = value as JsonObject;
    const title = copyString(stringAt(asset, 'title') || key);
    return { ...whole, name: copyString(key), title, abstract: copyString(stringAt(asset, 'description')) };
  });
}

function itemLayer(item: JsonObject, problems: ProblemTally): Layer {
  const properties = objectAt(item, 'properties') ?? {};
  const id = copyString(stringAt(item, 'id'));
  const crs = stringAt(properties, 'proj:code') || epsgOf(properties);
  const datetime = stringAt(properties, 'datetime');
  return {
    ...emptyLayer,
    name: id || null,
    title: copyString(stringAt(properties, 'title') || id),
    abstract: copyString(stringAt(properties, 'description')),
    extent: readBox(item.bbox, problems),
    crs: crs === '' ? [] : [crs],
    crsCount: crs === '' ? 0 : 1,
    time: datetime || writeInterval(properties.start_datetime, properties.end_datetime),
  };
}

/** The projection extension before 2.0 gave the bare number. */
function epsgOf(properties: JsonObject): string {
  const code = numberAt(properties, 'proj:epsg');
  return code === null ? '' : `EPSG:${code}`;
}

/** Children and items of a catalog, by the title of their link or their folder. */
function childLayers({ json }: StacDocument): readonly Layer[] {
  const links = objectsAt(json, 'links').filter((link) => /^(?:child|item)$/.test(stringAt(link, 'rel')));
  return links.slice(0, maxLayers).map((link) => {
    const href = stringAt(link, 'href');
    return {
      ...emptyLayer,
      name: copyString(href) || null,
      title: copyString(stringAt(link, 'title') || nameIn(href)),
    };
  });
}

function nameIn(href: string): string {
  const segments = (href.split(/[?#]/, 1)[0] ?? '').split('/').filter((segment) => segment !== '' && segment !== '.');
  const last = segments.at(-1) ?? '';
  const isGeneric = /^(?:catalog|collection|index)\.json$/i.test(last);
  return (isGeneric ? segments.at(-2) : undefined) ?? last.replace(/\.json$/i, '');
}

/** `numberMatched`, or `context.matched` of earlier versions. */
function countInAll(documents: readonly StacDocument[]): number {
  const counts = documents.map(({ json }) => {
    const context = objectAt(json, 'context');
    return numberAt(json, 'numberMatched') ?? (context === null ? null : numberAt(context, 'matched')) ?? 0;
  });
  return Math.max(0, ...counts);
}

function assetTypes(json: JsonObject): readonly string[] {
  const assets = [objectAt(json, 'assets'), objectAt(json, 'item_assets')].flatMap((one) => Object.values(one ?? {}));
  const types = assets.filter(isObject).map((asset) => stringAt(asset, 'type'));
  return [...new Set(types.filter((type) => type !== ''))].slice(0, 100).map(copyString);
}

/** Null without an identifier. `own` is the URL of a record that is a separate file, which the crawl then visits. */
export function readStacRecord(member: JsonObject, base: string, own: string | null = null): CatalogRecord | null {
  const name = stringAt(member, 'id');
  if (name === '') return null;
  const properties = objectAt(member, 'properties');
  const isItem = stringAt(member, 'type') === 'Feature' || (properties !== null && member.geometry !== undefined);
  // Items are named within their collection only (STAC Item 1.0.0, "id").
  const collection = isItem ? stringAt(member, 'collection') : '';
  const id = collection === '' ? name : `${collection}/${name}`;
  const modified = stringAt(properties ?? member, 'updated') || stringAt(member, 'updated');
  return listedRecord({ base, id, modified }, (records) => {
    const links = readJsonLinks(member, base);
    const layer = isItem ? itemLayer(member, records.problems) : readCollection(member, links, records.problems);
    records.add(layer);
    if (own !== null && !isItem) records.link(own, layer.title);
    for (const { url, title, rel } of dataLinks(member, links, base)) {
      const words = [rel === 'asset' ? '' : rel, title, layer.title];
      records.link(url, words.filter((text) => text !== '').join(' '));
    }
  });
}

/** Catalogs have millions of items (edge case 78): collections matter, a few items are samples. */
const maxItems = 20;

const treeRelations = new Set(['child', 'root', 'parent', 'collection']);
/** Web map links of STAC, and relations to descriptions and derived data. */
const outward = new Set(
  'wms wmts xyz tilejson pmtiles wfs 3d-tiles via describedby about derived_from related'.split(' '),
);

/** Roles and types of assets that are images or documents rather than data. */
const notData = /thumbnail|overview|metadata|preview|documentation/;

function stacLinks(documents: readonly StacDocument[]): readonly Link[] {
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
function dataLinks(holder: JsonObject, links: readonly JsonLink[], base: string): readonly JsonLink[] {
  return [...links.filter(({ rel }) => outward.has(rel)), ...assetLinks(holder, base)];
}

function assetLinks(holder: JsonObject, base: string): readonly JsonLink[] {
  const links: JsonLink[] = [];
  for (const [key, asset] of Object.entries(objectAt(holder, 'assets') ?? {})) {
    if (!isObject(asset) || notData.test(`${key} ${textsAt(asset, 'roles').join()}`.toLowerCase())) continue;
    const type = stringAt(asset, 'type');
    const url = /^image\/(?:png|jpe?g)$|^text\/|^application\/pdf/.test(type)
      ? null
      : webUrl(stringAt(asset, 'href'), base);
    if (url !== null) links.push({ rel: 'asset', url, type, title: stringAt(asset, 'title') || key });
  }
  return links;
}
