// Sessions and one-time links: what lets a person in, kept as hashes, each with its end.
import { GeotrawlError } from '../../model/errors.ts';
import { statement, type Work } from '../../store/sql/sql.ts';
import type { Person } from '../http/principal.ts';
import { hashSecret, makeSecret } from './generate-secret.ts';

const dayMs = 24 * 60 * 60_000;
/** A session ends when it was not used for so long, and after so long whatever happens. */
const idleMs = 3 * dayMs;
const absoluteMs = 30 * dayMs;
/** How exactly it is known when a session was seen: writing on every request would cost more than it is worth. */
const seenEveryMs = 5 * 60_000;
const linkMs = dayMs;

const deleteEnded = statement('DELETE FROM person_session WHERE seen_ms < ? OR created_ms < ?');
const insertSession = statement('INSERT INTO person_session VALUES(?, ?, ?, ?)');
const bySecret = statement<Person & { seenMs: number }>(
  `SELECT person_id AS id, name, role, seen_ms AS "seenMs" FROM person_session JOIN person USING(person_id)
  WHERE hash = ? AND seen_ms > ? AND person_session.created_ms > ?`,
);
const touch = statement('UPDATE person_session SET seen_ms = ? WHERE hash = ?');
const deleteSession = statement('DELETE FROM person_session WHERE hash = ?');
const deleteSessionsOf = statement('DELETE FROM person_session WHERE person_id = ?');
const deleteOldLinks = statement('DELETE FROM one_time_link WHERE person_id IS NOT DISTINCT FROM ? OR expires_ms < ?');
const insertLink = statement('INSERT INTO one_time_link VALUES(?, ?, ?)');
const linkBySecret = statement<{ person: number | null }>(
  'SELECT person_id AS person FROM one_time_link WHERE hash = ? AND expires_ms > ?',
);
const deleteLink = statement('DELETE FROM one_time_link WHERE hash = ?');

/** A new session, always with a new secret; whoever knew an old one has nothing. */
export function* beginSession(person: number, nowMs: number): Work<string> {
  yield* deleteEnded.run(nowMs - idleMs, nowMs - absoluteMs);
  const secret = makeSecret();
  yield* insertSession.run(hashSecret(secret), person, nowMs, nowMs);
  return secret;
}

export interface OpenSession {
  readonly person: Person;
  /** Time to write down that it was seen. */
  readonly isSeenDue: boolean;
}

export function* findSession(secret: string, nowMs: number): Work<OpenSession | null> {
  const row = yield* bySecret.get(hashSecret(secret), nowMs - idleMs, nowMs - absoluteMs);
  if (row === undefined) return null;
  const { seenMs, ...person } = row;
  return { person, isSeenDue: nowMs - seenMs > seenEveryMs };
}

export function* touchSession(secret: string, nowMs: number): Work<void> {
  yield* touch.run(nowMs, hashSecret(secret));
}

export function* endSession(secret: string): Work<void> {
  yield* deleteSession.run(hashSecret(secret));
}

export function* endSessionsOf(person: number): Work<void> {
  yield* deleteSessionsOf.run(person);
}

/** Whoever has it may set the person's password once; without a person, become the first administrator. Older ones end. */
export function* makeLink(person: number | null, nowMs: number): Work<string> {
  yield* deleteOldLinks.run(person, nowMs);
  const secret = makeSecret();
  yield* insertLink.run(hashSecret(secret), person, nowMs + linkMs);
  return secret;
}

/** Whose link it is. Throws `access.link` where it is none, was used or is too old. */
export function* readLink(secret: string, nowMs: number): Work<{ readonly person: number | null }> {
  const row = yield* linkBySecret.get(hashSecret(secret), nowMs);
  if (row === undefined) throw usedLink();
  return row;
}

/** Of two who use one link at the same moment, one comes too late: throws `access.link`. */
export function* endLink(secret: string): Work<void> {
  if ((yield* deleteLink.run(hashSecret(secret))) === 0) throw usedLink();
}

function usedLink(): GeotrawlError {
  return new GeotrawlError(
    'access.link',
    'This link was used or is too old. Ask an administrator for a new one, or run `geotrawl user reset NAME`.',
  );
}
