// Sessions and one-time links: what lets a person in, kept as hashes, each with its end.
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite.ts';
import { readSqlite } from '../../store/sqlite-read.ts';
import type { Person } from './person.ts';
import { hashSecret, makeSecret } from './secrets.ts';

const dayMs = 24 * 60 * 60_000;
/** A session ends when it was not used for so long, and after so long whatever happens. */
const idleMs = 3 * dayMs;
const absoluteMs = 30 * dayMs;
/** How exactly it is known when a session was seen: writing on every request would cost more than it is worth. */
const seenEveryMs = 5 * 60_000;
const linkMs = dayMs;

/** A new session, always with a new secret; whoever knew an old one has nothing. */
export function beginSession(transaction: Transaction, person: number, nowMs: number): string {
  const database = databaseOf(transaction);
  database
    .prepare('DELETE FROM person_session WHERE seen_ms < ? OR created_ms < ?')
    .run(nowMs - idleMs, nowMs - absoluteMs);
  const secret = makeSecret();
  database.prepare('INSERT INTO person_session VALUES(?, ?, ?, ?)').run(hashSecret(secret), person, nowMs, nowMs);
  return secret;
}

export interface OpenSession {
  readonly person: Person;
  /** Time to write down that it was seen. */
  readonly isSeenDue: boolean;
}

export function findSession(store: SqliteStore, secret: string, nowMs: number): OpenSession | null {
  const row = readSqlite(() =>
    store.database
      .prepare(
        `SELECT person_id AS id, name, role, seen_ms AS seenMs FROM person_session JOIN person USING(person_id)
        WHERE hash = ? AND seen_ms > ? AND person_session.created_ms > ?`,
      )
      .get(hashSecret(secret), nowMs - idleMs, nowMs - absoluteMs),
  ) as (Person & { seenMs: number }) | undefined;
  if (row === undefined) return null;
  const { seenMs, ...person } = row;
  return { person, isSeenDue: nowMs - seenMs > seenEveryMs };
}

export function touchSession(transaction: Transaction, secret: string, nowMs: number): void {
  databaseOf(transaction)
    .prepare('UPDATE person_session SET seen_ms = ? WHERE hash = ?')
    .run(nowMs, hashSecret(secret));
}

export function endSession(transaction: Transaction, secret: string): void {
  databaseOf(transaction).prepare('DELETE FROM person_session WHERE hash = ?').run(hashSecret(secret));
}

export function endSessionsOf(transaction: Transaction, person: number): void {
  databaseOf(transaction).prepare('DELETE FROM person_session WHERE person_id = ?').run(person);
}

/** Whoever has it may set the person's password once; without a person, become the first administrator. Older ones end. */
export function makeLink(transaction: Transaction, person: number | null, nowMs: number): string {
  const database = databaseOf(transaction);
  database.prepare('DELETE FROM one_time_link WHERE person_id IS ? OR expires_ms < ?').run(person, nowMs);
  const secret = makeSecret();
  database.prepare('INSERT INTO one_time_link VALUES(?, ?, ?)').run(hashSecret(secret), person, nowMs + linkMs);
  return secret;
}

/** Whose link it is. Throws `access.link` where it is none, was used or is too old. */
export function readLink(store: SqliteStore, secret: string, nowMs: number): { readonly person: number | null } {
  const row = readSqlite(() =>
    store.database
      .prepare('SELECT person_id AS person FROM one_time_link WHERE hash = ? AND expires_ms > ?')
      .get(hashSecret(secret), nowMs),
  );
  if (row === undefined)
    throw new GeotrawlError(
      'access.link',
      'This link was used or is too old. Ask an administrator for a new one, or run `geotrawl user reset NAME`.',
    );
  return row as { person: number | null };
}

export function endLink(transaction: Transaction, secret: string): void {
  databaseOf(transaction).prepare('DELETE FROM one_time_link WHERE hash = ?').run(hashSecret(secret));
}
