// The service a URL belongs to, independent of the request.
import { decodedValue, queryOf, splitQuery, vendorParts, withoutAmpersand } from './ows-url.ts';
import { readUrl } from './read-url.ts';
import { looksRandom } from './url-noise.ts';
import { isSecretParameter } from './url-secrets.ts';

/** Proxies behind proxies occur; deeper nesting is a loop. */
const maxUnwraps = 3;

/** Endpoint types of ArcGIS Server; the REST tree continues below them with layers and operations. */
const esriServer =
  /\/(?:map|image|feature|geocode|gp|geometry|geodata|globe|mobile|na|network|scene|vectortile|stream|utility|version)server(?=\/|$)/i;

/** Paths below an endpoint that identify ArcGIS if there is no `/services/` before it: `/MapServer/reefs` isn't ArcGIS. */
const esriBelow =
  /^(?:$|\/$|\/(?:\d+|layers|legend|query|export|exportimage|identify|find|info|tile|wms|wfs|wcs|wmts|kml)(?:server)?(?:\/|$))/i;

/** OGC endpoints of an ArcGIS service are separate services, not part of the REST service (edge case 25). */
const esriOgcEndpoint = /^\/(?:wms|wfs|wcs|wmts|kml)(?:server)?(?=\/|$)/i;

/**
 * "Is this the same service?": host and path without scheme, then the sorted vendor parameters without secrets. A proxy's
 * `?url=` is resolved to the service behind it. Text that isn't a URL is returned unchanged.
 */
export function endpointKey(url: string): string {
  const target = parse(unwrapProxy(url));
  if (target === null) return url;
  const path = endpointPath(target.pathname);
  const vendor = new Map<string, string>();
  for (const { text, lower } of vendorParts(target.href)) {
    if (lower === '' || (lower === 'f' && path.esri)) continue;
    const value = decodedValue(text);
    const isSecret = isSecretParameter(lower) && (lower !== 'key' || looksRandom(value));
    if (!isSecret) vendor.set(lower, value);
  }
  const sorted = [...vendor].sort(([one], [other]) => (one < other ? -1 : 1));
  const query = sorted.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${target.host}${path.text}${query.length > 0 ? '?' : ''}${query.join('&')}`;
}

/** Layers of an ArcGIS service have their own documents: …/MapServer/3, …/SceneServer/layers/0. */
const esriLayer = /^\/(?:layers\/)?\d{1,6}(?=\/|$)/;

/**
 * "Is this the same resource?", for endpoints as kinds return them. Like `endpointKey`, but distinguishes a layer from its
 * service and from other layers.
 */
export function resourceKey(endpoint: string): string {
  const key = endpointKey(endpoint);
  const path = parse(unwrapProxy(endpoint))?.pathname ?? '';
  const server = esriServer.exec(path);
  const layer = server === null ? null : esriLayer.exec(path.slice(server.index + server[0].length));
  if (layer === null) return key;
  const query = key.indexOf('?');
  return query < 0 ? `${key}${layer[0]}` : `${key.slice(0, query)}${layer[0]}${key.slice(query)}`;
}

/** The URL a client would use: with scheme and vendor parameters (including secrets), without request parameters. */
export function endpointUrl(url: string): string {
  const target = parse(url);
  if (target === null) return url;
  const path = endpointPath(target.pathname);
  const vendor = vendorParts(target.href).filter(({ lower }) => !(lower === 'f' && path.esri));
  const query = vendor.map((part) => part.text).join('&');
  return `${target.origin}${path.text}${query === '' ? '' : `?${query}`}`;
}

function endpointPath(path: string): { readonly text: string; readonly esri: boolean } {
  const server = esriServer.exec(path);
  const end = server === null ? 0 : server.index + server[0].length;
  const isEsri =
    server !== null && (/\/services\//i.test(path.slice(0, server.index)) || esriBelow.test(path.slice(end)));
  if (!isEsri) return { text: withoutAmpersand(path), esri: false };
  const ogc = esriOgcEndpoint.exec(path.slice(end));
  return { text: path.slice(0, end + (ogc?.[0].length ?? 0)), esri: ogc === null };
}

/** `proxy?url=http%3A…`, `proxy?url=http://…?a=b&c=d` and `proxy.ashx?http://…`. */
function unwrapProxy(url: string): string {
  let target = url;
  for (let depth = 0; depth < maxUnwraps; depth++) {
    const inner = proxied(queryOf(target));
    if (inner === null) break;
    target = inner;
  }
  return target;
}

function proxied(query: string): string | null {
  if (/^https?:\/\//i.test(query)) return query;
  // An inner URL that isn't encoded extends to the end.
  const bare = /(?:^|&)url=(https?:\/\/.*)$/i.exec(query);
  if (bare !== null) return bare[1]!;
  const part = splitQuery(query).find(({ lower }) => lower === 'url');
  const value = part === undefined ? '' : decodedValue(part.text);
  return /^https?:\/\//i.test(value) ? value : null;
}

function parse(url: string): URL | null {
  const target = readUrl(url);
  return target?.protocol === 'http:' || target?.protocol === 'https:' ? target : null;
}
