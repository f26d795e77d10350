// Imports an export, of this catalog or of another one.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { openSqlDuplicates } from '../../catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../../catalog/sql-catalog.ts';
import { topicReader } from '../../classify/topic-reader.ts';
import type { Catalog } from '../../model/catalog.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Ingest } from '../../model/ingest.ts';
import type { Transaction } from '../../model/store.ts';
import type { TopicCorrection } from '../../model/topic.ts';
import type { TopicReader } from '../../model/topic-reader.ts';
import { openIngest } from '../../monitor/open-ingest.ts';
import { openSearch } from '../../search/open-search.ts';
import { openStore } from '../../store/open-store.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { type ReadRecord, readExported } from './parse-export.ts';

export interface ImportReport {
  readonly read: number;
  /** Added or updated. */
  readonly taken: number;
  /** Already in the catalog, with a later time than in the file. */
  readonly older: number;
  /** Rejected lines with the reason; the first few. */
  readonly refused: number;
  readonly reasons: readonly string[];
}

export interface ImportOptions {
  readonly db: string;
  readonly nowMs: number;
}

interface ImportContext {
  readonly catalog: Catalog;
  readonly ingest: Ingest;
  readonly nowMs: number;
}

/** Records per transaction. */
const batchSize = 200;
const shownReasons = 10;
/** Length of one slice of duplicate detection. */
const tendMs = 1000;

/** Reads NDJSON or the GeoJSON that `geotrawl export` writes, one record in memory at a time. */
export async function importRecords(input: Readable, { db, nowMs }: ImportOptions): Promise<ImportReport> {
  const store = openStore(db);
  try {
    return await importInto(store, input, nowMs);
  } finally {
    await store.close();
  }
}

/** The same into an open database. */
export async function importInto(store: SqlStore, input: Readable, nowMs: number): Promise<ImportReport> {
  const catalog = openSqlCatalog(store);
  const ingest = openIngest(store, { catalog, search: openSearch(store, { read: catalog.get }) });
  const context = { catalog, ingest, nowMs };
  const counts = { read: 0, taken: 0, older: 0, refused: 0 };
  const reasons: string[] = [];
  for await (const batch of batches(recordsIn(input, nowMs))) {
    for (const [line, record] of batch) {
      counts.read++;
      if (typeof record !== 'string') continue;
      counts.refused++;
      if (reasons.length < shownReasons) reasons.push(`line ${line}: ${record}`);
    }
    // A transaction may be retried, so its counts are its result.
    const stored = await store.transact(async (transaction) => {
      const tally = { taken: 0, older: 0 };
      for (const [, record] of batch)
        if (typeof record !== 'string') tally[await importOne(transaction, record, context)]++;
      return tally;
    });
    counts.taken += stored.taken;
    counts.older += stored.older;
  }
  const duplicates = openSqlDuplicates(store, catalog.get);
  while (!(await duplicates.tend(tendMs)));
  return { ...counts, reasons };
}

/** A file, or stdin for '-'. Throws if the file doesn't exist. */
export async function openInput(path: string): Promise<Readable> {
  if (path === '-') return process.stdin;
  const stream = createReadStream(path);
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve());
    stream.once('error', (error) =>
      reject(
        new GeotrawlError('usage.bad-argument', `Cannot read ${path}: ${error.message}.`, {
          cause: error,
          facts: { path },
        }),
      ),
    );
  });
  return stream;
}

async function importOne(
  transaction: Transaction,
  record: ReadRecord,
  { catalog, ingest, nowMs }: ImportContext,
): Promise<'taken' | 'older'> {
  const { kind, family, version, endpoint, url, description, provenance, firstSeenMs, lastSeenMs } = record;
  const known = await catalog.get(endpoint, transaction);
  if (known !== null && known.kind === kind && known.lastSeenMs > lastSeenMs) return 'older';
  const corrections = topicsByUsers(record).map(
    ({ layer, topic }): TopicCorrection => ({ layer, topic, verdict: 'add', madeMs: lastSeenMs }),
  );
  await ingest.store(transaction, {
    discovery: { identity: { kind, version, endpoint }, family, description, requests: 0 },
    url,
    provenance: () => (provenance === null ? [] : [provenance]),
    task: null,
    nowMs,
    imported: { firstSeenMs, lastSeenMs, topics: readerOf(record), corrections },
  });
  return 'taken';
}

/** Topics are imported with the record; records without topics are left to `classify` and the next crawl. */
function readerOf({ topics }: ReadRecord): TopicReader | null {
  if (topics === null) return null;
  const isRead = (topic: { by?: 'user' }) => topic.by === undefined;
  const read = {
    ...topics,
    topics: topics.topics.filter(isRead),
    layers: topics.layers.map((list) => list.filter(isRead)),
  };
  return { version: topicReader.version, read: () => read };
}

function topicsByUsers({ topics, description }: ReadRecord): readonly { layer: string | null; topic: string }[] {
  if (topics === null) return [];
  const own = topics.topics.filter(({ by }) => by === 'user').map(({ id }) => ({ layer: null, topic: id }));
  const ofLayers = topics.layers.flatMap((list, index) =>
    list
      .filter(({ by }) => by === 'user')
      .map(({ id }) => ({ layer: description.layers[index]?.name ?? null, topic: id })),
  );
  return [...own, ...ofLayers.filter(({ layer }) => layer !== null)];
}

/** With the line number. The frame of a GeoJSON file and the commas between its features are skipped. */
async function* recordsIn(input: Readable, nowMs: number): AsyncGenerator<readonly [number, ReadRecord | string]> {
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    const trimmed = text.trim().replace(/,$/, '');
    if (trimmed === '' || trimmed === ']}' || /^\{"type":"FeatureCollection","features":\[$/.test(trimmed)) continue;
    yield [line, readLine(trimmed, nowMs)];
  }
}

function readLine(text: string, nowMs: number): ReadRecord | string {
  try {
    return readExported(JSON.parse(text), nowMs);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `invalid JSON (${error.message})`;
  }
}

async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
