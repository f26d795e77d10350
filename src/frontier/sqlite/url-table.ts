// The URLs of one task in SQLite: adding, reading the queue of a host, settling, tracing the path to the seed.
import type { ErrorCode } from '../../model/errors.ts';
import type { Pool, VisitRef, VisitState } from '../../model/frontier.ts';
import type { SqlDatabase, SqlStatement } from '../../store/sqlite/driver.ts';
import { poolIndex } from '../host-slots.ts';
import {
  anchorOf,
  type Candidate,
  classStep,
  foundByCodes,
  maxChain,
  type QueuedUrl,
  type QueueRow,
  readQueued,
  readRef,
  stateCodes,
} from '../url-row.ts';
import { prepareAll } from './prepare-statements.ts';

export interface Settlement {
  readonly host: number;
  readonly fp: number;
  readonly state: VisitState;
  readonly tries: number;
  readonly reason: ErrorCode | null;
  /** New queue position of a retry. */
  readonly ord: number | null;
}

/** `moved`: it was pending, and is now at `ord` of its pool. `kept`: there was nothing to change. */
export type PutResult = 'added' | 'kept' | { readonly moved: { readonly pool: 0 | 1; readonly ord: number } };

const sql = {
  // A smaller depth brings its own path to the seed; the sequence, and so the order within a class, stays. The returned row has our
  // own sequence only if it is new.
  put: `INSERT INTO url VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, NULL) ON CONFLICT DO UPDATE SET
      ord = min(ord / ${classStep}, excluded.ord / ${classStep}) * ${classStep} + ord % ${classStep},
      depth = min(depth, excluded.depth),
      found_by = iif(excluded.depth < depth, excluded.found_by, found_by),
      anchor = iif(excluded.depth < depth, excluded.anchor, anchor),
      via_host = iif(excluded.depth < depth, excluded.via_host, via_host),
      via_fp = iif(excluded.depth < depth, excluded.via_fp, via_fp)
    WHERE state = 0 AND (excluded.depth < depth OR excluded.ord / ${classStep} < ord / ${classStep})
    RETURNING pool, ord`,
  has: 'SELECT 1 FROM url WHERE task_id = ? AND host_id = ? AND fp = ?',
  queue: `SELECT fp, path, ord, kind, step, depth, found_by, anchor, via_host, via_fp, tries FROM url
    INDEXED BY url_queue WHERE task_id = ? AND host_id = ? AND pool = ? AND state = 0 ORDER BY ord LIMIT ?`,
  settle: `UPDATE url SET state = ?, tries = ?, reason = ?, ord = coalesce(?, ord)
    WHERE task_id = ? AND host_id = ? AND fp = ? AND state = 0`,
  paths: 'SELECT path FROM url WHERE task_id = ? AND host_id = ?',
  any: 'SELECT 1 FROM url WHERE task_id = ? AND host_id = ? LIMIT 1',
  parent: `SELECT host.key || path AS url, via_host, via_fp FROM url JOIN host USING(host_id)
    WHERE task_id = ? AND host_id = ? AND fp = ?`,
};

export class UrlTable {
  readonly #task: number;
  readonly #statements: Readonly<Record<keyof typeof sql, SqlStatement>>;

  constructor(database: SqlDatabase, task: number) {
    this.#task = task;
    this.#statements = prepareAll(database, sql);
  }

  /** Adds the URL, or gives a pending one the smaller depth and class. */
  put({ offer, host, fp, ord }: Candidate): PutResult {
    const path = offer.url.slice(offer.url.indexOf('/', 8));
    const { kind, step, depth, via } = offer;
    const place = [this.#task, host, fp, path, ord, poolIndex[offer.pool]];
    const found = [foundByCodes.indexOf(offer.foundBy), anchorOf(offer), via?.host ?? null, via?.fingerprint ?? null];
    const row = this.#statements.put.get(...place, kind, step, depth, ...found);
    if (row === undefined) return 'kept';
    const moved = row as { pool: 0 | 1; ord: number };
    return moved.ord === ord ? 'added' : { moved };
  }

  /** The same for a URL that must not be added. */
  improve(candidate: Candidate): PutResult | 'absent' {
    const isThere = this.#statements.has.get(this.#task, candidate.host, candidate.fp) !== undefined;
    return isThere ? this.put(candidate) : 'absent';
  }

  /** The first pending URLs of a host, in order. */
  queue(host: number, pool: Pool, limit: number): QueuedUrl[] {
    return (this.#statements.queue.all(this.#task, host, poolIndex[pool], limit) as QueueRow[]).map(readQueued);
  }

  /** False when the URL is not pending. */
  settle({ host, fp, state, tries, reason, ord }: Settlement): boolean {
    const change = [stateCodes[state], tries, reason, ord];
    return this.#statements.settle.run(...change, this.#task, host, fp).changes === 1;
  }

  *paths(host: number): Iterable<string> {
    for (const row of this.#statements.paths.iterate(this.#task, host)) yield (row as { path: string }).path;
  }

  hasAny(host: number): boolean {
    return this.#statements.any.get(this.#task, host) !== undefined;
  }

  /** URLs from the seed down to this one. */
  chain(from: VisitRef): readonly string[] {
    const urls: string[] = [];
    let at: VisitRef | null = from;
    while (at !== null && urls.length < maxChain) {
      const row = this.#statements.parent.get(this.#task, at.host, at.fingerprint);
      if (row === undefined) break;
      const { url, via_host, via_fp } = row as { url: string; via_host: number | null; via_fp: number | null };
      urls.push(url);
      at = readRef(via_host, via_fp);
    }
    return urls.reverse();
  }
}
