// THREDDS Data Server catalogs, as XML and as the HTML generated from it.
import { attribute, readXmlRoot, type XmlRoot } from '../../base/xml/xml.ts';
import { walkXml } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { htmlHead, htmlTitle } from '../address/html-source.ts';
import { RecordList } from '../records/catalog-records.ts';
import { readThreddsCatalog } from './thredds-catalog.ts';
import { linkCatalog, serviceFormats } from './thredds-links.ts';

export const thredds: ResourceKind = {
  id: 'thredds',
  title: 'THREDDS catalog',
  family: 'catalog',
  specification: 'THREDDS InvCatalog 1.0 to 1.2 (and 0.6)',
  tier: 1,
  forms: ['xml', 'html'],
  dataset: 'dataset',
  suspect: ({ url, anchor }) => {
    const { path, query } = splitAddress(url);
    // RAMADDA writes catalogs in the same format.
    if (/[?&]output=thredds\.catalog/.test(query)) return 0.9;
    if (/\/thredds\/(?:.{1,250}\/)?[^/]{0,80}\.(?:xml|html)$/.test(path) && /catalog|latest/.test(path)) return 0.95;
    if (/\/thredds(?:\/catalog)?\/?$/.test(path)) return 0.9;
    if (isTalk(path)) return 0;
    if (/\/catalog\.xml$/.test(path)) return 0.6;
    return /\bthredds\b/i.test(anchor) ? 0.5 : 0;
  },
  probe: (url) => {
    if (/[?&]output=thredds\.catalog/i.test(url)) return [{ url }];
    const xml = xmlAddress(url);
    const { path } = splitAddress(url);
    return /\/thredds(?:\/catalog)?\/?$/.test(path) || !/\.\w{2,5}$/.test(path)
      ? [
          { url: `${withoutQuery(url).replace(/(?:\/catalog)?\/*$/, '')}/catalog.xml` },
          { url: `${threddsRoot(url)}catalog/catalog.xml` },
        ]
      : [{ url: xml }];
  },
  identify,
  describe: (document) => {
    const xml = document.form === 'xml' ? document : document.parts.find(isThreddsCatalog);
    return xml === undefined ? describePage(document) : describeInventory(document, xml);
  },
  more: (document) =>
    document.form === 'html' && document.parts.length === 0 ? { url: xmlAddress(document.finalUrl) } : null,
  check: checkAddress,
};

export function isThreddsCatalog(document: Document): boolean {
  const root = readXmlRoot(document);
  return root !== null && isInventory(document, root);
}

function identify(document: Document): readonly Identity[] {
  if (document.form === 'html') return identifyPage(document);
  const root = readXmlRoot(document);
  if (root === null || !isInventory(document, root)) return [];
  return [
    { kind: 'thredds', version: attribute(root, 'version')?.trim() || null, endpoint: documentAddress(document) },
  ];
}

/** The page of a catalog, whose XML is beside it. Pages of single datasets have `?dataset=`. */
function identifyPage(document: Document): readonly Identity[] {
  const { path, query } = splitAddress(document.finalUrl);
  if (!/\/(?:[^/]{0,80}catalog|latest)\.html$/.test(path) || /[?&]dataset=/.test(query)) return [];
  const head = htmlHead(document);
  const isCatalogPage =
    /thredds/i.test(head) &&
    (/<title>\s{0,20}(?:TdsStaticCatalog|Catalog\b|THREDDS)/i.test(head) ||
      /tds\.css|tdsCat\.css|threddsIcon/i.test(head));
  return isCatalogPage ? [{ kind: 'thredds', version: null, endpoint: xmlAddress(document.finalUrl) }] : [];
}

function describePage(document: Document): Description {
  const title = htmlTitle(htmlHead(document)).replace(/^(?:TdsStaticCatalog|Catalog)\s+/i, '');
  return describeInventoryPage(document, title, xmlAddress(document.finalUrl));
}

/** …/catalog.html and …/catalog.html?dataset=x are …/catalog.xml. */
export function xmlAddress(url: string): string {
  return withoutQuery(url).replace(/\.html$/i, '.xml');
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

export function threddsRoot(url: string): string {
  const path = withoutQuery(url);
  const at = path.toLowerCase().indexOf('/thredds/');
  return at < 0 ? `${path.replace(/\/thredds$|\/+$/i, '')}/thredds/` : path.slice(0, at + 9);
}

const namespace = /unidata\.ucar\.edu\/(?:thredds|namespaces\/thredds)/i;
const headBytes = 16_384;

export function isInventory(document: Document, root: XmlRoot): boolean {
  if (root.name !== 'catalog') return false;
  if (namespace.test(root.namespace ?? '')) return true;
  // "catalog" is a common name: without the namespace its typical attributes are required.
  if (root.namespace !== null && root.namespace !== '') return false;
  let isTypical = false;
  const head = { bytes: document.bytes.subarray(0, headBytes), charset: document.charset, partial: null };
  const inspect = ({ attributes }: { readonly attributes: ReadonlyMap<string, string> }) => {
    isTypical ||= attributes.has('serviceType') || attributes.has('urlPath') || attributes.has('serviceName');
  };
  walkXml(head, { '**/service': inspect, '**/dataset': inspect, '**/access': inspect });
  return isTypical;
}

/** If only the page of a catalog was fetched: the catalog itself is worth following. */
export function describeInventoryPage(document: Document, title: string, xmlUrl: string): Description {
  const records = new RecordList(document.finalUrl);
  records.link(xmlUrl, title);
  return records.describe(document, { title, software: 'THREDDS' });
}

/** `document` is the fetched one, a page or the catalog; `xml` is the catalog. */
export function describeInventory(document: Document, xml: Document): Description {
  const records = new RecordList(xml.finalUrl);
  const catalog = readThreddsCatalog(xml, records.problems);
  for (const dataset of catalog.datasets) {
    records.add({
      name: dataset.id || dataset.access[0]?.urlPath || null,
      title: dataset.name,
      abstract: dataset.abstract,
      extent: dataset.extent,
      parent: dataset.parent,
      time: dataset.time,
      queryable: dataset.access.length > 0,
    });
  }
  linkCatalog(catalog, xml.finalUrl, records);
  const parts = {
    title: catalog.title,
    layerCount: catalog.datasetCount,
    formats: serviceFormats(catalog.services),
    software: 'THREDDS',
  };
  return records.describe(document, parts, catalog.problems);
}
