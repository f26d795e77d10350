// Fills a catalog from an export, of this catalog or of another one.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { openSqlDuplicates } from '../../catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../../catalog/sql-catalog.ts';
import { topicReader } from '../../classify/topic-reader.ts';
import type { Catalog } from '../../model/catalog.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Search } from '../../model/search.ts';
import type { Transaction } from '../../model/store.ts';
import type { TopicReader } from '../../model/topic-reader.ts';
import { openSearch } from '../../search/open-search.ts';
import { openStore } from '../../store/open-store.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { type ReadRecord, readExported } from './parse-export.ts';

export interface ImportReport {
  readonly read: number;
  /** New in this catalog, or changed by it. */
  readonly taken: number;
  /** Known here, and seen later than the file says. */
  readonly older: number;
  /** Lines that are no record, with the reason; the first few. */
  readonly refused: number;
  readonly reasons: readonly string[];
}

export interface ImportOptions {
  readonly db: string;
  readonly nowMs: number;
}

/** Records stored together. */
const batchSize = 200;
const shownReasons = 10;
/** Looking for duplicates, at a time. */
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

/** The same into a database that is open. */
export async function importInto(store: SqlStore, input: Readable, nowMs: number): Promise<ImportReport> {
  const catalog = openSqlCatalog(store);
  const search = openSearch(store, { read: catalog.get });
  const counts = { read: 0, taken: 0, older: 0, refused: 0 };
  const reasons: string[] = [];
  for await (const batch of batches(recordsIn(input, nowMs))) {
    for (const [line, record] of batch) {
      counts.read++;
      if (typeof record !== 'string') continue;
      counts.refused++;
      if (reasons.length < shownReasons) reasons.push(`line ${line}: ${record}`);
    }
    // A transaction may be done again: what it counts is its result.
    const stored = await store.transact(async (transaction) => {
      const tally = { taken: 0, older: 0 };
      for (const [, record] of batch)
        if (typeof record !== 'string') tally[await take(transaction, record, { catalog, search })]++;
      return tally;
    });
    counts.taken += stored.taken;
    counts.older += stored.older;
  }
  const duplicates = openSqlDuplicates(store, catalog.get);
  while (!(await duplicates.tend(tendMs)));
  return { ...counts, reasons };
}

/** A file, or stdin for '-'. Throws where there is none. */
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

async function take(
  transaction: Transaction,
  record: ReadRecord,
  { catalog, search }: { catalog: Catalog; search: Search },
): Promise<'taken' | 'older'> {
  const { kind, family, version, endpoint, url, description, provenance, firstSeenMs, lastSeenMs } = record;
  const known = await catalog.get(endpoint, transaction);
  if (known !== null && known.kind === kind && known.lastSeenMs > lastSeenMs) return 'older';
  const finding = { identity: { kind, version, endpoint }, family, description, requests: 0 };
  const reader = readerOf(record);
  const request = { finding, url, provenance, task: null, ...(reader === null ? {} : { topics: reader }) };
  const first = await catalog.record(transaction, { ...request, nowMs: firstSeenMs });
  const { resource } =
    lastSeenMs === firstSeenMs ? first : await catalog.record(transaction, { ...request, nowMs: lastSeenMs });
  let current = resource;
  for (const { layer, topic } of saidByPeople(record)) {
    const correction = { layer, topic, verdict: 'add', madeMs: lastSeenMs } as const;
    current = (await catalog.correctTopic(transaction, resource.id, correction)) ?? current;
  }
  await search.index(transaction, current);
  return 'taken';
}

/** Topics come along with the record; where nobody has read any, nobody does here: `classify` and the next crawl will. */
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

function saidByPeople({ topics, description }: ReadRecord): readonly { layer: string | null; topic: string }[] {
  if (topics === null) return [];
  const own = topics.topics.filter(({ by }) => by === 'user').map(({ id }) => ({ layer: null, topic: id }));
  const ofLayers = topics.layers.flatMap((list, index) =>
    list
      .filter(({ by }) => by === 'user')
      .map(({ id }) => ({ layer: description.layers[index]?.name ?? null, topic: id })),
  );
  return [...own, ...ofLayers.filter(({ layer }) => layer !== null)];
}

/** With the number of the line. The frame of a GeoJSON file, and the commas between its features, are passed over. */
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
    return `it is no JSON (${error.message})`;
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
