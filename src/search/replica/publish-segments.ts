// Publishes new segments from the local copy they were built in to the shared database, in one transaction.
import type pg from 'pg';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { type PackedPosting, packPostings } from '../index/posting-pack.ts';
import { wordLimit } from '../index/segment-postings.ts';
import { greatestNumber, namedTables, readVersion, segmentNumbers } from './replica-rows.ts';

/** Rows sent at a time. */
const pageSize = 10_000;

/** Version and highest numbers of the copy before building. */
export interface PublishedState {
  readonly version: number;
  readonly numbers: ReadonlyMap<string, number>;
}

export interface ClaimedRecord {
  readonly id: string;
  readonly version: number;
}

export function readPublished(database: SqlDatabase): PublishedState {
  const numbers = namedTables.map((named) => [named.table, greatestNumber(database, named)] as const);
  return { version: readVersion(database), numbers: new Map(numbers) };
}

/** The records that were indexed in the copy. */
export function withoutPending(records: readonly ClaimedRecord[], database: SqlDatabase): readonly ClaimedRecord[] {
  const rows = database.prepare('SELECT id FROM search_pending').all() as Pick<ClaimedRecord, 'id'>[];
  const pending = new Set(rows.map(({ id }) => id));
  return records.filter(({ id }) => !pending.has(id));
}

/** `done` are no longer pending, unless they have changed since. */
export async function publishSegments(
  store: PostgresStore,
  database: SqlDatabase,
  before: PublishedState,
  done: readonly ClaimedRecord[],
): Promise<void> {
  await store.withClient(async (client) => {
    await client.query('BEGIN');
    try {
      await sendNames(client, database, before);
      await sendSegments(client, database);
      await client.query(
        `DELETE FROM search_pending USING unnest($1::text[], $2::bigint[]) AS done(id, version)
         WHERE search_pending.id = done.id AND search_pending.version = done.version`,
        [done.map(({ id }) => id), done.map(({ version }) => version)],
      );
      const { rowCount } = await client.query('UPDATE search_state SET version = $1 WHERE version = $2', [
        readVersion(database),
        before.version,
      ]);
      if (rowCount !== 1) throw new Error('another process has published the search index meanwhile');
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}

async function sendNames(client: pg.PoolClient, database: SqlDatabase, before: PublishedState): Promise<void> {
  for (const { table, columns } of namedTables) {
    const [key, ...texts] = columns;
    const page = database.prepare(
      `SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${pageSize}`,
    );
    const types = ['$1::bigint[]', ...texts.map((_, n) => `$${n + 2}::text[]`)].join(', ');
    for (let last = before.numbers.get(table)!; ; ) {
      const rows = page.all(last) as Record<string, string | number>[];
      const lists = columns.map((column) => rows.map((row) => row[column]!));
      await client.query(`INSERT INTO ${table}(${columns.join(', ')}) SELECT * FROM unnest(${types})`, lists);
      if (rows.length < pageSize) break;
      last = Number(rows.at(-1)![key]);
    }
  }
}

interface SegmentRow {
  readonly documents: number;
  readonly dead: Uint8Array | null;
}

async function sendSegments(client: pg.PoolClient, database: SqlDatabase): Promise<void> {
  const { rows } = await client.query<{ segment: number }>('SELECT segment FROM search_segment');
  const published = new Set(rows.map(({ segment }) => segment));
  const find = database.prepare('SELECT documents, dead FROM search_segment WHERE segment = ?');
  for (const segment of segmentNumbers(database)) {
    const { documents, dead } = find.get(segment) as SegmentRow;
    const isKnown = published.delete(segment);
    if (!isKnown) await sendContent(client, database, segment);
    const text = isKnown
      ? 'UPDATE search_segment SET documents = $2, dead = $3 WHERE segment = $1 AND dead IS DISTINCT FROM $3'
      : 'INSERT INTO search_segment VALUES($1, $2, $3)';
    await client.query(text, [segment, documents, dead]);
  }
  // Merged segments. Processes that are copying them read from an earlier snapshot.
  for (const table of ['search_segment', 'search_column', 'search_pack'])
    await client.query(`DELETE FROM ${table} WHERE segment = ANY($1)`, [[...published]]);
}

async function sendContent(client: pg.PoolClient, database: SqlDatabase, segment: number): Promise<void> {
  const columns = database.prepare('SELECT name, content FROM search_column WHERE segment = ?').all(segment);
  for (const { name, content } of columns as { name: string; content: Uint8Array }[])
    await client.query('INSERT INTO search_column VALUES($1, $2, $3)', [segment, name, content]);
  let number = 0;
  for (const pack of packPostings(postingsOf(database, segment)))
    await client.query('INSERT INTO search_pack VALUES($1, $2, $3)', [segment, number++, pack]);
}

function* postingsOf(database: SqlDatabase, segment: number): Generator<PackedPosting> {
  const page = database.prepare(`SELECT posting, documents, list, places FROM search_posting
    WHERE posting > ? AND posting < ? ORDER BY posting LIMIT ${pageSize}`);
  const end = (segment + 1) * wordLimit;
  for (let last = segment * wordLimit - 1; ; ) {
    const rows = page.all(last, end) as (Omit<PackedPosting, 'word'> & { posting: number })[];
    for (const { posting, ...packed } of rows) yield { word: posting - segment * wordLimit, ...packed };
    if (rows.length < pageSize) return;
    last = rows.at(-1)!.posting;
  }
}
