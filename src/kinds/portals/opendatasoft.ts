// Opendatasoft portals: the explore API, versions 1.0, 2.0 and 2.1.
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
import { asksForPart, documentAddress, portalAbove, withParameter } from '../address/catalog-address.ts';
import { pageWords, plainText, portalFront, recordSources } from '../address/portal-page.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import { RecordList } from '../records/catalog-records.ts';

const pageSize = 100;
const apiPath = /\/api\/(?:explore\/v2\.\d|v2|datasets\/1\.0|records\/1\.0)(?:\/|$)/i;

export const opendatasoft: ResourceKind = {
  id: 'opendatasoft',
  title: 'Opendatasoft portal',
  family: 'catalog',
  specification: 'Opendatasoft Explore API 2.1',
  tier: 2,
  forms: ['json', 'html'],
  dataset: 'dataset',
  suspect: ({ url }) => {
    const { host, path } = splitAddress(url);
    if (/\/api\/(?:explore\/v2\.\d\/catalog|v2\/catalog|datasets\/1\.0\/search)/.test(path)) return 0.9;
    if (/\/explore\/(?:dataset\/.{1,120})?$/.test(path)) return 0.5;
    return /\.(?:opendatasoft\.com|huwise\.com)$/.test(host) && path.length < 20 ? 0.7 : 0;
  },
  probe: (url) => [
    { url: catalogUrl(rootOf(url)) },
    { url: `${rootOf(url)}api/datasets/1.0/search/?rows=${pageSize}` },
  ],
  identify,
  describe,
  more: (document) =>
    document.form === 'html' && document.parts.length === 0 ? { url: catalogUrl(rootOf(document.finalUrl)) } : null,
  check: ({ endpoint }) => [{ url: `${rootOf(endpoint)}api/explore/v2.1/catalog/datasets?limit=1` }],
};

function catalogUrl(root: string): string {
  return `${root}api/explore/v2.1/catalog/datasets?limit=${pageSize}`;
}

function rootOf(url: string): string {
  return portalAbove(url, apiPath) ?? portalAbove(url, /\/explore(?:\/|$)/) ?? new URL('/', url).href;
}

function identify(document: Document): readonly Identity[] {
  const front = portalFront(document, (head) =>
    /\/static\/ods(?:\/|-)|ng-app="ods\.|\bods-front\b|static\.opendatasoft\.com/i.test(head),
  );
  if (front !== null) return [{ kind: 'opendatasoft', version: null, endpoint: front }];
  const datasets = readDatasets(document);
  if (datasets === null) return [];
  const isPart = asksForPart(document.finalUrl, ['offset', 'start', 'where', 'q', 'refine']);
  const version =
    /\/api\/explore\/v(2\.\d)/.exec(document.finalUrl)?.[1] ??
    /\/datasets\/(1\.0)/.exec(document.finalUrl)?.[1] ??
    null;
  return [{ kind: 'opendatasoft', version, endpoint: isPart ? documentAddress(document) : rootOf(document.finalUrl) }];
}

/** 2.1: `results`; 2.0: `datasets[].dataset`; 1.0: `nhits` and `datasets[].datasetid`. */
function readDatasets(document: Document): readonly JsonObject[] | null {
  const value = readJsonObject(document);
  if (value === undefined) return null;
  const listed = [...objectsAt(value, 'results'), ...objectsAt(value, 'datasets')].map(
    (one) => objectAt(one, 'dataset') ?? one,
  );
  const isCounted = typeof value.total_count === 'number' || typeof value.nhits === 'number';
  const isOds = (one: JsonObject) =>
    (stringAt(one, 'dataset_id') || stringAt(one, 'datasetid')) !== '' &&
    (isObject(one.metas) || Array.isArray(one.metas));
  return isCounted && listed.length > 0 && listed.every(isOds) ? listed : null;
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  let total = 0;
  for (const source of recordSources(document)) {
    const datasets = readDatasets(source) ?? [];
    const value = readJsonObject(source) ?? {};
    total = Math.max(total, numberAt(value, 'total_count') ?? numberAt(value, 'nhits') ?? 0);
    for (const dataset of datasets) addDataset(dataset, rootOf(source.finalUrl), records);
    linkNext(source.finalUrl, datasets.length, total, records);
  }
  const page = document.form === 'html' ? pageWords(document) : { title: hostOf(document.finalUrl) ?? '' };
  return records.describe(document, { ...page, layerCount: Math.max(total, records.count), software: 'Opendatasoft' });
}

function linkNext(url: string, count: number, total: number, records: RecordList): void {
  const name = /\/datasets\/1\.0\//.test(url) ? 'start' : 'offset';
  const start = Number(new RegExp(`[?&]${name}=(\\d{1,9})`).exec(url)?.[1] ?? 0);
  const next = withParameter(url, name, String(start + count));
  if (count > 0 && start + count < total && next !== null) records.link(next, 'next');
}

export function addDataset(dataset: JsonObject, root: string, records: RecordList): void {
  const id = stringAt(dataset, 'dataset_id') || stringAt(dataset, 'datasetid');
  const metas = objectAt(dataset, 'metas') ?? {};
  const own = objectAt(metas, 'default') ?? metas;
  const title = stringAt(own, 'title') || id;
  const features = Array.isArray(dataset.features) ? dataset.features : [];
  const layer = {
    name: id,
    title,
    abstract: plainText(stringAt(own, 'description')),
    keywords: (Array.isArray(own.keyword) ? own.keyword : []).filter((word) => typeof word === 'string'),
    extent: readSpatial(own.bbox ?? own.geographic_area, records.problems),
  };
  records.add(layer, stringAt(own, 'license'));
  if (features.includes('geo')) {
    records.link(`${root}api/explore/v2.1/catalog/datasets/${encodeURIComponent(id)}/exports/geojson?limit=1`, title);
  }
}
