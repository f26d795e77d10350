// The URLs of one task in SQLite: adding, reading the queue of a host, settling, walking back to the seed.
import type { ErrorCode } from '../model/errors.ts';
import type { Offer, Pool, VisitRef, VisitState } from '../model/frontier.ts';
import type { FoundBy } from '../model/link.ts';
import type { SqlDatabase } from '../store/sqlite.ts';
import { poolIndex } from './lanes.ts';

/** `ord` = class × 2⁴⁴ + sequence: class first, then first in, first out. */
const classStep = 2 ** 44;
const maxAnchor = 200;
/** Chains longer than this are a crawl's own doing; provenance shows the end that matters. */
const maxChain = 200;

/** Stored as numbers: append only. */
const foundByCodes: readonly FoundBy[] = [
  'seed',
  'link',
  'text',
  'attribute',
  'comment',
  'script',
  'json',
  'xml',
  'feed',
  'sitemap',
  'redirect',
  'catalog',
  'description',
  'sibling',
];
const stateCodes: Readonly<Record<VisitState, number>> = { retry: 0, done: 1, failed: 2, refused: 3 };

/** A waiting URL as the queue hands it out. */
export interface QueuedUrl {
  readonly fp: number;
  readonly path: string;
  readonly ord: number;
  readonly kind: string | null;
  readonly step: number;
  readonly depth: number;
  readonly foundBy: FoundBy;
  readonly anchor: string;
  readonly via: VisitRef | null;
  readonly tries: number;
}

/** An offer with its place in the table. */
export interface Candidate {
  readonly offer: Offer;
  readonly host: number;
  readonly fp: number;
  readonly ord: number;
}

export interface Settlement {
  readonly host: number;
  readonly fp: number;
  readonly state: VisitState;
  readonly tries: number;
  readonly reason: ErrorCode | null;
  /** New place in the queue for a retry. */
  readonly ord: number | null;
}

/** What waits in one queue of one host. */
export interface QueueSize {
  readonly host: number;
  readonly pool: 0 | 1;
  readonly count: number;
  readonly bestOrd: number;
}

export interface UrlTable {
  /** False when the URL is there already. */
  insert(candidate: Candidate): boolean;
  has(host: number, fp: number): boolean;
  /** Gives a waiting URL the smaller depth and class. Returns its place then, null when there was nothing to improve. */
  improve(candidate: Candidate): { readonly pool: 0 | 1; readonly ord: number } | null;
  queue(host: number, pool: Pool, limit: number): QueuedUrl[];
  queueSizes(): Iterable<QueueSize>;
  settle(settlement: Settlement): boolean;
  paths(host: number): Iterable<string>;
  hasAny(host: number): boolean;
  chain(from: VisitRef): readonly string[];
}

export function classOf(ord: number): number {
  return Math.floor(ord / classStep);
}

export function ordOf(cls: number, sequence: number): number {
  return Math.min(7, Math.max(0, Math.trunc(cls))) * classStep + sequence;
}

/** The same class at the end of the line. */
export function requeued(ord: number, sequence: number): number {
  return classOf(ord) * classStep + sequence;
}

interface QueueRow {
  fp: number;
  path: string;
  ord: number;
  kind: string | null;
  step: number;
  depth: number;
  found_by: number;
  anchor: string | null;
  via_host: number | null;
  via_fp: number | null;
  tries: number;
}

export function makeUrlTable(database: SqlDatabase, task: number): UrlTable {
  const one = 'task_id = ? AND host_id = ? AND fp = ?';
  const insert = database.prepare(
    `INSERT INTO url VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, NULL) ON CONFLICT DO NOTHING`,
  );
  const has = database.prepare(`SELECT 1 FROM url WHERE ${one}`);
  // A smaller depth brings its own way back to the seed along; the sequence, and so the turn within a class, stays.
  const improve = database.prepare(
    `UPDATE url SET ord = min(ord / ${classStep}, ?1) * ${classStep} + ord % ${classStep}, depth = min(depth, ?2),
      found_by = iif(?2 < depth, ?3, found_by), anchor = iif(?2 < depth, ?4, anchor),
      via_host = iif(?2 < depth, ?5, via_host), via_fp = iif(?2 < depth, ?6, via_fp)
    WHERE task_id = ?7 AND host_id = ?8 AND fp = ?9 AND state = 0 AND (?2 < depth OR ?1 < ord / ${classStep})
    RETURNING pool, ord`,
  );
  const queue = database.prepare(
    `SELECT fp, path, ord, kind, step, depth, found_by, anchor, via_host, via_fp, tries FROM url INDEXED BY url_queue
    WHERE task_id = ? AND host_id = ? AND pool = ? AND state = 0 ORDER BY ord LIMIT ?`,
  );
  const sizes = database.prepare(
    `SELECT host_id AS host, pool, count(*) AS count, min(ord) AS bestOrd FROM url INDEXED BY url_queue
    WHERE task_id = ? AND state = 0 GROUP BY host_id, pool`,
  );
  const settle = database.prepare(
    `UPDATE url SET state = ?, tries = ?, reason = ?, ord = coalesce(?, ord) WHERE ${one} AND state = 0`,
  );
  const paths = database.prepare('SELECT path FROM url WHERE task_id = ? AND host_id = ?');
  const any = database.prepare('SELECT 1 FROM url WHERE task_id = ? AND host_id = ? LIMIT 1');
  const parent = database.prepare(
    `SELECT host.key || path AS url, via_host, via_fp FROM url JOIN host USING(host_id) WHERE ${one}`,
  );
  return {
    insert: ({ offer, host, fp, ord }) => {
      const path = offer.url.slice(offer.url.indexOf('/', 8));
      const { kind, step, depth, via } = offer;
      const place = [task, host, fp, path, ord, poolIndex[offer.pool]];
      const found = [foundByCodes.indexOf(offer.foundBy), anchorOf(offer), via?.host ?? null, via?.fingerprint ?? null];
      return insert.run(...place, kind, step, depth, ...found).changes === 1;
    },
    has: (host, fp) => has.get(task, host, fp) !== undefined,
    improve: ({ offer, host, fp, ord }) => {
      const { depth, foundBy, via } = offer;
      const found = [foundByCodes.indexOf(foundBy), anchorOf(offer), via?.host ?? null, via?.fingerprint ?? null];
      const row = improve.get(classOf(ord), depth, ...found, task, host, fp);
      return (row as { pool: 0 | 1; ord: number } | undefined) ?? null;
    },
    queue: (host, pool, limit) => (queue.all(task, host, poolIndex[pool], limit) as QueueRow[]).map(readQueued),
    queueSizes: () => sizes.iterate(task) as Iterable<QueueSize>,
    settle: ({ host, fp, state, tries, reason, ord }) =>
      settle.run(stateCodes[state], tries, reason, ord, task, host, fp).changes === 1,
    paths: function* (host) {
      for (const row of paths.iterate(task, host)) yield (row as { path: string }).path;
    },
    hasAny: (host) => any.get(task, host) !== undefined,
    chain: (from) => {
      const urls: string[] = [];
      let at: VisitRef | null = from;
      while (at !== null && urls.length < maxChain) {
        const row = parent.get(task, at.host, at.fingerprint) as
          | { url: string; via_host: number | null; via_fp: number | null }
          | undefined;
        if (row === undefined) break;
        urls.push(row.url);
        at = readRef(row.via_host, row.via_fp);
      }
      return urls.reverse();
    },
  };
}

function anchorOf(offer: Offer): string | null {
  const { anchor } = offer;
  return anchor === '' ? null : anchor.length > maxAnchor ? anchor.slice(0, maxAnchor) : anchor;
}

function readRef(host: number | null, fingerprint: number | null): VisitRef | null {
  return host === null || fingerprint === null ? null : { host, fingerprint };
}

function readQueued(row: QueueRow): QueuedUrl {
  return {
    fp: row.fp,
    path: row.path,
    ord: row.ord,
    kind: row.kind,
    step: row.step,
    depth: row.depth,
    foundBy: foundByCodes[row.found_by] ?? 'link',
    anchor: row.anchor ?? '',
    via: readRef(row.via_host, row.via_fp),
    tries: row.tries,
  };
}
