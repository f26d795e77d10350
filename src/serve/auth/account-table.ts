// The table of accounts: names, roles and password hashes.
import { type ErrorFacts, GeotrawlError } from '../../model/errors.ts';
import { lockByName, statement, type Work } from '../../store/sql/sql.ts';
import type { Account, Role } from '../http/principal.ts';

export interface AccountRow extends Account {
  readonly createdMs: number;
  /** False until the user has set a password with their one-time link. */
  readonly hasPassword: boolean;
  /** Last use of a current session; null if there is none. */
  readonly seenMs: number | null;
}

type Row = Omit<AccountRow, 'hasPassword'> & { readonly hasPassword: number };

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

export function* listAccounts(): Work<readonly AccountRow[]> {
  return (yield* everybody.all()).map(readRow);
}

/** Throws `request.not-found`. */
export function* getAccount(id: number): Work<AccountRow> {
  const row = yield* byId.get(id);
  if (row === undefined) throw new GeotrawlError('request.not-found', `No such user: ${id}.`);
  return readRow(row);
}

export function* findAccount(name: string): Work<AccountRow | null> {
  const row = yield* byName.get(name);
  return row === undefined ? null : readRow(row);
}

/** The stored hash; null if no password is set. */
export function* passwordOf(id: number): Work<string | null> {
  return (yield* password.get(id))?.password ?? null;
}

export function* hasAdmin(): Work<boolean> {
  return (yield* admins.get()) !== undefined;
}

/** Throws `usage.bad-argument` if the name is taken or invalid. */
export function* insertAccount({
  name,
  role,
  nowMs,
}: {
  readonly name: string;
  readonly role: Role;
  readonly nowMs: number;
}): Work<Account> {
  const clean = name.normalize('NFC').trim();
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(clean))
    throw badName(`"${clean.slice(0, 80)}" is not a valid name. Use at most 64 letters, digits, spaces and . _ @ -.`, {
      reason: 'bad-name',
    });
  yield* lockByName('people');
  if ((yield* byName.get(clean)) !== undefined)
    throw badName(`A user named ${clean} already exists.`, { reason: 'name-taken', given: clean });
  const { id } = (yield* insert.get(clean, role, nowMs))!;
  return { id, name: clean, role };
}

export function* savePassword(id: number, hash: string): Work<void> {
  yield* setPassword.run(hash, id);
}

/** Throws `usage.bad-argument` if no administrator would be left. */
export function* saveRole(id: number, role: Role): Work<void> {
  if (role !== 'admin') yield* requireAnotherAdmin(id);
  yield* setRole.run(role, id);
}

/** Sessions, links and tokens are deleted too; crawls stay, without an owner. */
export function* deleteAccount(id: number): Work<void> {
  yield* requireAnotherAdmin(id);
  for (const deletion of deletions) yield* deletion.run(id);
  yield* leaveTasks.run(id);
}

function* requireAnotherAdmin(id: number): Work<void> {
  // Two administrators who remove each other at the same time must not both succeed.
  yield* lockByName('people');
  const [first, second] = yield* admins.all();
  if (first?.id !== id || second !== undefined) return;
  throw new GeotrawlError('usage.bad-argument', 'This is the last administrator. Make another user one first.', {
    facts: { parameter: 'role', reason: 'last-admin' },
  });
}

function badName(message: string, facts: ErrorFacts): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message, { facts: { parameter: 'name', ...facts } });
}

function readRow({ hasPassword, ...rest }: Row): AccountRow {
  return { ...rest, hasPassword: hasPassword === 1 };
}
