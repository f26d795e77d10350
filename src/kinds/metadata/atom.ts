// Atom feeds that list geodata: INSPIRE download services, OWS Context documents, responses of geographic searches.
import { attribute, readXmlRoot, type XmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, type WalkRules, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity, Provider } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { readAtomEntry, readGeoRss } from '../records/atom-entry.ts';
import { RecordList } from '../records/catalog-records.ts';
import { makeProvider, recordLayer } from '../records/metadata-record.ts';

/** Namespaces that only feeds about geodata declare: INSPIRE download services, OWS Context, OpenSearch Geo and EO. */
const ownNamespaces =
  /inspire\.ec\.europa\.eu\/schemas\/inspire_dls|opengis\.net\/owc\/|a9\.com\/-\/opensearch\/extensions\/(?:geo|eo)\//i;
const geoNamespaces = /georss\.org\/georss|opengis\.net\/gml|geo\/wgs84_pos/i;
const searchNamespace = /a9\.com\/-\/spec\/opensearch\//i;

/** Media types and relations of downloads (INSPIRE Technical Guidance for Download Services 3.1, 5.1). */
const downloadType =
  /gml|shapefile|geopackage|geo\+json|application\/(?:x-)?(?:kml|gpkg|shp|ascii-grid|x-gtiff|json\.gml)|image\/(?:tiff|jp2)|application\/vnd\.(?:iso\.19139|ogc)|atom\+xml/i;

const headBytes = 131_072;

export const atom: ResourceKind = {
  id: 'atom',
  title: 'Atom feed of geodata',
  family: 'catalog',
  specification:
    'RFC 4287; INSPIRE TG Download Services 3.1; OGC 12-084r2 (OWS Context); OGC 10-032r8 (OpenSearch Geo)',
  tier: 1,
  forms: ['xml'],
  dataset: 'dataset',
  suspect: ({ url, anchor }) => {
    const { path, query } = splitAddress(url);
    if (/\/(?:atom|inspire)\/(?:service|describe)$|\/opensearch\/.{0,60}\/describe$|atom-?feed/.test(path)) return 0.7;
    if (/inspire/.test(path) && /atom|\.xml$/.test(path)) return 0.7;
    if (/outputformat=application(?:%2f|\/)atom/.test(query)) return 0.6;
    if (/\/atom\/.{1,150}\.(?:xml|atom)$/.test(path)) return 0.6;
    return /\binspire\b|\bdownload service\b/i.test(anchor) && /\.(?:xml|atom)$/.test(path) ? 0.6 : 0;
  },
  probe: (url) => [{ url }],
  identify,
  describe,
  check: checkAddress,
};

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root?.name !== 'feed' || !isGeodataFeed(document, root)) return [];
  return [{ kind: 'atom', version: attribute(root, 'version'), endpoint: documentAddress(document) }];
}

/** Plain feeds and news with locations (GeoRSS) aren't catalogs. */
function isGeodataFeed(document: Document, root: XmlRoot): boolean {
  const declared = namespacesOf(root);
  if (ownNamespaces.test(declared)) return true;
  const isGeo = geoNamespaces.test(declared);
  if (isGeo && searchNamespace.test(declared)) return true;
  return hasDownloads(document, isGeo);
}

function namespacesOf(root: XmlRoot): string {
  return [...root.attributes]
    .filter(([name]) => name.startsWith('xmlns'))
    .map(([, uri]) => uri)
    .join('\n');
}

/** A download service gives its metadata and files media types; a feed of photos or news doesn't. */
function hasDownloads(document: Document, isGeo: boolean): boolean {
  let isDescribed = false;
  let downloads = 0;
  let hasGeodataElement = false;
  const link = (node: XmlNode) => {
    const rel = attributeOf(node, 'rel') ?? '';
    const type = attributeOf(node, 'type') ?? '';
    if (rel === 'describedby') isDescribed ||= /xml|iso\.19139/i.test(type);
    else if (rel !== 'self' && rel !== 'next' && downloadType.test(type)) downloads++;
  };
  const geodata = () => {
    hasGeodataElement = true;
  };
  const head = { bytes: document.bytes.subarray(0, headBytes), charset: document.charset, partial: null };
  walkXml(head, {
    'feed/link': link,
    'feed/entry/link': link,
    'feed/entry/spatial_dataset_identifier_code': geodata,
    'feed/entry/offering': geodata,
    // Common Alerting Protocol: warnings for areas.
    'feed/entry/content/alert/info/area': geodata,
    'feed/entry/polygon': ({ namespace }) => {
      hasGeodataElement ||= /:cap:/.test(namespace ?? '');
    },
  });
  return hasGeodataElement || (isDescribed && downloads > 0) || (isGeo && downloads > 1 && isDescribed);
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const own = new Map<string, string>();
  let provider: Provider | null = null;
  let extent: Description['extent'] = null;
  const text = (node: XmlNode) => {
    if (!own.has(node.name)) own.set(node.name, node.text);
  };
  const locate = (node: XmlNode) => {
    const inside = { ...node, name: 'entry', children: [node], text: '' };
    extent ??= readGeoRss(inside, records.problems);
  };
  const rules: WalkRules = {
    'feed/title': text,
    'feed/subtitle': text,
    'feed/rights': text,
    'feed/generator': text,
    'feed/author': (node) => {
      const [name = '', email = ''] = ['name', 'email'].map(
        (field) => node.children.find((one) => one.name === field)?.text,
      );
      provider ??= makeProvider(name, '', email);
    },
    'feed/where': locate,
    'feed/box': locate,
    'feed/polygon': locate,
    'feed/link': (node) => addFeedLink(node, records),
    'feed/entry': (node) => addEntry(node, records),
  };
  const xmlProblems = walkXml(document, rules);
  const parts = {
    title: own.get('title') ?? '',
    abstract: own.get('subtitle') ?? '',
    accessConstraints: own.get('rights') || null,
    software: own.get('generator') || null,
    provider,
  };
  return records.describe(document, { ...parts, extent: extent ?? records.extent() }, xmlProblems);
}

function addFeedLink(node: XmlNode, records: RecordList): void {
  const rel = attributeOf(node, 'rel') ?? 'alternate';
  if (/^(?:describedby|search|next|related|via|section|enclosure|up)$/.test(rel)) {
    records.link(attributeOf(node, 'href') ?? '', attributeOf(node, 'title') ?? rel);
  }
}

function addEntry(node: XmlNode, records: RecordList): void {
  const record = readAtomEntry(node, records.problems);
  records.add(recordLayer(record));
  for (const { url, label } of record.links)
    records.link(url, [record.title, label].filter((part) => part !== '').join(' '));
}
