// Sessions and one-time links, stored as hashes, each with an expiry.
import { GeotrawlError } from '../../model/errors.ts';
import { statement, type Work } from '../../store/sql/sql.ts';
import type { Account } from '../http/principal.ts';
import { hashSecret, makeSecret } from './generate-secret.ts';

const dayMs = 24 * 60 * 60_000;
/** A session expires after this idle time, and after this total time in any case. */
const idleMs = 3 * dayMs;
const absoluteMs = 30 * dayMs;
/** Precision of a session's "last seen": writing on every request would be too expensive. */
const seenEveryMs = 5 * 60_000;
const linkMs = dayMs;

const deleteEnded = statement('DELETE FROM person_session WHERE seen_ms < ? OR created_ms < ?');
const insertSession = statement('INSERT INTO person_session VALUES(?, ?, ?, ?)');
const bySecret = statement<Account & { seenMs: number }>(
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

/** A new session always has a new secret, so an old one is useless. */
export function* beginSession(person: number, nowMs: number): Work<string> {
  yield* deleteEnded.run(nowMs - idleMs, nowMs - absoluteMs);
  const secret = makeSecret();
  yield* insertSession.run(hashSecret(secret), person, nowMs, nowMs);
  return secret;
}

export interface OpenSession {
  readonly person: Account;
  /** "Last seen" is due for an update. */
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

/**
 * The link sets the user's password once; without a user, it creates the first administrator. Invalidates older links.
 */
export function* makeLink(person: number | null, nowMs: number): Work<string> {
  yield* deleteOldLinks.run(person, nowMs);
  const secret = makeSecret();
  yield* insertLink.run(hashSecret(secret), person, nowMs + linkMs);
  return secret;
}

/** The user the link is for. Throws `access.link` if it is unknown, used or expired. */
export function* readLink(secret: string, nowMs: number): Work<{ readonly person: number | null }> {
  const row = yield* linkBySecret.get(hashSecret(secret), nowMs);
  if (row === undefined) throw usedLink();
  return row;
}

/** If a link is used twice at the same time, the second use throws `access.link`. */
export function* endLink(secret: string): Work<void> {
  if ((yield* deleteLink.run(hashSecret(secret))) === 0) throw usedLink();
}

function usedLink(): GeotrawlError {
  return new GeotrawlError(
    'access.link',
    'This link was used or is too old. Ask an administrator for a new one, or run `geotrawl user reset NAME`.',
  );
}
