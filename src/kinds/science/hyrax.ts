// Hyrax, the OPeNDAP data server: its folders as THREDDS catalogs, BES responses and pages.
import { attribute, readXmlRoot } from '../../base/xml/xml.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, portalFolder } from '../address/catalog-address.ts';
import { htmlHead, htmlTitle } from '../address/html-source.ts';
import { describeInventory, describeInventoryPage, isInventory } from './thredds.ts';

const besNamespace = /xml\.opendap\.org\/ns\/(?:bes|hyrax)/i;

export const hyrax: ResourceKind = {
  id: 'hyrax',
  title: 'Hyrax data server',
  family: 'catalog',
  specification: 'OPeNDAP Hyrax; THREDDS InvCatalog 1.0',
  tier: 2,
  forms: ['xml', 'html'],
  dataset: 'dataset',
  suspect: ({ url, anchor }) => {
    const { path } = splitAddress(url);
    if (/\/(?:opendap|hyrax)\/(?:.{1,250}\/)?(?:contents\.html|catalog\.xml)$/.test(path)) return 0.96;
    if (/\/(?:opendap|hyrax)(?:\/hyrax)?\/?$/.test(path)) return 0.7;
    return /\bhyrax\b/i.test(anchor) ? 0.5 : 0;
  },
  probe: (url) => [{ url: `${folderOf(url)}catalog.xml` }],
  identify,
  describe: (document) => {
    const xml = document.form === 'xml' ? document : document.parts.find(({ form }) => form === 'xml');
    const page = () =>
      describeInventoryPage(document, htmlTitle(htmlHead(document)), `${folderOf(document.finalUrl)}catalog.xml`);
    const description = xml === undefined ? page() : describeInventory(document, xml);
    return { ...description, title: description.title || folderOf(document.finalUrl), software: softwareOf(document) };
  },
  more: (document) =>
    document.form === 'html' && document.parts.length === 0
      ? { url: `${folderOf(document.finalUrl)}catalog.xml` }
      : null,
  check: checkAddress,
};

function folderOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  return /\/[^/.]{1,200}$/.test(path) && !/\/\/[^/]*$/.test(path) ? `${path}/` : portalFolder(`${path}`);
}

function softwareOf(document: Document): Description['software'] {
  const given = document.headers['xopendap-server'] ?? document.headers['xdods-server'] ?? '';
  const version = /(?:bes|hyrax|olfs)\/([\d.]{1,20})/i.exec(given)?.[1];
  return version === undefined ? 'Hyrax' : `Hyrax ${version}`;
}

function identify(document: Document): readonly Identity[] {
  const isHyrax = document.form === 'html' ? isListing(document) : isCatalog(document);
  return isHyrax ? [{ kind: 'hyrax', version: readVersion(document), endpoint: folderOf(document.finalUrl) }] : [];
}

function readVersion(document: Document): string | null {
  const root = document.form === 'xml' ? readXmlRoot(document) : null;
  return root === null ? null : attribute(root, 'version');
}

/** A catalog that declares the namespaces of the server behind Hyrax. */
function isCatalog(document: Document): boolean {
  const root = readXmlRoot(document);
  if (root === null || !isInventory(document, root)) return false;
  return (
    [...root.attributes].some(([name, uri]) => name.startsWith('xmlns') && besNamespace.test(uri)) ||
    'xopendap-server' in document.headers
  );
}

function isListing(document: Document): boolean {
  const head = htmlHead(document);
  if (!/opendap/i.test(head)) return false;
  return /<title>\s{0,40}OPeNDAP (?:Hyrax|Server)[^<]{0,80}(?:Contents of|Dataset Listing|Directory)/i.test(
    head.replace(/\s+/g, ' '),
  );
}
