// Pending records → a new segment, step by step.
import type { Resource } from '../../model/resource.ts';
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { type CountryOf, readDocuments, readSearchRecord } from './search-document.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';
import type { Segment } from './segment-rows.ts';
import {
  beginSegment,
  countChange,
  openValueIds,
  publishSegment,
  type Steps,
  type WordIds,
  writeBuilt,
} from './segment-writer.ts';

/** The current record; null if it was deleted. */
export type ReadRecord = (id: string) => Promise<Resource | null>;

/** Limits of a new segment: larger ones are cheaper, but their words are in memory while it is built. */
const documentLimit = 20_000;
const recordLimit = 4000;
const documentsPerStep = 200;

interface Indexed {
  readonly id: string;
  readonly version: number;
  readonly rid: number;
  /** Its number in the new segment; null if it was deleted. */
  readonly record: number | null;
}

export interface IndexParts {
  readonly database: SqlDatabase;
  readonly read: ReadRecord;
  readonly countryOf?: CountryOf | undefined;
  readonly words: WordIds;
  /** The open segments: older versions of the same records are marked dead in them. */
  segments(): readonly Segment[];
}

export async function* indexRecords({ database, read, countryOf, words, segments }: IndexParts): Steps<void> {
  const segment = beginSegment(database);
  const builder = createSegmentBuilder(openValueIds(database));
  const indexed = yield* readPending(database, { read, countryOf }, builder);
  const built = builder.build();
  yield* writeBuilt(database, segment, built, words);
  publish(database, { segment, documents: built.documents, indexed }, segments());
}

async function* readPending(
  database: SqlDatabase,
  { read, countryOf }: Pick<IndexParts, 'read' | 'countryOf'>,
  builder: SegmentBuilder,
): Steps<readonly Indexed[]> {
  const pending = database.prepare('SELECT id, version FROM search_pending ORDER BY id LIMIT ?').all(recordLimit);
  const find = database.prepare('SELECT rid FROM search_record WHERE id = ?');
  const add = database.prepare('INSERT INTO search_record(id) VALUES(?)');
  const indexed: Indexed[] = [];
  let records = 0;
  let sinceStep = 0;
  for (const { id, version } of pending as { id: string; version: number }[]) {
    const resource = await read(id);
    const rid = (find.get(id) as { rid: number } | undefined)?.rid ?? Number(add.run(id).lastInsertRowid);
    indexed.push({ id, version, rid, record: resource === null ? null : records });
    if (resource !== null) {
      records++;
      builder.beginRecord(rid, readSearchRecord(resource, await countryOf?.(resource.endpoint)));
      for (const document of readDocuments(resource)) {
        builder.add(document);
        if (++sinceStep % documentsPerStep === 0) yield;
      }
    }
    if (builder.documents >= documentLimit) break;
  }
  return indexed;
}

interface NewSegment {
  readonly segment: number;
  readonly documents: number;
  readonly indexed: readonly Indexed[];
}

function publish(
  database: SqlDatabase,
  { segment, documents, indexed }: NewSegment,
  segments: readonly Segment[],
): void {
  const current = database.prepare('SELECT version FROM search_pending WHERE id = ?');
  const done = database.prepare('DELETE FROM search_pending WHERE id = ? AND version = ?');
  const dead = new Uint8Array(indexed.length);
  const replaced = new Set<number>();
  for (const { id, version, rid, record } of indexed) {
    // If it isn't pending anymore, another program has indexed this version or a later one.
    const isPending = current.get(id) !== undefined;
    done.run(id, version);
    if (isPending) replaced.add(rid);
    else if (record !== null) dead[record] = 1;
  }
  markDead(database, replaced, segments);
  const records = indexed.filter(({ record }) => record !== null).length;
  if (documents > 0) {
    publishSegment(database, segment, documents, dead.includes(1) ? dead.subarray(0, records) : null);
    return;
  }
  database.prepare('DELETE FROM search_unfinished WHERE segment = ?').run(segment);
  database.prepare('DELETE FROM search_column WHERE segment = ?').run(segment);
  countChange(database);
}

function markDead(database: SqlDatabase, rids: ReadonlySet<number>, segments: readonly Segment[]): void {
  const write = database.prepare('UPDATE search_segment SET dead = ? WHERE segment = ?');
  for (const segment of segments) {
    const own = segment.number('rid');
    let dead: Uint8Array | null = null;
    for (let record = 0; record < own.length; record++) {
      if (!rids.has(own[record]!)) continue;
      dead ??= segment.dead === null ? new Uint8Array(own.length) : Uint8Array.from(segment.dead);
      dead[record] = 1;
    }
    if (dead !== null) write.run(dead, segment.id);
  }
}
