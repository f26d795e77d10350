// Harvests the catalogs of a THREDDS server from one down: sub-catalogs as listed, datasets as records.
import { webUrl } from '../../base/url/web-url.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import { instantOf } from '../geometry/instant.ts';
import { branchAt, closedPart, emptyPage, unreadPart } from '../paging/tree-walk.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { isThreddsCatalog, threddsRoot, xmlAddress } from './thredds.ts';
import { readThreddsCatalog, type ThreddsCatalog, type ThreddsDataset } from './thredds-catalog.ts';
import { datasetLinker } from './thredds-links.ts';

export const threddsConnector: Connector = {
  kind: 'thredds',
  firstPosition: 0,
  pageSize: 1,
  variants: 1,
  canSplit: () => true,
  // Catalogs can't be filtered by date; their content is compared.
  canFilter: false,
  catalogOf: ({ kind, endpoint }) => (kind === 'thredds' ? endpoint : null),
  request: (endpoint, { token }) => ({ url: token ?? endpoint }),
  read,
  keepsPages: true,
  isOwnPage: (url, endpoint) =>
    url.startsWith(endpoint.slice(0, endpoint.lastIndexOf('/') + 1)) && /\.(?:xml|html)(?:[?#]|$)/i.test(url),
};

function read(document: Document, cursor: Cursor): RecordPage | null {
  const isWhole = document.status < 400 && document.partial === null;
  if (!isWhole || !isThreddsCatalog(document)) {
    if (cursor.token === null || document.status >= 500 || document.partial !== null) return null;
    // A page of HTML instead of the catalog (edge case 87).
    return closedPart(document) ?? unreadPart("The response for a sub-catalog isn't a catalog.");
  }
  const problems = new ProblemTally();
  const catalog = readThreddsCatalog(document, problems);
  const link = datasetLinker(catalog, document.finalUrl);
  const withData = catalog.datasets.filter(({ access }) => access.length > 0);
  const datasets = withData.map((dataset) => readDataset(dataset, document, link)).filter((record) => record !== null);
  const { own, others } = subCatalogs(catalog, document.finalUrl);
  return {
    ...emptyPage,
    records: [...datasets, ...others],
    branches: own.map((url) => branchAt(cursor, url)),
    problems: [...catalog.problems, ...problems.list()],
  };
}

/** The data path is the same in every listing of a dataset; identifiers repeat, and some datasets have none. */
function readDataset(
  dataset: ThreddsDataset,
  document: Document,
  link: ReturnType<typeof datasetLinker>,
): CatalogRecord | null {
  const { name, id, abstract, extent, time } = dataset;
  const facts = {
    base: document.finalUrl,
    id: dataset.access[0]?.urlPath || id,
    modified: instantOf(dataset.modified),
  };
  return listedRecord(facts, (records) => {
    records.add({ name: id, title: name, abstract, extent, time });
    link(dataset, records);
  });
}

/** Catalogs on the same server are harvested; those on others are passed to the crawl as links. */
function subCatalogs(
  { references, scans }: ThreddsCatalog,
  base: string,
): { readonly own: readonly string[]; readonly others: readonly CatalogRecord[] } {
  const own: string[] = [];
  const others: CatalogRecord[] = [];
  const origin = new URL(base).origin;
  for (const { href, title } of references) {
    const url = webUrl(href, base);
    if (url === null) continue;
    const label = title || url;
    if (new URL(url).origin === origin) own.push(/\.html(?:[?#]|$)/i.test(url) ? xmlAddress(url) : url);
    else others.push({ id: url, title: label, abstract: '', extent: null, modified: '', links: [{ url, label }] });
  }
  for (const path of scans) {
    const url = webUrl(`catalog/${path.replace(/^\/+|\/+$/g, '')}/catalog.xml`, threddsRoot(base));
    if (url !== null) own.push(url);
  }
  return { own, others };
}
