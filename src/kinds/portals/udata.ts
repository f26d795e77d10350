// udata portals (data.gouv.fr and others).
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
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { asksForPart, documentAddress, portalAbove } from '../address/catalog-address.ts';
import { htmlHead, metaContent } from '../address/html-source.ts';
import { pageWords, plainText, portalFront, recordSources } from '../address/portal-page.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import { RecordList } from '../records/catalog-records.ts';
import { makeInterval } from '../records/metadata-record.ts';

const pageSize = 100;
const apiPath = /\/api\/[12]\//;

export const udata: ResourceKind = {
  id: 'udata',
  title: 'udata portal',
  family: 'catalog',
  specification: 'udata API, versions 1 and 2',
  tier: 2,
  forms: ['json', 'html'],
  dataset: 'dataset',
  suspect: ({ url }) => (/\/api\/[12]\/datasets(?:\/|$)|\/api\/1\/site\/?$/.test(splitAddress(url).path) ? 0.8 : 0),
  probe: (url) => [{ url: listUrl(rootOf(url)) }],
  identify,
  describe,
  more: (document) =>
    document.form === 'html' && document.parts.length === 0 ? { url: listUrl(rootOf(document.finalUrl)) } : null,
  check: ({ endpoint }) => [{ url: `${rootOf(endpoint)}api/1/datasets/?page_size=1` }],
};

function listUrl(root: string): string {
  return `${root}api/1/datasets/?page_size=${pageSize}`;
}

function rootOf(url: string): string {
  return portalAbove(url, apiPath) ?? new URL('/', url).href;
}

function identify(document: Document): readonly Identity[] {
  const front = portalFront(document, (head) => /^udata\b/i.test(metaContent(head, 'generator')));
  if (front !== null) return [{ kind: 'udata', version: null, endpoint: front }];
  if (readDatasets(document) === null) return [];
  const isPart =
    asksForPart(document.finalUrl, ['q', 'tag', 'organization']) || /[?&]page=(?!1(?:&|$))\d/.test(document.finalUrl);
  const version = /\/api\/([12])\//.exec(document.finalUrl)?.[1] ?? null;
  return [{ kind: 'udata', version, endpoint: isPart ? documentAddress(document) : rootOf(document.finalUrl) }];
}

/** A page of datasets: only udata has `data`, `page`, `page_size`, `total` and `next_page` together. */
function readDatasets(document: Document): readonly JsonObject[] | null {
  const value = readJsonObject(document);
  if (value === undefined || numberAt(value, 'page') === null || numberAt(value, 'page_size') === null) return null;
  if (value.next_page === undefined || numberAt(value, 'total') === null) return null;
  const datasets = objectsAt(value, 'data');
  const isDataset = (one: JsonObject) =>
    (Array.isArray(one.resources) || isObject(one.resources)) &&
    stringAt(one, 'id') !== '' &&
    stringAt(one, 'title') !== '';
  return datasets.length > 0 && datasets.every(isDataset) ? datasets : null;
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  let total = 0;
  for (const source of recordSources(document)) {
    for (const dataset of readDatasets(source) ?? []) addDataset(dataset, records);
    const value = readJsonObject(source) ?? {};
    total = Math.max(total, numberAt(value, 'total') ?? 0);
    records.link(stringAt(value, 'next_page'), 'next');
  }
  const page = document.form === 'html' ? pageWords(document) : { title: hostOf(document.finalUrl) ?? '' };
  const software = document.form === 'html' ? metaContent(htmlHead(document), 'generator') || 'udata' : 'udata';
  return records.describe(document, { ...page, layerCount: Math.max(total, records.count), software });
}

function addDataset(dataset: JsonObject, records: RecordList): void {
  const title = stringAt(dataset, 'title');
  const spatial = objectAt(dataset, 'spatial');
  const period = objectAt(dataset, 'temporal_coverage') ?? {};
  const layer = {
    name: stringAt(dataset, 'slug') || stringAt(dataset, 'id'),
    title,
    abstract: plainText(stringAt(dataset, 'description')),
    keywords: (Array.isArray(dataset.tags) ? dataset.tags : []).filter((tag) => typeof tag === 'string'),
    extent: spatial === null ? null : readSpatial(spatial.geom ?? undefined, records.problems),
    time: makeInterval(stringAt(period, 'start'), stringAt(period, 'end')),
    metadataUrls: [stringAt(dataset, 'page')].filter((url) => url !== ''),
  };
  records.add(layer, stringAt(dataset, 'license'));
  for (const resource of objectsAt(dataset, 'resources')) {
    const words = [stringAt(resource, 'format'), stringAt(resource, 'title'), title].filter((text) => text !== '');
    records.link(stringAt(resource, 'url'), words.join(' '));
  }
}
