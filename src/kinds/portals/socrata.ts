// Socrata portals: the discovery API and the list of views.
import { isObject, type JsonObject, numberAt, objectAt, objectsAt, readJson, stringAt } from '../../base/json/json.ts';
import { hostOf } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { documentAddress, withParameter } from '../address/catalog-address.ts';
import { pageWords, plainText, portalFront, recordSources } from '../address/portal-page.ts';
import { RecordList } from '../records/catalog-records.ts';

const pageSize = 100;
/** Every asset has such an id. */
const assetId = /^[a-z0-9]{4}-[a-z0-9]{4}$/;

export const socrata: ResourceKind = {
  id: 'socrata',
  title: 'Socrata portal',
  family: 'catalog',
  specification: 'Socrata discovery API, version 1',
  tier: 2,
  forms: ['json', 'html'],
  dataset: 'dataset',
  suspect: ({ url }) => {
    const { host, path } = splitAddress(url);
    if (/\/api\/catalog\/v1(?:\/|$)|\/api\/views(?:\.json)?$/.test(path)) return 0.9;
    if (/\/resource\/[a-z0-9]{4}-[a-z0-9]{4}\.\w{3,7}$|\/d\/[a-z0-9]{4}-[a-z0-9]{4}$/.test(path)) return 0.3;
    return /\.socrata\.com$/.test(host) && path.length < 10 ? 0.6 : 0;
  },
  probe: (url) => [{ url: catalogUrl(url) }],
  identify,
  describe,
  more: (document) =>
    document.form === 'html' && document.parts.length === 0 ? { url: catalogUrl(document.finalUrl) } : null,
  check: ({ endpoint }) => [{ url: catalogUrl(endpoint) }],
};

/** Only assets of this portal: the discovery API covers all of them. */
function catalogUrl(url: string): string {
  const host = hostOf(url) ?? '';
  return `${new URL(url).origin}/api/catalog/v1?domains=${host}&search_context=${host}&limit=${pageSize}`;
}

function identify(document: Document): readonly Identity[] {
  const front = portalFront(document, (head) =>
    /\/socrata[\w./-]{0,60}\.js|socrata-analytics|window\.socrata\b/i.test(head),
  );
  if (front !== null) return [{ kind: 'socrata', version: null, endpoint: front }];
  const assets = readAssets(document);
  if (assets === null) return [];
  const isFirst = !/[?&](?:offset|scroll_id|q|ids|categories)=/.test(document.finalUrl);
  const endpoint = isFirst ? new URL('/', document.finalUrl).href : documentAddress(document);
  return [{ kind: 'socrata', version: '1', endpoint }];
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

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  let total = 0;
  for (const source of recordSources(document)) {
    const assets = readAssets(source) ?? [];
    for (const asset of assets) readAsset(asset, source.finalUrl, records);
    const value = readJson(source);
    total = isObject(value) ? (numberAt(value, 'resultSetSize') ?? 0) : 0;
    const offset = Number(/[?&]offset=(\d{1,9})/.exec(source.finalUrl)?.[1] ?? 0);
    const next = withParameter(source.finalUrl, 'offset', String(offset + assets.length));
    if (assets.length > 0 && offset + assets.length < total && next !== null) records.link(next, 'next');
  }
  const page = document.form === 'html' ? pageWords(document) : { title: hostOf(document.finalUrl) ?? '' };
  return records.describe(document, { ...page, layerCount: Math.max(total, records.count), software: 'Socrata' });
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
