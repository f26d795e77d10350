// The search index: records are queued in a table, become segments, and segments are merged.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { indexRecords, type ReadRecord } from './index-records.ts';
import type { CountryOf } from './search-document.ts';
import { mergeSegments } from './segment-merge.ts';
import { openSegmentRows, type Segment, type SegmentRows } from './segment-rows.ts';
import { hasLeftovers, openWordIds, removeLeftovers, type Steps } from './segment-writer.ts';

/** So many segments of one size class are merged into one of the next. */
const mergeFactor = 8;
/** Documents; smaller segments are all in the lowest size class. */
const smallestSize = 2500;
/** Cached record ids. */
const keptIds = 50_000;

export interface SearchIndex {
  readonly rows: SegmentRows;
  /** Queues a record, inside the caller's transaction. */
  put(id: string): void;
  hasPending(): boolean;
  countPending(): number;
  /** Makes a segment of queued records; null if there are none. */
  nextIndexing(): Steps<void> | null;
  /** Call after a rollback. */
  forgetWords(): void;
  /** Merges segments, and removes withdrawn and abandoned ones; null when there is nothing to do. */
  nextTidying(): Steps<void> | null;
  segments(): readonly Segment[];
  /** Changes with every write to the database, by any program. */
  writes(): string;
  idOf(rid: number): string;
  /** Null if never indexed. */
  ridOf(id: string): number | null;
}

export interface IndexParts {
  readonly read: ReadRecord;
  readonly countryOf?: CountryOf | undefined;
  /** Overrides `SearchIndex.writes` if the records are in another database. */
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

/** Columns are immutable: open segments keep what they have read. */
function reopened(fresh: readonly Segment[], known: readonly Segment[]): readonly Segment[] {
  const byId = new Map(known.map((segment) => [segment.id, segment]));
  return fresh.map((segment) => {
    const old = byId.get(segment.id);
    if (old === undefined) return segment;
    const { id, documents, number, list } = old;
    return { id, documents, number, list, dead: segment.dead, recordOf: old.recordOf };
  });
}

/** The segments of the lowest size class that has enough of them. */
function chooseMerge(segments: readonly Segment[]): readonly Segment[] | null {
  const sizes: Segment[][] = [];
  for (const segment of segments) {
    const size = Math.floor(Math.log(Math.max(1, segment.documents / smallestSize)) / Math.log(mergeFactor));
    sizes[size] = [...(sizes[size] ?? []), segment];
  }
  return sizes.find((each) => each !== undefined && each.length >= mergeFactor) ?? null;
}
