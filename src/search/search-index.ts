// Keeps the index up to date: records wait in a table, become segments, and segments become fewer.
import type { Resource } from '../model/resource.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { readDocuments } from './search-document.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { mergeSegments } from './segment-merge.ts';
import { bytesOf, openSegmentRows, type Segment, type SegmentRows } from './segment-rows.ts';

/** Documents made into one segment at a time: as many as a moment allows. */
const flushDocuments = 10_000;
const flushRecords = 1000;
/** As many segments of one size are merged into the next size. */
const mergeFactor = 8;

/** A record as the catalog has it now; null when there is none. */
export type ReadRecord = (id: string) => Promise<Resource | null>;

export interface SearchIndex {
  readonly rows: SegmentRows;
  /** Inside the caller's transaction: the record waits to be indexed. */
  put(id: string): void;
  hasPending(): boolean;
  /** One step, inside a transaction: a segment out of what waits, or a merge. False when there is nothing to do. */
  step(read: ReadRecord): Promise<boolean>;
  segments(): readonly Segment[];
  idOf(rid: number): string;
}

export function openSearchIndex(database: SqlDatabase): SearchIndex {
  const rows = openSegmentRows(database);
  const put = database.prepare(
    'INSERT INTO search_pending VALUES(?, 1) ON CONFLICT(id) DO UPDATE SET version = version + 1',
  );
  const pending = database.prepare('SELECT 1 FROM search_pending LIMIT 1');
  const version = database.prepare('SELECT coalesce(max(segment), 0) AS last, count(*) AS count FROM search_segment');
  const id = database.prepare('SELECT id FROM search_record WHERE rid = ?');
  let open: { readonly key: string; readonly segments: readonly Segment[] } | null = null;
  const segments = () => {
    const { last, count } = version.get() as { last: number; count: number };
    // A segment never changes but for its dead, and those only change where a new one comes.
    const key = `${last} ${count}`;
    if (open?.key !== key) open = { key, segments: rows.open() };
    return open.segments;
  };
  return {
    rows,
    put: (id) => {
      put.run(id);
    },
    hasPending: () => pending.get() !== undefined,
    step: async (read) => (await flush(database, rows, read)) || merge(database, segments()),
    segments,
    idOf: (rid) => (id.get(rid) as { id: string }).id,
  };
}

async function flush(database: SqlDatabase, rows: SegmentRows, read: ReadRecord): Promise<boolean> {
  const waiting = database.prepare('SELECT id FROM search_pending ORDER BY id LIMIT ?').all(flushRecords) as {
    id: string;
  }[];
  if (waiting.length === 0) return false;
  const segment = nextSegment(database);
  const builder = createSegmentBuilder();
  const find = database.prepare('SELECT rid FROM search_record WHERE id = ?');
  const add = database.prepare('INSERT INTO search_record(id) VALUES(?)');
  const place = database.prepare('UPDATE search_record SET segment = ?, first = ?, count = ? WHERE rid = ?');
  const done = database.prepare('DELETE FROM search_pending WHERE id = ?');
  for (const { id } of waiting) {
    const resource = await read(id);
    done.run(id);
    const rid = (find.get(id) as { rid: number } | undefined)?.rid ?? Number(add.run(id).lastInsertRowid);
    bury(database, [rid]);
    if (resource === null) continue;
    const first = builder.size;
    for (const document of readDocuments(resource)) builder.add(rid, document);
    place.run(segment, first, builder.size - first, rid);
    if (builder.size >= flushDocuments) break;
  }
  if (builder.size > 0) rows.write(segment, builder.build());
  return true;
}

/** Numbers are not used again: an open index tells by them whether it is still the newest. */
function nextSegment(database: SqlDatabase): number {
  const row = database.prepare('UPDATE search_counter SET last = last + 1 RETURNING last').get() as { last: number };
  return row.last;
}

interface PlaceRow {
  readonly segment: number | null;
  readonly first: number;
  readonly count: number;
}

/** The documents these records have had until now count no more. */
function bury(database: SqlDatabase, rids: readonly number[]): void {
  const find = database.prepare('SELECT segment, first, count FROM search_record WHERE rid = ?');
  const places = new Map<number, PlaceRow[]>();
  for (const rid of rids) {
    const place = find.get(rid) as PlaceRow | undefined;
    if (place?.segment == null) continue;
    places.set(place.segment, [...(places.get(place.segment) ?? []), place]);
  }
  const read = database.prepare('SELECT documents, dead FROM search_segment WHERE segment = ?');
  const write = database.prepare('UPDATE search_segment SET dead = ? WHERE segment = ?');
  for (const [segment, buried] of places) {
    const row = read.get(segment) as { documents: number; dead: Uint8Array | null };
    const dead = row.dead === null ? new Uint8Array(row.documents) : Uint8Array.from(row.dead);
    for (const { first, count } of buried) dead.fill(1, first, first + count);
    write.run(bytesOf(dead), segment);
  }
}

/** Merges the smallest size that has come together often enough. */
function merge(database: SqlDatabase, segments: readonly Segment[]): boolean {
  const sizes = new Map<number, Segment[]>();
  for (const segment of segments) {
    const size = Math.floor(Math.log(Math.max(1, segment.documents)) / Math.log(mergeFactor));
    sizes.set(size, [...(sizes.get(size) ?? []), segment]);
  }
  const size = [...sizes.keys()].sort((a, b) => a - b).find((each) => sizes.get(each)!.length >= mergeFactor);
  if (size === undefined) return false;
  mergeSegments(database, sizes.get(size)!, nextSegment(database));
  return true;
}
