// Harvests Atom feeds of geodata: the service feed of an INSPIRE download service lists datasets, each with a feed of its
// downloads (INSPIRE TG Download Services 3.1, 5.1); other feeds are lists of records in pages (RFC 5005).

import { webUrl } from '../../base/url/web-url.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, childrenOf, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import { portalFolder } from '../address/catalog-address.ts';
import { onSameHost } from '../paging/link-paging.ts';
import { type Stop, stopAt, type TreeNode, treePage } from '../paging/tree-walk.ts';
import { readAtomEntry } from '../records/atom-entry.ts';
import { readFeedEntry } from './opensearch-results.ts';

/** Characters of an abstract stored in the cursor until the dataset's feed is read. */
const maxAbstractLength = 300;
const maxLinks = 1000;

export const atomConnector: Connector = {
  kind: 'atom',
  firstPosition: 0,
  pageSize: 1,
  variants: 1,
  canSplit: () => true,
  canFilter: true,
  catalogOf: ({ kind, endpoint }) => (kind === 'atom' ? endpoint : null),
  request: (endpoint, cursor) => ({ url: stopAt(cursor)?.url ?? endpoint, accept: 'application/atom+xml, */*;q=0.5' }),
  read,
  isOwnPage: (url, endpoint) =>
    onSameHost(url, endpoint) !== null && (/atom|feed/i.test(url) || url.startsWith(portalFolder(endpoint))),
};

function read(document: Document, cursor: Cursor): RecordPage | null {
  const listed = stopAt<CatalogRecord>(cursor)?.note ?? null;
  const isFeed = document.status < 400 && readXmlRoot(document)?.name === 'feed';
  if (listed !== null) return treePage(document, cursor, readDatasetFeed(document, listed, isFeed));
  if (!isFeed) return null;
  const node = readServiceFeed(document, cursor.since);
  return node === null ? null : treePage(document, cursor, node);
}

/** Entries with their own feed are deferred until it is read; the others become records directly. */
function readServiceFeed(document: Document, since: string | null): TreeNode<CatalogRecord> | null {
  const problems = new ProblemTally();
  const records: CatalogRecord[] = [];
  const children: Stop<CatalogRecord>[] = [];
  const following: Stop<CatalogRecord>[] = [];
  let omitted = 0;
  const xmlProblems = walkXml(document, {
    'feed/entry': (node) => {
      const record = readFeedEntry(node, document.finalUrl, problems);
      const feed = datasetFeed(node, document);
      if (record === null || isOlder(record, since)) omitted++;
      else if (feed === null) records.push(record);
      else children.push({ url: feed, note: deferred(record, feed) });
    },
    'feed/link': (node) => {
      const url =
        attributeOf(node, 'rel') === 'next' ? webUrl(attributeOf(node, 'href') ?? '', document.finalUrl) : null;
      if (url !== null) following.push({ url });
    },
  });
  const isBroken =
    document.partial !== null || xmlProblems.some(({ code }) => /^xml\.(?:malformed|truncated)$/.test(code));
  if (isBroken && records.length + children.length === 0) return null;
  if (isBroken) problems.add('catalog.partly-read', 'The feed is truncated; the part before was used.');
  // A page without entries is the end, even if it has a link to the next.
  const next = records.length + children.length + omitted === 0 ? [] : following.slice(0, 1);
  const lost = isBroken ? 1 : 0;
  return { records, omitted, lost, children: [...children, ...next], problems: [...xmlProblems, ...problems.list()] };
}

/** The feed of an entry's dataset, if it is another document on this host. */
function datasetFeed(node: XmlNode, document: Document): string | null {
  for (const link of childrenOf(node, 'link')) {
    const isFeed = /atom\+xml/i.test(attributeOf(link, 'type') ?? '');
    if (!isFeed || !/^(?:alternate|section|subsection|)$/.test(attributeOf(link, 'rel') ?? '')) continue;
    const given = webUrl(attributeOf(link, 'href') ?? '', document.finalUrl);
    const url = given === null ? null : onSameHost(given, document.finalUrl);
    if (url !== null && url !== document.url && url !== document.finalUrl) return url;
  }
  return null;
}

function isOlder({ modified }: CatalogRecord, since: string | null): boolean {
  const [own, limit] = [Date.parse(modified), Date.parse(since ?? '')];
  return own < limit;
}

function deferred(record: CatalogRecord, feed: string): CatalogRecord {
  const links = record.links.filter(({ url }) => url !== feed).slice(0, 20);
  return { ...record, abstract: record.abstract.slice(0, maxAbstractLength), links };
}

/** The dataset as its service lists it, with the downloads of its own feed. Without that feed it stays as listed. */
function readDatasetFeed(document: Document, listed: CatalogRecord, isFeed: boolean): TreeNode {
  const problems = new ProblemTally();
  const none = { omitted: 0, lost: 0, children: [] };
  if (!isFeed) {
    problems.add('catalog.record-unreadable', 'The feed of a dataset could not be fetched.', document.url);
    return { ...none, records: [listed], problems: problems.list() };
  }
  const links = new Map(listed.links.map((link) => [link.url, link]));
  const add = (written: string, label: string) => {
    const url = webUrl(written, document.finalUrl);
    if (url !== null && links.size < maxLinks && !links.has(url)) links.set(url, { url, label });
  };
  const xmlProblems = walkXml(document, {
    'feed/entry': (node) => {
      for (const { url, label } of readAtomEntry(node, problems).links) add(url, `${label} ${listed.title}`.trim());
    },
    'feed/link': (node) => {
      if (attributeOf(node, 'rel') === 'describedby') add(attributeOf(node, 'href') ?? '', listed.title);
    },
  });
  return {
    ...none,
    records: [{ ...listed, links: [...links.values()] }],
    problems: [...xmlProblems, ...problems.list()],
  };
}
