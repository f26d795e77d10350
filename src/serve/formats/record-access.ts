// How a client gets at what a record describes: the names protocols go by among GIS programs, and addresses to use.
import { webUrl } from '../../base/url/web-url.ts';
import type { Resource } from '../../model/resource.ts';

export interface Access {
  /** The address a client is given. */
  readonly href: string;
  /**
   * What QGIS MetaSearch, GeoNetwork and others tell services by: 'OGC:WMS'. "Add to map" works for exact spellings only; null
   * where there is none they know.
   */
  readonly protocol: string | null;
  /** Media type of what `href` gives; null for service endpoints without parameters. */
  readonly mediaType: string | null;
  /** The description: capabilities and the like; null where the resource is a file. */
  readonly description: { readonly href: string; readonly mediaType: string } | null;
  /** OGC's name of the sort of service, for `dct:conformsTo`. */
  readonly serviceType: string | null;
}

/** Kinds by the protocol names of GIS clients. */
const protocols: Readonly<Record<string, string>> = {
  wms: 'OGC:WMS',
  'wms-c': 'OGC:WMS',
  wmts: 'OGC:WMTS',
  wfs: 'OGC:WFS',
  wcs: 'OGC:WCS',
  'arcgis-map-server': 'ESRI:ArcGIS:MapServer',
  'arcgis-feature-server': 'ESRI:ArcGIS:FeatureServer',
  wps: 'OGC:WPS',
  sos: 'OGC:SOS',
  csw: 'OGC:CSW',
  sensorthings: 'OGC:SensorThings',
};

/** Files that GDAL, and so QGIS, opens by address. */
const geoFiles = new Set(
  'shapefile geojson geojson-seq geopackage kml kmz gpx gml flatgeobuf geoparquet geotiff topojson file-geodatabase csv jpeg2000 mbtiles pmtiles'.split(
    ' ',
  ),
);

const mediaTypes: Readonly<Record<string, string>> = {
  geojson: 'application/geo+json',
  'geojson-seq': 'application/geo+json-seq',
  shapefile: 'application/zip',
  'file-geodatabase': 'application/zip',
  geopackage: 'application/geopackage+sqlite3',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
  gml: 'application/gml+xml',
  gpx: 'application/gpx+xml',
  geotiff: 'image/tiff; application=geotiff',
  jpeg2000: 'image/jp2',
  flatgeobuf: 'application/flatgeobuf',
  geoparquet: 'application/vnd.apache.parquet',
  pmtiles: 'application/vnd.pmtiles',
  csv: 'text/csv',
  netcdf: 'application/x-netcdf',
  iso19139: 'application/xml',
  atom: 'application/atom+xml',
};

/** OGC's register of service types, and of API interfaces. */
const serviceTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['csw', 'wms', 'wfs', 'wcs', 'wps', 'sos', 'wmts'].map((kind) => [
      kind,
      `http://www.opengis.net/def/serviceType/ogc/${kind}`,
    ]),
  ),
  ...Object.fromEntries(
    ['features', 'records', 'tiles', 'maps', 'coverages', 'edr', 'processes', 'styles'].map((part) => [
      `ogc-api-${part}`,
      `http://www.opengis.net/def/interface/ogcapi-${part}`,
    ]),
  ),
};

export function accessOf({
  kind,
  family,
  endpoint,
  url,
}: Pick<Resource, 'kind' | 'family' | 'endpoint' | 'url'>): Access {
  const href = webUrl(endpoint) ?? endpoint;
  const isFile = family === 'file';
  const protocol = protocols[kind] ?? (geoFiles.has(kind) ? 'FILE:GEO' : null);
  const isXml = /^(?:wm|wf|wc|wps|sos|csw|tms|iso|atom|wsdl|wadl|oai|thredds|opensearch)/.test(kind);
  return {
    href,
    protocol,
    mediaType: isFile ? (mediaTypes[kind] ?? 'application/octet-stream') : null,
    description: isFile
      ? null
      : { href: webUrl(url) ?? href, mediaType: isXml ? 'application/xml' : 'application/json' },
    serviceType: serviceTypes[kind] ?? null,
  };
}

/** GetMap of a layer with places for box and size (WMS 1.1.1: longitude first everywhere); null for anything else. */
export function mapTemplate(record: Resource): string | null {
  const layer = record.layers.find(({ name }) => name !== null);
  if (record.kind !== 'wms' || layer?.name == null) return null;
  const { href } = accessOf(record);
  const fixed = `service=WMS&version=1.1.1&request=GetMap&srs=EPSG:4326&styles=&format=image/png&layers=${encodeURIComponent(layer.name)}`;
  return `${openEnded(href)}${fixed}&bbox={bbox}&width={width}&height={height}`;
}

/** The address as parameters can be written behind it. What it has stays as it is spelled: some servers insist on it. */
export function openEnded(href: string): string {
  if (!href.includes('?')) return `${href}?`;
  return /[?&]$/.test(href) ? href : `${href}&`;
}
