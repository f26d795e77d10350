// ArcGIS Hub sites: open data pages with a feed and a search API.

import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import { readUrl } from '../../base/url/url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { htmlHead, htmlTitle, metaContent } from '../address/html-source.ts';
import { resourceLink } from '../address/resource-links.ts';
import { extentOfLayers } from '../geometry/bounds.ts';
import { readItem, serviceLinks } from './arcgis-items.ts';
import { listAt } from './arcgis-json.ts';

const maxRecords = 10_000;

export const arcgisHub: ResourceKind = {
  id: 'arcgis-hub',
  title: 'ArcGIS Hub',
  family: 'catalog',
  specification: 'ArcGIS Hub API (v3; search v1 is OGC API Records)',
  tier: 2,
  forms: ['json', 'html'],
  dataset: 'dataset',
  suspect,
  probe,
  identify,
  describe,
  check: ({ endpoint }) => [{ url: `${endpoint}/api/search/v1/collections/all/items?limit=1` }],
};

function suspect({ url }: Link): number {
  if (/^https?:\/\/[\w.-]{1,100}\.(?:hub|opendata)\.arcgis\.com(?:[/:?#]|$)/i.test(url)) return 0.8;
  const path = url.replace(/^https?:\/\/[^/]*|[?#].*$/gs, '');
  if (/^\/api\/(?:v3\/(?:datasets|search)|search\/v1|feed\/dcat-(?:us|ap)\/)/i.test(path)) return 0.8;
  return /^\/datasets\/[0-9a-f]{32}(?:_\d{1,4})?(?:\/|$)/i.test(path) ? 0.5 : 0;
}

function probe(url: string): readonly ProbeRequest[] {
  const site = siteOf(url);
  return [
    { url: `${site}/api/search/v1/collections/all/items?limit=100` },
    { url: `${site}/api/v3/datasets?page%5Bsize%5D=100` },
  ];
}

/** Hub sites are at the root of their host. */
function siteOf(url: string): string {
  return readUrl(url)?.origin ?? url;
}

function identify(document: Document): readonly Identity[] {
  const isHub = document.form === 'html' ? isHubPage(document) : readHubRecords(document) !== null;
  return isHub ? [{ kind: 'arcgis-hub', version: null, endpoint: siteOf(document.finalUrl) }] : [];
}

/** Pages are rendered by scripts from Esri's host, with the site's settings embedded. */
function isHubPage(document: Document): boolean {
  const head = htmlHead(document);
  return /hubcdn\.arcgis\.com\/opendata-ui|opendata-ui\/config\/environment|window\.__SITE\b/i.test(head);
}

/** Records of the search (OGC API – Records with portal items inside), or of v3 (JSON:API); null for other JSON. */
export function readHubRecords(document: Document): readonly JsonObject[] | null {
  const object = readJsonObject(document);
  if (object === undefined) return null;
  if (Array.isArray(object.data)) return attributesOf(objectsAt(object, 'data'));
  const isSearch = object.type === 'FeatureCollection' && /\/api\/search\/v\d\/collections\//i.test(document.finalUrl);
  if (!isSearch) return null;
  return objectsAt(object, 'features').map((feature) => ({ ...objectAt(feature, 'properties'), id: feature.id }));
}

/** JSON:API resources of type dataset, with members only Hub has. */
function attributesOf(data: readonly JsonObject[]): readonly JsonObject[] | null {
  const records = data.map((entry) => ({ entry, attributes: objectAt(entry, 'attributes') }));
  const isHub = records.some(
    ({ attributes }) =>
      attributes !== null &&
      (isObject(attributes.structuredLicense) ||
        attributes.hubType !== undefined ||
        attributes.searchDescription !== undefined),
  );
  return isHub ? records.map(({ entry, attributes }) => ({ ...attributes, id: entry.id })) : null;
}

function describe(document: Document, { endpoint }: Identity): Description {
  return document.form === 'html' ? describePage(document, endpoint) : describeRecords(document);
}

function describePage(document: Document, endpoint: string): Description {
  const head = htmlHead(document);
  const feeds = ['/api/search/v1/collections/all/items?limit=100', '/api/feed/dcat-us/1.1.json'];
  return {
    ...emptyDescription,
    title: htmlTitle(head) || metaContent(head, 'og:title'),
    abstract: metaContent(head, 'description') || metaContent(head, 'og:description'),
    software: 'ArcGIS Hub',
    links: feeds.map((path) => resourceLink(`${endpoint}${path}`, 'catalog', 'Datasets')),
    problems: document.problems,
  };
}

function describeRecords(document: Document): Description {
  const object = readJsonObject(document) ?? {};
  const problems = new ProblemTally();
  const records = withoutRepeats(readHubRecords(document) ?? []);
  const layers = records.slice(0, maxRecords).map((record) => readHubRecord(record, problems));
  return {
    ...emptyDescription,
    title: readUrl(document.finalUrl)?.hostname ?? '',
    extent: extentOfLayers(layers),
    layers,
    layerCount: Math.max(hubTotal(object) ?? 0, layers.length),
    software: 'ArcGIS Hub',
    links: readLinks(records, object, document),
    problems: [...document.problems, ...problems.list()],
  };
}

/** `numberMatched` of the search, `meta.stats.totalCount` of v3. */
export function hubTotal(object: JsonObject): number | null {
  const meta = objectAt(object, 'meta') ?? {};
  return numberAt(object, 'numberMatched') ?? numberAt(objectAt(meta, 'stats') ?? meta, 'totalCount');
}

export function readHubRecord(record: JsonObject, problems: ProblemTally): Layer {
  const box = objectAt(record, 'extent');
  // v3 wraps the corners: {coordinates: [[west, south], [east, north]]}.
  const item = box === null ? record : { ...record, extent: box.coordinates };
  const keywords = listAt(record, 'tags').length > 0 ? listAt(record, 'tags') : listAt(record, 'keywords');
  return { ...emptyLayer, ...readItem(item, problems), keywords };
}

/** Items in several groups are listed once per group (edge case 74). */
function withoutRepeats(records: readonly JsonObject[]): readonly JsonObject[] {
  const ids = new Set<string>();
  return records.filter((record) => {
    const id = stringAt(record, 'id');
    const isRepeated = id !== '' && ids.has(id);
    ids.add(id);
    return !isRepeated;
  });
}

function readLinks(records: readonly JsonObject[], object: JsonObject, document: Document): readonly Link[] {
  const nextHref =
    objectsAt(object, 'links').find((link) => link.rel === 'next')?.href ?? objectAt(object, 'meta')?.next;
  const next = typeof nextHref === 'string' ? webUrl(nextHref, document.finalUrl) : null;
  return [...serviceLinks(records), ...(next === null ? [] : [resourceLink(next, 'catalog', 'Next page')])];
}
