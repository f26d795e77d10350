// Products that publish geodata: how a page, header or URL reveals them, and the usual URLs of their catalogs.
import { owsUrl } from '../base/url/ows-url.ts';

export interface Platform {
  readonly id: string;
  /** Names in registries of portals, in lower case without punctuation. */
  readonly names: readonly string[];
  /** Host and path, in lower case, of URLs that only this product has. */
  readonly address?: RegExp;
  /** Response headers; the value is matched in lower case. */
  readonly headers?: readonly (readonly [name: string, value: RegExp])[];
  /** `<meta name="generator">` or `<title>`, in lower case. */
  readonly signature?: RegExp;
  /** Where the web application starts in a path; by default at the root of the host. */
  readonly root?: RegExp;
  /** Its usual path if the URL doesn't show one. */
  readonly usualRoot?: string;
  /** URLs worth requesting, best first, relative to the root of the application. */
  readonly places: readonly Place[];
}

type Place = string | readonly [path: string, service: string];

/** With the page itself, five requests to a host. */
export const maxPlaces = 4;

/** The first match decides. */
export const platforms: readonly Platform[] = [
  {
    id: 'geonetwork',
    names: ['geonetwork', 'geonetworkopensource', 'myplangeonetwork'],
    address: /\/geonetwork(?:\/|$)|\/srv\/[a-z]{3}\/(?:catalog\.search|csw)/,
    headers: [['set-cookie', /path=\/geonetwork\b/]],
    signature: /\bgeonetwork\b/,
    root: /^.*?\/geonetwork(?=\/|$)|^.*?(?=\/srv\/[a-z]{3}\/)/i,
    usualRoot: '/geonetwork',
    places: ['/srv/api/site', ['/srv/eng/csw', 'CSW']],
  },
  {
    id: 'geonode',
    names: ['geonode'],
    signature: /\bgeonode\b/,
    places: ['/api/v2/datasets', ['/catalogue/csw', 'CSW'], ['/geoserver/ows', 'WMS'], ['/geoserver/ows', 'WFS']],
  },
  {
    id: 'geoserver',
    names: ['geoserver'],
    address: /\/geoserver(?:\/|$)/,
    headers: [
      ['server', /\bgeoserver\b/],
      ['set-cookie', /path=\/geoserver\b/],
    ],
    signature: /\bgeoserver\b/,
    root: /^.*?\/geoserver[^/]*(?=\/|$)/i,
    usualRoot: '/geoserver',
    places: [
      ['/ows', 'WMS'],
      ['/ows', 'WFS'],
      ['/ows', 'WCS'],
      ['/gwc/service/wmts', 'WMTS'],
    ],
  },
  {
    id: 'arcgis-hub',
    names: ['arcgishub'],
    address: /^[^/]*\.(?:hub\.arcgis\.com|opendata\.arcgis\.com)(?:\/|$)/,
    signature: /\barcgis hub\b/,
    places: ['/api/search/v1', '/api/feed/dcat-us/1.1.json'],
  },
  {
    id: 'arcgis-portal',
    names: ['portalforarcgis', 'arcgisenterprise', 'arcgisportal'],
    address: /\/portal\/(?:home|sharing|apps)(?:\/|$)/,
    root: /^.*?\/portal(?=\/)/i,
    usualRoot: '/portal',
    places: ['/sharing/rest?f=json'],
  },
  {
    id: 'arcgis-server',
    names: ['arcgisserver', 'arcgis'],
    address: /\/rest\/services(?:\/|$)|\/arcgis\/rest(?:\/|$)/,
    headers: [
      ['set-cookie', /\bags_roles=/],
      ['server', /\barcgis\b/],
    ],
    signature: /arcgis rest services directory/,
    root: /^.*?(?=\/rest(?:\/|$))/i,
    usualRoot: '/arcgis',
    places: ['/rest/services?f=json'],
  },
  {
    id: 'thredds',
    names: ['thredds', 'threddsdataserver'],
    address: /\/thredds(?:\/|$)/,
    headers: [['set-cookie', /path=\/thredds\b/]],
    signature: /\bthredds\b/,
    root: /^.*?\/thredds(?=\/|$)/i,
    usualRoot: '/thredds',
    places: ['/catalog.xml', '/catalog/catalog.xml'],
  },
  {
    id: 'erddap',
    names: ['erddap'],
    address: /\/erddap(?:\/|$)/,
    headers: [['erddap-server', /./]],
    signature: /\berddap\b/,
    root: /^.*?\/erddap(?=\/|$)/i,
    usualRoot: '/erddap',
    places: ['/info/index.json'],
  },
  {
    id: 'hyrax',
    names: ['opendap', 'hyrax'],
    address: /\/opendap(?:\/|$)/,
    headers: [['xopendap-server', /./]],
    root: /^.*?\/opendap(?=\/|$)/i,
    usualRoot: '/opendap',
    places: ['/'],
  },
  {
    id: 'opendatasoft',
    names: ['opendatasoft', 'huwise'],
    address: /^[^/]*\.(?:opendatasoft|huwise)\.com(?:\/|$)/,
    headers: [['ods-explore-api-deprecation', /./]],
    signature: /\bopendatasoft\b/,
    places: ['/api/explore/v2.1/catalog/datasets'],
  },
  {
    id: 'socrata',
    names: ['socrata'],
    headers: [
      ['x-socrata-region', /./],
      ['x-socrata-requestid', /./],
    ],
    places: ['/api/catalog/v1', '/data.json'],
  },
  {
    id: 'ckan',
    names: ['ckan', 'dkan'],
    headers: [['set-cookie', /(?:^|[\s,;])ckan=/]],
    signature: /\b[cd]kan\b/,
    places: ['/api/3/action/package_search', '/data.json'],
  },
  { id: 'udata', names: ['udata'], signature: /\budata\b/, places: ['/api/1/site/', '/api/1/datasets/'] },
  {
    id: 'stac',
    names: ['stacserver', 'stacbrowser', 'stac'],
    address: /\/stac(?:\/|$)/,
    root: /^.*?\/stac(?=\/|$)/i,
    usualRoot: '/stac',
    places: ['/'],
  },
  {
    id: 'geoportal-server',
    names: ['geoportalserver', 'esrigeoportal', 'esrigeo'],
    address: /\/geoportal\/(?:catalog|csw|rest)(?:\/|$)/,
    root: /^.*?\/geoportal(?=\/|$)/i,
    usualRoot: '/geoportal',
    places: [['/csw', 'CSW']],
  },
  {
    id: 'pycsw',
    names: ['pycsw'],
    signature: /\bpycsw\b/,
    places: [
      ['/csw', 'CSW'],
      ['/', 'CSW'],
    ],
  },
  {
    id: 'ogc-api',
    names: ['pygeoapi', 'ldproxy'],
    signature: /\b(?:pygeoapi|ldproxy)\b/,
    places: ['/collections?f=json'],
  },
  {
    id: 'mapserver',
    names: ['mapserver', 'umnmapserver'],
    places: [
      ['/cgi-bin/mapserv', 'WMS'],
      ['/cgi-bin/mapserv', 'WFS'],
    ],
  },
  {
    id: 'mapproxy',
    names: ['mapproxy'],
    places: [
      ['/service', 'WMS'],
      ['/service', 'WMTS'],
    ],
  },
  { id: 'dspace', names: ['dspace'], signature: /^dspace\b/, places: ['/oai/request?verb=Identify'] },
];

/** The product with this name in a registry. */
export function platformNamed(name: string): Platform | null {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return platforms.find(({ names }) => names.includes(plain)) ?? null;
}

/** The product a URL reveals, without fetching it. */
export function platformAt(url: string): Platform | null {
  const { host, pathname } = new URL(url);
  const address = `${host}${pathname}`.toLowerCase();
  return platforms.find((platform) => platform.address?.test(address) === true) ?? null;
}

/** Where to find the product's catalog on the host of this URL: at most four URLs. */
export function placesOf(platform: Platform, url: string): readonly string[] {
  const { origin, pathname } = new URL(url);
  const root = platform.root?.exec(pathname)?.[0] ?? platform.usualRoot ?? '';
  const addresses = platform.places.map((place) => {
    if (typeof place === 'string') return `${origin}${root}${place}`;
    const [path, service] = place;
    return owsUrl(`${origin}${root}${path}`, { service, request: 'GetCapabilities' });
  });
  return addresses.slice(0, maxPlaces);
}
