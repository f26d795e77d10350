// People at rest: names, roles and passwords.
import { type ErrorFacts, GeotrawlError } from '../../model/errors.ts';
import { holdAlone, statement, type Work } from '../../store/sql/sql.ts';
import type { Person, Role } from '../http/principal.ts';

export interface PersonRow extends Person {
  readonly createdMs: number;
  /** False until they have used their link. */
  readonly hasPassword: boolean;
  /** When a session of theirs was last seen; null for never, or not since it ended. */
  readonly seenMs: number | null;
}

type Row = Omit<PersonRow, 'hasPassword'> & { readonly hasPassword: number };

const columns = `person_id AS id, name, role, created_ms AS "createdMs",
  CASE WHEN password IS NULL THEN 0 ELSE 1 END AS "hasPassword",
  (SELECT max(seen_ms) FROM person_session WHERE person_session.person_id = person.person_id) AS "seenMs"`;
const everybody = statement<Row>(`SELECT ${columns} FROM person ORDER BY name`);
const byId = statement<Row>(`SELECT ${columns} FROM person WHERE person_id = ?`);
const byName = statement<Row>(`SELECT ${columns} FROM person WHERE name = ?`);
const password = statement<{ password: string | null }>('SELECT password FROM person WHERE person_id = ?');
const admins = statement<{ id: number }>(`SELECT person_id AS id FROM person WHERE role = 'admin' LIMIT 2`);
const insert = statement<{ id: number }>(
  'INSERT INTO person(name, role, created_ms) VALUES(?, ?, ?) RETURNING person_id AS id',
);
const setPassword = statement('UPDATE person SET password = ? WHERE person_id = ?');
const setRole = statement('UPDATE person SET role = ? WHERE person_id = ?');
const deletions = ['person', 'person_session', 'api_token', 'one_time_link', 'pages_used'].map((table) =>
  statement(`DELETE FROM ${table} WHERE person_id = ?`),
);
const leaveTasks = statement(
  `UPDATE owned_task SET person_id = NULL, is_shared = 0, wish = 'stop', every_ms = NULL WHERE person_id = ?`,
);

export function* listPeople(): Work<readonly PersonRow[]> {
  return (yield* everybody.all()).map(readRow);
}

/** Throws `request.not-found`. */
export function* getPerson(id: number): Work<PersonRow> {
  const row = yield* byId.get(id);
  if (row === undefined) throw new GeotrawlError('request.not-found', `There is no person ${id}.`);
  return readRow(row);
}

export function* findPerson(name: string): Work<PersonRow | null> {
  const row = yield* byName.get(name);
  return row === undefined ? null : readRow(row);
}

/** The stored hash; null where there is none to compare with. */
export function* passwordOf(id: number): Work<string | null> {
  return (yield* password.get(id))?.password ?? null;
}

export function* hasAdmin(): Work<boolean> {
  return (yield* admins.get()) !== undefined;
}

/** Throws `usage.bad-argument` for a name that is taken or no name. */
export function* insertPerson({
  name,
  role,
  nowMs,
}: {
  readonly name: string;
  readonly role: Role;
  readonly nowMs: number;
}): Work<Person> {
  const clean = name.normalize('NFC').trim();
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(clean))
    throw badName(`"${clean.slice(0, 80)}" is no name: letters, digits, spaces and . _ @ - will do, 64 at most.`, {
      reason: 'bad-name',
    });
  yield* holdAlone('people');
  if ((yield* byName.get(clean)) !== undefined)
    throw badName(`There is somebody named ${clean} already.`, { reason: 'name-taken', given: clean });
  const { id } = (yield* insert.get(clean, role, nowMs))!;
  return { id, name: clean, role };
}

export function* savePassword(id: number, hash: string): Work<void> {
  yield* setPassword.run(hash, id);
}

/** Throws `usage.bad-argument` where nobody would be left to administer. */
export function* saveRole(id: number, role: Role): Work<void> {
  if (role !== 'admin') yield* requireAnotherAdmin(id);
  yield* setRole.run(role, id);
}

/** Everything that lets them in goes with them; their crawls stay, as nobody's. */
export function* deletePerson(id: number): Work<void> {
  yield* requireAnotherAdmin(id);
  for (const deletion of deletions) yield* deletion.run(id);
  yield* leaveTasks.run(id);
}

function* requireAnotherAdmin(id: number): Work<void> {
  // Two administrators who remove each other at the same moment must not both succeed.
  yield* holdAlone('people');
  const [first, second] = yield* admins.all();
  if (first?.id !== id || second !== undefined) return;
  throw new GeotrawlError('usage.bad-argument', 'This is the last administrator. Make somebody else one first.', {
    facts: { parameter: 'role', reason: 'last-admin' },
  });
}

function badName(message: string, facts: ErrorFacts): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message, { facts: { parameter: 'name', ...facts } });
}

function readRow({ hasPassword, ...rest }: Row): PersonRow {
  return { ...rest, hasPassword: hasPassword === 1 };
}
