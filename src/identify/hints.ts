// What an answer that is no resource tells about the software behind it, and which probe is worth sending next.

import { readOwsQuery } from '../base/ows-url.ts';
import { endpointUrl } from '../base/url.ts';
import { readXmlRoot } from '../base/xml.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import { type Lead, leadFor } from './siblings.ts';

/** Bytes of a document that are looked at. */
const headBytes = 4096;

/** One of these stands in every signature below: a quick look, since every page of a crawl is asked about. */
const products = /mapserver|no query information|loadparams|geoserver|mapproxy|ncwms|qgis server/i;

interface FrontPage {
  /** Words only this product's front page has near its beginning. */
  readonly signature: RegExp;
  /** Services to ask for, at which address relative to the page. */
  readonly services: readonly string[];
  readonly address: (url: string) => string;
}

/** Front pages people link to instead of the service behind them (real-servers.md, fact 4). */
const frontPages: readonly FrontPage[] = [
  {
    signature: /No query information to decode|MapServer Message|loadParams\(\)/,
    services: ['WMS', 'WFS'],
    address: endpointUrl,
  },
  {
    signature: /<title>\s*GeoServer\b|GeoServer Web (?:Admin|Configuration)|class="[^"]{0,80}geoserver/i,
    services: ['WMS', 'WFS'],
    address: (url) => inFolder(url, /\/(?:web|index\.html|welcome\.do).*$/i, '/ows'),
  },
  {
    signature: /<title>\s*MapProxy\b|Welcome to MapProxy/i,
    services: ['WMS', 'WMTS'],
    address: (url) => inFolder(url, /\/(?:demo)?\/?$/i, '/service'),
  },
  {
    signature: /<title>[^<]{0,40}\bncWMS/i,
    services: ['WMS'],
    address: (url) => inFolder(url, /\/(?:index\.html|Godiva\d?\.html|admin)?\/?$/i, '/wms'),
  },
  {
    signature: /<title>[^<]{0,60}QGIS Server/i,
    services: ['WMS', 'WFS'],
    address: endpointUrl,
  },
];

/** Leads to follow from here; empty for most documents. */
export function hints(document: Document, kinds: readonly ResourceKind[]): readonly Lead[] {
  const { buffer, byteOffset, length } = document.bytes;
  const head = Buffer.from(buffer, byteOffset, Math.min(length, headBytes)).toString('latin1');
  const found = exceptionLeads(document, head, kinds) ?? frontPageLeads(document, head, kinds);
  return found.filter((lead) => lead !== null);
}

/** An exception report means that an OGC service lives here, though what was asked did not please it. */
function exceptionLeads(
  document: Document,
  head: string,
  kinds: readonly ResourceKind[],
): readonly (Lead | null)[] | null {
  // Most documents are pages, and need not be read as XML to know it.
  if (!head.includes('Exception')) return null;
  const root = readXmlRoot(document);
  if (root?.name !== 'ServiceExceptionReport' && root?.name !== 'ExceptionReport' && root?.name !== 'WMTException') {
    return null;
  }
  const asked = readOwsQuery(document.finalUrl);
  // Asked for its capabilities and refused them: it is not that service.
  const refused = asked?.request === 'GetCapabilities' ? asked.service : null;
  // WMS and WFS 1.0 report in the older form, everything built on OWS Common in the newer one.
  const services = root.name === 'ExceptionReport' ? ['WFS', 'WMS'] : ['WMS', 'WFS'];
  const named = asked?.service != null && asked.service !== refused ? [asked.service] : services;
  return named
    .filter((service) => service !== refused)
    .map((service) => leadFor(endpointUrl(document.finalUrl), service, kinds));
}

function frontPageLeads(document: Document, head: string, kinds: readonly ResourceKind[]): readonly (Lead | null)[] {
  if (!products.test(head)) return [];
  const page = frontPages.find(({ signature }) => signature.test(head));
  if (page === undefined) return [];
  const address = page.address(document.finalUrl);
  return page.services.map((service) => leadFor(address, service, kinds));
}

function inFolder(url: string, end: RegExp, name: string): string {
  const address = endpointUrl(url).replace(/\?.*$/, '');
  return `${address.replace(end, '').replace(/\/$/, '')}${name}`;
}
