// Walking a catalog that is a tree of documents: what is still to be read travels in the cursor, each part is read once.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { CatalogRecord, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { Problem } from '../../model/problem.ts';
import { portalFolder } from '../address/catalog-address.ts';
import { onSameHost } from './link-paging.ts';

/** A document to be read, with what the one above said of it. */
export interface Stop<Note = unknown> {
  readonly url: string;
  /** The document has been read before up to this child: the cursor is stored with every page and must stay small. */
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
  /** Names of the documents with children that were opened. */
  readonly seen: readonly string[];
}

/** Children taken into the cursor at a time. A larger document is read again for the next ones. */
const maxQueued = 100;
/** Documents with children opened in one walk; a tree that is made up as one goes has no end. */
const maxOpened = 20_000;

/** Where the cursor stands; null at the root. */
export function stopAt<Note>({ at, token }: Cursor): Stop<Note> | null {
  if (token === null) return null;
  const { base, queue } = JSON.parse(token) as TreeToken;
  return (queue[at - base] as Stop<Note> | undefined) ?? null;
}

/** The page that a document of the tree makes. */
export function treePage(document: Document, cursor: Cursor, node: TreeNode): RecordPage {
  const token = cursor.token === null ? null : (JSON.parse(cursor.token) as TreeToken);
  const { queue, base, seen } = token ?? { base: cursor.at, queue: [{ url: document.url }], seen: [] };
  const stop = queue[cursor.at - base] ?? { url: document.url };
  const problems = new ProblemTally();
  const { opened, isNew, isLost } = openChildren(document, stop, { seen, children: node.children }, problems);
  const rest = [...opened, ...queue.slice(cursor.at - base + 1)];
  const nowSeen = isNew ? [...seen, nameOf(document.finalUrl)] : seen;
  const at = cursor.at + 1;
  const next = { ...cursor, at, size: 1, until: at + rest.length };
  const isFirst = stop.from === undefined;
  return {
    records: isFirst ? node.records : [],
    omitted: isFirst ? node.omitted : 0,
    lost: (isFirst ? (node.lost ?? 0) : 0) + (isLost ? 1 : 0),
    deleted: [],
    total: null,
    next: rest.length === 0 ? null : { ...next, token: JSON.stringify({ base: at, queue: rest, seen: nowSeen }) },
    problems: [...(isFirst ? node.problems : []), ...problems.list()],
  };
}

interface Opening {
  readonly seen: readonly string[];
  readonly children: readonly Stop[];
}

interface Opened {
  readonly opened: readonly Stop[];
  /** The document has children and had not been opened before. */
  readonly isNew: boolean;
  /** It has children that are not walked. */
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
    problems.add('catalog.paging-odd', `The catalog goes on after ${maxOpened} parts; it was left there.`);
    return { ...unopened, isLost: true };
  }
  known.add(own);
  const opened: Stop[] = [];
  for (const child of children.slice(from, from + maxQueued)) {
    const url = onSameHost(child.url, document.finalUrl);
    if (url === null) problems.add('catalog.paging-odd', 'A part lies on another host, and is not read.', child.url);
    else if (known.has(nameOf(url)))
      problems.add('catalog.paging-odd', 'A part is linked to again, or leads back; it is read once.', url);
    else opened.push({ ...child, url });
  }
  if (from + maxQueued < children.length) opened.push({ ...stop, from: from + maxQueued });
  return { opened, isNew: from === 0, isLost: false };
}

/** Whether a file lies in the folder of the tree's root or below: the walk reaches it by itself. */
export function isInTree(url: string, root: string): boolean {
  return url.startsWith(portalFolder(root)) && /\.(?:geo)?json(?:\?|$)/i.test(url);
}

function nameOf(url: string): string {
  return fingerprint(url.replace(/#.*$/s, '')).toString(36);
}
