// API tokens at rest: for programs, with scopes, shown once.
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite.ts';
import { readSqlite } from '../../store/sqlite-read.ts';
import { type Person, type Scope, scopes } from './person.ts';
import { hashSecret, makeSecret } from './secrets.ts';

export interface ApiToken {
  readonly id: number;
  readonly person: number;
  readonly owner: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly usedMs: number | null;
}

/** Found by programs that look for leaked secrets. */
const prefix = 'gt_';
/** How exactly it is known when a token was used. */
const usedEveryMs = 60_000;

export interface TokenWish {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresMs: number | null;
}

/** The token itself, never to be seen again. Throws `usage.bad-argument` where it could do more than its owner. */
export function insertToken(transaction: Transaction, owner: Person, wish: TokenWish, nowMs: number): string {
  if (wish.scopes.length === 0) throw bad('scopes', `name at least one of ${scopes.join(', ')}.`);
  if (wish.scopes.includes('admin') && owner.role !== 'admin') throw bad('scopes', 'only administrators have "admin".');
  if (wish.scopes.includes('crawl') && owner.role === 'guest') throw bad('scopes', 'guests cannot crawl.');
  const name = wish.name.trim();
  if (name === '' || name.length > 100) throw bad('name', 'say in up to 100 characters what the token is for.');
  const token = makeSecret(prefix);
  databaseOf(transaction)
    .prepare('INSERT INTO api_token(hash, person_id, name, scopes, created_ms, expires_ms) VALUES(?, ?, ?, ?, ?, ?)')
    .run(hashSecret(token), owner.id, name, wish.scopes.join(' '), nowMs, wish.expiresMs);
  return token;
}

export interface UsedToken {
  readonly id: number;
  readonly person: Person;
  readonly scopes: readonly Scope[];
  readonly isUsedDue: boolean;
}

export function findToken(store: SqliteStore, token: string, nowMs: number): UsedToken | null {
  if (!token.startsWith(prefix)) return null;
  const row = readSqlite(() =>
    store.database
      .prepare(
        `SELECT token_id AS token, scopes, used_ms AS usedMs, person_id AS id, person.name AS name, role
        FROM api_token JOIN person USING(person_id) WHERE hash = ? AND (expires_ms IS NULL OR expires_ms > ?)`,
      )
      .get(hashSecret(token), nowMs),
  ) as (Person & { token: number; scopes: string; usedMs: number | null }) | undefined;
  if (row === undefined) return null;
  const { id, name, role } = row;
  const isUsedDue = nowMs - (row.usedMs ?? 0) > usedEveryMs;
  return { id: row.token, person: { id, name, role }, scopes: readScopes(row.scopes), isUsedDue };
}

export function touchToken(transaction: Transaction, id: number, nowMs: number): void {
  databaseOf(transaction).prepare('UPDATE api_token SET used_ms = ? WHERE token_id = ?').run(nowMs, id);
}

/** Of one person, or of everybody. */
export function listTokens(store: SqliteStore, person: number | null): readonly ApiToken[] {
  const rows = readSqlite(() =>
    store.database
      .prepare(
        `SELECT token_id AS id, person_id AS person, person.name AS owner, api_token.name AS name, scopes,
        api_token.created_ms AS createdMs, expires_ms AS expiresMs, used_ms AS usedMs
        FROM api_token JOIN person USING(person_id) WHERE ?1 IS NULL OR person_id = ?1 ORDER BY token_id`,
      )
      .all(person),
  ) as (Omit<ApiToken, 'scopes'> & { scopes: string })[];
  return rows.map((row) => ({ ...row, scopes: readScopes(row.scopes) }));
}

/** Throws `request.not-found`, also for a token of somebody else where `person` is given. */
export function deleteToken(transaction: Transaction, id: number, person: number | null): void {
  const { changes } = databaseOf(transaction)
    .prepare('DELETE FROM api_token WHERE token_id = ?1 AND (?2 IS NULL OR person_id = ?2)')
    .run(id, person);
  if (Number(changes) === 0) throw new GeotrawlError('request.not-found', `There is no token ${id}.`);
}

function readScopes(text: string): readonly Scope[] {
  return scopes.filter((scope) => text.split(' ').includes(scope));
}

function bad(parameter: string, message: string): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', `${parameter}: ${message}`, { facts: { parameter } });
}
