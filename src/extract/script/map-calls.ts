// Invocation rule 1 of [JSWMS]: the calls that put a service on a map, and where their URL is.

/** Position of the URL: an argument by number, or fields of the options (the first object among the arguments). */
export interface CallRule {
  readonly argument: number | null;
  readonly fields: readonly string[];
  /** Id of the kind the call is for, if there is only one. */
  readonly kind: string | null;
}

const urlFields = ['url', 'urls'];
/** Of classes called WMSLayer: ArcGIS, deck.gl, World Wind, and custom ones. */
const wmsFields = ['url', 'urls', 'data', 'service', 'serviceUrl', 'baseUrl'];
const tileFields = ['url', 'urls', 'urlTemplate', 'tiles', 'data', 'tileUrl'];

function rules(
  kind: string | null,
  argument: number | null,
  fields: readonly string[],
  names: string,
): [string, CallRule][] {
  return names.split(/\s+/).map((name) => [name.toLowerCase(), { argument, fields, kind }]);
}

/**
 * By the last name of the callee, in lower case. The namespace before it depends on how a library is loaded, the last
 * name only on minification.
 */
const callRules: ReadonlyMap<string, CallRule> = new Map([
  // OpenLayers 3–10.
  ...rules('wms', null, urlFields, 'TileWMS ImageWMS'),
  ...rules('wmts', null, urlFields, 'WMTS'),
  ...rules(null, null, tileFields, 'XYZ TileJSON UTFGrid OGCMapTile OGCVectorTile VectorTile VectorTileSource'),
  ...rules(null, null, urlFields, 'TileArcGISRest ImageArcGISRest ImageMapGuide VectorSource ServerVector'),
  ...rules(null, null, ['styleUrl', 'url'], 'MapboxVector MapboxVectorLayer'),
  // ArcGIS API for JavaScript 3–5, by URL or options.
  ...rules('wms', 0, wmsFields, 'WMSLayer _WMSLayer WMSImageryLayer'),
  ...rules('wmts', 0, urlFields, 'WMTSLayer'),
  ...rules('wfs', 0, urlFields, 'WFSLayer'),
  ...rules(
    null,
    0,
    ['url', 'urlTemplate', 'data'],
    `FeatureLayer MapImageLayer TileLayer ImageryLayer ImageryTileLayer ArcGISDynamicMapServiceLayer
    ArcGISTiledMapServiceLayer ArcGISImageServiceLayer GeoJSONLayer CSVLayer KMLLayer GeoRSSLayer VectorTileLayer SceneLayer
    IntegratedMeshLayer PointCloudLayer ElevationLayer WebTileLayer OGCFeatureLayer StreamLayer BuildingSceneLayer
    SubtypeGroupLayer QueryTask FindTask IdentifyTask Geoprocessor fromArcGISServerUrl esriRequest`,
  ),
  // Cesium.
  ...rules('wms', null, urlFields, 'WebMapServiceImageryProvider WebMapServiceImagery'),
  ...rules('wmts', null, urlFields, 'WebMapTileServiceImageryProvider'),
  ...rules(
    null,
    0,
    urlFields,
    `ArcGisMapServerImageryProvider UrlTemplateImageryProvider TileMapServiceImageryProvider
    createTileMapServiceImageryProvider OpenStreetMapImageryProvider CesiumTerrainProvider
    ArcGISTiledElevationTerrainProvider Cesium3DTileset KmlLayer WebFeatureServiceImageryProvider`,
  ),
  // Leaflet and its plugins.
  ...rules('wms', 0, urlFields, 'betterWms nonTiledLayer singleTile WMSTileLayer WMSOverlay'),
  ...rules(null, 0, tileFields, 'tileLayer nonTiledTileLayer tiledMapLayer dynamicMapLayer imageMapLayer'),
  ...rules('wfs', null, urlFields, 'wfst wfs'),
  ...rules(null, 0, urlFields, 'protobuf vectorBasemapLayer setTiles loadGeoJson'),
  // deck.gl and loaders.gl.
  ...rules(null, null, ['data', 'url'], 'MVTLayer Tile3DLayer'),
  ...rules('wms', null, ['data', 'url'], 'WMSSource'),
  // GeoExt, Google Maps.
  ...rules('wms', null, urlFields, 'WMSCapabilitiesStore WMSCapabilitiesLoader WMSCSource WMSSourcePlugin'),
  ...rules(null, null, ['getTileUrl', 'url'], 'ImageMapType TileLayerOverlay'),
]);

/** Constructors of OpenLayers 2 (`OpenLayers.Layer.X(name, url, …)`) by last name. */
const layerKinds: Readonly<Record<string, string | null>> = {
  wms: 'wms',
  'wms.untiled': 'wms',
  'wms.post': 'wms',
  mapserver: 'wms',
  'mapserver.untiled': 'wms',
  wfs: 'wfs',
  tms: 'tms',
  tilecache: null,
  xyz: 'xyz',
  osm: 'xyz',
  arcgis93rest: null,
  arcgiscache: null,
  arcims: 'arcims',
  kamap: null,
  kamapcache: null,
  worldwind: null,
  mapguide: null,
  gml: null,
  kml: 'kml',
  georss: 'georss',
};

/** Members of a dotted name that distinguish calls with the same last name. */
const leafletWms =
  /(?:^|\.)(?:tilelayer|nontiledlayer|timedimension\.layer|imageoverlay|wms)\.(?:wms|betterwms|source|overlay|tilelayer|layer)(?:\.\w+)?$/i;
const cesiumLoad =
  /(?:imageryprovider|terrainprovider|3dtileset|datasource|i3sdataprovider|kmldatasource)\.(?:fromurl|load|fromjson)$/i;

/**
 * The rule for a call by its dotted name (`ol.source.TileWMS`, `ol/source/TileWMS#default`); null if it isn't a map
 * call.
 */
export function ruleFor(name: string): CallRule | null {
  const dotted = dottedName(name);
  const layer = /(?:^|\.)layer\.((?:wms|mapserver)\.\w+|\w+)$/i.exec(dotted)?.[1]?.toLowerCase();
  if (layer !== undefined && layer in layerKinds && /openlayers|^layer|\bol2?\b.*layer/i.test(dotted))
    return { argument: 1, fields: urlFields, kind: layerKinds[layer] ?? null };
  if (
    /(?:^|\.)(?:protocol\.(?:wfs|http|sos|csw)\w*(?:\.\w+)?|wms(?:get)?featureinfo|control\.getfeature)$/i.test(dotted)
  )
    return { argument: null, fields: urlFields, kind: null };
  if (leafletWms.test(dotted)) return { argument: 0, fields: urlFields, kind: 'wms' };
  if (cesiumLoad.test(dotted)) return { argument: 0, fields: urlFields, kind: null };
  if (
    /(?:^|\.)(?:L|esri|leaflet|EL)\.(?:esri\.)?(?:\w+\.)?(?:featureLayer|query|service|mapService|tileLayer\.\w+|TileLayer\.\w+|GeoJSON\.AJAX|geoJson\.ajax)$/i.test(
      dotted,
    )
  )
    return { argument: 0, fields: urlFields, kind: null };
  if (/source\.(?:vector|osm)$/i.test(dotted)) return { argument: null, fields: urlFields, kind: null };
  return callRules.get(dotted.slice(dotted.lastIndexOf('.') + 1).toLowerCase()) ?? null;
}

/** `ol/source/TileWMS.js#default` → `ol.source.TileWMS`. */
function dottedName(name: string): string {
  return name
    .replace(/\.m?js(?=#|$)/, '')
    .replace(/#\*?/, '.')
    .replace(/\.(?:default|call|apply|create)(?=\.|$)/g, '')
    .replaceAll('/', '.')
    .replace(/\.$/, '');
}

/**
 * A function of the script whose name states its purpose: `addWmsLayer(…)`, `getWMS(…)`. Layers and sources that get
 * their URL later use `setUrl`.
 */
export function isServiceHelper(name: string): boolean {
  return (
    /wms|wmts|wfs|wcs|geoserver|mapserver|(?:^|\.)set(?:Urls?|URL)$/i.test(name) &&
    !/parse|format|read|style|legendUrlOf|is[A-Z]|has[A-Z]/.test(name)
  );
}

/** Calls that fetch: used if they fetch a service or a configuration. */
export function isRequest(name: string): boolean {
  return /(?:^|\.)(?:fetch|ajax|getJSON|getXml|getText|axios|request|jsonp|ky|got|open|loadJSON|d3\.(?:json|xml|text))$|(?:^|\.)(?:\$|jQuery|axios|http|\$http|_?http(?:Client)?|ky|api|Request|reqwest|superagent|xhr)\.(?:get|post|GET|POST|request|issue)$/i.test(
    name,
  );
}
