// CKAN and DKAN portals: the action API, and the front page.
import {
  arrayAt,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { asksForPart, documentAddress, portalAbove } from '../address/catalog-address.ts';
import { attributeIn, htmlHead, metaContent } from '../address/html-source.ts';
import { pageWords, portalFront, recordSources } from '../address/portal-page.ts';
import { RecordList } from '../records/catalog-records.ts';
import { addCkanSearch, addPackage, ckanSoftware } from './ckan-packages.ts';

const actionPath = /\/(?:action|ckan_api)\/(?:package_|status_show|site_read|current_package)/;
const apiPath = /\/api\/(?:[123]\/)?(?:action|rest|search)\//i;
/** Datasets per request. */
const pageSize = 100;

export const ckan: ResourceKind = {
  id: 'ckan',
  title: 'CKAN portal',
  family: 'catalog',
  specification: 'CKAN action API, version 3',
  tier: 2,
  forms: ['json', 'html'],
  dataset: 'dataset',
  suspect: ({ url, anchor }) => {
    const { host, path } = splitAddress(url);
    if (actionPath.test(path)) return 0.95;
    if (isTalk(path)) return 0;
    if (/\/api\/3\/?$/.test(path)) return 0.6;
    if (/(?:^|[.-])ckan[.-]/.test(host) && path.length < 20) return 0.6;
    return /\bckan\b/i.test(anchor) && path.length < 20 ? 0.5 : 0;
  },
  probe: (url) => {
    if (/\/package_(?:search|list)(?:[?#]|$)/.test(url)) return [{ url }];
    const root =
      portalAbove(url, apiPath) ?? portalAbove(url, /\/(?:dataset|organization|group)(?:\/|$)/) ?? folder(url);
    return [{ url: searchUrl(root) }, { url: `${root}api/3/action/package_list` }];
  },
  identify,
  describe,
  more: (document) => (document.parts.length === 0 && needsSearch(document) ? searchRequest(rootOf(document)) : null),
  check: ({ endpoint }) => [{ url: `${folder(endpoint)}api/3/action/package_search?rows=1` }],
};

function searchUrl(root: string): string {
  return `${root}api/3/action/package_search?rows=${pageSize}`;
}

function folder(url: string): string {
  return `${url.replace(/[?#].*$/s, '').replace(/\/+$/, '')}/`;
}

function identify(document: Document): readonly Identity[] {
  if (document.form === 'html') {
    const root = frontOf(document);
    return root === null ? [] : [{ kind: 'ckan', version: pageVersion(document), endpoint: root }];
  }
  const result = readResult(document);
  if (result === null) return [];
  const isWhole =
    !asksForPart(document.finalUrl, ['start', 'offset', 'q', 'fq']) && objectsAt(result, 'resources').length === 0;
  const endpoint = (isWhole ? rootOf(document) : null) ?? documentAddress(document);
  return [{ kind: 'ckan', version: stringAt(result, 'ckan_version') || null, endpoint }];
}

/**
 * The `result` of an action about datasets; lists are wrapped as `names` or `results`. Null for anything else, also for
 * `success: false`. The DataStore uses the same envelope and isn't a catalog.
 */
function readResult(document: Document): JsonObject | null {
  const response = readJsonObject(document);
  if (response === undefined || response.success !== true) return null;
  const { result } = response;
  const { path } = splitAddress(document.finalUrl);
  const help = stringAt(response, 'help');
  const isCkan = /\/action\//.test(path) || /action|package|ckan/i.test(help);
  if (!isCkan) return null;
  if (Array.isArray(result)) {
    const members = result.flat();
    if (members.every((name) => typeof name === 'string'))
      return /package_list/.test(path + help) ? { names: members } : null;
    return members.every((one) => isObject(one) && isPackage(one)) ? { results: members } : null;
  }
  if (!isObject(result)) return null;
  const isSearch =
    Array.isArray(result.results) && typeof result.count === 'number' && objectsAt(result, 'results').every(isPackage);
  return isSearch || stringAt(result, 'ckan_version') !== '' || isPackage(result) ? result : null;
}

function isPackage(value: JsonObject): boolean {
  return Array.isArray(value.resources) && (stringAt(value, 'name') !== '' || stringAt(value, 'title') !== '');
}

/** The portal's URL; null for responses outside its API. */
function rootOf(document: Document): string | null {
  return frontOf(document) ?? portalAbove(document.finalUrl, apiPath);
}

function searchRequest(root: string | null): ProbeRequest | null {
  return root === null ? null : { url: searchUrl(root) };
}

/** CKAN writes its root into every page; only the root page counts. */
function frontOf(document: Document): string | null {
  if (document.form !== 'html') return null;
  const head = htmlHead(document);
  const hasRoot = head.includes('data-site-root="');
  if (!hasRoot && !/content=["'](?:ckan|dkan)\b/i.test(head)) return null;
  if (!hasRoot && !/^(?:ckan|dkan)\b/i.test(metaContent(head, 'generator'))) return null;
  const body = /<body[^>]{0,2000}>/i.exec(head)?.[0] ?? '';
  const here = new URL(folder(document.finalUrl));
  // The scheme is often wrong behind a proxy, and the host can't be trusted: only the path is used.
  const [site, locale] = ['data-site-root', 'data-locale-root'].map((name) => rootPath(attributeIn(body, name)));
  if (here.pathname === site || here.pathname === locale) return `${here.origin}${site ?? here.pathname}`;
  return portalFront(document, () => true);
}

function rootPath(root: string | null): string | null {
  const url = root === null ? null : webUrl(root);
  return url === null ? null : new URL(folder(url)).pathname;
}

function pageVersion(document: Document): string | null {
  return /^ckan\s{1,4}([\w.-]{1,20})/i.exec(metaContent(htmlHead(document), 'generator'))?.[1] ?? null;
}

/** The page, the status and the bare list of names don't describe the datasets. */
function needsSearch(document: Document): boolean {
  if (document.form === 'html') return true;
  const result = readResult(document);
  return result !== null && (result.names !== undefined || stringAt(result, 'ckan_version') !== '');
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const root = rootOf(document) ?? '';
  let title = '';
  let total = 0;
  for (const source of recordSources(document)) {
    const result = readResult(source);
    if (result === null) continue;
    title ||= stringAt(result, 'site_title');
    total = Math.max(total, addCkanSearch(source.finalUrl, result, root, records));
    if (objectAt(result, 'organization') !== null || isPackage(result)) {
      addPackage(result, root, records);
      title ||= stringAt(result, 'title');
    }
  }
  const isDetailed = records.count > 0;
  for (const source of isDetailed ? [] : recordSources(document)) {
    for (const name of arrayAt(readResult(source) ?? {}, 'names'))
      if (typeof name === 'string') records.add({ name, title: name });
  }
  const page = document.form === 'html' ? pageWords(document) : { title, abstract: '' };
  const layerCount = Math.max(total, records.count);
  return records.describe(document, { ...page, layerCount, software: ckanSoftware(document) });
}
