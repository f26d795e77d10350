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
import type { Document } from '../../model/document.ts';
import { splitAddress } from '../address/api-address.ts';
import { asksForPart, portalAbove } from '../address/catalog-address.ts';
import { htmlHead, metaContent } from '../address/html-source.ts';
import { plainText } from '../address/portal-page.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { makeInterval } from '../records/metadata-record.ts';
import { portalKind } from './portal-kind.ts';

export const udata = portalKind({
  id: 'udata',
  title: 'udata portal',
  specification: 'udata API, versions 1 and 2',
  suspect: ({ url }) => (/\/api\/[12]\/datasets(?:\/|$)|\/api\/1\/site\/?$/.test(splitAddress(url).path) ? 0.8 : 0),
  rootOf: (url) => portalAbove(url, /\/api\/[12]\//) ?? new URL('/', url).href,
  listUrls: (root) => [`${root}api/1/datasets/?page_size=100`],
  checkUrl: (root) => `${root}api/1/datasets/?page_size=1`,
  isPortalPage: (head) => /^udata\b/i.test(metaContent(head, 'generator')),
  readDatasets,
  versionOf: (url) => /\/api\/([12])\//.exec(url)?.[1] ?? null,
  isPart: (url) => asksForPart(url, ['q', 'tag', 'organization']) || /[?&]page=(?!1(?:&|$))\d/.test(url),
  addPage: (page, datasets, records) => {
    for (const dataset of datasets) addDataset(dataset, records);
    const value = readJsonObject(page) ?? {};
    records.link(stringAt(value, 'next_page'), 'next');
    return numberAt(value, 'total') ?? 0;
  },
  describePortal: (document) => ({
    software: (document.form === 'html' && metaContent(htmlHead(document), 'generator')) || 'udata',
  }),
});

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
