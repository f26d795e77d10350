// GeoNode portals: API version 2, the older Tastypie API, and the front page.
import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import { splitAddress } from '../address/api-address.ts';
import { asksForPart, portalAbove } from '../address/catalog-address.ts';
import { plainText } from '../address/portal-page.ts';
import { readSpatial, readSpatialText } from '../geometry/catalog-spatial.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { portalKind } from './portal-kind.ts';

const apiPath = /\/api\/(?:v2\/|layers|base|documents|maps|datasets)/;
const lists = ['resources', 'datasets', 'layers', 'objects', 'maps'];

export const geonode = portalKind({
  id: 'geonode',
  title: 'GeoNode portal',
  specification: 'GeoNode REST API, version 2 (and 1)',
  suspect: ({ url, anchor }) => {
    const { host, path } = splitAddress(url);
    if (/\/api\/v2\/(?:resources|datasets|layers)(?:\/|$)|\/api\/(?:layers|base|datasets)\/?$/.test(path)) return 0.8;
    if (/(?:^|[.-])geonode[.-]/.test(host) && path.length < 2) return 0.7;
    return /\bgeonode\b/i.test(anchor) && path.length < 20 ? 0.5 : 0;
  },
  rootOf,
  listUrls: (root) => [`${root}api/v2/datasets?page_size=100`, `${root}api/layers/?limit=100`],
  checkUrl: (root) => `${root}api/v2/datasets?page_size=1`,
  isPortalPage: (head) =>
    /\/static\/geonode\/|\/static\/mapstore\/dist\/.{0,60}geonode|content="GeoNode\b|powered by GeoNode/i.test(head),
  readDatasets: readItems,
  versionOf: (url) => (/\/api\/v2\//.test(url) ? '2' : '1'),
  isPart: (url) => asksForPart(url, ['offset', 'search', 'title__icontains']) || /[?&]page=(?!1(?:&|$))\d/.test(url),
  addPage: (page, items, records) => {
    for (const item of items) addItem(item, records);
    const value = readJsonObject(page) ?? {};
    const meta = objectAt(value, 'meta') ?? {};
    records.link(stringAt(objectAt(value, 'links') ?? {}, 'next') || stringAt(meta, 'next'), 'next');
    return numberAt(value, 'total') ?? numberAt(meta, 'total_count') ?? 0;
  },
  // Every GeoNode has a GeoServer and a catalog service at these URLs.
  describePortal: ({ finalUrl }, records) => {
    const root = rootOf(finalUrl);
    records.link(`${root}geoserver/ows?service=WMS&request=GetCapabilities`, 'GeoServer', 'description');
    records.link(`${root}catalogue/csw?service=CSW&request=GetCapabilities`, 'CSW', 'description');
    return { software: 'GeoNode' };
  },
});

function rootOf(url: string): string {
  return portalAbove(url, apiPath) ?? new URL('/', url).href;
}

/** A page of resources; null for anything else. */
function readItems(document: Document): readonly JsonObject[] | null {
  const value = readJsonObject(document);
  if (value === undefined || (!isObject(value.links) && !isObject(value.meta))) return null;
  const items = lists.flatMap((name) => objectsAt(value, name));
  const isItem = (one: JsonObject) =>
    stringAt(one, 'uuid') !== '' &&
    stringAt(one, 'title') !== '' &&
    (one.detail_url !== undefined || one.alternate !== undefined);
  return items.length > 0 && items.every(isItem) ? items : null;
}

function addItem(item: JsonObject, records: RecordList): void {
  const title = stringAt(item, 'title');
  const keywords = Array.isArray(item.keywords) ? item.keywords : [];
  records.add({
    name: stringAt(item, 'alternate') || stringAt(item, 'typename') || stringAt(item, 'uuid'),
    title,
    abstract: plainText(stringAt(item, 'abstract') || stringAt(item, 'raw_abstract')),
    keywords: keywords
      .map((word) => (isObject(word) ? stringAt(word, 'name') : String(word)))
      .filter((word) => word !== ''),
    extent: readItemExtent(item, records),
    crs: [stringAt(item, 'srid')].filter((srid) => /^EPSG:\d+$/.test(srid)),
    crsCount: /^EPSG:\d+$/.test(stringAt(item, 'srid')) ? 1 : 0,
  });
  for (const link of objectsAt(item, 'links')) {
    const type = stringAt(link, 'link_type');
    if (/^(?:data|OGC|metadata|original|uploaded)/i.test(type))
      records.link(stringAt(link, 'url'), `${title} ${stringAt(link, 'name')}`);
  }
  records.link(stringAt(item, 'download_url'), title);
  records.link(stringAt(item, 'detail_url'), title);
}

/** The polygon in degrees; older versions have WKT or four sides, in degrees only if `srid` is 4326. */
function readItemExtent(item: JsonObject, records: RecordList): Extent | null {
  const polygon = readSpatial(item.ll_bbox_polygon ?? item.extent ?? undefined, records.problems);
  if (polygon !== null) return polygon;
  const wkt = readSpatialText(stringAt(item, 'csw_wkt_geometry'), records.problems);
  if (wkt !== null) return wkt;
  return /^(?:EPSG:)?4326$/.test(stringAt(item, 'srid')) ? readSpatial(item, records.problems) : null;
}
