// Stub responses for maps and features: rendering a map application costs its map servers nothing.
import { readOwsQuery, withoutQuery } from '../../base/url/ows-url.ts';

export interface StubResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** One transparent pixel. */
const pixel: StubResponse = {
  status: 200,
  contentType: 'image/png',
  body: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const nothing: StubResponse = { status: 204, contentType: 'application/octet-stream', body: new Uint8Array() };
const noFeatures: StubResponse = {
  status: 200,
  contentType: 'application/geo+json',
  body: Buffer.from('{"type":"FeatureCollection","features":[]}'),
};

const pictureRequests = new Set(['getmap', 'gettile', 'getlegendgraphic', 'getcoverage']);
const featureRequests = new Set(['getfeature', 'getfeatureinfo', 'getpropertyvalue', 'getobservation']);
const rasterTile = /\/\d{1,2}\/\d{1,8}\/-?\d{1,8}(?:@\dx)?(?:\.(?:png|jpe?g|webp|gif))?$/i;
const vectorTile = /\/\d{1,2}\/\d{1,8}\/-?\d{1,8}(?:@\dx)?\.(?:pbf|mvt|vector|terrain|b3dm|glb)$/i;
const esriPicture = /\/(?:mapserver|imageserver)\/(?:export|exportimage|tile\/.+)$/i;
const esriQuery = /\/(?:mapserver|featureserver)\/\d{1,5}\/query$/i;
const dataFile = /\.(?:geojson|kml|kmz|gpx|gml|topojson|fgb|pmtiles|gpkg|zip|tiff?|nc|mbtiles|laz|las|parquet)$/i;

/** Null for what the page needs to run: scripts, styles, configurations, capabilities. */
export function stubResponseFor(url: string, resourceType: string): StubResponse | null {
  if (resourceType === 'image') return pixel;
  const request = readOwsQuery(url)?.request?.toLowerCase() ?? '';
  const path = withoutQuery(url);
  if (pictureRequests.has(request) || esriPicture.test(path)) return pixel;
  if (vectorTile.test(path)) return nothing;
  if (rasterTile.test(path)) return pixel;
  const isFeatures = featureRequests.has(request) || esriQuery.test(path) || dataFile.test(path);
  return isFeatures ? noFeatures : null;
}
