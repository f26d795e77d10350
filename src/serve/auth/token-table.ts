// API tokens for programs: scoped, and shown only once.
import { GeotrawlError } from '../../model/errors.ts';
import { statement, type Work } from '../../store/sql/sql.ts';
import { type Account, type Scope, scopes } from '../http/principal.ts';
import { hashSecret, makeSecret } from './generate-secret.ts';

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

/** A fixed prefix, which secret scanners recognize. */
const prefix = 'gt_';
/** Precision of a token's "last used". */
const usedEveryMs = 60_000;

export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresMs: number | null;
}

const insert = statement(
  'INSERT INTO api_token(hash, person_id, name, scopes, created_ms, expires_ms) VALUES(?, ?, ?, ?, ?, ?)',
);
const byHash = statement<Account & { token: number; scopes: string; usedMs: number | null }>(
  `SELECT token_id AS token, scopes, used_ms AS "usedMs", person_id AS id, person.name AS name, role
  FROM api_token JOIN person USING(person_id) WHERE hash = ? AND (expires_ms IS NULL OR expires_ms > ?)`,
);
const touch = statement('UPDATE api_token SET used_ms = ? WHERE token_id = ?');
const ofPerson = statement<Omit<ApiToken, 'scopes'> & { scopes: string }>(
  `SELECT token_id AS id, person_id AS person, person.name AS owner, api_token.name AS name, scopes,
    api_token.created_ms AS "createdMs", expires_ms AS "expiresMs", used_ms AS "usedMs"
  FROM api_token JOIN person USING(person_id) WHERE person_id = coalesce(?, person_id) ORDER BY token_id`,
);
const deletion = statement('DELETE FROM api_token WHERE token_id = ? AND person_id = coalesce(?, person_id)');

/** Returns the token, which is never shown again. Throws `usage.bad-argument` if its scopes exceed the owner's role. */
export function* insertToken(owner: Account, request: TokenRequest, nowMs: number): Work<string> {
  if (request.scopes.length === 0) throw bad('scopes', `name at least one of ${scopes.join(', ')}.`);
  if (request.scopes.includes('admin') && owner.role !== 'admin')
    throw bad('scopes', 'only administrators have "admin".');
  if (request.scopes.includes('crawl') && owner.role === 'guest') throw bad('scopes', 'guests cannot crawl.');
  const name = request.name.trim();
  if (name === '' || name.length > 100) throw bad('name', 'describe the purpose in 1 to 100 characters.');
  const token = makeSecret(prefix);
  yield* insert.run(hashSecret(token), owner.id, name, request.scopes.join(' '), nowMs, request.expiresMs);
  return token;
}

export interface UsedToken {
  readonly id: number;
  readonly person: Account;
  readonly scopes: readonly Scope[];
  readonly isUsedDue: boolean;
}

export function* findToken(token: string, nowMs: number): Work<UsedToken | null> {
  if (!token.startsWith(prefix)) return null;
  const row = yield* byHash.get(hashSecret(token), nowMs);
  if (row === undefined) return null;
  const { id, name, role } = row;
  const isUsedDue = nowMs - (row.usedMs ?? 0) > usedEveryMs;
  return { id: row.token, person: { id, name, role }, scopes: readScopes(row.scopes), isUsedDue };
}

export function* touchToken(id: number, nowMs: number): Work<void> {
  yield* touch.run(nowMs, id);
}

/** Tokens of one user, or of all. */
export function* listTokens(person: number | null): Work<readonly ApiToken[]> {
  return (yield* ofPerson.all(person)).map((row) => ({ ...row, scopes: readScopes(row.scopes) }));
}

/** Throws `request.not-found`, also for another user's token if `person` is given. */
export function* deleteToken(id: number, person: number | null): Work<void> {
  if ((yield* deletion.run(id, person)) === 0) throw new GeotrawlError('request.not-found', `No such token: ${id}.`);
}

function readScopes(text: string): readonly Scope[] {
  return scopes.filter((scope) => text.split(' ').includes(scope));
}

function bad(parameter: string, message: string): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', `${parameter}: ${message}`, { facts: { parameter } });
}
