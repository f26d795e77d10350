// /api/v1/session, users, tokens and audit.

import type { PersonRow } from '../auth/account-table.ts';
import type { LoggedIn, People } from '../auth/accounts.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../auth/session-cookie.ts';
import type { ApiToken } from '../auth/token-table.ts';
import { may, type Person, type Right, type Role, rights, roles, type Scope, scopes } from '../http/principal.ts';
import { bodyOf } from '../http/read-body.ts';
import { type Asked, checkQuery, countIn } from '../http/request.ts';
import { type Answer, badParameter, jsonAnswer } from '../http/response.ts';
import { get, patch, post, put, type Route, remove } from '../http/router.ts';

export function peopleRoutes(people: People): readonly Route[] {
  return [
    get('/api/v1/session', getSession),
    post('/api/v1/session', (asked) => logIn(asked, people)),
    post('/api/v1/session/link', (asked) => useLink(asked, people)),
    remove('/api/v1/session', (asked) => logOut(asked, people)),
    put('/api/v1/session/password', (asked) => changePassword(asked, people)),
    get('/api/v1/users', async () => jsonAnswer({ users: (await people.list()).map(userOf) })),
    post('/api/v1/users', (asked) => addUser(asked, people)),
    patch('/api/v1/users/:id', async (asked) => {
      const body = await bodyOf(asked, ['role']);
      return jsonAnswer(userOf(await people.setRole(asked.who, idIn(asked), roleIn(body.text('role')))));
    }),
    remove('/api/v1/users/:id', async (asked) => {
      await people.remove(asked.who, idIn(asked));
      return done;
    }),
    post('/api/v1/users/:id/reset', async (asked) =>
      jsonAnswer({ link: linkOf(asked, await people.reset(asked.who, idIn(asked))) }),
    ),
    get('/api/v1/tokens', async (asked) =>
      jsonAnswer({ tokens: (await people.tokens(personOf(asked).id)).map(tokenOf) }),
    ),
    post('/api/v1/tokens', (asked) => makeToken(asked, people)),
    remove('/api/v1/tokens/:id', async (asked) => {
      await people.revokeToken(asked.who, idIn(asked), personOf(asked).id);
      return done;
    }),
    get('/api/v1/audit', (asked) => getAudit(asked, people)),
  ];
}

const done: Answer = { status: 204, type: '', body: '' };

/** Where a one-time link leads. */
export function linkOf({ base }: Pick<Asked, 'base'>, secret: string): string {
  return `${base}/welcome/${secret}`;
}

function getSession(asked: Asked): Answer {
  checkQuery(asked, []);
  const { person, role, by } = asked.who;
  const allowed = (Object.keys(rights) as Right[]).filter((right) => may(asked.who, right));
  return jsonAnswer({ user: person, role, by, may: allowed });
}

async function logIn(asked: Asked, people: People): Promise<Answer> {
  const body = await bodyOf(asked, ['name', 'password']);
  const old = readSessionCookie(asked);
  return sessionAnswer(asked, await people.logIn(asked.who, body.text('name'), body.text('password'), old));
}

async function useLink(asked: Asked, people: People): Promise<Answer> {
  const body = await bodyOf(asked, ['link', 'name', 'password']);
  const chosen = { name: body.text('name', ''), password: body.text('password') };
  return sessionAnswer(asked, await people.useLink(asked.who, body.text('link'), chosen));
}

async function changePassword(asked: Asked, people: People): Promise<Answer> {
  const body = await bodyOf(asked, ['old', 'new']);
  return sessionAnswer(asked, await people.changePassword(asked.who, { old: body.text('old'), new: body.text('new') }));
}

async function logOut(asked: Asked, people: People): Promise<Answer> {
  const session = readSessionCookie(asked);
  if (session !== null) await people.logOut(asked.who, session);
  return { ...done, headers: clearSessionCookie(asked.base) };
}

function sessionAnswer({ base }: Asked, { person, session }: LoggedIn): Answer {
  const headers = { ...setSessionCookie(base, session), 'cache-control': 'no-store' };
  return { ...jsonAnswer({ user: person, role: person.role }), headers };
}

async function addUser(asked: Asked, people: People): Promise<Answer> {
  const body = await bodyOf(asked, ['name', 'role']);
  const wish = { name: body.text('name'), role: roleIn(body.text('role', 'user')) };
  const { person, link } = await people.add(asked.who, wish);
  return jsonAnswer({ user: person, link: linkOf(asked, link) }, 'application/json', 201);
}

async function makeToken(asked: Asked, people: People): Promise<Answer> {
  const body = await bodyOf(asked, ['name', 'scopes', 'days']);
  const wish = {
    name: body.text('name'),
    scopes: body.list('scopes').map(scopeIn),
    expiresMs: daysIn(body.count('days')),
  };
  const token = await people.makeToken(asked.who, personOf(asked), wish);
  return { ...jsonAnswer({ token }, 'application/json', 201), headers: { 'cache-control': 'no-store' } };
}

/** From now, in milliseconds; null for no end. */
export function daysIn(days: number | null): number | null {
  return days === null || days === 0 ? null : Date.now() + days * 24 * 60 * 60_000;
}

async function getAudit(asked: Asked, people: People): Promise<Answer> {
  checkQuery(asked, ['limit', 'before']);
  const limit = countIn(asked.query, 'limit', 100, { least: 1, most: 1000 });
  const before = countIn(asked.query, 'before', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  const entries = await people.audit(limit, before === 0 ? null : before);
  return jsonAnswer({ entries, next: entries.length < limit ? null : (entries.at(-1)?.id ?? null) });
}

/** The route is for people with an account alone. */
export function personOf({ who }: Pick<Asked, 'who'>): Person {
  if (who.person === null) throw new Error('a route for people was open to somebody without an account');
  return who.person;
}

export function idIn({ parameters }: Asked): number {
  const id = Number(parameters.id);
  if (!Number.isSafeInteger(id) || id < 1) throw badParameter('id', 'a number is expected.');
  return id;
}

export function roleIn(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role === undefined) throw badParameter('role', `"${text}" is none of ${roles.join(', ')}.`);
  return role;
}

export function scopeIn(text: string): Scope {
  const scope = scopes.find((one) => one === text);
  if (scope === undefined) throw badParameter('scopes', `"${text}" is none of ${scopes.join(', ')}.`);
  return scope;
}

function userOf({ id, name, role, createdMs, hasPassword, seenMs }: PersonRow) {
  return { id, name, role, created: isoOf(createdMs), hasPassword, seen: isoOf(seenMs) };
}

function tokenOf({ id, name, scopes: granted, createdMs, expiresMs, usedMs }: ApiToken) {
  return { id, name, scopes: granted, created: isoOf(createdMs), expires: isoOf(expiresMs), used: isoOf(usedMs) };
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
