// Prefilter for links: could any built-in kind suspect it? Most links of a crawl end here, before ninety kinds are evaluated.
import type { Link } from '../model/link.ts';

/** Every URL that some kind suspects contains one of these; `link-prefilter.test.ts` verifies it on real URLs. */
const inAddress = new RegExp(
  [
    'w[mfcp]s|w[as]dl|asmx|svc|swagger|wmts|sos|csw|tms|ows|ogc|capabilities|service|server|cubeserv|mapserv|map|arcgis|rest|stac|openeo|sensor',
    'catalog|collection|conformance|api|data|dcat|thredds|erddap|opendap|dods|dap|hyrax|ckan|geo|gis|tile|\\{',
    'feature|feed|atom|record|oai|download|config|theme|search|hub|portal|layer|style|/srv/|/pub/|srtm|lidar',
    '\\.(?:km[lz]|zip|shp|gdb|tiff?|jsonl?|xml|gml|gpx|gpkg|sqlite3?|spatialite|citygml|topo|esrijson|db|mbtiles|pmtiles|fgb|parquet|arrow|feather|nc4?|cdf',
    'hdf5?|h5|he5|gri?b[12]?|la[sz]|grd|cog|gtiff?|shz|gpq|ipc|arrows|nc3|netcdf|jpx|dxf|dwg|asc|hgt|dem|csv|tsv|txt|jp2|jpf|j2k|zarr|topojson|ndjson|rss|rdf|ttl|jsonld',
    'dds|das|ddx|dmr|tab|mif|e00|sid|ecw|bz2|gz)(?:[^a-z]|$)',
  ].join('|'),
  'i',
);

/** The same for anchor and context: names of standards and products, not everyday words. */
const inWords =
  /\b(?:w[mfcp]s|wmts|sos|csw|tms|wcps|web (?:map|feature|coverage|processing)|sensor observation|sensorthings|catalog(?:ue)? service|tile map service|getcapabilities|ogc|stac|opensearch|openeo|ckan|dcat|erddap|fgdc|geonetwork|geonode|georss|hyrax|inspire|download service|iso ?191\d\d|oai-?pmh|openapi|opendap|swagger|wadl|wsdl|thredds|tilejson|3d[- ]?tiles?|arcgis|shapefile|shp)\b/i;

export function mayBeService(link: Link): boolean {
  return inAddress.test(link.url) || inWords.test(link.anchor) || inWords.test(link.window);
}
