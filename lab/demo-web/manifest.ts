// The ground truth of the demo web, for the tests that crawl it.
import { demoServices } from './services.ts';

export { type DemoService, demoServices } from './services.ts';

/** Seeds of a full crawl. */
export const demoSeeds: readonly string[] = [
  'http://www.geodata-agency.example/',
  'http://data.open-portal.example/',
  'http://blog.mapmaker.example/',
];

/** Links from a seed to the farthest page or service, the seed being 0. */
export const demoDepth = 5;

/** Every page a full crawl requests, by host. The endless calendar of Lindholm isn't listed. */
const pagesByHost: Readonly<Record<string, readonly string[]>> = {
  'archive.cartography-museum.example': [
    '/',
    '/collection/',
    '/collection/charts.html',
    '/collection/globes.html',
    '/collection/legacy.html',
    '/exhibitions/aerial.html',
    '/exhibitions/plans.html',
    '/nl.html',
    '/partners.html',
  ],
  'blog.mapmaker.example': [
    '/',
    '/2021/on-north.html',
    '/2022/oldest-server.html',
    '/2022/page2.html',
    '/2023/hydrants.html',
    '/2023/sea-temperature.html',
    '/2023/what-is-a-wms.html',
    '/2024/a-bicycle-map.html',
    '/2024/walking-the-forest-edge.html',
    '/about.html',
    '/feed.xml',
  ],
  'busy.weather-service.example': ['/', '/wms-help.html'],
  'data.open-portal.example': [
    '/',
    '/about',
    '/dataset/base-map-japan',
    '/dataset/broadband',
    '/dataset/census-areas',
    '/dataset/forest-cover',
    '/dataset/parcels',
    '/dataset/rivers',
    '/developers',
    '/fr/',
    '/fr/jeu/rivieres',
    '/organization/ridge-county',
    '/organization/rift-atlas',
    '/search',
  ],
  'geo.university-tejo.example': ['/'],
  'geoserver.rift-atlas.example': ['/', '/countries.html', '/geoserver/web/', '/sw/'],
  'gis.ridgecounty.example': ['/', '/es.html', '/maps/', '/maps/zoning.html', '/safety.html'],
  'maps.geodata-agency.example': ['/', '/viewer.html'],
  'ncwms.ocean-lab.example': ['/', '/data.html'],
  'tiles.sakura-maps.example': ['/', '/en/', '/layers.html'],
  'www.geodata-agency.example': [
    '/',
    '/about.html',
    '/about/history.html',
    '/contact.html',
    '/downloads/',
    '/help/using-wms.html',
    '/license.html',
    '/members/',
    '/news/',
    '/news/2024-lidar.html',
    '/news/new-coastline.html',
    '/news/ocean-partnership.html',
    '/services/',
    '/services/addresses.html',
    '/services/boundaries.html',
    '/services/elevation.html',
    '/services/land-cover.html',
  ],
  'www.lindholm.example': [
    '/',
    '/cykla.html',
    '/detaljplaner.html',
    '/en/',
    '/en/cycling.html',
    '/kartor.html',
    '/kontakt.html',
    '/oppna-data.html',
  ],
  'www.university-tejo.example': [
    '/',
    '/courses/web-mapping.html',
    '/departments/geography.html',
    '/departments/hydrology.html',
    '/intranet/',
    '/library/maps.html',
    '/maps.html',
    '/people/',
    '/people/ines-duarte.html',
    '/pt/',
    '/pt/geologia.html',
    '/research/flood-model.html',
    '/research/soils.html',
  ],
};

export const demoPages: readonly string[] = Object.entries(pagesByHost).flatMap(([host, paths]) =>
  paths.map((path) => `http://${host}${path}`),
);

/** The endless calendar: pages under this prefix may be visited, but not all of them. */
export const demoTrap = 'http://www.lindholm.example/kalender/';

export interface DeadLink {
  readonly url: string;
  readonly why: 'not-found' | 'refused' | 'unresolvable';
}

/**
 * Links that lead nowhere. The unresolvable name has a label longer than DNS allows (RFC 1035, 2.3.4), so that the
 * system's resolver turns it down without asking anyone.
 */
export const demoDeadLinks: readonly DeadLink[] = [
  { url: 'http://www.geodata-agency.example/services/discontinued.html', why: 'not-found' },
  { url: 'http://data.open-portal.example/dataset/broadband-2019', why: 'not-found' },
  { url: 'http://gone.geodata-agency.example/wms?SERVICE=WMS&REQUEST=GetCapabilities', why: 'refused' },
  {
    url: 'http://this-host-name-is-longer-than-the-sixty-three-letters-a-label-may-have.example/rui',
    why: 'unresolvable',
  },
];

/** Suspicious URLs that respond with something else: HTML errors in 200. */
export const demoNotServices: readonly string[] = [
  'http://geo.university-tejo.example/cgi-bin/mapserv?map=/srv/maps/solos-1998.map',
  'http://archive.cartography-museum.example/wms/globes',
];

export interface Forbidden {
  readonly prefix: string;
  readonly why: 'robots' | 'nofollow' | 'media' | 'social';
}

/** What a polite crawl never requests. */
const forbidden: readonly Forbidden[] = [
  { prefix: 'http://www.geodata-agency.example/internal/', why: 'robots' },
  { prefix: 'http://maps.geodata-agency.example/internal/', why: 'robots' },
  { prefix: 'http://blog.mapmaker.example/sponsors/', why: 'nofollow' },
  { prefix: 'http://archive.cartography-museum.example/wms/partners', why: 'nofollow' },
  { prefix: 'http://www.geodata-agency.example/documents/', why: 'media' },
  { prefix: 'http://www.geodata-agency.example/images/', why: 'media' },
  { prefix: 'http://gis.ridgecounty.example/documents/', why: 'media' },
  { prefix: 'http://www.facebook.com/', why: 'social' },
  { prefix: 'http://www.linkedin.com/', why: 'social' },
];

/** Why this URL must not have been requested, or null if it may. GetMap is for users, not for crawlers. */
export function whyForbidden(url: string): Forbidden['why'] | 'getmap' | null {
  const rule = forbidden.find(({ prefix }) => url.startsWith(prefix));
  if (rule !== undefined) return rule.why;
  return /[?&]request=getmap(&|$)/i.test(url) ? 'getmap' : null;
}

/** The services a full crawl must have in its catalog, each once. */
export const demoServicesToFind = demoServices.filter((service) => service.mustFind);

/** What a full crawl finds besides map services. */
export const demoOtherResources: readonly {
  readonly kind: string;
  readonly endpoint: string;
  readonly layerCount: number;
}[] = [
  { kind: 'csw', endpoint: 'http://data.open-portal.example/csw', layerCount: 2 },
  { kind: 'geojson', endpoint: 'http://www.geodata-agency.example/downloads/coastline.geojson', layerCount: 1 },
  { kind: 'geojson', endpoint: 'http://www.lindholm.example/data/badplatser.geojson', layerCount: 1 },
  { kind: 'kml', endpoint: 'http://www.geodata-agency.example/downloads/gauges.kml', layerCount: 1 },
  { kind: 'schema-org', endpoint: 'http://data.open-portal.example/dataset/rivers', layerCount: 1 },
];
