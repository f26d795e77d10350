// Harvests a web-accessible folder and its subfolders: every metadata file and every data file is a record.
import { withoutExtension } from '../../base/url/file-name.ts';
import { percentDecoded } from '../../base/url/read-url.ts';
import { walkXml } from '../../base/xml/xml-walk.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Branch, CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import { branchAt, closedPart, emptyPage, unreadPart } from '../paging/tree-walk.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { type MetadataRecord, recordLayer } from '../records/metadata-record.ts';
import { readMetadataRecord } from '../records/read-metadata-record.ts';
import { datasetsOf } from './waf.ts';
import { isListing, type ListingEntry, readListing } from './waf-listing.ts';

/** What is requested: a folder, or a file with its date in the listing. */
interface Target {
  readonly url: string;
  /** Null for folders. */
  readonly modified: string | null;
}

export const wafConnector: Connector = {
  kind: 'waf',
  firstPosition: 0,
  pageSize: 1,
  variants: 1,
  canSplit: () => true,
  // Every listing is read again; its dates show which files are unchanged.
  canFilter: false,
  catalogOf: ({ kind, endpoint }) => (kind === 'waf' ? endpoint.slice(0, endpoint.lastIndexOf('/') + 1) : null),
  request: (endpoint, cursor) => ({ url: targetOf(cursor)?.url ?? endpoint }),
  read: (document, cursor) => {
    const target = targetOf(cursor);
    return target === null || target.modified === null
      ? readFolder(document, cursor)
      : readFile(document, target.url, target.modified);
  },
  keepsPages: true,
  isOwnPage: (url, endpoint) => url.startsWith(endpoint) && (url.endsWith('/') || isMetadataFile(url)),
};

function targetOf({ token }: Cursor): Target | null {
  return token === null ? null : (JSON.parse(token) as Target);
}

/** Statistics of rasters (.aux.xml) are XML as well, but not metadata. */
function isMetadataFile(name: string): boolean {
  return /\.xml$/i.test(name) && !/\.aux\.xml$/i.test(name);
}

function readFolder(document: Document, cursor: Cursor): RecordPage | null {
  const listing = document.status < 400 && document.partial === null ? readListing(document) : null;
  if (listing === null) {
    const isRoot = cursor.token === null;
    if (isRoot || document.status >= 500 || document.partial !== null) return null;
    if (document.status < 400 && isListing(document)) return emptyPage;
    return closedPart(document) ?? unreadPart("The response for a folder isn't a listing.");
  }
  const since = cursor.since ?? '';
  const files = datasetsOf(document, listing, true).filter(({ modified }) => modified === '' || modified >= since);
  const branches: Branch[] = [];
  for (const { name, url, modified } of files)
    if (isMetadataFile(name)) branches.push(branchAt(cursor, url, JSON.stringify({ url, modified }), modified));
  for (const { name, url, isFolder } of listing.entries)
    if (isFolder && !/\.(?:gdb|zarr)$/i.test(name))
      branches.push(branchAt(cursor, url, JSON.stringify({ url, modified: null })));
  return { ...emptyPage, records: files.filter(({ name }) => !isMetadataFile(name)).map(fileRecord), branches };
}

/** A file without a description: only its name and URL are known. */
function fileRecord({ name, url, modified }: Pick<ListingEntry, 'name' | 'url' | 'modified'>): CatalogRecord {
  const title = withoutExtension(name);
  return { id: url, title, abstract: '', extent: null, modified, links: [{ url, label: name }] };
}

function readFile(document: Document, url: string, modified: string): RecordPage | null {
  if (document.status >= 400 || document.partial !== null) return closedPart(document);
  const problems = new ProblemTally();
  const found: MetadataRecord[] = [];
  const xmlProblems = walkXml(document, {
    '*': (node) => {
      const record = readMetadataRecord(node, problems);
      if (record !== null) found.push(record);
    },
  });
  const [metadata] = found;
  const name = percentDecoded(url.slice(url.lastIndexOf('/') + 1));
  // Other XML may still be data: the crawl finds out. Redirected files are requested again.
  const record =
    metadata === undefined
      ? fileRecord({ name, url, modified: document.status < 300 ? modified : '' })
      : listedRecord({ base: document.finalUrl, id: url, modified }, (list) => {
          list.add({ ...recordLayer(metadata), title: metadata.title || withoutExtension(name) });
          for (const link of metadata.links) list.link(link.url, `${metadata.title} ${link.label}`.trim());
        });
  return { ...emptyPage, records: record === null ? [] : [record], problems: [...xmlProblems, ...problems.list()] };
}
