// Which parts of OGC API an API offers, by what it declares, links to and lists.
import { type JsonObject, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import { readJsonLinks } from '../address/json-links.ts';
import { textsAt } from '../records/json-collection.ts';
import { type OgcApiDocument, readOgcApiDocument } from './ogc-api-document.ts';
import { type OgcApiPart, ogcApiParts } from './ogc-api-part.ts';

export interface DiscoveredPart {
  readonly part: OgcApiPart;
  /** From the conformance classes; null if they weren't read. */
  readonly version: string | null;
}

/** Collections checked to distinguish the parts. */
const maxCollections = 1000;

/** The document and the parts read for it, if they belong to an OGC API. */
export function ogcApiDocuments(document: Document): readonly OgcApiDocument[] {
  return [document, ...document.parts].map(readOgcApiDocument).filter((api) => api !== null);
}

/** At least one for every OGC API; in the order of the table. */
export function findParts(documents: readonly OgcApiDocument[]): readonly DiscoveredPart[] {
  const versions = declaredParts(documents.flatMap(({ json }) => textsAt(json, 'conformsTo')));
  const collections = documents.flatMap(collectionsOf).slice(0, maxCollections);
  const listed = new Set(collections.flatMap(({ json, url }) => [...partsOfCollection(json, url)]));
  const linked = new Set(documents.flatMap(linkedParts));
  const found = ogcApiParts
    .map(({ part }) => part)
    .filter((part) => {
      // Records builds on the classes of Features: if every collection has records, that is the only part.
      if (part === 'features' && listed.has('records') && !listed.has('features')) return false;
      return versions.has(part) || listed.has(part) || linked.has(part);
    });
  const parts = found.length > 0 ? found : [guessPart(documents)];
  return parts.map((part) => ({ part, version: versions.get(part) ?? null }));
}

function declaredParts(conformance: readonly string[]): ReadonlyMap<OgcApiPart, string | null> {
  const versions = new Map<OgcApiPart, string | null>();
  for (const uri of conformance.slice(0, 2000)) {
    for (const { part, conformance: pattern } of ogcApiParts) {
      const match = pattern.exec(uri);
      if (match !== null) versions.set(part, match[1] ?? match[2] ?? versions.get(part) ?? null);
    }
  }
  return versions;
}

function linkedParts({ shape, links, json }: OgcApiDocument): readonly OgcApiPart[] {
  if (shape === 'processes' || shape === 'styles') return [shape];
  if (shape === 'tilesets') return ['tiles'];
  if (shape === 'items') return [holdsRecords(json) ? 'records' : 'features'];
  if (shape !== 'landing') return [];
  const relations = new Set(links.map(({ rel }) => rel));
  return ogcApiParts
    .filter(({ rootRelations }) => rootRelations.some((relation) => relations.has(relation)))
    .map(({ part }) => part);
}

function holdsRecords(page: JsonObject): boolean {
  const [first] = objectsAt(page, 'features');
  return first !== undefined && textsAt(first, 'conformsTo').some((uri) => uri.includes('ogcapi-records'));
}

export function collectionsOf(api: OgcApiDocument): readonly { readonly json: JsonObject; readonly url: string }[] {
  if (api.shape === 'collection') return [api];
  return api.shape === 'collections' ? objectsAt(api.json, 'collections').map((json) => ({ json, url: api.url })) : [];
}

/** The parts through which a collection is available. A missing `itemType` means features (OGC 17-069r4, 7.14.2). */
export function partsOfCollection(collection: JsonObject, url: string): ReadonlySet<OgcApiPart> {
  const relations = new Set(readJsonLinks(collection, url).map(({ rel }) => rel));
  const parts = new Set<OgcApiPart>();
  const itemTypes = textsAt(collection, 'itemType');
  if (itemTypes.includes('record')) parts.add('records');
  else if (relations.has('items') || relations.has('item') || itemTypes.includes('feature')) parts.add('features');
  if (/^sosa:|^ssn:/.test(stringAt(collection, 'featureType'))) parts.add('connected-systems');
  if (objectAt(collection, 'data_queries') !== null) parts.add('edr');
  for (const { part, collectionRelations } of ogcApiParts) {
    if (collectionRelations.some((relation) => relations.has(relation))) parts.add(part);
  }
  return parts;
}

/** If nothing is declared, linked or listed, its text decides; nearly all are features. */
function guessPart(documents: readonly OgcApiDocument[]): OgcApiPart {
  const words = documents.map(({ json, url }) => `${stringAt(json, 'title')} ${url}`).join(' ');
  return ogcApiParts.find((facts) => facts.words.test(words))?.part ?? 'features';
}
