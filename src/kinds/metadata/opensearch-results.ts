// One page of search results as records: Atom, RSS or GeoJSON.
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
import { readXmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, childrenOf, textAt, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { CatalogRecord } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { Problem } from '../../model/problem.ts';
import { membersOf } from '../paging/link-paging.ts';
import { readAtomEntry, readGeoRss } from '../records/atom-entry.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { recordLayer } from '../records/metadata-record.ts';
import { readOgcRecord } from '../records/ogc-record.ts';

export interface SearchResults {
  readonly records: readonly CatalogRecord[];
  /** Entries received, readable or not. */
  readonly count: number;
  readonly total: number | null;
  /** Absolute URL of the next page; null if there is none. */
  readonly next: string | null;
  /** Descriptions of the searches in collections, absolute. */
  readonly searches: readonly string[];
  readonly problems: readonly Problem[];
}

const descriptionType = /opensearchdescription/i;

/** Null if it isn't a page of results. */
export function readSearchResults(document: Document): SearchResults | null {
  if (document.status >= 400 || document.partial !== null) return null;
  if (document.form === 'json') {
    const json = readJsonObject(document);
    return json !== undefined && Array.isArray(json.features) ? readFeatures(document, json) : null;
  }
  const root = readXmlRoot(document)?.name;
  return root === 'feed' || root === 'rss' || root === 'RDF' ? readFeed(document) : null;
}

function readFeed(document: Document): SearchResults | null {
  const records: CatalogRecord[] = [];
  const searches: string[] = [];
  const problems = new ProblemTally();
  const facts = { count: 0, total: null as number | null, next: null as string | null };
  const entry = (node: XmlNode) => {
    facts.count++;
    const record = readFeedEntry(node, document.finalUrl, problems);
    if (record !== null) records.push(record);
    searches.push(...entrySearches(node, document.finalUrl));
  };
  const total = (node: XmlNode) => {
    if (/^\d{1,12}$/.test(node.text)) facts.total = Number(node.text);
  };
  const link = (node: XmlNode) => {
    if (attributeOf(node, 'rel') === 'next') facts.next ??= webUrl(attributeOf(node, 'href') ?? '', document.finalUrl);
  };
  const xmlProblems = walkXml(document, {
    'feed/entry': entry,
    'rss/channel/item': entry,
    'RDF/item': entry,
    'feed/totalResults': total,
    'rss/channel/totalResults': total,
    'RDF/channel/totalResults': total,
    'feed/link': link,
    'rss/channel/link': link,
  });
  // A truncated page has lost entries: it is requested again in parts.
  if (xmlProblems.some(({ code }) => code === 'xml.malformed' || code === 'xml.truncated')) return null;
  return { records, ...facts, searches, problems: [...xmlProblems, ...problems.list()] };
}

export function readFeedEntry(node: XmlNode, base: string, problems: ProblemTally): CatalogRecord | null {
  const record = readAtomEntry(node, problems);
  const isRss = node.name === 'item';
  const id = record.id || (isRss ? textAt(node, 'guid') || textAt(node, 'link') : '');
  const abstract = record.abstract || textAt(node, 'description');
  const modified = textAt(node, 'updated') || isoDate(textAt(node, 'pubDate')) || textAt(node, 'published');
  return listedRecord({ base, id, modified }, (list) => {
    list.add({ ...recordLayer(record), abstract, extent: record.extent ?? readGeoRss(node, list.problems) });
    for (const { url, label } of record.links)
      list.link(url, [label, record.title].filter((text) => text !== '').join(' '));
    for (const enclosure of childrenOf(node, 'enclosure'))
      list.link(attributeOf(enclosure, 'url') ?? '', `${attributeOf(enclosure, 'type') ?? ''} ${record.title}`.trim());
  });
}

/** RSS dates have the format of mail (RFC 822). */
function isoDate(text: string): string {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().replace('.000Z', 'Z');
}

function entrySearches(node: XmlNode, base: string): readonly string[] {
  return childrenOf(node, 'link')
    .filter((link) => attributeOf(link, 'rel') === 'search' && descriptionType.test(attributeOf(link, 'type') ?? ''))
    .map((link) => webUrl(attributeOf(link, 'href') ?? '', base))
    .filter((url) => url !== null);
}

/** OGC 17-047 puts totals and links into `properties` of the collection, links by relation; others beside `features`. */
function readFeatures(document: Document, json: JsonObject): SearchResults {
  const { found, count } = membersOf(json, 'features');
  const properties = objectAt(json, 'properties') ?? {};
  const records = found.map((feature) => readFeature(feature, document.finalUrl)).filter((record) => record !== null);
  const total = ['totalResults', 'numberMatched', 'opensearch:totalResults']
    .map((name) => numberAt(properties, name) ?? numberAt(json, name))
    .find((value) => value !== null);
  const [next = null] = linksOf(json, 'next').map((link) => webUrl(stringAt(link, 'href'), document.finalUrl));
  const searches = found.flatMap((feature) =>
    linksOf(feature, 'search')
      .filter((link) => descriptionType.test(stringAt(link, 'type')))
      .map((link) => webUrl(stringAt(link, 'href'), document.finalUrl)),
  );
  return {
    records,
    count,
    total: total ?? null,
    next,
    problems: [],
    searches: searches.filter((url) => url !== null),
  };
}

/** Links of a relation, in a list (`rel`) or in an object by relation. */
function linksOf(holder: JsonObject, rel: string): readonly JsonObject[] {
  const properties = objectAt(holder, 'properties') ?? {};
  const listed = [...arrayAt(holder, 'links'), ...arrayAt(properties, 'links')].filter(isObject);
  const named = objectAt(properties, 'links') ?? objectAt(holder, 'links') ?? {};
  return [...listed.filter((link) => stringAt(link, 'rel') === rel), ...arrayAt(named, rel).filter(isObject)];
}

/** Links by relation become a list, as in records. */
function readFeature(feature: JsonObject, base: string): CatalogRecord | null {
  const named = objectAt(objectAt(feature, 'properties') ?? {}, 'links') ?? {};
  const links = Object.entries(named).flatMap(([rel, list]) =>
    (Array.isArray(list) ? list : []).filter(isObject).map((link) => ({ ...link, rel })),
  );
  const own = arrayAt(feature, 'links').filter(isObject);
  const usable = [...own, ...links].filter(({ rel }) => rel !== 'search');
  return readOgcRecord({ ...feature, links: usable }, base);
}
