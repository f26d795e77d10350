// The map services of the demo web: endpoints, documents, and how a crawler can find them.

export type ReachableBy =
  | 'link'
  | 'getmap-link'
  | 'redirect'
  | 'text'
  | 'attribute'
  | 'comment'
  | 'script' // quoted in a script inside a page
  | 'json' // JSON-LD in a page
  | 'feed'
  | 'external-script' // put together in a script file
  | 'csw' // named only in the records of a CSW
  | 'catalog' // only in answers to GetRecords or package_search
  | 'robots-excluded'
  | 'nofollow';

/** Peculiarities of a service's responses. Those of its document are in the file itself. */
export type Quirk = 'cookie-wall' | 'only-version-1.1.1';

export interface DemoService {
  /** The URL without request parameters; vendor parameters (`map`) belong to it. */
  readonly endpoint: string;
  /** Capabilities document under sites/<host>/_capabilities/. */
  readonly file: string;
  readonly contentType: string;
  readonly status?: number;
  readonly quirk?: Quirk;
  readonly version: string;
  readonly title: string;
  /** Layer elements in the document, groups included. */
  readonly layerCount: number;
  readonly reachableBy: ReachableBy;
  /** Whether a full crawl must find it; false if a rule or a missing feature prevents it. */
  readonly mustFind: boolean;
}

type Row = Omit<DemoService, 'contentType' | 'mustFind'> & { readonly contentType?: string };

const agency = 'http://maps.geodata-agency.example';
const university = 'http://geo.university-tejo.example/cgi-bin/mapserv?map=/srv/maps';
const atlas = 'http://geoserver.rift-atlas.example/geoserver';
const county = 'http://gis.ridgecounty.example/arcgis/services';
const museum = 'http://archive.cartography-museum.example';
const city = 'http://www.lindholm.example';

const xml = 'text/xml; charset=UTF-8';
const bareXml = 'text/xml';
/** The media type of capabilities before version 1.3.0. */
const oldXml = 'application/vnd.ogc.wms_xml';

const rows: readonly Row[] = [
  {
    endpoint: `${agency}/wms/elevation`,
    file: 'elevation.xml',
    version: '1.3.0',
    title: 'Elevation of Ireland',
    layerCount: 5,
    reachableBy: 'link',
  },
  {
    endpoint: `${agency}/wms/landcover`,
    file: 'landcover.xml',
    version: '1.1.1',
    title: 'Land cover of Ireland 2018 and 2023',
    layerCount: 4,
    reachableBy: 'getmap-link',
  },
  {
    endpoint: `${agency}/wms/boundaries`,
    file: 'boundaries.xml',
    version: '1.3.0',
    title: 'Administrative boundaries',
    layerCount: 4,
    reachableBy: 'redirect',
  },
  {
    endpoint: `${agency}/wms/addresses`,
    file: 'addresses.xml',
    version: '1.3.0',
    title: 'Addresses and street names',
    layerCount: 4,
    reachableBy: 'attribute',
  },
  {
    endpoint: `${agency}/wms/protected-sites`,
    file: 'protected-sites.xml',
    version: '1.3.0',
    title: 'Protected sites',
    layerCount: 4,
    reachableBy: 'csw',
  },
  {
    endpoint: `${agency}/internal/wms`,
    file: 'internal.xml',
    version: '1.3.0',
    title: 'Internal survey control',
    layerCount: 1,
    reachableBy: 'robots-excluded',
  },
  // Three spellings of this one are linked; a catalog must contain it once.
  {
    endpoint: `${university}/hydro.map`,
    file: 'hydro.xml',
    version: '1.1.1',
    title: 'Hydrology of the lower Tejo',
    layerCount: 6,
    reachableBy: 'link',
  },
  {
    endpoint: `${university}/soils.map`,
    file: 'soils.xml',
    version: '1.3.0',
    title: 'Soil map of Portugal 1:100 000',
    layerCount: 4,
    reachableBy: 'text',
  },
  // In windows-1252, by its declaration; the header states no charset.
  {
    endpoint: `${university}/geologia.map`,
    file: 'geologia.xml',
    version: '1.1.1',
    title: 'Carta geológica de Portugal à escala 1:500 000',
    layerCount: 4,
    reachableBy: 'link',
  },
  {
    endpoint: `${atlas}/ows`,
    file: 'ows.xml',
    version: '1.3.0',
    title: 'Rift Atlas: environment and infrastructure of East Africa',
    layerCount: 9,
    reachableBy: 'json',
  },
  {
    endpoint: `${atlas}/water/wms`,
    file: 'water.xml',
    version: '1.1.1',
    title: 'Rift Atlas: water points',
    layerCount: 5,
    reachableBy: 'script',
  },
  {
    endpoint: `${atlas}/forest/wms`,
    file: 'forest.xml',
    version: '1.3.0',
    title: 'Rift Atlas: forests',
    layerCount: 3,
    reachableBy: 'csw',
  },
  {
    endpoint: `${county}/Parcels/MapServer/WMSServer`,
    file: 'parcels.xml',
    version: '1.3.0',
    title: 'Parcels',
    layerCount: 4,
    reachableBy: 'link',
  },
  {
    endpoint: `${county}/Public%20Safety/Hydrants/MapServer/WMSServer`,
    file: 'hydrants.xml',
    version: '1.3.0',
    title: 'Public_Safety_Hydrants',
    layerCount: 4,
    reachableBy: 'comment',
  },
  {
    endpoint: `${county}/Zoning/MapServer/WMSServer`,
    file: 'zoning.xml',
    version: '1.1.1',
    title: 'Zoning',
    layerCount: 3,
    reachableBy: 'external-script',
  },
  {
    endpoint: `${county}/Trails/MapServer/WMSServer`,
    file: 'trails.xml',
    version: '1.3.0',
    title: 'Trails',
    layerCount: 3,
    reachableBy: 'catalog',
  },
  {
    endpoint: 'http://tiles.sakura-maps.example/service',
    file: 'service.xml',
    contentType: bareXml,
    version: '1.3.0',
    title: 'さくら地図 WMS (Sakura Maps)',
    layerCount: 6,
    reachableBy: 'link',
  },
  {
    endpoint: 'http://ncwms.ocean-lab.example/ncWMS/wms',
    file: 'ncwms.xml',
    contentType: bareXml,
    version: '1.3.0',
    title: 'Ocean Lab ncWMS: sea surface analyses',
    layerCount: 8,
    reachableBy: 'feed',
  },
  {
    endpoint: 'http://busy.weather-service.example/wms',
    file: 'weather.xml',
    version: '1.1.0',
    title: 'Weather radar and warnings',
    layerCount: 3,
    reachableBy: 'link',
  },
  {
    endpoint: `${museum}/cgi-bin/wms100`,
    file: 'first-maps.xml',
    contentType: bareXml,
    version: '1.0.0',
    title: 'First maps on the web',
    layerCount: 4,
    reachableBy: 'link',
  },
  // Has an ampersand that is not escaped.
  {
    endpoint: `${museum}/wms/plans`,
    file: 'plans.xml',
    version: '1.1.1',
    title: 'Town plans & fortifications, 1650–1800',
    layerCount: 4,
    reachableBy: 'link',
  },
  // Ends in the middle of a tag: after the start tags of the root layer and three others.
  {
    endpoint: `${museum}/wms/aerial`,
    file: 'aerial.xml',
    version: '1.3.0',
    title: 'Aerial photographs 1918–1945',
    layerCount: 4,
    reachableBy: 'link',
  },
  {
    endpoint: `${museum}/wms/charts`,
    file: 'charts.xml',
    version: '1.3.0',
    title: 'Sea charts of the North Sea',
    layerCount: 3,
    reachableBy: 'link',
    status: 500,
  },
  {
    endpoint: `${museum}/wms/legacy`,
    file: 'legacy.xml',
    version: '1.1.1',
    title: 'Cadastral maps of 1832',
    layerCount: 3,
    reachableBy: 'link',
    quirk: 'only-version-1.1.1',
  },
  {
    endpoint: `${museum}/wms/partners`,
    file: 'partners.xml',
    version: '1.3.0',
    title: 'Partner collections under review',
    layerCount: 1,
    reachableBy: 'nofollow',
  },
  {
    endpoint: `${city}/cgi-bin/qgis_mapserv.fcgi?MAP=/srv/gis/cykel.qgs`,
    file: 'cykel.xml',
    version: '1.3.0',
    title: 'Cykelkarta Lindholm',
    layerCount: 6,
    reachableBy: 'link',
  },
  {
    endpoint: `${city}/wms/detaljplan`,
    file: 'detaljplan.xml',
    version: '1.3.0',
    title: 'Detaljplaner i Lindholm',
    layerCount: 3,
    reachableBy: 'link',
    quirk: 'cookie-wall',
  },
];

const notYet: readonly ReachableBy[] = ['catalog', 'robots-excluded', 'nofollow'];

export const demoServices: readonly DemoService[] = rows.map((row) => ({
  contentType: row.version === '1.3.0' ? xml : oldXml,
  ...row,
  mustFind: !notYet.includes(row.reachableBy),
}));
