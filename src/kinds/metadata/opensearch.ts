// OpenSearch descriptions of searches by location or time.

import { webUrl } from '../../base/url/web-url.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { readSoftware } from '../ogc/ows/ows-software.ts';
import { makeProvider } from '../records/metadata-record.ts';

/** Geospatial extensions: geo, time and eo of OpenSearch, and everything of OGC. */
const geoNamespace = /opensearch\/extensions\/(?:geo|time|eo)\/|opensearchextensions|www\.opengis\.net\//i;
const geoParameter = /\{(?:geo|time|eo|dct?:spatial)\b[^}]{0,60}\}/i;

export const opensearch: ResourceKind = {
  id: 'opensearch',
  title: 'OpenSearch Geo',
  family: 'catalog',
  specification: 'OGC 10-032r8 (OpenSearch Geo and Time Extensions), OpenSearch 1.1',
  tier: 1,
  forms: ['xml'],
  dataset: 'search',
  suspect,
  probe: (url) => [{ url, accept: 'application/opensearchdescription+xml, */*;q=0.5' }],
  identify,
  describe,
  check: ({ endpoint }): readonly ProbeRequest[] => [{ url: endpoint }],
};

/** Nearly every site describes its own search this way, so a description is requested only if maps are mentioned. */
function suspect(link: Link): number {
  const { host, path, query } = splitAddress(link.url);
  const isDescription =
    /\.osdd$|(?:opensearch|osdd)[\w-]*(?:\.xml|\.osdd)?$|description\.xml$/.test(path) || /mode=opensearch/.test(query);
  if (isTalk(path, host) || !isDescription || /request=get/.test(query)) return 0;
  return /geo|eo\b|csw|catalog|sentinel|earth|cmr|fedeo|satellite|map/.test(`${host}${path}${query}`) ? 0.7 : 0.2;
}

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root?.name !== 'OpenSearchDescription') return [];
  const declaresGeo = [...root.attributes].some(
    ([name, value]) => name.startsWith('xmlns') && geoNamespace.test(value),
  );
  if (!declaresGeo && !readSearches(document).some(({ template }) => geoParameter.test(template))) return [];
  return [{ kind: 'opensearch', version: null, endpoint: document.finalUrl }];
}

export interface Search {
  readonly template: string;
  readonly type: string;
  readonly rel: string;
  /** The numbers of the first record and the first page (OpenSearch 1.1, "Url"): 1 by default. */
  readonly indexOffset: number;
  readonly pageOffset: number;
}

export function readSearches(document: Document): readonly Search[] {
  const searches: Search[] = [];
  walkXml(document, { 'OpenSearchDescription/Url': (node) => addSearch(searches, node) });
  return searches;
}

function addSearch(searches: Search[], node: XmlNode): void {
  if (searches.length >= 1000) return;
  const read = (name: string) => attributeOf(node, name) ?? '';
  const offset = (name: string) => (/^\d{1,9}$/.test(read(name)) ? Number(read(name)) : 1);
  searches.push({
    template: read('template'),
    type: read('type'),
    rel: read('rel'),
    indexOffset: offset('indexOffset'),
    pageOffset: offset('pageOffset'),
  });
}

function describe(document: Document): Description {
  const texts = new Map<string, string>();
  const searches: Search[] = [];
  const problems = walkXml(document, {
    'OpenSearchDescription/Url': (node) => addSearch(searches, node),
    'OpenSearchDescription/*': (node) => {
      if (!texts.has(node.name)) texts.set(node.name, node.text);
    },
  });
  const text = (name: string) => texts.get(name) ?? '';
  const layers = searches.map(searchLayer);
  return {
    ...emptyDescription,
    title: text('ShortName') || text('LongName'),
    abstract: text('Description'),
    keywords: text('Tags')
      .split(/[\s,]+/)
      .filter((word) => word !== ''),
    provider: readProvider(text('Developer'), text('Contact')),
    accessConstraints: text('Attribution') || text('SyndicationRight') || null,
    layers,
    layerCount: layers.length,
    formats: [...new Set(searches.map(({ type }) => type))].filter((type) => type !== ''),
    software: readSoftware(document, [text('LongName'), text('Description'), document.finalUrl]),
    links: searches.flatMap((search) => searchLink(search, document.finalUrl)),
    problems: [...document.problems, ...problems],
  };
}

function searchLayer({ template, type, rel }: Search): Layer {
  return { ...emptyLayer, name: template, title: [rel, type].filter((word) => word !== '').join(' '), queryable: true };
}

function readProvider(developer: string, contact: string): Description['provider'] {
  const isEmail = contact.includes('@');
  return makeProvider(developer || (isEmail ? '' : contact), '', isEmail ? contact : '');
}

/** A search for anything: optional parameters removed, required ones empty. HTML pages are ignored. */
function searchLink({ template, type }: Search, base: string): readonly Link[] {
  if (type.includes('html') || type.includes('suggestions')) return [];
  const [path, query] = splitTemplate(template);
  const kept = query.split('&').filter((part) => !/\{[^}]{0,100}\?\}|\{(?:count|startIndex|startPage)\}/.test(part));
  const filled = `${path}${kept.length > 0 ? '?' : ''}${kept.join('&')}`.replace(/\{[^{}]{1,100}\}/g, '');
  const url = webUrl(filled, base);
  return url === null ? [] : [{ url, foundBy: 'catalog', anchor: '', window: '', nofollow: false }];
}

/** A question mark in the braces marks an optional parameter. */
export function splitTemplate(template: string): readonly [path: string, query: string] {
  const mark = template.search(/\?(?!\})/);
  return mark < 0 ? [template, ''] : [template.slice(0, mark), template.slice(mark + 1)];
}
