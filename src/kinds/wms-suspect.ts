// How much a link looks like a WMS, from its address and words alone.
import { readOwsQuery } from '../base/url/ows-url.ts';
import type { Link } from '../model/link.ts';
import { isPagePath, isTalkPath, splitAddress } from './ogc/ows/ows-suspect.ts';

/** Operations only a WMS has. */
const wmsRequests = new Set(
  'GetMap GetFeatureInfo GetLegendGraphic DescribeLayer GetStyles map feature_info'.split(' '),
);

/** Paths that name another service. */
const otherService = /\/(?:wmts|wfs|wcs|csw|wps|sos|tms)(?:server|\.cgi|\.ashx)?(?:\/|$)/i;

/** The path of a known product's WMS, and how sure it is. */
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

export function suspectWms(link: Link): number {
  const asked = readOwsQuery(link.url);
  if (asked !== null) {
    if (asked.service === 'WMS') return 1;
    // Another service at the address says little by itself; the cascade raises it once that one is confirmed.
    if (asked.service !== null && asked.service !== 'WMS-C') return asked.service === 'CSW' ? 0 : 0.1;
    if (asked.request !== null && wmsRequests.has(asked.request)) return 0.95;
    if (/[?&]wmtver=/i.test(link.url)) return 0.95;
  }
  const fromUrl = scoreUrl(link.url);
  if (asked?.request === 'GetCapabilities' || asked?.request === 'capabilities')
    return Math.max(fromUrl, otherService.test(splitAddress(link.url).path) ? 0.1 : 0.6);
  return Math.max(fromUrl, scoreWords(link));
}

function scoreUrl(url: string): number {
  const { host, path } = splitAddress(url);
  if (isPagePath(path)) return 0;
  if (isTalkPath(path) || otherService.test(path)) return 0;
  for (const [pattern, score] of paths) if (pattern.test(path)) return score;
  if (/(?:^|[-.])(?:wms|ows)\d{0,2}[-.]/i.test(host)) return path.length < 40 ? 0.6 : 0.4;
  // 'wms' as a word of a path segment: "/wms_geosn_dop-rgb/guest".
  return /(?:\/|[_-])wms\d{0,3}(?:[_-]|\/|$)/i.test(path) ? 0.5 : 0;
}

/** The link's own words count where its address could be a service at all. */
function scoreWords(link: Link): number {
  const { path } = splitAddress(link.url);
  if (isPagePath(path) || isTalkPath(path)) return /\bwms\b/i.test(link.anchor) ? 0.1 : 0;
  if (/\bgetcapabilities\b/i.test(link.anchor)) return 0.6;
  if (/\bwms\b|web map service/i.test(link.anchor)) return 0.5;
  return /\bwms\b|web map service/i.test(link.window) ? 0.3 : 0;
}
