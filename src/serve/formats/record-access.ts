// How a client accesses a record: protocol names used by GIS programs, and URLs.
import { webUrl } from '../../base/url/web-url.ts';
import type { Resource } from '../../model/resource.ts';

export interface Access {
  /** The URL for clients. */
  readonly href: string;
  /**
   * The protocol name used by QGIS MetaSearch, GeoNetwork and others, such as 'OGC:WMS'. "Add to map" needs the exact
   * spelling; null if there is none.
   */
  readonly protocol: string | null;
  /** Media type of `href`; null for service endpoints without parameters. */
  readonly mediaType: string | null;
  /** The description, such as capabilities; null for files. */
  readonly description: { readonly href: string; readonly mediaType: string } | null;
  /** OGC's URI of the service type, for `dct:conformsTo`. */
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

/** Files that GDAL, and so QGIS, opens by URL. */
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

/** OGC's register of service types and API interfaces. */
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

/**
 * GetMap template of a layer with placeholders for box and size (WMS 1.1.1: longitude first everywhere); null
 * otherwise.
 */
export function mapTemplate(record: Resource): string | null {
  const layer = record.layers.find(({ name }) => name !== null);
  if (record.kind !== 'wms' || layer?.name == null) return null;
  const { href } = accessOf(record);
  const fixed = `service=WMS&version=1.1.1&request=GetMap&srs=EPSG:4326&styles=&format=image/png&layers=${encodeURIComponent(layer.name)}`;
  return `${openEnded(href)}${fixed}&bbox={bbox}&width={width}&height={height}`;
}

/** The URL, ready for appending parameters. Existing ones keep their spelling, which some servers require. */
export function openEnded(href: string): string {
  if (!href.includes('?')) return `${href}?`;
  return /[?&]$/.test(href) ? href : `${href}&`;
}
