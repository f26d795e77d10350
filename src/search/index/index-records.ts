// Records that wait → a new segment, step by step.
import type { Resource } from '../../model/resource.ts';
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { type CountryOf, readDocuments, readSearchRecord } from './search-document.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';
import type { Segment } from './segment-rows.ts';
import {
  beginSegment,
  describeChange,
  openValueIds,
  publishSegment,
  type Steps,
  type WordIds,
  writeBuilt,
} from './segment-writer.ts';

/** A record as the catalog has it now; null when there is none. */
export type ReadRecord = (id: string) => Promise<Resource | null>;

/** What one segment is made of at most: larger ones are cheaper, and their words lie in memory meanwhile. */
const documentsAtOnce = 20_000;
const recordsAtOnce = 4000;
/** Documents read between two places where the work may be interrupted. */
const documentsPerStep = 200;

interface Indexed {
  readonly id: string;
  readonly version: number;
  readonly rid: number;
  /** Its number in the new segment; null when the catalog has it no more. */
  readonly record: number | null;
}

export interface IndexParts {
  readonly database: SqlDatabase;
  readonly read: ReadRecord;
  readonly countryOf?: CountryOf | undefined;
  readonly words: WordIds;
  /** Those open now: what they have of the same records counts no more afterwards. */
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
  const waiting = database.prepare('SELECT id, version FROM search_pending ORDER BY id LIMIT ?').all(recordsAtOnce);
  const find = database.prepare('SELECT rid FROM search_record WHERE id = ?');
  const add = database.prepare('INSERT INTO search_record(id) VALUES(?)');
  const indexed: Indexed[] = [];
  let records = 0;
  let sinceStep = 0;
  for (const { id, version } of waiting as { id: string; version: number }[]) {
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
    if (builder.documents >= documentsAtOnce) break;
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
    // Where it waits no more, another program has indexed it meanwhile, and knows it newer or as new.
    const waits = current.get(id) !== undefined;
    done.run(id, version);
    if (waits) replaced.add(rid);
    else if (record !== null) dead[record] = 1;
  }
  bury(database, replaced, segments);
  const records = indexed.filter(({ record }) => record !== null).length;
  const hasDead = dead.includes(1);
  if (documents > 0) publishSegment(database, segment, documents, hasDead ? dead.subarray(0, records) : null);
  else {
    database.prepare('DELETE FROM search_unfinished WHERE segment = ?').run(segment);
    database.prepare('DELETE FROM search_column WHERE segment = ?').run(segment);
    describeChange(database);
  }
}

/** What the segments have of these records counts no more. */
function bury(database: SqlDatabase, rids: ReadonlySet<number>, segments: readonly Segment[]): void {
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
