// Keeps the index up to date: records wait in a table, become segments, and segments become fewer.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { indexRecords, type ReadRecord } from './index-records.ts';
import type { CountryOf } from './search-document.ts';
import { mergeSegments } from './segment-merge.ts';
import { openSegmentRows, type Segment, type SegmentRows } from './segment-rows.ts';
import { hasLeftovers, openWordIds, removeLeftovers, type Steps } from './segment-writer.ts';

/** As many segments of one size are merged into the next size. */
const mergeFactor = 8;
/** Smaller segments are all of one size. */
const smallestSize = 2500;
/** Ids of records kept in memory once they were asked for. */
const keptIds = 50_000;

export interface SearchIndex {
  readonly rows: SegmentRows;
  /** Inside the caller's transaction: the record waits to be indexed. */
  put(id: string): void;
  hasPending(): boolean;
  countPending(): number;
  /** Makes a segment of records that wait; null when none does. */
  nextIndexing(): Steps<void> | null;
  /** To be called where work on the index has failed. */
  forgetWords(): void;
  /** Merges segments, and removes what is left of those that are no more; null when there is nothing to do. */
  nextTidying(): Steps<void> | null;
  segments(): readonly Segment[];
  /** Changes with whatever is written into the database, by us or another program. */
  writes(): string;
  idOf(rid: number): string;
  /** Null for what was never indexed. */
  ridOf(id: string): number | null;
}

export interface IndexParts {
  readonly read: ReadRecord;
  readonly countryOf?: CountryOf | undefined;
  /** Says when records change that lie in another database. */
  writes?(): string;
}

export function openSearchIndex(database: SqlDatabase, { read, countryOf, writes }: IndexParts): SearchIndex {
  const rows = openSegmentRows(database);
  const words = openWordIds(database);
  const put = database.prepare(
    'INSERT INTO search_pending VALUES(?, 1) ON CONFLICT(id) DO UPDATE SET version = version + 1',
  );
  const pending = database.prepare('SELECT 1 FROM search_pending LIMIT 1');
  const count = database.prepare('SELECT count(*) AS count FROM search_pending');
  const state = database.prepare('SELECT version FROM search_state');
  const id = database.prepare('SELECT id FROM search_record WHERE rid = ?');
  const rid = database.prepare('SELECT rid FROM search_record WHERE id = ?');
  const own = database.prepare('SELECT total_changes() AS changes');
  const other = database.prepare('PRAGMA data_version');
  const version = () => (state.get() as { version: number }).version;
  const hasPending = () => pending.get() !== undefined;
  const ids = new Map<number, string>();
  let open: { readonly version: number; readonly segments: readonly Segment[] } | null = null;
  const segments = () => {
    const now = version();
    if (open?.version !== now) open = { version: now, segments: reopened(rows.open(), open?.segments ?? []) };
    return open.segments;
  };
  return {
    rows,
    put: (record) => void put.run(record),
    hasPending,
    countPending: () => (count.get() as { count: number }).count,
    nextIndexing: () => (hasPending() ? indexRecords({ database, read, countryOf, words, segments }) : null),
    forgetWords: () => {
      words.forget();
      rows.forgetWords();
      ids.clear();
    },
    nextTidying: () => {
      const mergeable = chooseMerge(segments());
      if (mergeable !== null) return mergeSegments(database, mergeable);
      return hasLeftovers(database) ? removeLeftovers(database) : null;
    },
    segments,
    writes:
      writes ??
      (() => {
        const { changes } = own.get() as { changes: number };
        const { data_version: others } = other.get() as { data_version: number };
        return `${changes} ${others}`;
      }),
    idOf: (number) => {
      const known = ids.get(number);
      if (known !== undefined) return known;
      const { id: found } = id.get(number) as { id: string };
      if (ids.size >= keptIds) ids.clear();
      ids.set(number, found);
      return found;
    },
    ridOf: (text) => (rid.get(text) as { rid: number } | undefined)?.rid ?? null,
  };
}

/** Columns never change: what is open already keeps what it has read. */
function reopened(fresh: readonly Segment[], known: readonly Segment[]): readonly Segment[] {
  const byId = new Map(known.map((segment) => [segment.id, segment]));
  return fresh.map((segment) => {
    const old = byId.get(segment.id);
    if (old === undefined) return segment;
    const { id, documents, number, list } = old;
    return { id, documents, number, list, dead: segment.dead, recordOf: old.recordOf };
  });
}

/** The smallest size that has come together often enough; null when there is none. */
function chooseMerge(segments: readonly Segment[]): readonly Segment[] | null {
  const sizes = new Map<number, Segment[]>();
  for (const segment of segments) {
    const size = Math.floor(Math.log(Math.max(1, segment.documents / smallestSize)) / Math.log(mergeFactor));
    sizes.set(size, [...(sizes.get(size) ?? []), segment]);
  }
  const size = [...sizes.keys()].sort((a, b) => a - b).find((each) => sizes.get(each)!.length >= mergeFactor);
  return size === undefined ? null : sizes.get(size)!;
}
