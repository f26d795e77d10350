// Portals with a JSON API that lists their datasets, and a front page: what Opendatasoft, Socrata, udata and GeoNode share.
import type { JsonObject } from '../../base/json/json.ts';
import { hostOf } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description } from '../../model/resource.ts';
import { documentAddress, withParameter } from '../address/catalog-address.ts';
import { pageWords, portalFront, recordSources } from '../address/portal-page.ts';
import { RecordList } from '../records/catalog-records.ts';

interface PortalProduct extends Pick<ResourceKind, 'id' | 'title' | 'specification' | 'suspect'> {
  readonly rootOf: (url: string) => string;
  /** URLs that list datasets, the first of them in the current version of the API. */
  readonly listUrls: (root: string) => readonly [string, ...string[]];
  readonly checkUrl: (root: string) => string;
  /** Whether a page with this head is from the product. */
  readonly isPortalPage: (head: string) => boolean;
  /** The datasets of a page of the list; null if the document isn't one. */
  readonly readDatasets: (document: Document) => readonly JsonObject[] | null;
  readonly versionOf: (url: string) => string | null;
  /** Whether the URL of a list is a later page or a search. */
  readonly isPart: (url: string) => boolean;
  /** Adds a page of datasets and returns the total. */
  readonly addPage: (page: Document, datasets: readonly JsonObject[], records: RecordList) => number;
  /** Names the software; may add links of the portal itself. */
  readonly describePortal: (document: Document, records: RecordList) => Partial<Description>;
}

export function portalKind(product: PortalProduct): ResourceKind {
  const { id, title, specification, suspect, rootOf, listUrls, readDatasets } = product;
  return {
    id,
    title,
    family: 'catalog',
    specification,
    tier: 2,
    forms: ['json', 'html'],
    dataset: 'dataset',
    suspect,
    probe: (url) => listUrls(rootOf(url)).map((listUrl) => ({ url: listUrl })),
    identify: (document) => {
      const front = portalFront(document, product.isPortalPage);
      if (front !== null) return [{ kind: id, version: null, endpoint: front }];
      if (readDatasets(document) === null) return [];
      const { finalUrl } = document;
      const endpoint = product.isPart(finalUrl) ? documentAddress(document) : rootOf(finalUrl);
      return [{ kind: id, version: product.versionOf(finalUrl), endpoint }];
    },
    describe: (document) => {
      const records = new RecordList(document.finalUrl);
      let total = 0;
      for (const page of recordSources(document)) {
        total = Math.max(total, product.addPage(page, readDatasets(page) ?? [], records));
      }
      const words = document.form === 'html' ? pageWords(document) : { title: hostOf(document.finalUrl) ?? '' };
      const portal = product.describePortal(document, records);
      return records.describe(document, { ...words, layerCount: Math.max(total, records.count), ...portal });
    },
    more: (document) =>
      document.form === 'html' && document.parts.length === 0 ? { url: listUrls(rootOf(document.finalUrl))[0] } : null,
    check: ({ endpoint }) => [{ url: product.checkUrl(rootOf(endpoint)) }],
  };
}

/** Adds the link to the next page of a list that counts from `parameter`. */
export function linkNextPage(
  url: string,
  parameter: string,
  { count, total }: { readonly count: number; readonly total: number },
  records: RecordList,
): void {
  const start = Number(new RegExp(`[?&]${parameter}=(\\d{1,9})`).exec(url)?.[1] ?? 0);
  const next = withParameter(url, parameter, String(start + count));
  if (count > 0 && start + count < total && next !== null) records.link(next, 'next');
}
