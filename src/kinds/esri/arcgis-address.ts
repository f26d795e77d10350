// URLs of the ArcGIS REST API: …/rest/services/{folder}/{service}/{type}/{layer or operation}.

import { percentDecoded } from '../../base/url/read-url.ts';
import { webUrl } from '../../base/url/web-url.ts';

export interface ArcgisAddress {
  /** '…/rest/services', for any site name ('arcgis', 'server', 'ags' …). */
  readonly root: string;
  /** Folders and service name as written ('Water/Rivers%20East'), or ''. */
  readonly path: string;
  /** 'MapServer' …, spelled as Esri does; null for a directory. */
  readonly type: string | null;
  /** What follows the type: '3', 'export', '' … */
  readonly tail: string;
  /** Token and other parameters the site requires, without those of the request: '' or 'token=…'. */
  readonly query: string;
}

/** Service types that have a kind. */
export const serviceTypes = [
  'MapServer',
  'FeatureServer',
  'ImageServer',
  'VectorTileServer',
  'SceneServer',
  'GPServer',
  'GeocodeServer',
] as const;
export type ServiceType = (typeof serviceTypes)[number];

const otherTypes =
  'GeometryServer GeodataServer GlobeServer MobileServer NAServer NetworkServer StreamServer UtilityNetworkServer VersionManagementServer WorkspaceServer KnowledgeGraphServer ElevationServer ValidationServer ParcelFabricServer OrientedImageryServer VideoServer'.split(
    ' ',
  );
const typeNames = new Map([...serviceTypes, ...otherTypes].map((type) => [type.toLowerCase(), type]));

/** OGC endpoints below a service are services of other kinds (edge case 25). */
const ogcEndpoint = /^(?:wms|wfs|wcs|wmts|kml)(?:server)?(?:\/|$)/i;

/** Parameters that belong to the endpoint rather than the request. */
const kept = new Set(['token', 'key', 'apikey', 'map']);

/** Null if it isn't a URL of that API. SOAP URLs (…/services/X/MapServer) are read as REST. */
export function readArcgisAddress(url: string): ArcgisAddress | null {
  const href = webUrl(url);
  if (href === null) return null;
  const { origin, pathname, search } = new URL(href);
  const root = /\/rest\/services(?=\/|$)/i.exec(pathname) ?? /\/services(?=\/)/i.exec(pathname);
  if (root === null) return null;
  const isRest = /^\/rest\//i.test(root[0]);
  const segments = pathname
    .slice(root.index + root[0].length)
    .split('/')
    .filter((part) => part !== '');
  const at = segments.findIndex((part) => typeNames.has(part.toLowerCase()));
  if (!isRest && at < 1) return null;
  const tail = at < 0 ? '' : segments.slice(at + 1).join('/');
  if (ogcEndpoint.test(tail)) return null;
  return {
    root: `${origin}${pathname.slice(0, root.index)}${isRest ? root[0] : '/rest/services'}`,
    path: (at < 0 ? segments : segments.slice(0, at)).join('/'),
    type: at < 0 ? null : (typeNames.get(segments[at]!.toLowerCase()) ?? null),
    tail,
    query: keptQuery(search),
  };
}

/** The URL of the directory, folder or service, without layer and operation, or of something below it. */
export function arcgisEndpoint({ root, path, type, query }: ArcgisAddress, below = ''): string {
  const parts = [root, path, type ?? '', below].filter((part) => part !== '');
  return withQuery(parts.join('/'), query);
}

/** The same as JSON. */
export function arcgisJson(address: ArcgisAddress, below = ''): string {
  return asJson(arcgisEndpoint(address, below));
}

export function asJson(endpoint: string): string {
  return `${endpoint}${endpoint.includes('?') ? '&' : '?'}f=json`;
}

/** The service a document belongs to; null for directories and documents outside the API. */
export function readServiceAddress(url: string): (ArcgisAddress & { readonly type: string }) | null {
  const address = readArcgisAddress(url);
  return address === null || address.type === null ? null : { ...address, type: address.type };
}

/** A directory, folder or service beside or below the root: names as the directory lists them, including spaces. */
export function arcgisUnder(address: ArcgisAddress, ...names: readonly string[]): string {
  const encoded = names.flatMap((name) => name.split('/')).map(encodeSegment);
  return withQuery([address.root, ...encoded].join('/'), address.query);
}

/** The last part of the path, decoded, with spaces for underscores (edge case 71): 'Rivers East'. */
export function nameInPath(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return percentDecoded(last).replaceAll('_', ' ').trim();
}

/** '…/services/X/MapServer/WMSServer' of '…/rest/services/X/MapServer': OGC endpoints aren't below /rest. */
export function ogcEndpointUrl(address: ArcgisAddress, name: string): string {
  const site = address.root.replace(/\/rest\/services$/i, '/services');
  return withQuery([site, address.path, address.type, name].join('/'), address.query);
}

function keptQuery(search: string): string {
  const parts = search.replace(/^\?/, '').split('&');
  return parts.filter((part) => kept.has((part.split('=', 1)[0] ?? '').toLowerCase())).join('&');
}

function withQuery(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`;
}

function encodeSegment(name: string): string {
  return encodeURIComponent(percentDecoded(name)).replace(/%(?:2C|40|3A|2B|24|3B)/g, decodeURIComponent);
}

/** A URL below an endpoint that may carry a token. */
export function below(endpoint: string, path: string, query: string): string {
  const [address = endpoint, token] = endpoint.split('?', 2);
  return `${address}/${path}?${token === undefined ? '' : `${token}&`}${query}`;
}
