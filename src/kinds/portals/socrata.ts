// Socrata portals: the discovery API and the list of views.
import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  readJson,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import { hostOf } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import { splitAddress } from '../address/api-address.ts';
import { plainText } from '../address/portal-page.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { linkNextPage, portalKind } from './portal-kind.ts';

/** Every asset has such an id. */
const assetId = /^[a-z0-9]{4}-[a-z0-9]{4}$/;

export const socrata = portalKind({
  id: 'socrata',
  title: 'Socrata portal',
  specification: 'Socrata discovery API, version 1',
  suspect: ({ url }) => {
    const { host, path } = splitAddress(url);
    if (/\/api\/catalog\/v1(?:\/|$)|\/api\/views(?:\.json)?$/.test(path)) return 0.9;
    if (/\/resource\/[a-z0-9]{4}-[a-z0-9]{4}\.\w{3,7}$|\/d\/[a-z0-9]{4}-[a-z0-9]{4}$/.test(path)) return 0.3;
    return /\.socrata\.com$/.test(host) && path.length < 10 ? 0.6 : 0;
  },
  rootOf: (url) => new URL('/', url).href,
  listUrls: (root) => [catalogUrl(root)],
  checkUrl: catalogUrl,
  isPortalPage: (head) => /\/socrata[\w./-]{0,60}\.js|socrata-analytics|window\.socrata\b/i.test(head),
  readDatasets: readAssets,
  versionOf: () => '1',
  isPart: (url) => /[?&](?:offset|scroll_id|q|ids|categories)=/.test(url),
  addPage: (page, assets, records) => {
    for (const asset of assets) readAsset(asset, page.finalUrl, records);
    const total = numberAt(readJsonObject(page) ?? {}, 'resultSetSize') ?? 0;
    linkNextPage(page.finalUrl, 'offset', { count: assets.length, total }, records);
    return total;
  },
  describePortal: () => ({ software: 'Socrata' }),
});

/** Only assets of this portal: the discovery API covers all of them. */
function catalogUrl(root: string): string {
  const host = hostOf(root) ?? '';
  return `${root}api/catalog/v1?domains=${host}&search_context=${host}&limit=100`;
}

/** Results of the discovery API, or views; null for anything else. */
function readAssets(document: Document): readonly JsonObject[] | null {
  const value = readJson(document);
  if (Array.isArray(value)) {
    const views = value.filter(isObject);
    const isList =
      views.length > 0 &&
      views.every((view) => assetId.test(stringAt(view, 'id')) && stringAt(view, 'viewType') !== '');
    return isList ? views.map((resource) => ({ resource })) : null;
  }
  if (!isObject(value) || typeof value.resultSetSize !== 'number') return null;
  const results = objectsAt(value, 'results');
  return results.every((one) => assetId.test(stringAt(objectAt(one, 'resource') ?? {}, 'id'))) ? results : null;
}

export function readAsset(asset: JsonObject, url: string, records: RecordList): void {
  const resource = objectAt(asset, 'resource') ?? {};
  const id = stringAt(resource, 'id');
  const title = stringAt(resource, 'name');
  const classification = objectAt(asset, 'classification') ?? {};
  const tags = [classification.tags, classification.domain_tags, resource.tags].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  records.add({
    name: id,
    title,
    abstract: plainText(stringAt(resource, 'description')),
    keywords: tags.filter((tag) => typeof tag === 'string'),
  });
  const type = stringAt(resource, 'type') || stringAt(resource, 'displayType');
  const host = stringAt(objectAt(asset, 'metadata') ?? {}, 'domain') || (hostOf(url) ?? '');
  const location = Array.isArray(resource.columns_datatype) ? resource.columns_datatype.join(' ') : '';
  // Only maps: tables and charts have no location.
  if (/map|geo/i.test(type) || /point|polygon|line|location/i.test(location)) {
    records.link(`https://${host}/resource/${id}.geojson?$limit=1`, title);
  }
  records.link(stringAt(asset, 'permalink'), title);
}
