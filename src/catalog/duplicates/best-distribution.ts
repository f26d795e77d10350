// Which of several ways to the same dataset a person would want first.
import type { Family } from '../../model/resource.ts';

/** What may be known of a way; what is not known neither helps nor harms. */
export interface WayFacts {
  readonly id: string;
  readonly kind: string;
  readonly family: Family;
  readonly endpoint: string;
  readonly lastSeenMs: number;
  /** Whether it answered when it was last checked; null where nobody has looked. */
  readonly isAlive?: boolean | null;
}

/** Data before maps, maps before tiles, all of them before files, and records of them last. */
const kindsInOrder = `ogc-api-features wfs arcgis-feature-server ogc-api-coverages wcs ogc-api-edr opendap
  wms arcgis-map-server arcgis-image-server ogc-api-maps arcgis-layer
  wmts wms-c ogc-api-tiles arcgis-vector-tile-server tms xyz stac-api stac-collection
  geopackage geoparquet flatgeobuf shapefile geojson geotiff netcdf`.split(/\s+/);
const ranks = new Map(kindsInOrder.map((kind, rank) => [kind, rank]));
const otherService = kindsInOrder.length;
const otherFile = otherService + 1;
const record = otherFile + 1;
const worstRank = record + 1;
const recordKinds = new Set(['iso19139', 'fgdc', 'csw-records', 'dcat', 'oai-pmh']);

/** For sorting: negative where `a` comes first. Total, so that the same ways always come in the same order. */
export function compareWays(a: WayFacts, b: WayFacts): number {
  return gradeOf(b) - gradeOf(a) || b.lastSeenMs - a.lastSeenMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Greater is better: what answers, then what is secure, then what one can do more with. */
export function gradeOf(way: WayFacts): number {
  return (liveness(way) * 2 + security(way)) * worstRank + (worstRank - 1 - rankOf(way));
}

function liveness({ isAlive = null }: WayFacts): number {
  return isAlive === null ? 1 : isAlive ? 2 : 0;
}

/** Browsers load nothing else into pages that are secure themselves. */
function security({ endpoint }: WayFacts): number {
  return endpoint.startsWith('https:') ? 1 : 0;
}

function rankOf({ kind, family }: WayFacts): number {
  if (recordKinds.has(kind)) return record;
  return ranks.get(kind) ?? (family === 'file' ? otherFile : otherService);
}
