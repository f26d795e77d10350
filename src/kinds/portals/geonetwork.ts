// GeoNetwork catalogs: site information, search responses of versions 2 to 4, and the front page.
import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import { childrenOf, textAt, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { documentAddress, portalAbove, portalFolder } from '../address/catalog-address.ts';
import { htmlHead } from '../address/html-source.ts';
import { pageWords, recordSources } from '../address/portal-page.ts';
import { readSpatialText } from '../geometry/catalog-spatial.ts';
import { RecordList } from '../records/catalog-records.ts';

const servicePath = /\/srv(?:\/|$)/i;

export const geonetwork: ResourceKind = {
  id: 'geonetwork',
  title: 'GeoNetwork catalog',
  family: 'catalog',
  specification: 'GeoNetwork API, versions 0.1 (GeoNetwork 3) and 4',
  tier: 2,
  forms: ['json', 'xml', 'html'],
  dataset: 'record',
  suspect: ({ url, anchor }) => {
    const { path } = splitAddress(url);
    // A record's page in the application: the same document for every record.
    if (url.includes('#/metadata/')) return 0.4;
    if (
      /\/srv\/api(?:\/(?:0\.1\/)?site)?\/?$|\/srv\/[a-z]{2,3}\/(?:q|catalog\.search|main\.home|home|find)$/.test(path)
    )
      return 0.8;
    if (/\/geonetwork(?:\/srv)?\/?$/.test(path)) return 0.8;
    return /\bgeonetwork\b/i.test(anchor) && path.length < 30 ? 0.5 : 0;
  },
  probe: (url) => {
    const root = rootOf(url);
    return [{ url: `${root}srv/api/site`, accept: 'application/json' }, { url: searchUrl(root) }];
  },
  identify,
  describe,
  more: (document) =>
    document.parts.length === 0 && document.form !== 'xml' && readHits(document) === null
      ? { url: searchUrl(rootOf(document.finalUrl)), accept: 'application/json' }
      : null,
  check: ({ endpoint }) => [{ url: `${rootOf(endpoint)}srv/api/site`, accept: 'application/json' }],
};

/** Works in versions 2 and 3; version 4 searches by POST only, and is read through its CSW. */
function searchUrl(root: string): string {
  return `${root}srv/eng/q?_content_type=json&fast=index&from=1&to=100`;
}

function rootOf(url: string): string {
  const above = portalAbove(url, servicePath) ?? portalAbove(url, /\/geonetwork(?:\/|$)/i);
  if (above === null) return portalFolder(url);
  return servicePath.test(url) ? above : `${above}geonetwork/`;
}

function identify(document: Document): readonly Identity[] {
  if (document.form === 'html') return identifyPage(document);
  if (document.form === 'xml') return isXmlSearch(document) ? [identityOf(document, null)] : [];
  const version = readSiteVersion(document);
  if (version !== null) return [identityOf(document, version === '' ? null : version)];
  return readHits(document) === null ? [] : [identityOf(document, null)];
}

function identityOf(document: Document, version: string | null): Identity {
  const isPage = /[?&]from=(?!1(?:&|$))\d|[?&](?:any|q|facet\.q)=[^&]/.test(document.finalUrl);
  return { kind: 'geonetwork', version, endpoint: isPage ? documentAddress(document) : rootOf(document.finalUrl) };
}

/** The application's page; every URL under srv/…/catalog.search is the same page. */
function identifyPage(document: Document): readonly Identity[] {
  const { path } = splitAddress(document.finalUrl);
  const isOwnPath = /\/srv\/[a-z]{2,3}\/(?:catalog\.search|main\.home|home)$|\/geonetwork\/?$/.test(path);
  if (!isOwnPath && !/^\/?$/.test(path)) return [];
  const head = htmlHead(document);
  // At the root of a host the title alone proves nothing: the project's own home page has it.
  const isApplication = /ng-app="gn\w{0,40}"|gnGlobalSettings/.test(head);
  if (!isApplication && !(isOwnPath && /<title>[^<]{0,100}GeoNetwork/i.test(head))) return [];
  return [{ kind: 'geonetwork', version: null, endpoint: rootOf(document.finalUrl) }];
}

/** '' if the site has no version; null if this isn't site information. */
function readSiteVersion(document: Document): string | null {
  const value = readJsonObject(document);
  if (value === undefined) return null;
  const isSite = value['system/site/siteId'] !== undefined || value['system/site/name'] !== undefined;
  return isSite ? stringAt(value, 'system/platform/version') : null;
}

/** Records of `q` in JSON: one record is an object, several are a list. */
export function readHits(document: Document): readonly JsonObject[] | null {
  const value = readJsonObject(document);
  if (value === undefined || !isObject(value.summary) || value['@from'] === undefined) return null;
  const one = objectAt(value, 'metadata');
  return one === null ? objectsAt(value, 'metadata') : [one];
}

function isXmlSearch(document: Document): boolean {
  const root = readXmlRoot(document);
  if (root?.name !== 'response' || !root.attributes.has('from') || !root.attributes.has('to')) return false;
  return /\/srv\//.test(document.finalUrl) || root.attributes.has('selected');
}

function describe(document: Document): Description {
  const root = rootOf(document.finalUrl);
  const records = new RecordList(root);
  let total = 0;
  let title = '';
  let version = '';
  for (const source of recordSources(document)) {
    const value = readJsonObject(source) ?? {};
    title ||= stringAt(value, 'system/site/name');
    version ||= stringAt(value, 'system/platform/version');
    for (const hit of readHits(source) ?? []) addHit(hit, records);
    total = Math.max(total, numberAt(objectAt(value, 'summary') ?? {}, '@count') ?? 0);
  }
  if (document.form === 'xml') walkXml(document, { 'response/metadata': (node) => addXmlHit(node, records) });
  records.link(`${root}srv/eng/csw?SERVICE=CSW&REQUEST=GetCapabilities`, 'CSW', 'description');
  const page = document.form === 'html' ? pageWords(document) : { title };
  const software = version === '' ? 'GeoNetwork' : `GeoNetwork ${version}`;
  return records.describe(document, { ...page, layerCount: Math.max(total, records.count), software });
}

/** Fields are a text or a list of texts. */
function textsOf(object: JsonObject, name: string): readonly string[] {
  const value = object[name];
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
}

export function addHit(hit: JsonObject, records: RecordList): void {
  addRecord(records, {
    name: stringAt(objectAt(hit, 'geonet:info') ?? {}, 'uuid'),
    title: stringAt(hit, 'title') || stringAt(hit, 'defaultTitle'),
    abstract: stringAt(hit, 'abstract') || stringAt(hit, 'defaultAbstract'),
    keywords: textsOf(hit, 'keyword'),
    box: textsOf(hit, 'geoBox')[0] ?? '',
    links: textsOf(hit, 'link'),
  });
}

function addXmlHit(node: XmlNode, records: RecordList): void {
  addRecord(records, {
    name: textAt(node, 'info', 'uuid'),
    title: textAt(node, 'title') || textAt(node, 'defaultTitle'),
    abstract: textAt(node, 'abstract'),
    keywords: childrenOf(node, 'keyword').map(({ text }) => text),
    box: textAt(node, 'geoBox'),
    links: childrenOf(node, 'link').map(({ text }) => text),
  });
}

interface Hit extends Pick<Layer, 'name' | 'title' | 'abstract' | 'keywords'> {
  /** Four sides between bars. */
  readonly box: string;
  /** Fields between bars: name|description|url|protocol|type. */
  readonly links: readonly string[];
}

function addRecord(records: RecordList, { box, links, ...layer }: Hit): void {
  records.add({ ...layer, extent: readSpatialText(box.replaceAll('|', ','), records.problems) });
  for (const link of links) {
    const [name = '', , url = '', protocol = ''] = link.split('|');
    records.link(url, [protocol, name, layer.title].filter((text) => text !== '').join(' '));
  }
}
