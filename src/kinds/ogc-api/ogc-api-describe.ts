// From the documents of an OGC API to the description of one of its parts.
import { arrayAt, numberAt, objectsAt, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { percentDecoded } from '../../base/url/read-url.ts';
import { readUrl } from '../../base/url/url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Layer } from '../../model/resource.ts';
import { addressBelow } from '../address/api-address.ts';
import { crawlLinks, type JsonLink, linkTo, readJsonLinks } from '../address/json-links.ts';
import { extentOfLayers } from '../geometry/bounds.ts';
import { readBox } from '../geometry/json-extent.ts';
import { readSoftware } from '../ogc/ows/ows-software.ts';
import { maxLayers, readCollection, readKeywords, readProvider } from '../records/json-collection.ts';
import { claimedRoot, type OgcApiDocument } from './ogc-api-document.ts';
import { collectionsOf, ogcApiDocuments, partsOfCollection } from './ogc-api-found-parts.ts';
import type { OgcApiPart } from './ogc-api-part.ts';

/** Relations to data, metadata and other services; the API's own pages are requested by `more`. */
const outward = new Set(
  'enclosure describedby about via related wms wmts wfs xyz tilejson ogc-catalog canonical cite-as'.split(' '),
);

export function describeOgcApi(document: Document, part: OgcApiPart, endpoint: string): Description {
  const documents = ogcApiDocuments(document);
  const problems = new ProblemTally();
  const layers = uniqueLayers(documents.flatMap((api) => readLayers(api, part, problems)));
  const landing = documents.find(({ shape }) => shape === 'landing') ?? null;
  // A document from below is described alone if the landing page wasn't read.
  const source = landing ?? documents[0] ?? null;
  const license = source === null ? null : linkTo(source.links, 'license');
  return {
    ...emptyDescription,
    title: source === null ? '' : copyString(stringAt(source.json, 'title')),
    abstract: source === null ? '' : copyString(stringAt(source.json, 'description')),
    keywords: source === null ? [] : readKeywords(source.json),
    provider: source === null ? null : readProvider(source.json),
    accessConstraints: license === null ? null : license.title || license.url,
    extent: extentOfLayers(layers),
    layers: layers.slice(0, maxLayers),
    layerCount: Math.max(layers.length, matchedCollections(documents, part)),
    formats: itemFormats(documents),
    software: readSoftware(document, [
      document.finalUrl,
      source === null ? '' : JSON.stringify(source.json.links ?? ''),
    ]),
    claimedUrl: source === null ? null : claimedRoot(source),
    links: readLinks(documents, part, endpoint),
    problems: [...document.problems, ...problems.list()],
  };
}

function readLayers(api: OgcApiDocument, part: OgcApiPart, problems: ProblemTally): readonly Layer[] {
  if (part === 'processes' || part === 'styles') return api.shape === part ? readListed(api, part) : [];
  if (api.shape === 'items') return [itemsLayer(api, problems)];
  if (api.shape === 'tilesets') return part === 'tiles' ? readTilesets(api) : [];
  const collections = collectionsOf(api);
  // A collection that doesn't declare its parts belongs to every part; some parts are only declared for the whole API.
  const own = collections.filter(({ json, url }) => {
    const declared = partsOfCollection(json, url);
    return declared.size === 0 || declared.has(part);
  });
  return (own.length > 0 ? own : collections).map(({ json, url }) =>
    readCollection(json, readJsonLinks(json, url), problems),
  );
}

/** Pages and single documents of one API may name a collection twice. */
function uniqueLayers(layers: readonly Layer[]): readonly Layer[] {
  const byName = new Map<string | null, Layer>();
  const unnamed = layers.filter(({ name }) => name === null);
  for (const layer of layers) {
    const before = byName.get(layer.name);
    if (layer.name !== null && (before === undefined || before.title === before.name)) byName.set(layer.name, layer);
  }
  return [...byName.values(), ...unnamed];
}

function readListed(api: OgcApiDocument, name: 'processes' | 'styles'): readonly Layer[] {
  return objectsAt(api.json, name).map((member) => {
    const id = copyString(stringAt(member, 'id'));
    const title = copyString(stringAt(member, 'title') || id);
    return { ...emptyLayer, name: id || null, title, abstract: copyString(stringAt(member, 'description')) };
  });
}

function readTilesets(api: OgcApiDocument): readonly Layer[] {
  return objectsAt(api.json, 'tilesets').map((member) => {
    const title = stringAt(member, 'title') || stringAt(member, 'tileMatrixSetId');
    return {
      ...emptyLayer,
      name: copyString(stringAt(member, 'tileMatrixSetId') || title) || null,
      title: copyString(title),
    };
  });
}

/** The collection of a page of items, from its URL. */
function itemsLayer(api: OgcApiDocument, problems: ProblemTally): Layer {
  const addresses = [api.url, linkTo(api.links, 'self')?.url ?? '', linkTo(api.links, 'collection')?.url ?? ''];
  const found = addresses.map((url) => /\/collections\/([^/?#]+)/.exec(url)?.[1]).find((id) => id !== undefined);
  const name = found === undefined ? null : percentDecoded(found);
  const isWhole = linkTo(api.links, 'next') === null && linkTo(api.links, 'prev') === null;
  const featureCount =
    numberAt(api.json, 'numberMatched') ?? (isWhole ? arrayAt(api.json, 'features').length : undefined);
  const extent = readBox(api.json.bbox, problems);
  const layer = { ...emptyLayer, name, title: name ?? '', extent, queryable: true };
  return featureCount === undefined ? layer : { ...layer, featureCount };
}

/** Paged lists declare the total. */
function matchedCollections(documents: readonly OgcApiDocument[], part: OgcApiPart): number {
  if (part !== 'features' && part !== 'records') return 0;
  const lists = documents.filter(({ shape }) => shape === 'collections');
  return Math.max(
    0,
    ...lists.map(({ json, links }) => (linkTo(links, 'next') ? (numberAt(json, 'numberMatched') ?? 0) : 0)),
  );
}

function itemFormats(documents: readonly OgcApiDocument[]): readonly string[] {
  const formats = new Set<string>();
  for (const { json, url } of documents.flatMap(collectionsOf).slice(0, 50)) {
    for (const { rel, type } of readJsonLinks(json, url))
      if (rel === 'items' && type !== '') formats.add(copyString(type));
  }
  return [...formats];
}

function readLinks(documents: readonly OgcApiDocument[], part: OgcApiPart, endpoint: string): readonly Link[] {
  const all: JsonLink[] = documents.flatMap(({ links }) => links.filter(({ rel }) => outward.has(rel)));
  for (const { json, url } of documents.flatMap(collectionsOf)) {
    all.push(...readJsonLinks(json, url).filter(({ rel }) => outward.has(rel)));
  }
  return part === 'records' ? recordLinks(documents, all, endpoint) : crawlLinks(all, 'description');
}

/** Links of a page's records, the next page, and the first page of every catalog. */
function recordLinks(documents: readonly OgcApiDocument[], all: JsonLink[], endpoint: string): readonly Link[] {
  const listed: JsonLink[] = [];
  for (const { shape, json, links, url } of documents) {
    if (shape !== 'items') continue;
    const next = linkTo(links, 'next');
    if (next !== null) listed.push(next);
    for (const feature of objectsAt(json, 'features')) {
      listed.push(
        ...readJsonLinks(feature, url).filter(({ rel }) => !/^(?:self|collection|root|parent|alternate)$/.test(rel)),
      );
    }
  }
  if (!documents.some(({ shape }) => shape === 'items') && readUrl(endpoint) !== null) {
    for (const { json } of documents.flatMap(collectionsOf).slice(0, 100)) {
      const path = `collections/${encodeURIComponent(stringAt(json, 'id'))}/items`;
      listed.push({
        rel: 'items',
        url: addressBelow(endpoint, path, 'limit=100&f=json'),
        type: '',
        title: stringAt(json, 'title'),
      });
    }
  }
  return [...crawlLinks(listed, 'catalog'), ...crawlLinks(all, 'description')].slice(0, 1000);
}
