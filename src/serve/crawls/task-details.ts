// The discoveries and the next visits of a crawl, read from its tables.
import { maskSecrets } from '../../base/url/url.ts';
import { statement, type Work } from '../../store/sql/sql.ts';

export interface FoundRow {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly endpoint: string;
  readonly layerCount: number;
  readonly extent: readonly number[] | null;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

type StoredFind = Omit<FoundRow, 'extent'> & { west: number | null; south: number; east: number; north: number };

const found =
  statement<StoredFind>(`SELECT id, kind, title, endpoint, layer_count AS "layerCount", west, south, east, north
  FROM task_resource JOIN resource USING(rid) WHERE task = ? ORDER BY rid LIMIT ? OFFSET ?`);

/** Everything the crawl found, in catalog order. */
export function* foundBy(task: string, { limit, offset }: Page): Work<readonly FoundRow[]> {
  return (yield* found.all(task, limit, offset)).map(({ west, south, east, north, ...row }) => ({
    ...row,
    extent: west === null ? null : [west, south, east, north],
  }));
}

export interface WaitingRow {
  readonly url: string;
  readonly kind: string | null;
  readonly depth: number;
  readonly anchor: string | null;
  /** 0 comes first, 7 last; set by the crawl ordering. */
  readonly rank: number;
}

/** `ord` holds the class above 44 bits of sequence (migration 1). */
const classFactor = 2 ** 44;

const waiting = statement<Omit<WaitingRow, 'rank'> & { ord: number }>(
  `SELECT key || path AS url, kind, depth, anchor, ord FROM url JOIN host USING(host_id)
  WHERE task_id = ? AND state = 0 ORDER BY ord LIMIT ?`,
);

/** The most promising queued URLs. */
export function* waitingOf(task: number, limit: number): Work<readonly WaitingRow[]> {
  return (yield* waiting.all(task, limit)).map(({ ord, ...row }) => ({
    ...row,
    url: maskSecrets(row.url),
    rank: Math.floor(ord / classFactor),
  }));
}
