// People at rest: names, roles and passwords.
import { type ErrorFacts, GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite.ts';
import { readSqlite } from '../../store/sqlite-read.ts';
import type { Person, Role } from './person.ts';

export interface PersonRow extends Person {
  readonly createdMs: number;
  /** False until they have used their link. */
  readonly hasPassword: boolean;
  /** When a session of theirs was last seen; null for never, or not since it ended. */
  readonly seenMs: number | null;
}

const columns = `person_id AS id, name, role, created_ms AS createdMs, password IS NOT NULL AS hasPassword,
  (SELECT max(seen_ms) FROM person_session WHERE person_session.person_id = person.person_id) AS seenMs`;

export function listPeople(store: SqliteStore): readonly PersonRow[] {
  const rows = readSqlite(() => store.database.prepare(`SELECT ${columns} FROM person ORDER BY name`).all());
  return rows.map(readRow);
}

/** Throws `request.not-found`. */
export function getPerson(store: SqliteStore, id: number): PersonRow {
  const row = readSqlite(() => store.database.prepare(`SELECT ${columns} FROM person WHERE person_id = ?`).get(id));
  if (row === undefined) throw new GeotrawlError('request.not-found', `There is no person ${id}.`);
  return readRow(row);
}

export function findPerson(store: SqliteStore, name: string): PersonRow | null {
  const row = readSqlite(() => store.database.prepare(`SELECT ${columns} FROM person WHERE name = ?`).get(name));
  return row === undefined ? null : readRow(row);
}

/** The stored hash; null where there is none to compare with. */
export function passwordOf(store: SqliteStore, id: number): string | null {
  const row = readSqlite(() => store.database.prepare('SELECT password FROM person WHERE person_id = ?').get(id));
  return (row as { password: string | null } | undefined)?.password ?? null;
}

export function hasAdmin(store: SqliteStore): boolean {
  return (
    readSqlite(() => store.database.prepare(`SELECT 1 FROM person WHERE role = 'admin' LIMIT 1`).get()) !== undefined
  );
}

/** Throws `usage.bad-argument` for a name that is taken or no name. */
export function insertPerson(
  transaction: Transaction,
  { name, role, nowMs }: { readonly name: string; readonly role: Role; readonly nowMs: number },
): Person {
  const database = databaseOf(transaction);
  const clean = name.normalize('NFC').trim();
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(clean))
    throw badName(`"${clean.slice(0, 80)}" is no name: letters, digits, spaces and . _ @ - will do, 64 at most.`, {
      reason: 'bad-name',
    });
  if (database.prepare('SELECT 1 FROM person WHERE name = ?').get(clean) !== undefined)
    throw badName(`There is somebody named ${clean} already.`, { reason: 'name-taken', given: clean });
  const { lastInsertRowid } = database
    .prepare('INSERT INTO person(name, role, created_ms) VALUES(?, ?, ?)')
    .run(clean, role, nowMs);
  return { id: Number(lastInsertRowid), name: clean, role };
}

export function savePassword(transaction: Transaction, id: number, hash: string): void {
  databaseOf(transaction).prepare('UPDATE person SET password = ? WHERE person_id = ?').run(hash, id);
}

/** Throws `usage.bad-argument` where nobody would be left to administer. */
export function saveRole(transaction: Transaction, id: number, role: Role): void {
  if (role !== 'admin') requireAnotherAdmin(transaction, id);
  databaseOf(transaction).prepare('UPDATE person SET role = ? WHERE person_id = ?').run(role, id);
}

/** Everything that lets them in goes with them; their crawls stay, as nobody's. */
export function deletePerson(transaction: Transaction, id: number): void {
  requireAnotherAdmin(transaction, id);
  const database = databaseOf(transaction);
  for (const table of ['person', 'person_session', 'api_token', 'one_time_link', 'pages_used'])
    database.prepare(`DELETE FROM ${table} WHERE person_id = ?`).run(id);
  database
    .prepare(
      `UPDATE owned_task SET person_id = NULL, is_shared = 0, wish = 'stop', every_ms = NULL WHERE person_id = ?`,
    )
    .run(id);
}

function requireAnotherAdmin(transaction: Transaction, id: number): void {
  const admins = databaseOf(transaction)
    .prepare(`SELECT person_id AS id FROM person WHERE role = 'admin' LIMIT 2`)
    .all();
  const isLast = admins.length === 1 && (admins[0] as { id: number }).id === id;
  if (!isLast) return;
  throw new GeotrawlError('usage.bad-argument', 'This is the last administrator. Make somebody else one first.', {
    facts: { parameter: 'role', reason: 'last-admin' },
  });
}

function badName(message: string, facts: ErrorFacts): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message, { facts: { parameter: 'name', ...facts } });
}

function readRow(row: unknown): PersonRow {
  const { hasPassword, ...rest } = row as Omit<PersonRow, 'hasPassword'> & { hasPassword: number };
  return { ...rest, hasPassword: hasPassword === 1 };
}
