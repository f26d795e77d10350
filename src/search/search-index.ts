// Keeps the index up to date: records wait in a table, become segments, and segments become fewer.
import type { Resource } from '../model/resource.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { readDocuments, type SearchDocument } from './search-document.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { mergeSegments } from './segment-merge.ts';
import { bytesOf, openSegmentRows, type Segment, type SegmentRows } from './segment-rows.ts';

/** Documents made into one segment at a time: as many as a moment allows. */
const flushDocuments = 10_000;
/** As many segments of one size are merged into the next size. */
const mergeFactor = 8;

export interface SearchIndex {
  readonly rows: SegmentRows;
  /** Inside the caller's transaction: the record waits to be indexed. */
  put(resource: Resource): void;
  hasPending(): boolean;
  /** One step, inside a transaction: a segment out of what waits, or a merge. False when there is nothing to do. */
  step(): boolean;
  segments(): readonly Segment[];
  idOf(rid: number): string;
}

export function openSearchIndex(database: SqlDatabase): SearchIndex {
  const rows = openSegmentRows(database);
  const find = database.prepare('SELECT rid FROM search_record WHERE id = ?');
  const add = database.prepare('INSERT INTO search_record(id) VALUES(?)');
  const put = database.prepare('INSERT OR REPLACE INTO search_pending VALUES(?, ?, ?)');
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
    put: (resource) => {
      const documents = [...readDocuments(resource)];
      const rid =
        (find.get(resource.id) as { rid: number } | undefined)?.rid ?? Number(add.run(resource.id).lastInsertRowid);
      put.run(rid, documents.length, JSON.stringify(documents));
    },
    hasPending: () => pending.get() !== undefined,
    step: () => flush(database, rows) || merge(database, segments()),
    segments,
    idOf: (rid) => (id.get(rid) as { id: string }).id,
  };
}

interface PendingRow {
  readonly rid: number;
  readonly documents: number;
  readonly content: string;
}

function flush(database: SqlDatabase, rows: SegmentRows): boolean {
  const waiting = database
    .prepare(
      `SELECT rid, documents, content FROM (SELECT *, sum(documents) OVER (ORDER BY rid) - documents AS before
         FROM search_pending) WHERE before < ?`,
    )
    .all(flushDocuments) as unknown as PendingRow[];
  if (waiting.length === 0) return false;
  bury(
    database,
    waiting.map(({ rid }) => rid),
  );
  const segment = nextSegment(database);
  const builder = createSegmentBuilder();
  const place = database.prepare('UPDATE search_record SET segment = ?, first = ?, count = ? WHERE rid = ?');
  const done = database.prepare('DELETE FROM search_pending WHERE rid = ?');
  for (const { rid, content } of waiting) {
    const first = builder.size;
    for (const document of JSON.parse(content) as SearchDocument[]) builder.add(rid, document);
    place.run(segment, first, builder.size - first, rid);
    done.run(rid);
  }
  rows.write(segment, builder.build());
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
