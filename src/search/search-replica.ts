// A copy of the search index of a PostgreSQL database in an SQLite file of this process: brought up to date before it is
// searched, and the place where new segments are made before they are published.
import { mayHaveParts } from '../base/searched-texts.ts';
import type { PostgresStore } from '../store/postgres.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { unpackPostings } from './posting-pack.ts';
import { greatestNumber, type NamedTable, namedTables, segmentNumbers } from './replica-rows.ts';
import { wordLimit } from './segment-postings.ts';
import { withdrawSegment } from './segment-writer.ts';

/** Rows asked for at a time. */
const pageSize = 20_000;

export interface IndexState {
  /** Counts what is published. */
  readonly version: number;
  /** Changes with whatever is written into the database. */
  readonly revision: string;
  readonly pending: number;
}

export async function readIndexState(store: PostgresStore): Promise<IndexState> {
  const [row] = await store.query<IndexState>(`SELECT version, pg_current_snapshot()::text AS revision,
    (SELECT count(*) FROM search_pending) AS pending FROM search_state`);
  return row!;
}

/** Brings the copy to the published state; all of it in one transaction of each, so that a search sees one state. */
export async function refreshReplica(store: PostgresStore, replica: SqliteStore): Promise<void> {
  await store.withClient(async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const ask: Ask = async (text, values = []) => (await client.query(text, [...values])).rows;
    await replica.transact(async () => {
      const { database } = replica;
      await copyNames(ask, database);
      await copySegments(ask, database);
      const [state] = (await ask('SELECT version, last_segment FROM search_state')) as [Record<string, number>];
      database
        .prepare('UPDATE search_state SET version = ?, last_segment = max(last_segment, ?)')
        .run(state.version!, state.last_segment!);
    });
    await client.query('COMMIT');
  });
}

type Ask = (text: string, values?: readonly unknown[]) => Promise<unknown[]>;

async function copyNames(ask: Ask, database: SqlDatabase): Promise<void> {
  const infix = database.prepare('INSERT INTO search_infix(rowid, word) VALUES(?, ?)');
  for (const named of namedTables)
    for await (const [number, text] of copyRows(ask, database, named))
      if (named.table === 'search_word' && mayHaveParts(String(text))) infix.run(Number(number), String(text));
}

async function* copyRows(
  ask: Ask,
  database: SqlDatabase,
  named: NamedTable,
): AsyncGenerator<readonly (string | number)[]> {
  const { table, columns } = named;
  const [key] = columns;
  const places = columns.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO ${table}(${columns.join(', ')}) VALUES(${places})`);
  const text = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${pageSize}`;
  for (let last = greatestNumber(database, named); ; ) {
    const rows = (await ask(text, [last])) as Record<string, string | number>[];
    for (const row of rows) {
      const values = columns.map((column) => row[column]!);
      insert.run(...values);
      yield values;
    }
    if (rows.length < pageSize) return;
    last = Number(rows.at(-1)![key]);
  }
}

interface SegmentRow {
  readonly segment: number;
  readonly documents: number;
  readonly dead: Uint8Array | null;
}

async function copySegments(ask: Ask, database: SqlDatabase): Promise<void> {
  const published = (await ask('SELECT segment, documents, dead FROM search_segment')) as SegmentRow[];
  const own = new Set(segmentNumbers(database));
  const bury = database.prepare('UPDATE search_segment SET dead = ? WHERE segment = ?');
  const add = database.prepare('INSERT INTO search_segment VALUES(?, ?, ?)');
  for (const { segment, documents, dead } of published) {
    if (own.delete(segment)) bury.run(dead, segment);
    else {
      await copyContent(ask, database, segment);
      add.run(segment, documents, dead);
    }
  }
  for (const gone of own) withdrawSegment(database, gone);
}

async function copyContent(ask: Ask, database: SqlDatabase, segment: number): Promise<void> {
  const column = database.prepare('INSERT INTO search_column VALUES(?, ?, ?)');
  const columns = await ask('SELECT name, content FROM search_column WHERE segment = $1', [segment]);
  for (const { name, content } of columns as { name: string; content: Uint8Array }[])
    column.run(segment, name, content);
  const post = database.prepare('INSERT INTO search_posting VALUES(?, ?, ?, ?)');
  for (let number = 0; ; number++) {
    const [pack] = (await ask('SELECT content FROM search_pack WHERE segment = $1 AND number = $2', [
      segment,
      number,
    ])) as { content: Uint8Array }[];
    if (pack === undefined) return;
    for (const { word, documents, list, places } of unpackPostings(pack.content))
      post.run(segment * wordLimit + word, documents, list, places);
  }
}
