// The URL of a service from a script's map call, with placeholders, proxies and request parameters resolved.
import {
  decodedValue,
  owsUrl,
  queryOf,
  readOwsQuery,
  splitQuery,
  vendorParts,
  withoutAmpersand,
  withoutQuery,
} from '../../base/url/ows-url.ts';
import { hole } from './value.ts';

const maxLength = 2_048;

/** Service names in the path of a URL. */
const servicePath =
  /\/(?:wms|wmts|wfs|wcs|wps|ows|csw|tms|sos)(?:[-_]?[a-z]{0,3}|[-_.]?(?:server|service|proxy|map|layer|capabilities|1\.\d\.\d))?(?:\.(?:cgi|exe|fcgi|php|aspx?|ashx|asmx|jsp|py|xml|do))?\/?$|\/(?:wms|wmts|wfs|wcs|ows|csw)\/|[a-z0-9]wms(?:\.\w{2,4})?\/?$|\/(?:wms|wfs|wcs)server\b|\/gwc\/service|\/ogcmap|\/mapserv(?:\.exe|\.cgi|\.fcgi|64)?\/?$|qgis_mapserv|\/mapproxy\/|\/wmsconnector|wmsservlet|\/\w*(?:wms|wfs|wmts)\w*\.(?:cgi|exe|fcgi|php|aspx?|ashx|jsp|py|map|do)$/i;
const esriPath = /\/(?:map|feature|image|vectortile|scene|gp|geocode)server(?:\/|$)/i;
const serviceHost = /^https?:\/\/(?:[\w-]+\.)*(?:wms|ows|wmts|wfs|geoserver|mapserver|mapproxy)\d{0,2}\./i;
const softwarePath =
  /\/(?:geoserver|mapserver|mapserv|geonetwork|thredds|arcgis\/(?:rest|services)|deegree|ncwms|erddap|mapguide|geowebcache|mapcache)(?:\/|$)/i;

/** Sites that describe services but don't serve any: standards, manuals, code, dummy examples. */
const ignoredHosts =
  /^https?:\/\/(?:[\w-]+\.)*(?:ogc\.org|opengeospatial\.org|opengis\.net|isotc211\.org|mapserver\.gis\.umn\.edu|w3\.org|wikipedia\.org|leafletjs\.com|github\.com|github\.io|gitlab\.com|npmjs\.com|stackoverflow\.com|stackexchange\.com|schema\.org|mozilla\.org|readthedocs\.(?:io|org)|docs\.\w[\w.-]+|developers?\.\w[\w.-]+|unpkg\.com|jsdelivr\.net|cdnjs\.cloudflare\.com|googleapis\.com|jquery\.com|example\.(?:com|org|net))(?:[/:?#]|$)/i;

/** Whether a URL leads to a description or a vocabulary rather than to a service. */
export function isIgnored(url: string): boolean {
  return ignoredHosts.test(url);
}

/** The text names or strongly suggests a geospatial service. */
export function looksLikeService(url: string): boolean {
  if (ignoredHosts.test(url)) return false;
  if (readOwsQuery(url) !== null) return true;
  const path = withoutQuery(url);
  return servicePath.test(path) || esriPath.test(path) || serviceHost.test(url);
}

/** Anything of a map server: enough if nothing better was found. */
export function looksLikeMapServer(url: string): boolean {
  return looksLikeService(url) || (softwarePath.test(withoutQuery(url)) && !ignoredHosts.test(url));
}

/** Whether a text can be a URL at all, absolute or relative: `https://…`, `//host/…`, `/path`, `../x/y`, `cgi-bin/mapserv?…`. */
export function isUrlText(text: string): boolean {
  if (text.length < 2 || text.length > 8_000 || /[\s<>"'`\\^|]/.test(text.trim().replace(/\{[^{}]*\}/g, '')))
    return false;
  if (/^(?:https?:)?\/\/[^/]/i.test(text) || /^\.{0,2}\/[\w./{ꙮ-]/.test(text)) return true;
  return /^[\w.-]+(?:\/[\w.{}ꙮ-]*)+(?:\?|$)|^[\w.-]+\.(?:json|geojson|kml|kmz|gml|cgi|php|aspx?|ashx|fcgi|exe|map)(?:\?|$)/i.test(
    text,
  );
}

/**
 * The URL to keep: the part before the first unknown, without OGC request parameters. Null if too little is left. Tile
 * templates keep their placeholders.
 */
export function serviceAddress(written: string): string | null {
  const text = lowerHost(unproxied(known(fillSubdomain(written.trim()))));
  if (text === null || text.length > maxLength || /^[a-z-]+:(?!\/\/)|^(?!https?:)[a-z-]+:\/\//i.test(text)) return null;
  const vendor = vendorParts(text).filter(({ text: part }) => isVendor(part));
  const isTemplate = /\{-?[xyz]\}|\{(?:TileMatrix|TileRow|q|quadkey)\}/i.test(text) && readOwsQuery(text) === null;
  if (isTemplate) return text;
  const path = trimmedPath(withoutAmpersand(withoutQuery(text)));
  if (path === '' || /^(?:https?:)?\/\/?$/i.test(path)) return null;
  const query = vendor.map((part) => part.text).join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** Scheme and host are case-insensitive (RFC 3986, 6.2.2.1); written in lower case, as in browsers. */
function lowerHost(text: string | null): string | null {
  return text === null ? null : text.replace(/^(?:https?:)?\/\/[^/?#{]*/i, (start) => start.toLowerCase());
}

/** Rendering parameters of map libraries and desktop programs: they don't select a service. */
const presentation =
  /^(?:dpimode|(?:raster-)?opacity|contextualwmslegend|tilesize|tile(?:width|height)|visible|visibility|isbaselayer|singletile|crossorigin|maxzoom|minzoom|zindex|ratio|pixelratio|hidpi|retina|detectretina|uppercase|transition|wrapdateline|maxnativezoom|cacheid|zoom|attribution|feature_format|propertyname|info_?template)=/i;

/** A parameter that selects the service; placeholders, timestamps and unknown values don't. */
function isVendor(part: string): boolean {
  const value = decodedValue(part);
  if (presentation.test(part) || part.includes(hole) || /[{}]|\$\{|%7B/i.test(part)) return false;
  return (
    value !== '' && !/^(?:_|_dc|t|ts|timestamp|rand|random|nocache|cache|v|f|token|access_token|callback)=/i.test(part)
  );
}

function trimmedPath(path: string): string {
  return path.length > 1 ? path.replace(/(?<!:|\/)\/+$/, '') : path;
}

/** `{s}`, `{a-c}`, `{switch:a,b}` of tile servers → the first of them. */
function fillSubdomain(text: string): string {
  return text
    .replace(/\{s\}|\{subdomain\}|\$\{s\}/g, 'a')
    .replace(/\{([a-z\d])-[a-z\d]\}/g, '$1')
    .replace(/\{switch:([^,{}]*)[^{}]*\}/g, '$1');
}

/** The part before the first unknown; in the path, cut back to the last whole segment. */
function known(text: string): string | null {
  // Without a page, `protocol + '//' + host + '/wms'` is on the page's own host.
  const clean = text.replace(/^:?\/\/\//, '/').replace(/\{\{[^{}]*\}\}|\$\{[^{}]*\}|<[?%][^>]*>|%\w+%(?=\/)/g, hole);
  const at = firstHole(clean);
  if (at < 0) return clean;
  const before = clean.slice(0, at);
  const query = before.indexOf('?');
  if (query >= 0) return before.slice(0, Math.max(query, before.lastIndexOf('&')));
  // The rest may be a whole query: `https://host/wms` + parameters.
  if (looksLikeService(before)) return before;
  const authority = /^(?:https?:)?\/\/[^/]*\//i.exec(before);
  if (authority === null && /^(?:https?:)?\/\//i.test(before)) return hostAlone(before, clean.slice(at + 1));
  const step = before.lastIndexOf('/');
  return step <= 0 ? null : before.slice(0, step + 1);
}

/** Position of the first unknown: a hole, or in the path a placeholder that isn't of a tile scheme (`{workspace}`). */
function firstHole(text: string): number {
  const at = text.indexOf(hole);
  const path = withoutQuery(text);
  const isTile = /\{-?[xyz]\}|\{(?:TileMatrix|TileRow|q|quadkey|level|row|col)\}/i.test(path);
  const placeholder = isTile ? -1 : path.search(/\{\w+\}/);
  return placeholder >= 0 && (at < 0 || placeholder < at) ? placeholder : at;
}

/** `https://host` + something: the host is complete only if the rest can't extend it. */
function hostAlone(before: string, after: string): string | null {
  return /\.[a-z]{2,12}(?::\d+)?$/i.test(before) && after === '' ? before : null;
}

/** `proxy?url=https://…` and `/proxy/https://…`: the service is after the proxy. Empty if only the proxy is known. */
function unproxied(text: string | null): string | null {
  if (text === null) return null;
  const inner = /^.{1,200}?[?&/=](https?:\/\/[^/]{3,}.*)$/i.exec(text);
  if (inner?.[1] !== undefined) return inner[1];
  const part = splitQuery(queryOf(text)).find(({ lower }) => /^(?:url|target|uri|proxy)$/.test(lower));
  if (part === undefined) return /[?&](?:url|target|uri)=?$/i.test(text) ? null : text;
  const value = decodedValue(part.text);
  return /^https?:\/\/[^/]/i.test(value) ? value : text;
}

const owsServices: Readonly<Record<string, string>> = { wms: 'WMS', wmts: 'WMTS', wfs: 'WFS', wcs: 'WCS', csw: 'CSW' };

/**
 * The script reveals the kind, though the URL may not look like it (`https://host/relief`): it is made part of the URL,
 * the only thing links are scored by.
 */
export function candidateUrl({ url, kind }: { readonly url: string; readonly kind: string | null }): string {
  const service = owsServices[kind ?? ''];
  const isComplete = /[{}]|\.(?:xml|json)(?:\?|$)|\/rest\//i.test(url);
  return service === undefined || isComplete ? url : owsUrl(url, { service, request: 'GetCapabilities' });
}
