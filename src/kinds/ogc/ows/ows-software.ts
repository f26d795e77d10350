// Which product a server runs, from signatures in its documents and headers.
import type { Document } from '../../../model/document.ts';

/** Products and their signatures; the first capture is the version. The most specific product comes first. */
const traces: readonly (readonly [product: string, pattern: RegExp])[] = [
  // Its small HTTP server signs with `QGIS` alone.
  ['QGIS Server', /QGIS version (\d[\w.-]*)|^QGIS$|www\.qgis\.org\/wms|\bqgis_?mapserv|\bqgis_server\b/i],
  ['THREDDS', /\bTHREDDS Data Server\b|\/thredds\/(?:wms|wcs|catalog)/i],
  ['ncWMS', /\bncWMS(?: (\d[\w.-]*))?|xmlns:edal\b/i],
  ['ERDDAP', /\/erddap\/wms\b/i],
  ['ArcGIS Server', /esri_wms|www\.esri\.com\/wms|\/(?:WMSServer|com\.esri\.wms\.Esrimap)\b/i],
  [
    'MapServer',
    /MapServer version (\d[\w.-]*)|\/mapserv(?:er)?(?:\.exe|\.cgi|\.fcgi)?\?|mapserver\.gis\.umn\.edu\/mapserver/i,
  ],
  ['GeoWebCache', /\bGeoWebCache\b|\/gwc\/service\//i],
  [
    'GeoServer',
    /\bGeoServer[ /](\d[\w.-]*)|\bgeoserver\b|schemas\.opengis\.net\/wms\/1\.3\.0\/capabilities_1_3_0\.xsd.*geoserver/i,
  ],
  ['pygeoapi', /\bpygeoapi(?:[ /](\d[\w.-]*))?/i],
  ['ldproxy', /\bldproxy\b/i],
  ['FROST-Server', /\bFROST-Server\b/i],
  ['stac-fastapi', /\bstac-fastapi\b/i],
  ['pycsw', /\bpycsw(?:[ /](\d[\w.-]*))?/i],
  // The second is in its Vary header of every response, since its documents don't name it.
  ['MapProxy', /\bMapProxy(?: (\d[\w.-]*))?|^X-Script-Name, X-Forwarded-Host\b/i],
  ['MapCache', /\bmapcache\b/i],
  ['deegree', /\bdeegree(?:[ /](\d[\w.-]*))?/i],
  ['datacube-ows', /\bdatacube[-_]ows\b/i],
  ['GeoMedia', /\bGeoMedia\b|intergraph\.com/i],
  ['ERDAS Apollo', /\bERDAS\b|erdas-iws|\bImage Web Server\b/i],
  ['CubeWerx', /\bcubewerx\b/i],
  ['MapGuide', /\bmapagent\.fcgi\b|\bMapGuide\b/i],
  ['Oracle MapViewer', /\/mapviewer\/wms\b/i],
  ['GeognoSIS', /\bGeognoSIS\b|cadcorp/i],
  ['Constellation', /\/constellation\/WS\b|\bConstellation[- ]SDI\b/i],
  ['SmartMet Server', /\bSmartMet\b/i],
  ['Mapbender', /\bmapbender\b/i],
  ['rasdaman', /\brasdaman\b/i],
  ['PyWPS', /\bPyWPS(?: (\d[\w.-]*))?/i],
  ['52°North SOS', /\b52n-sos\b/i],
  ['52°North WPS', /\b52n?°?North WPS(?: (\d[\w.-]*))?|\/wps\/WebProcessingService\b/i],
  ['ZOO-Project', /\bzoo_loader\b|\bZOO-Project\b/i],
  ['pycsw', /\bpycsw\b(?: (\d[\w.-]*))?/i],
  ['GeoNetwork', /\bGeoNetwork\b|\/srv\/[a-z]{3}\/csw\b/i],
  ['TinyOWS', /\btinyows\b/i],
  ['istSOS', /\bistsos\b/i],
  ['EOxServer', /\beoxserver\b/i],
];

/** Characters searched per source. */
const maxChars = 8000;

/** The product with its version if known, or null. Signatures beat URL patterns. */
export function readSoftware(document: Document, hints: readonly string[]): string | null {
  const headers = ['server', 'x-powered-by', 'x-server', 'via', 'vary'].map((name) => document.headers[name] ?? '');
  for (const text of [...headers, ...hints]) {
    const product = text === '' ? null : productIn(text.slice(0, maxChars));
    if (product !== null) return product;
  }
  return null;
}

function productIn(text: string): string | null {
  for (const [product, pattern] of traces) {
    const match = pattern.exec(text);
    if (match !== null) return match[1] === undefined ? product : `${product} ${match[1].replace(/[.-]+$/, '')}`;
  }
  return null;
}
