// Hints from responses that aren't resources: the software behind them, and which probe to send next.
import { decodedValue, queryOf, readOwsQuery, splitQuery } from '../base/url/ows-url.ts';
import { endpointUrl } from '../base/url/url.ts';
import { webUrl } from '../base/url/web-url.ts';
import { readXmlRoot } from '../base/xml/xml.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import { apiLeads } from './api-hints.ts';
import { isException, likelyServices } from './exceptions.ts';
import { isWorthChecking } from './page-prefilter.ts';
import {
  geoserverPlaces,
  geowebcachePlaces,
  type Lead,
  leadFor,
  leadsTo,
  mapcachePlaces,
  mapproxyPlaces,
  mapserverPlaces,
  qgisPlaces,
  type SiblingLocation,
} from './siblings.ts';
import { suspicions } from './suspicions.ts';

/** Bytes of a document that are examined. */
const headBytes = 4096;

/** Maximum number of services taken from a viewer URL. */
const maxShown = 5;
/** Minimum suspicion for the URL of one. */
const probable = 0.5;

interface FrontPage {
  /** Words near the start that only this product's front page has. */
  readonly signature: RegExp;
  /** Services to probe, and where. */
  readonly places: readonly SiblingLocation[];
  /** The base of the relative locations. */
  readonly address: (url: string) => string;
}

/** Front pages that are linked instead of the service behind them (real-servers.md, fact 4). */
const frontPages: readonly FrontPage[] = [
  {
    signature: /No query information to decode|MapServer Message|loadParams\(\)/,
    places: mapserverPlaces,
    address: endpointUrl,
  },
  {
    signature: /<title>\s*GeoServer\b|GeoServer Web (?:Admin|Configuration)|class="[^"]{0,80}geoserver/i,
    places: geoserverPlaces,
    address: (url) => inFolder(url, /\/(?:web|index\.html|welcome\.do).*$/i, '/ows'),
  },
  {
    signature: /<title>\s*MapProxy\b|Welcome to MapProxy/i,
    places: mapproxyPlaces,
    address: (url) => inFolder(url, /\/(?:demo)?\/?$/i, '/service'),
  },
  {
    // MapCache responds to its bare URL in plain text, without its name.
    signature: /^received (?:wms with no service and request|request with (?:no|invalid) )/,
    places: mapcachePlaces,
    address: endpointUrl,
  },
  {
    signature: /<title>[^<]{0,40}\bGeoWebCache\b/i,
    places: geowebcachePlaces,
    address: (url) => inFolder(url, /\/(?:home|demo)?\/?$/i, '/service'),
  },
  {
    signature: /<title>[^<]{0,40}\bncWMS/i,
    places: [{ service: 'WMS', at: (address) => address }],
    address: (url) => inFolder(url, /\/(?:index\.html|Godiva\d?\.html|admin)?\/?$/i, '/wms'),
  },
  {
    signature: /<title>[^<]{0,60}QGIS Server/i,
    places: qgisPlaces,
    address: endpointUrl,
  },
  {
    // QGIS Server redirects bare requests to a project list in JSON; its services are beside it.
    signature: /\/index\.json"[^{}]{0,60}"Landing page as JSON"/,
    places: qgisPlaces,
    address: (url) => inFolder(url, /\/index\.json$/i, '/'),
  },
  {
    signature: /<title>[^<]{0,60}52\s?°\s?North[^<]{0,60}Sensor Observation Service/i,
    places: [{ service: 'SOS', at: (address) => address }],
    address: (url) => inFolder(url, /\/(?:index(?:\.html)?)?\/?$/i, '/service'),
  },
];

/** Pages are decoded for their links anyway; other documents may be large, and their first bytes are enough. */
function headOf(document: Document): string {
  if (document.form === 'html') return document.text().slice(0, headBytes);
  const { buffer, byteOffset, length } = document.bytes;
  return Buffer.from(buffer, byteOffset, Math.min(length, headBytes)).toString('latin1');
}

/** Leads, most promising first; usually empty. */
export function hints(document: Document, kinds: readonly ResourceKind[]): readonly Lead[] {
  if (document.form === 'html' && !isWorthChecking(document)) return viewerLeads(document, kinds);
  const head = headOf(document);
  const leads = exceptionLeads(document, head, kinds) ?? frontPageLeads(document, head, kinds);
  if (leads.length > 0) return leads;
  const api = apiLeads(document, head, kinds);
  return api.length > 0 ? api : viewerLeads(document, kinds);
}

/** A viewer URL often names the service to show: `viewer.html?wms=http%3A%2F%2F…` (edge case 24). */
function viewerLeads(document: Document, kinds: readonly ResourceKind[]): readonly Lead[] {
  if (document.form !== 'html' || !/=https?(?::|%3a)/i.test(document.url)) return [];
  return splitQuery(queryOf(document.url))
    .map(({ text }) => webUrl(decodedValue(text)))
    .filter((url) => url !== null)
    .slice(0, maxShown)
    .flatMap((url) => {
      const link: Link = { url, foundBy: 'link', anchor: '', window: '', nofollow: false };
      const best = suspicions(link, kinds)[0];
      return best === undefined || best.score < probable ? [] : [{ kind: best.kind, url }];
    });
}

/** An exception report proves an OGC service, even if the request was wrong. */
function exceptionLeads(document: Document, head: string, kinds: readonly ResourceKind[]): readonly Lead[] | null {
  // Most documents are pages, which needn't be parsed as XML.
  if (!head.includes('Exception')) return null;
  const root = readXmlRoot(document);
  if (root === null || !isException(root)) return null;
  const query = readOwsQuery(document.finalUrl);
  // It refused GetCapabilities: it isn't that service.
  const refused = query?.request === 'GetCapabilities' ? query.service : null;
  const isIntended = query?.service != null && query.service !== refused;
  const services = isIntended ? [query.service] : likelyServices(root, head, refused);
  return services
    .map((service) => leadFor(endpointUrl(document.finalUrl), service, kinds))
    .filter((lead) => lead !== null);
}

function frontPageLeads(document: Document, head: string, kinds: readonly ResourceKind[]): readonly Lead[] {
  const page = frontPages.find(({ signature }) => signature.test(head));
  if (page === undefined) return [];
  return leadsTo(page.places, page.address(document.finalUrl), kinds);
}

function inFolder(url: string, end: RegExp, name: string): string {
  const address = endpointUrl(url).replace(/\?.*$/, '');
  return `${address.replace(end, '').replace(/\/$/, '')}${name}`;
}
