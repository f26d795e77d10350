// Sibling services of a confirmed one, inferred from its product rather than guessed blindly.
import { owsUrl, withoutQuery } from '../base/url/ows-url.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Discovery } from '../model/resource.ts';
import { suspicions } from './suspicions.ts';

/** A kind worth probing, and where. */
export interface Lead {
  readonly kind: string;
  readonly url: string;
}

/** A service and its URL, given the URL of another service of the same product. */
export interface SiblingLocation {
  /** Null if it has documents instead of operations: the URL itself is requested. */
  readonly service: string | null;
  readonly at: (endpoint: string) => string;
}

interface Product {
  /** By its name in `software`, or by its URL if unsigned. */
  readonly software: RegExp;
  readonly path?: RegExp;
  readonly places: readonly SiblingLocation[];
  /** The KML of a tile map, given the URL of the tile service and the map's name. */
  readonly overlay?: (endpoint: string, name: string) => string;
}

const here = (endpoint: string) => endpoint;

function sameAddress(...services: readonly string[]): readonly SiblingLocation[] {
  return services.map((service) => ({ service, at: here }));
}

/** The path up to the match, with another suffix. */
function instead(pattern: RegExp, end: string): (endpoint: string) => string {
  return (endpoint) => withoutQuery(endpoint).replace(/\/$/, '').replace(pattern, '') + end;
}

const mapproxyFace = /\/(?:service|wmts(?:\/1\.0\.0\/WMTSCapabilities\.xml)?|tms(?:\/1\.0\.0)?|demo|wms|ows)$/i;
const mapcacheFace = /\/(?:wms|wmts(?:\/1\.0\.0\/WMTSCapabilities\.xml)?|tms(?:\/1\.0\.0)?|kml|ve)$/i;
const geowebcacheFace = /\/(?:wms|wmts(?:\/rest\/WMTSCapabilities\.xml)?|tms(?:\/1\.0\.0)?)$/i;
/** Everything after the web application name, usually `geoserver`; hosts are called that too. */
const geoserverFace = /(?<!\/)(\/geoserver[^/]*)(?:\/.*)?$/i;

export const mapproxyPlaces: readonly SiblingLocation[] = [
  { service: 'WMS', at: instead(mapproxyFace, '/service') },
  { service: 'WMTS', at: instead(mapproxyFace, '/service') },
  // The RESTful endpoint isn't mentioned in the other one.
  { service: null, at: instead(mapproxyFace, '/wmts/1.0.0/WMTSCapabilities.xml') },
  { service: null, at: instead(mapproxyFace, '/tms/1.0.0/') },
];

export const mapcachePlaces: readonly SiblingLocation[] = [
  { service: 'WMS', at: instead(mapcacheFace, '/') },
  { service: 'WMTS', at: instead(mapcacheFace, '/wmts') },
  { service: null, at: instead(mapcacheFace, '/wmts/1.0.0/WMTSCapabilities.xml') },
  { service: null, at: instead(mapcacheFace, '/tms/1.0.0/') },
];

/** OGC API Features is below the URL of the other services, in the same project. */
export const qgisPlaces: readonly SiblingLocation[] = [
  ...sameAddress('WMS', 'WFS', 'WCS', 'WMTS'),
  { service: null, at: (endpoint) => endpoint.replace(/\/?(?=\?|$)/, '/wfs3/') },
];

export const mapserverPlaces = sameAddress('WMS', 'WFS', 'WCS', 'SOS');

export const geoserverPlaces: readonly SiblingLocation[] = [
  ...sameAddress('WMS', 'WFS', 'WCS', 'WPS'),
  {
    service: 'WMTS',
    at: (endpoint) => {
      const path = withoutQuery(endpoint);
      return geoserverFace.test(path) ? path.replace(geoserverFace, '$1/gwc/service/wmts') : endpoint;
    },
  },
];

export const geowebcachePlaces: readonly SiblingLocation[] = [
  { service: 'WMS', at: instead(geowebcacheFace, '/wms') },
  { service: 'WMTS', at: instead(geowebcacheFace, '/wmts') },
  { service: null, at: instead(geowebcacheFace, '/tms/1.0.0') },
];

/** What each product serves beside its best-known service. The first match decides. */
const products: readonly Product[] = [
  { software: /^GeoServer/, places: geoserverPlaces },
  { software: /^MapServer/, places: mapserverPlaces },
  { software: /^QGIS Server/, places: qgisPlaces },
  { software: /^(?:deegree|Constellation)/, places: sameAddress('WMS', 'WFS', 'WCS', 'WMTS', 'WPS') },
  {
    software: /^MapProxy/,
    path: /\/service\/?$/i,
    places: mapproxyPlaces,
    overlay: (endpoint, name) => `${instead(mapproxyFace, '/kml/')(endpoint)}${name}`,
  },
  {
    software: /^MapCache/,
    path: /\/mapcache(?:\/|$)/i,
    places: mapcachePlaces,
    overlay: (endpoint, name) => `${instead(mapcacheFace, '/kml/')(endpoint)}${name}.kml`,
  },
  {
    software: /^GeoWebCache/,
    places: geowebcachePlaces,
  },
  {
    software: /^THREDDS/,
    places: ['wms', 'wcs'].map((name) => ({
      service: name.toUpperCase(),
      at: (endpoint) => endpoint.replace(/\/thredds\/(?:wms|wcs)\//i, `/thredds/${name}/`),
    })),
  },
  { software: /^(?:rasdaman|datacube-ows)/, places: sameAddress('WMS', 'WCS', 'WMTS') },
  // One service each, or listed by the product's own catalog.
  { software: /^(?:ncWMS|ERDDAP|ArcGIS Server|PyWPS|52°North|istSOS|pycsw|GeoNetwork)/, places: [] },
];

/** For unknown products, only the most common combinations. */
const commonPairs: Readonly<Record<string, readonly SiblingLocation[]>> = {
  wms: sameAddress('WFS'),
  wfs: sameAddress('WMS'),
  wcs: sameAddress('WMS'),
  wmts: sameAddress('WMS'),
};

/** Minimum suspicion for a request built for a kind. */
const certain = 0.9;

/** Services with SERVICE and REQUEST parameters, and TMS: the URLs of others reveal nothing about these. */
const owsKinds = new Set(['wms', 'wms-c', 'wfs', 'wcs', 'wcps', 'wmts', 'wps', 'sos', 'csw', 'tms']);

export function siblings(discovery: Discovery, kinds: readonly ResourceKind[]): readonly Lead[] {
  const { kind, endpoint } = discovery.identity;
  if (kind === descriptionKind) return describedApi(discovery, kinds);
  if (discovery.family !== 'service' || !owsKinds.has(kind)) return [];
  const software = discovery.description.software ?? '';
  const path = withoutQuery(endpoint);
  const product =
    products.find((one) => one.software.test(software)) ??
    (software === '' ? products.find((one) => one.path?.test(path)) : undefined);
  const beside = leadsTo(product?.places ?? commonPairs[kind] ?? [], endpoint, kinds);
  return [...beside.filter((lead) => lead.kind !== kind), ...overlayLeads(discovery, product, kinds)];
}

/** Documents that describe an API which may have its own kind, especially OGC APIs. */
const descriptionKind = 'openapi';
const probeFrom = 0.5;

function describedApi({ description }: Discovery, kinds: readonly ResourceKind[]): readonly Lead[] {
  for (const link of description.links) {
    const best = suspicions(link, kinds)[0];
    if (best !== undefined && best.score >= probeFrom && best.kind !== descriptionKind)
      return [{ kind: best.kind, url: link.url }];
  }
  return [];
}

/** The described API comes before its description. */
export function behindSubjects(discoveries: readonly Discovery[]): readonly Discovery[] {
  const isDescription = ({ identity }: Discovery) => identity.kind === descriptionKind;
  return [...discoveries.filter((one) => !isDescription(one)), ...discoveries.filter(isDescription)];
}

/** Enough to see that there are overlays: they show the same as the tile maps. */
const maxOverlays = 3;

function overlayLeads(
  { identity, description }: Discovery,
  product: Product | undefined,
  kinds: readonly ResourceKind[],
): readonly Lead[] {
  const overlay = product?.overlay;
  const isList = identity.kind === 'tms' && /\/tms\/1\.0\.0\/?$/i.test(identity.endpoint);
  if (overlay === undefined || !isList || !kinds.some(({ id }) => id === 'kml')) return [];
  const names = description.layers.map(({ name }) => name).filter((name) => name !== null);
  return names.slice(0, maxOverlays).map((name) => ({ kind: 'kml', url: overlay(identity.endpoint, name) }));
}

/** Leads to services at these locations for which there is a kind. */
export function leadsTo(
  places: readonly SiblingLocation[],
  endpoint: string,
  kinds: readonly ResourceKind[],
): readonly Lead[] {
  return places.map(({ service, at }) => leadFor(at(endpoint), service, kinds)).filter((lead) => lead !== null);
}

/** The kind of this service's requests at this URL; null if the registry has none. */
export function leadFor(endpoint: string, service: string | null, kinds: readonly ResourceKind[]): Lead | null {
  const url = service === null ? endpoint : owsUrl(endpoint, { service, request: 'GetCapabilities' });
  const link: Link = { url, foundBy: 'sibling', anchor: '', window: '', nofollow: false };
  const best = suspicions(link, kinds)[0];
  return best === undefined || best.score < certain ? null : { kind: best.kind, url };
}
