// Ranks the distributions of a dataset by usefulness.
import type { Family } from '../../model/resource.ts';

/** Facts about a distribution; unknown ones are neutral. */
export interface DistributionFacts {
  readonly id: string;
  readonly kind: string;
  readonly family: Family;
  readonly endpoint: string;
  readonly lastSeenMs: number;
  /** Whether it responded at the last check; null if never checked. */
  readonly isAlive?: boolean | null;
}

/** Data before maps, maps before tiles, then files, and metadata records last. */
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

/** For sorting: negative if `a` comes first. A total order, so that results are stable. */
export function compareDistributions(a: DistributionFacts, b: DistributionFacts): number {
  return gradeOf(b) - gradeOf(a) || b.lastSeenMs - a.lastSeenMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Higher is better: availability, then https, then capability. */
export function gradeOf(distribution: DistributionFacts): number {
  return (liveness(distribution) * 2 + security(distribution)) * worstRank + (worstRank - 1 - rankOf(distribution));
}

function liveness({ isAlive = null }: DistributionFacts): number {
  return isAlive === null ? 1 : isAlive ? 2 : 0;
}

/** Secure pages can't load anything else. */
function security({ endpoint }: DistributionFacts): number {
  return endpoint.startsWith('https:') ? 1 : 0;
}

function rankOf({ kind, family }: DistributionFacts): number {
  if (recordKinds.has(kind)) return record;
  return ranks.get(kind) ?? (family === 'file' ? otherFile : otherService);
}
