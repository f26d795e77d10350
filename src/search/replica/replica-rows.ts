// State of a copy of the index: version, resets, whether segments are being built, and the highest numbers.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';

/** Safe to call from several processes at once. */
export function prepareReplica(database: SqlDatabase): void {
  if (isPrepared(database)) return;
  database.exec('BEGIN IMMEDIATE');
  if (!isPrepared(database)) {
    database.exec(`CREATE TABLE IF NOT EXISTS replica_work(is_building INTEGER NOT NULL);
      CREATE TABLE replica_beginning(number INTEGER NOT NULL); INSERT INTO replica_beginning VALUES(0)`);
    emptyReplica(database);
  }
  database.exec('COMMIT');
}

function isPrepared(database: SqlDatabase): boolean {
  return database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'replica_beginning'`).get() !== undefined;
}

/** Number of resets: anything read before the last one is invalid. */
export function readResets(database: SqlDatabase): number {
  return (database.prepare('SELECT number FROM replica_beginning').get() as { number: number }).number;
}

/** True if segments were started but not published: its new numbers may be used otherwise in the shared database by now. */
export function isBuilding(database: SqlDatabase): boolean {
  return database.prepare('SELECT 1 FROM replica_work').get() !== undefined;
}

export function setBuilding(database: SqlDatabase, isBuilding: boolean): void {
  database.exec('DELETE FROM replica_work');
  if (isBuilding) database.exec('INSERT INTO replica_work VALUES(1)');
}

/** The next refresh fills it again. */
export function emptyReplica(database: SqlDatabase): void {
  for (const table of ['posting', 'column', 'segment', 'unfinished', 'record', 'value', 'word', 'pending'])
    database.exec(`DELETE FROM search_${table}`);
  database.exec(`INSERT INTO search_infix(search_infix) VALUES('delete-all')`);
  database.exec('UPDATE search_state SET version = 0; UPDATE replica_beginning SET number = number + 1');
  setBuilding(database, false);
}

export function readVersion(database: SqlDatabase): number {
  return (database.prepare('SELECT version FROM search_state').get() as { version: number }).version;
}

export function segmentNumbers(database: SqlDatabase): readonly number[] {
  const rows = database.prepare('SELECT segment FROM search_segment ORDER BY segment').all() as { segment: number }[];
  return rows.map(({ segment }) => segment);
}

/** Tables whose rows are only added, with ascending numbers. */
export const namedTables = [
  { table: 'search_word', columns: ['word_id', 'word'] },
  { table: 'search_value', columns: ['value_id', 'facet', 'value'] },
  { table: 'search_record', columns: ['rid', 'id'] },
] as const;

export type NamedTable = (typeof namedTables)[number];

export function greatestNumber(database: SqlDatabase, { table, columns: [key] }: NamedTable): number {
  return (database.prepare(`SELECT coalesce(max(${key}), 0) AS last FROM ${table}`).get() as { last: number }).last;
}
