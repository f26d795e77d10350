// The parts of OGC API: the name, conformance classes and link relations of each.
import type { Family } from '../../model/resource.ts';

export type OgcApiPart =
  | 'features'
  | 'records'
  | 'tiles'
  | 'maps'
  | 'coverages'
  | 'edr'
  | 'processes'
  | 'styles'
  | 'connected-systems';

interface PartFacts {
  readonly part: OgcApiPart;
  readonly title: string;
  readonly specification: string;
  /** Default: 'service'. */
  readonly family?: Family;
  /** Default: 2. */
  readonly tier?: 1;
  readonly dataset: string;
  /** Matches the conformance classes of the part; the capture is the version. */
  readonly conformance: RegExp;
  /** Relations of the landing page that only this part has. */
  readonly rootRelations: readonly string[];
  /** Relations of a collection that only this part has. */
  readonly collectionRelations: readonly string[];
  /** Matches titles or URLs that name the part, used if there is no better evidence. */
  readonly words: RegExp;
}

/** In reporting order. */
export const ogcApiParts: readonly PartFacts[] = [
  {
    part: 'features',
    title: 'OGC API – Features',
    specification: 'OGC 17-069r4 (Features Part 1: Core 1.0)',
    tier: 1,
    dataset: 'collection',
    conformance: /ogcapi-features-1\/(\d[\d.]*)|ogcapi-features|\/wfs-1\/(\d[\d.]*)/i,
    rootRelations: [],
    collectionRelations: [],
    words: /\bfeatures\b|\bwfs3?\b/i,
  },
  {
    part: 'records',
    title: 'OGC API – Records',
    specification: 'OGC 20-004r1 (Records Part 1: Core 1.0)',
    family: 'catalog',
    dataset: 'catalog',
    conformance: /ogcapi-records-1\/(\d[\d.]*)|ogcapi-records/i,
    rootRelations: ['ogc-catalog'],
    collectionRelations: ['ogc-catalog'],
    words: /\brecords\b|\bcatalogue?\b|\/api\/search\/v1\b/i,
  },
  {
    part: 'tiles',
    title: 'OGC API – Tiles',
    specification: 'OGC 20-057 (Tiles Part 1: Core 1.0)',
    dataset: 'collection',
    conformance: /ogcapi-tiles-1\/(\d[\d.]*)|ogcapi-tiles/i,
    rootRelations: ['tilesets-vector', 'tilesets-map', 'tilesets-coverage', 'tiles', 'tilesets'],
    collectionRelations: ['tilesets-vector', 'tilesets-map', 'tilesets-coverage', 'tiles', 'tilesets'],
    words: /\btiles\b/i,
  },
  {
    part: 'maps',
    title: 'OGC API – Maps',
    specification: 'OGC 20-058 (Maps Part 1: Core 1.0)',
    dataset: 'collection',
    conformance: /ogcapi-maps-1\/(\d[\d.]*)|ogcapi-maps/i,
    rootRelations: ['map'],
    collectionRelations: ['map', 'maps'],
    words: /\bapi[-_ ]maps\b|\/ogc\/maps\b/i,
  },
  {
    part: 'coverages',
    title: 'OGC API – Coverages',
    specification: 'OGC 19-087 (Coverages Part 1: Core, draft)',
    dataset: 'coverage',
    conformance: /ogcapi-coverages-1\/(\d[\d.]*)|ogcapi-coverages/i,
    rootRelations: ['coverage'],
    collectionRelations: ['coverage', 'coverages', 'coverage-domainset', 'coverage-rangetype', 'coverage-schema'],
    words: /\bcoverages\b/i,
  },
  {
    part: 'edr',
    title: 'OGC API – Environmental Data Retrieval',
    specification: 'OGC 19-086r6 (EDR 1.1)',
    dataset: 'collection',
    conformance: /ogcapi-edr-1\/(\d[\d.]*)|ogcapi-edr/i,
    rootRelations: [],
    collectionRelations: ['position', 'radius', 'area', 'cube', 'trajectory', 'corridor', 'locations', 'instances'],
    words: /\bedr\b|environmental data retrieval/i,
  },
  {
    part: 'processes',
    title: 'OGC API – Processes',
    specification: 'OGC 18-062r2 (Processes Part 1: Core 1.0)',
    dataset: 'process',
    conformance: /ogcapi-processes-1\/(\d[\d.]*)|ogcapi-processes/i,
    rootRelations: ['processes', 'process-list', 'job-list'],
    collectionRelations: [],
    words: /\bprocesses\b/i,
  },
  {
    part: 'styles',
    title: 'OGC API – Styles',
    specification: 'OGC 20-009 (Styles, draft)',
    dataset: 'style',
    conformance: /ogcapi-styles-1\/(\d[\d.]*)|ogcapi-styles|\/OAPIStyles\//i,
    rootRelations: ['styles'],
    collectionRelations: [],
    words: /\/ogc\/styles\b/i,
  },
  {
    part: 'connected-systems',
    title: 'OGC API – Connected Systems',
    specification: 'OGC 23-001 (Connected Systems Part 1: Feature Resources 1.0)',
    dataset: 'collection',
    conformance: /ogcapi-connected-?systems-1\/(\d[\d.]*)|ogcapi-connected-?systems/i,
    rootRelations: ['systems', 'datastreams', 'samplingfeatures', 'deployments', 'procedures'],
    collectionRelations: [],
    words: /\bconnected[- ]systems\b/i,
  },
];

export function kindOf(part: OgcApiPart): string {
  return `ogc-api-${part}`;
}
