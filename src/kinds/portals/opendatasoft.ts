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
import type { Document } from '../../model/document.ts';
import { splitAddress } from '../address/api-address.ts';
import { asksForPart, portalAbove } from '../address/catalog-address.ts';
import { plainText } from '../address/portal-page.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { linkNextPage, portalKind } from './portal-kind.ts';

const apiPath = /\/api\/(?:explore\/v2\.\d|v2|datasets\/1\.0|records\/1\.0)(?:\/|$)/i;

export const opendatasoft = portalKind({
  id: 'opendatasoft',
  title: 'Opendatasoft portal',
  specification: 'Opendatasoft Explore API 2.1',
  suspect: ({ url }) => {
    const { host, path } = splitAddress(url);
    if (/\/api\/(?:explore\/v2\.\d\/catalog|v2\/catalog|datasets\/1\.0\/search)/.test(path)) return 0.9;
    if (/\/explore\/(?:dataset\/.{1,120})?$/.test(path)) return 0.5;
    return /\.(?:opendatasoft\.com|huwise\.com)$/.test(host) && path.length < 20 ? 0.7 : 0;
  },
  rootOf,
  listUrls: (root) => [
    `${root}api/explore/v2.1/catalog/datasets?limit=100`,
    `${root}api/datasets/1.0/search/?rows=100`,
  ],
  checkUrl: (root) => `${root}api/explore/v2.1/catalog/datasets?limit=1`,
  isPortalPage: (head) => /\/static\/ods(?:\/|-)|ng-app="ods\.|\bods-front\b|static\.opendatasoft\.com/i.test(head),
  readDatasets,
  versionOf: (url) => /\/api\/explore\/v(2\.\d)/.exec(url)?.[1] ?? /\/datasets\/(1\.0)/.exec(url)?.[1] ?? null,
  isPart: (url) => asksForPart(url, ['offset', 'start', 'where', 'q', 'refine']),
  addPage: (page, datasets, records) => {
    const { finalUrl } = page;
    for (const dataset of datasets) addDataset(dataset, rootOf(finalUrl), records);
    const value = readJsonObject(page) ?? {};
    const total = numberAt(value, 'total_count') ?? numberAt(value, 'nhits') ?? 0;
    const parameter = /\/datasets\/1\.0\//.test(finalUrl) ? 'start' : 'offset';
    linkNextPage(finalUrl, parameter, { count: datasets.length, total }, records);
    return total;
  },
  describePortal: () => ({ software: 'Opendatasoft' }),
});

function rootOf(url: string): string {
  return portalAbove(url, apiPath) ?? portalAbove(url, /\/explore(?:\/|$)/) ?? new URL('/', url).href;
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
