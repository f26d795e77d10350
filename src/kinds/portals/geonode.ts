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
import { hostOf } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { asksForPart, documentAddress, portalAbove } from '../address/catalog-address.ts';
import { pageWords, plainText, portalFront, recordSources } from '../address/portal-page.ts';
import { readSpatial, readSpatialText } from '../geometry/catalog-spatial.ts';
import { RecordList } from '../records/catalog-records.ts';

const apiPath = /\/api\/(?:v2\/|layers|base|documents|maps|datasets)/;
const lists = ['resources', 'datasets', 'layers', 'objects', 'maps'];

export const geonode: ResourceKind = {
  id: 'geonode',
  title: 'GeoNode portal',
  family: 'catalog',
  specification: 'GeoNode REST API, version 2 (and 1)',
  tier: 2,
  forms: ['json', 'html'],
  dataset: 'dataset',
  suspect: ({ url, anchor }) => {
    const { host, path } = splitAddress(url);
    if (/\/api\/v2\/(?:resources|datasets|layers)(?:\/|$)|\/api\/(?:layers|base|datasets)\/?$/.test(path)) return 0.8;
    if (/(?:^|[.-])geonode[.-]/.test(host) && path.length < 2) return 0.7;
    return /\bgeonode\b/i.test(anchor) && path.length < 20 ? 0.5 : 0;
  },
  probe: (url) => [{ url: listUrl(rootOf(url)) }, { url: `${rootOf(url)}api/layers/?limit=100` }],
  identify,
  describe,
  more: (document) =>
    document.form === 'html' && document.parts.length === 0 ? { url: listUrl(rootOf(document.finalUrl)) } : null,
  check: ({ endpoint }) => [{ url: `${rootOf(endpoint)}api/v2/datasets?page_size=1` }],
};

function listUrl(root: string): string {
  return `${root}api/v2/datasets?page_size=100`;
}

function rootOf(url: string): string {
  return portalAbove(url, apiPath) ?? new URL('/', url).href;
}

function identify(document: Document): readonly Identity[] {
  const front = portalFront(document, (head) =>
    /\/static\/geonode\/|\/static\/mapstore\/dist\/.{0,60}geonode|content="GeoNode\b|powered by GeoNode/i.test(head),
  );
  if (front !== null) return [{ kind: 'geonode', version: null, endpoint: front }];
  if (readItems(document) === null) return [];
  const isPart =
    asksForPart(document.finalUrl, ['offset', 'search', 'title__icontains']) ||
    /[?&]page=(?!1(?:&|$))\d/.test(document.finalUrl);
  const version = /\/api\/v2\//.test(document.finalUrl) ? '2' : '1';
  return [{ kind: 'geonode', version, endpoint: isPart ? documentAddress(document) : rootOf(document.finalUrl) }];
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

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const root = rootOf(document.finalUrl);
  let total = 0;
  for (const source of recordSources(document)) {
    const value = readJsonObject(source) ?? {};
    for (const item of readItems(source) ?? []) addItem(item, records);
    const meta = objectAt(value, 'meta') ?? {};
    total = Math.max(total, numberAt(value, 'total') ?? numberAt(meta, 'total_count') ?? 0);
    records.link(stringAt(objectAt(value, 'links') ?? {}, 'next') || stringAt(meta, 'next'), 'next');
  }
  // Every GeoNode has a GeoServer and a catalog service at these URLs.
  records.link(`${root}geoserver/ows?service=WMS&request=GetCapabilities`, 'GeoServer', 'description');
  records.link(`${root}catalogue/csw?service=CSW&request=GetCapabilities`, 'CSW', 'description');
  const page = document.form === 'html' ? pageWords(document) : { title: hostOf(document.finalUrl) ?? '' };
  return records.describe(document, { ...page, layerCount: Math.max(total, records.count), software: 'GeoNode' });
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

/** The polygon in degrees; older versions have WKT or four sides, in degrees only if `srid` says so. */
function readItemExtent(item: JsonObject, records: RecordList): Extent | null {
  const polygon = readSpatial(item.ll_bbox_polygon ?? item.extent ?? undefined, records.problems);
  if (polygon !== null) return polygon;
  const wkt = readSpatialText(stringAt(item, 'csw_wkt_geometry'), records.problems);
  if (wkt !== null) return wkt;
  return /^(?:EPSG:)?4326$/.test(stringAt(item, 'srid')) ? readSpatial(item, records.problems) : null;
}
