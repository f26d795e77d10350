// Harvests a catalog that is a tree of documents: what is still to be read is in the cursor, each part is read once.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Branch, CatalogRecord, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { Problem } from '../../model/problem.ts';
import { portalFolder } from '../address/catalog-address.ts';
import { jsonTypes } from '../address/json-links.ts';
import { onSameHost } from './link-paging.ts';

/** A document to read, with the details from its parent. */
export interface Stop<Note = unknown> {
  readonly url: string;
  /** The document has been read up to this child: the cursor is stored with every page and must stay small. */
  readonly from?: number;
  readonly note?: Note;
}

export interface TreeNode<Note = unknown> {
  readonly records: readonly CatalogRecord[];
  readonly omitted: number;
  /** As in `RecordPage`. */
  readonly lost?: number;
  readonly children: readonly Stop<Note>[];
  readonly problems: readonly Problem[];
}

interface TreeToken {
  /** Position of the first stop in the queue. */
  readonly base: number;
  readonly queue: readonly Stop[];
  /** Names of the opened documents with children. */
  readonly seen: readonly string[];
}

/** Children added to the cursor at a time. A larger document is read again for the next ones. */
const maxQueued = 100;
/** Documents with children opened in one harvest; a generated tree has no end. */
const maxOpened = 20_000;

/** Members of connectors that walk a tree of JSON files. */
export const treeConnector = {
  firstPosition: 0,
  pageSize: 1,
  variants: 1,
  canSplit: () => true,
  canFilter: false,
  request: (endpoint: string, cursor: Cursor) => ({ url: stopAt(cursor)?.url ?? endpoint, accept: jsonTypes }),
  isOwnPage: isInTree,
};

/** The cursor's state; null at the root. */
export function stopAt<Note>({ at, token }: Cursor): Stop<Note> | null {
  if (token === null) return null;
  const { base, queue } = JSON.parse(token) as TreeToken;
  return (queue[at - base] as Stop<Note> | undefined) ?? null;
}

/** The page of records made from a document of the tree. */
export function treePage(document: Document, cursor: Cursor, node: TreeNode): RecordPage {
  const token = cursor.token === null ? null : (JSON.parse(cursor.token) as TreeToken);
  const { queue, base, seen } = token ?? { base: cursor.at, queue: [{ url: document.url }], seen: [] };
  const stop = queue[cursor.at - base] ?? { url: document.url };
  const problems = new ProblemTally();
  const { opened, isNew, isLost } = openChildren(document, stop, { seen, children: node.children }, problems);
  const remaining = [...opened, ...queue.slice(cursor.at - base + 1)];
  const nowSeen = isNew ? [...seen, nameOf(document.finalUrl)] : seen;
  const at = cursor.at + 1;
  const next = { ...cursor, at, size: 1, until: at + remaining.length };
  const isFirst = stop.from === undefined;
  return {
    records: isFirst ? node.records : [],
    omitted: isFirst ? node.omitted : 0,
    lost: (isFirst ? (node.lost ?? 0) : 0) + (isLost ? 1 : 0),
    deleted: [],
    total: null,
    next:
      remaining.length === 0 ? null : { ...next, token: JSON.stringify({ base: at, queue: remaining, seen: nowSeen }) },
    problems: [...(isFirst ? node.problems : []), ...problems.list()],
  };
}

interface Opening {
  readonly seen: readonly string[];
  readonly children: readonly Stop[];
}

interface Opened {
  readonly opened: readonly Stop[];
  /** The document has children and hadn't been opened before. */
  readonly isNew: boolean;
  /** It has children that aren't harvested. */
  readonly isLost: boolean;
}

const unopened: Opened = { opened: [], isNew: false, isLost: false };

function openChildren(document: Document, stop: Stop, { seen, children }: Opening, problems: ProblemTally): Opened {
  if (children.length === 0) return unopened;
  const own = nameOf(document.finalUrl);
  const known = new Set(seen);
  const from = stop.from ?? 0;
  if (from === 0 && known.has(own)) return unopened;
  if (from === 0 && seen.length >= maxOpened) {
    problems.add('catalog.paging-odd', `The catalog has more than ${maxOpened} parts; the others were not read.`);
    return { ...unopened, isLost: true };
  }
  known.add(own);
  const opened: Stop[] = [];
  for (const child of children.slice(from, from + maxQueued)) {
    const url = onSameHost(child.url, document.finalUrl);
    if (url === null) problems.add('catalog.paging-odd', 'A part is on another host and was not read.', child.url);
    else if (known.has(nameOf(url)))
      problems.add('catalog.paging-odd', 'A part is linked more than once; it was read once.', url);
    else opened.push({ ...child, url });
  }
  if (from + maxQueued < children.length) opened.push({ ...stop, from: from + maxQueued });
  return { opened, isNew: from === 0, isLost: false };
}

/** Whether a file is in the folder of the tree's root or below: then the harvest reaches it. */
function isInTree(url: string, root: string): boolean {
  return url.startsWith(portalFolder(root)) && /\.(?:geo)?json(?:\?|$)/i.test(url);
}

function nameOf(url: string): string {
  return fingerprint(url.replace(/#.*$/s, '')).toString(36);
}

/** A separate part: if it fails it is skipped, alone. */
export function branchAt(cursor: Cursor, key: string, token = key, modified = ''): Branch {
  return { key, modified, cursor: { ...cursor, at: 0, size: 1, until: 1, token, total: null } };
}

export const emptyPage: RecordPage = { records: [], omitted: 0, deleted: [], total: null, next: null, problems: [] };

/** The page of a part that is restricted or gone; null if the response shows neither. */
export function closedPart({ status }: Document, code = status): RecordPage | null {
  const isClosed = code === 401 || code === 403 || code === 498 || code === 499;
  if (isClosed)
    return { ...emptyPage, closed: 1, problems: [{ code: 'http.restricted', message: 'A part requires a login.' }] };
  if (code !== 404 && code !== 410) return null;
  const problem = { code: 'http.error-status', message: 'A listed part does not exist.' } as const;
  return { ...emptyPage, closed: 1, problems: [problem] };
}

/** The page of a part with an unexpected response: it may be back later. */
export function unreadPart(message: string): RecordPage {
  return { ...emptyPage, lost: 1, problems: [{ code: 'catalog.partly-read', message }] };
}
