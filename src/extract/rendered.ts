// What a page did in a browser → links: services, tiles and geodata it used, and its navigation targets.
import { readOwsQuery, withoutQuery } from '../base/url/ows-url.ts';
import type { Link } from '../model/link.ts';
import type { SeenAddress } from '../model/rendering.ts';
import { plainLink } from './page/found-link.ts';
import { candidateUrl, isIgnored, looksLikeService, serviceAddress } from './script/service-url.ts';

const geodata = /\.(?:geojson|topojson|kml|kmz|gpx|gml|fgb|pmtiles|gpkg|mbtiles|tiff?|shp)$/i;
const tileTemplate = /\{z\}.*\{-?[xy]\}|\{-?[xy]\}.*\{z\}/i;
const tilePath = /\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})((?:@\dx)?\.(?:png|jpe?g|webp|pbf|mvt))$/i;
const esriService = /^(.*?\/(?:map|feature|image|vectortile|scene)server)(?:\/.*)?$/i;

/** One link per service, for any number of requests. */
export function renderedLinks(seen: readonly SeenAddress[]): Link[] {
  const links = new Map<string, Link>();
  for (const address of seen) {
    const url = linkUrl(address);
    if (url !== null && !links.has(url)) links.set(url, plainLink(url, 'rendered', ''));
  }
  return [...links.values()];
}

function linkUrl({ url, by, kind }: SeenAddress): string | null {
  if (by === 'navigation') return url;
  if (isIgnored(url)) return null;
  const query = readOwsQuery(url);
  if (query !== null || kind !== null) {
    const service = query?.service?.toLowerCase() ?? kind ?? serviceOf(query?.request ?? '');
    const address = serviceAddress(url);
    return address === null ? null : candidateUrl({ url: address, kind: service });
  }
  const path = withoutQuery(url);
  const esri = esriService.exec(path)?.[1];
  if (esri !== undefined) return esri;
  if (tileTemplate.test(url)) return url;
  if (tilePath.test(path)) return asTemplate(url);
  if (geodata.test(path)) return url;
  return looksLikeService(url) ? serviceAddress(url) : null;
}

/** A request identifies its service by its operation if SERVICE is missing (optional in WMS 1.1.1 GetMap). */
function serviceOf(request: string): string | null {
  if (/^Get(?:Map|FeatureInfo|LegendGraphic)$|^map$/.test(request)) return 'wms';
  if (request === 'GetTile') return 'wmts';
  return request === 'GetFeature' ? 'wfs' : null;
}

/** `/7/63/42.png` → `/{z}/{x}/{y}.png`: one link for all tiles of a map. */
function asTemplate(url: string): string {
  return url.replace(/\/\d{1,2}\/\d{1,8}\/\d{1,8}((?:@\dx)?\.\w{3,4}(?:\?|$))/, '/{z}/{x}/{y}$1');
}
