// The classification of [JSWMS]: is this page a map application, is this script worth reading, is it a library?

/** Files of map libraries and their loaders, by name: they make a page a map application. */
const libraryName =
  /(?:^|[/@._-])(?:openlayers|ol(?:-debug)?\.js|ol@|ol\.min|ol-ext|ol3|ol4|leaflet|esri-leaflet|arcgis|esri|mapbox|maplibre|cesium|deck\.gl|deckgl|geoext|gxp|googlemaps|maps\.google|maps\.googleapis|tangram|itowns|terriajs|mapstore|masterportal|mviewer|geomajas|mapbender|mapquery|vuelayers|vue2-leaflet|react-leaflet|wms|wmts)/i;

/** Terms of scripts that draw maps. Cheap enough for every inline script of a crawl. */
const mapWords =
  /OpenLayers|\bol\.(?:Map|source|layer|View)|['"](?:ol|leaflet|esri|@arcgis|mapbox-gl|maplibre-gl|cesium|@deck\.gl|vue2-leaflet|react-leaflet|vuelayers|@vue-leaflet)[/'"]|\bL\.(?:map|tileLayer|TileLayer|WMS|esri)\b|\btileLayer\b|Cesium\.|ImageryProvider|(?:mapboxgl|maplibregl)\.|bbox-epsg-3857|google\.maps|GeoExt|gxp_|ArcGIS|\/rest\/services\/|geoserver|mapserv|[?&]service=w|['"]?(?:service|typ|type)['"]?\s*:\s*['"]w(?:fs|mts|cs)\b|\/(?:wmts|wfs|ows|csw)\b|GetCapabilities|GetMap|wfs[-_]?url|\.addSource\(|\bparams['"]?\s*:\s*\{\s*['"]?layers\b/i;

/** Case-sensitive, since `windowMs` has the same letters. */
const wmsWord = /WMS|Wms|\bwms/;

/** Names of scripts that are the page's own map code ([JSWMS]'s list, and bundlers' output names). */
const ownName =
  /map|initial|wms|layer|conus|capabilities|demo|query|content|config|setting|viewer|geo|gis|carto|app|main|bundle|index|script|custom|site/i;

/** Files named after a map, with any library: `zoning-viewer.js`, `webgis.min.js`, `initMap.js`. */
const mapFile =
  /(?:^|[/_.-])(?:\w{0,20}(?:webgis|mapview|mapapp|initmap|mapinit|wms|wmts|geoserver|geoportal|geoviewer)\w{0,20}|maps?|gis|[\w-]{0,30}-?viewer|layers|capabilities)(?:[_.-][\w.-]{0,40})?\.m?js$/i;

/** Whether a script's text may put services on a map; other scripts aren't parsed. */
export function hasMapWords(script: string): boolean {
  return wmsWord.test(script) || mapWords.test(script);
}

/** Whether a script's URL names a map library or a map: the page that loads it is a map application. */
export function namesMap(src: string): boolean {
  return libraryName.test(src) || mapFile.test(src.replace(/[?#].*$/s, ''));
}

/** Whether a script of a map application is worth fetching: its own code, not its libraries. */
export function isOwnScript(src: string): boolean {
  const path = src.replace(/[?#].*$/s, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    ownName.test(name) &&
    !isLibraryFile(name) &&
    !/(?:^|\/)(?:node_modules|vendors?|libs?|plugins?|ext|dojo)\//i.test(path)
  );
}

const libraryFile =
  /^(?:openlayers|ol|leaflet|mapbox|maplibre|cesium|jquery|bootstrap|proj4|ext-(?:all|base|core)|ext|geoext|gxp|dojo|esri|arcgis|angular|vue|react|lodash|underscore|moment|d3|turf|require|modernizr|polyfills?|runtime|vendors?|chunk-vendors|deck|three|popper|fontawesome|swiper|gtm|analytics|ga|cookie)(?:[-.@_][\w.@-]*)?\.m?js$/i;

/** Libraries by file name. Own code may have similar names (`leaflet-app.js`), so such names are kept. */
function isLibraryFile(name: string): boolean {
  return (
    libraryFile.test(name) &&
    !/app|main|demo|example|custom|config|init|map[^bl]|viewer/i.test(name.replace(/^mapbox|^maplibre/i, ''))
  );
}

/** License headers of libraries, and definitions only they have. */
const libraryBanner =
  /^[^\n]{0,40}(?:@preserve|@license|\(c\)|copyright)?[^\n]{0,80}\b(?:Leaflet|OpenLayers|Cesium|MapLibre GL JS|Mapbox GL JS|jQuery|esri-leaflet|deck\.gl|leaflet-providers|ArcGIS API|proj4js|GeoExt|Ext JS)\b/i;
const libraryCode = [
  /OpenLayers\.Layer\.WMS\s*=\s*OpenLayers\.Class/,
  /\b\w+\.TileLayer\.WMS\s*=\s*\w+\.TileLayer\.extend|\.TileLayer\.Provider\s*=\s*\w+\.TileLayer\.extend|TileLayer\.WMS\s*=\s*\w{1,3}[,;]/,
  /goog\.provide\(['"]ol\.|class TileWMS extends TileImage/,
  /defineProperties\(WebMapServiceImageryProvider\.prototype/,
];

/** A library itself: its URLs are defaults and demos. Checks the start, and its definitions. */
export function isLibrary(script: string, fileName: string): boolean {
  if (isLibraryFile(fileName)) return true;
  const top = script.slice(0, 2_000);
  const banner = /^\s*(?:\/\*[!*]?|\/\/)([\s\S]{0,400})/.exec(top)?.[1] ?? '';
  const isLong = script.length > 20_000;
  if (isLong && libraryBanner.test(banner.replace(/^[\s*]+/, ''))) return true;
  return libraryCode.some((pattern) => pattern.test(script)) && !hasOwnMap(script);
}

/** A page's own code bundled with a library still creates a map in an element of the page. */
function hasOwnMap(script: string): boolean {
  return /new\s+(?:OpenLayers|ol)\.Map\(\s*[{'"]|\bL\.map\(\s*['"]/.test(script);
}
