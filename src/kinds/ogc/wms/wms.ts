// OGC Web Map Service, versions 1.0.0 to 1.3.0.

import { readOwsQuery } from '../../../base/url/ows-url.ts';
import { isWebUrl } from '../../../base/url/web-url.ts';
import { readXmlRoot, type XmlRoot } from '../../../base/xml/xml.ts';
import type { Document } from '../../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Identity } from '../../../model/resource.ts';
import { capabilitiesProbes } from '../ows/ows-address.ts';
import { readEndpoint, readVersion } from '../ows/ows-root.ts';
import { isForPeople, splitServiceAddress } from '../ows/ows-suspect.ts';
import { readWmsCapabilities } from './wms-capabilities.ts';
import { checkWms } from './wms-check.ts';
import { describeWms } from './wms-describe.ts';

export const wms: ResourceKind = {
  id: 'wms',
  title: 'Web Map Service',
  family: 'service',
  specification: 'OGC 06-042 (WMS 1.3.0), 01-068r3 (1.1.1), 00-028 (1.0.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'layer',
  suspect: suspectWms,
  probe,
  identify: identifyWms,
  describe: describeWmsDocument,
  check: checkWms,
};

/**
 * Without VERSION first: a server then responds with its highest (WMS 1.3.0, 6.2.4), as nearly all do. The next two are
 * for servers that require VERSION (edge case 37) or support only the older one; the last also for those that accept
 * only lower-case names. Values are spelled exactly: QGIS Server compares SERVICE case-sensitively.
 */
function probe(url: string): readonly ProbeRequest[] {
  return capabilitiesProbes(esriWmsAddress(url) ?? url, 'WMS', [
    {},
    { version: '1.3.0' },
    { version: '1.1.1', isLower: true },
  ]);
}

/** `…/arcgis/rest/services/F/S/MapServer` may offer WMS at `…/arcgis/services/F/S/MapServer/WMSServer`. */
function esriWmsAddress(url: string): string | null {
  const match = /^(https?:\/\/[^?#]+?)\/rest\/services\/([^?#]+?\/(?:Map|Image)Server)(?:[/?#]|$)/i.exec(url);
  return match === null ? null : `${match[1]}/services/${match[2]}/WMSServer`;
}

/** Operations only a WMS has. */
const wmsRequests = new Set(
  'GetMap GetFeatureInfo GetLegendGraphic DescribeLayer GetStyles map feature_info'.split(' '),
);

/** Paths that name another service. */
const otherService = /\/(?:wmts|wfs|wcs|csw|wps|sos|tms)(?:server|\.cgi|\.ashx)?(?:\/|$)/i;

/** WMS paths of known products, with scores. */
const paths: readonly (readonly [pattern: RegExp, score: number])[] = [
  [/\/(?:wmsserver|com\.esri\.wms\.esrimap|ncwms\d?\/wms|wms\.(?:cgi|exe|ashx|asp|aspx|php|asmx|jsp))\/?$/i, 0.95],
  [/\/(?:thredds|erddap|dodsc)\/(?:.{1,80}\/)?wms\//i, 0.9],
  [/\/wms\/?$/i, 0.9],
  [/\/mapserv\d{0,3}(?:\.exe|\.cgi|\.fcgi)?$/i, 0.75],
  [/\/cgi-bin\/(?:[^/]{1,60}\/)*[^/]{0,40}wms[^/]{0,60}(?:\/[^/]{1,60}){0,3}$/i, 0.8],
  [/\/qgis_?(?:mapserv|server)[^/]{0,20}$/i, 0.8],
  [/\/(?:mapproxy|mapcache)(?:\/[^/]{1,60})?\/service\/?$/i, 0.6],
  [/\/(?:ows|cubeserv\.cgi|mapagent\.fcgi|ogcmap\.ashx|wmsprocess\.asp)\/?$/i, 0.7],
  [/\/lizmap\/service\/?$/i, 0.6],
  [/\/geoserver(?:\/web)?\/?$/i, 0.4],
  [/\/rest\/services\/[^?#]{1,200}\/(?:map|image)server(?:\/|$)/i, 0.25],
];

function suspectWms(link: Link): number {
  const query = readOwsQuery(link.url);
  if (query !== null) {
    if (query.service === 'WMS') return 1;
    // Another service at the URL is weak evidence; siblings raise the score once that one is confirmed.
    if (query.service !== null && query.service !== 'WMS-C') return query.service === 'CSW' ? 0 : 0.1;
    if (query.request !== null && wmsRequests.has(query.request)) return 0.95;
    if (/[?&]wmtver=/i.test(link.url)) return 0.95;
  }
  const fromUrl = scoreUrl(link.url);
  if (query?.request === 'GetCapabilities' || query?.request === 'capabilities')
    return Math.max(fromUrl, otherService.test(splitServiceAddress(link.url).path) ? 0.1 : 0.6);
  return Math.max(fromUrl, scoreWords(link));
}

function scoreUrl(url: string): number {
  const { host, path } = splitServiceAddress(url);
  if (isForPeople(path) || otherService.test(path)) return 0;
  for (const [pattern, score] of paths) if (pattern.test(path)) return score;
  if (/(?:^|[-.])(?:wms|ows)\d{0,2}[-.]/i.test(host)) return path.length < 40 ? 0.6 : 0.4;
  // 'wms' as a word of a path segment: "/wms_geosn_dop-rgb/guest".
  return /(?:\/|[_-])wms\d{0,3}(?:[_-]|\/|$)/i.test(path) ? 0.5 : 0;
}

/** The link's text counts only if its URL could be a service. */
function scoreWords(link: Link): number {
  const { path } = splitServiceAddress(link.url);
  if (isForPeople(path)) return /\bwms\b/i.test(link.anchor) ? 0.1 : 0;
  if (/\bgetcapabilities\b/i.test(link.anchor)) return 0.6;
  if (/\bwms\b|web map service/i.test(link.anchor)) return 0.5;
  return /\bwms\b|web map service/i.test(link.window) ? 0.3 : 0;
}

const wmsNamespace = 'http://www.opengis.net/wms';

/** Names of the root element by version, and misspelled, in lower case. */
const rootNames = new Set(['wms_capabilities', 'wmt_ms_capabilities', 'wms_ms_capabilities', 'wmt_capabilities']);

export function identifyWms(document: Document): readonly Identity[] {
  const root = readWmsRoot(document);
  if (root === null) return [];
  return [
    { kind: 'wms', version: readVersion(root), endpoint: readEndpoint(document, () => claimedAddress(document)) },
  ];
}

export function describeWmsDocument(document: Document): Description {
  const root = readWmsRoot(document);
  return describeWms(document, root, readWmsCapabilities(document, root === null ? null : readVersion(root)));
}

/** The root's name decides; the namespace counts only if the name is ambiguous. */
function readWmsRoot(document: Document): XmlRoot | null {
  const root = readXmlRoot(document);
  if (root === null) return null;
  const isNamed = rootNames.has(root.name.toLowerCase());
  return isNamed || (root.name === 'Capabilities' && root.namespace === wmsNamespace) ? root : null;
}

function claimedAddress(document: Document): string | null {
  const { getMapUrl, serviceUrl } = readWmsCapabilities(document, null);
  return [getMapUrl, serviceUrl].find((url) => url !== null && isWebUrl(url)) ?? null;
}
