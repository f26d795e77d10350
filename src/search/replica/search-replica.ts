// Refreshes the SQLite copy of a PostgreSQL database's search index.
import { partlessPattern } from '../../query/searched-texts.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import { unpackPostings } from '../index/posting-pack.ts';
import { wordLimit } from '../index/segment-postings.ts';
import { removeLeftovers, withdrawSegment } from '../index/segment-writer.ts';
import {
  emptyReplica,
  greatestNumber,
  type NamedTable,
  namedTables,
  readVersion,
  segmentNumbers,
} from './replica-rows.ts';

/** Rows per query. */
const pageSize = 20_000;
/** Packs per query, about a megabyte each. */
const packsPerPage = 4;

export interface IndexState {
  /** Incremented whenever segments are published. */
  readonly version: number;
  /** Changes with every write to the database. */
  readonly revision: string;
  readonly pending: number;
}

export async function readIndexState(store: PostgresStore): Promise<IndexState> {
  const [row] = await store.query<IndexState>(`SELECT version, pg_current_snapshot()::text AS revision,
    (SELECT count(*) FROM search_pending) AS pending FROM search_state`);
  return row!;
}

/**
 * Brings the copy to the published state, in one transaction on each side, so that searches see a consistent state.
 * Several processes may share the file. Throws `store.busy` while another one refreshes it.
 */
export async function refreshReplica(store: PostgresStore, replica: SqliteStore, signal: AbortSignal): Promise<void> {
  await replica.transact(async () =>
    store.withClient(async (client) => {
      const query: Query = async (text, values = []) => {
        signal.throwIfAborted();
        return (await client.query(text, [...values])).rows;
      };
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      try {
        await copyPublished(query, replica.database);
      } finally {
        await client.query('ROLLBACK');
      }
    }),
  );
}

async function copyPublished(query: Query, database: SqlDatabase): Promise<void> {
  const [state] = (await query('SELECT version, last_segment AS last FROM search_state')) as [PublishedVersion];
  const own = readVersion(database);
  if (own === state.version) return;
  // The database was restored from a backup.
  if (own > state.version) emptyReplica(database);
  await copyNames(query, database);
  await copySegments(query, database);
  database
    .prepare('UPDATE search_state SET version = ?, last_segment = max(last_segment, ?)')
    .run(state.version, state.last);
}

interface PublishedVersion {
  readonly version: number;
  readonly last: number;
}

type Query = (text: string, values?: readonly unknown[]) => Promise<unknown[]>;

/** Requests the next page while one is processed; `read` returns null at the end. */
async function* readAhead<T>(read: (last: T | null) => Promise<T> | null): AsyncGenerator<T> {
  let next = read(null);
  try {
    while (next !== null) {
      const page: T = await next;
      next = read(page);
      yield page;
    }
  } finally {
    // If processing fails, the connection must not return to the pool with a pending query.
    await next;
  }
}

async function copyNames(query: Query, database: SqlDatabase): Promise<void> {
  const lastWord = greatestNumber(database, namedTables[0]);
  for (const named of namedTables) await copyRows(query, database, named);
  database
    .prepare(`INSERT INTO search_infix(rowid, word) SELECT word_id, word FROM search_word
      WHERE word_id > ? AND word NOT GLOB '${partlessPattern}'`)
    .run(lastWord);
}

interface NamePage {
  /** JSON, passed unparsed from one database to the other: that avoids a million objects. */
  readonly rows: string;
  readonly count: number;
  readonly last: number | null;
}

async function copyRows(query: Query, database: SqlDatabase, named: NamedTable): Promise<void> {
  const { table, columns } = named;
  const [key] = columns;
  const list = columns.join(', ');
  const insert = database.prepare(
    `INSERT INTO ${table}(${list}) SELECT ${columns.map((_, at) => `value ->> ${at}`).join(', ')} FROM json_each(?)`,
  );
  const text = `SELECT coalesce(json_agg(json_build_array(${list})), '[]')::text AS rows, count(*) AS count, max(${key}) AS last
    FROM (SELECT ${list} FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${pageSize}) AS page`;
  const read = async (after: number) => ((await query(text, [after])) as NamePage[])[0]!;
  const first = greatestNumber(database, named);
  const pages = readAhead<NamePage>((page) => {
    if (page === null) return read(first);
    return page.count < pageSize || page.last === null ? null : read(page.last);
  });
  for await (const { rows } of pages) insert.run(rows);
}

interface SegmentRow {
  readonly segment: number;
  readonly documents: number;
  readonly dead: Uint8Array | null;
}

async function copySegments(query: Query, database: SqlDatabase): Promise<void> {
  const published = (await query('SELECT segment, documents, dead FROM search_segment')) as SegmentRow[];
  const own = new Set(segmentNumbers(database));
  const update = database.prepare('UPDATE search_segment SET dead = ? WHERE segment = ?');
  const add = database.prepare('INSERT INTO search_segment VALUES(?, ?, ?)');
  for (const { segment, documents, dead } of published) {
    if (own.delete(segment)) update.run(dead, segment);
    else {
      await copyContent(query, database, segment);
      add.run(segment, documents, dead);
    }
  }
  for (const gone of own) withdrawSegment(database, gone);
  for await (const step of removeLeftovers(database)) void step;
}

async function copyContent(query: Query, database: SqlDatabase, segment: number): Promise<void> {
  const column = database.prepare('INSERT INTO search_column VALUES(?, ?, ?)');
  const columns = await query('SELECT name, content FROM search_column WHERE segment = $1', [segment]);
  for (const { name, content } of columns as { name: string; content: Uint8Array }[])
    column.run(segment, name, content);
  const post = database.prepare('INSERT INTO search_posting VALUES(?, ?, ?, ?)');
  const text = `SELECT number, content FROM search_pack WHERE segment = $1 AND number >= $2 ORDER BY number LIMIT ${packsPerPage}`;
  const read = (number: number) => query(text, [segment, number]) as Promise<PackRow[]>;
  const pages = readAhead<PackRow[]>((page) => {
    if (page === null) return read(0);
    return page.length < packsPerPage ? null : read(page.at(-1)!.number + 1);
  });
  for await (const packs of pages)
    for (const { content } of packs)
      unpackPostings(content, ({ word, documents, list, places }) =>
        post.run(segment * wordLimit + word, documents, list, places),
      );
}

interface PackRow {
  readonly number: number;
  readonly content: Uint8Array;
}
