// Routes for /api/v1/session, users, tokens and audit.

import { Type } from 'typebox';
import {
  type Account,
  may,
  type Permission,
  permissions,
  type Role,
  roles,
  type Scope,
  scopes,
} from '../http/principal.ts';
import { bodyOf } from '../http/read-body.ts';
import { countIn, type HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse, jsonResponse } from '../http/response.ts';
import { bodyMembers, get, patch, post, put, queryParameters, type Route, remove } from '../http/route.ts';
import type { AccountRow } from './account-table.ts';
import type { Accounts, LoggedIn } from './accounts.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';
import type { ApiToken } from './token-table.ts';

export function accountRoutes(people: Accounts): readonly Route[] {
  return [
    get(
      '/api/v1/session',
      { permission: 'look', summary: "The caller's account and permissions", query: queryParameters() },
      getSession,
    ),
    post(
      '/api/v1/session',
      {
        permission: 'log-in',
        rate: 'costly',
        summary: 'Log in; the response sets a cookie',
        body: bodyMembers({ name: Type.String(), password: Type.String() }),
      },
      (request) => logIn(request, people),
    ),
    post(
      '/api/v1/session/link',
      {
        permission: 'log-in',
        rate: 'costly',
        statuses: [410],
        summary: 'Set a password with a one-time link',
        body: bodyMembers({ link: Type.String(), name: Type.Optional(Type.String()), password: Type.String() }),
      },
      (request) => useLink(request, people),
    ),
    remove('/api/v1/session', { permission: 'account', summary: 'Log out', status: 204 }, (request) =>
      logOut(request, people),
    ),
    put(
      '/api/v1/session/password',
      {
        permission: 'account',
        rate: 'costly',
        summary: 'Change your password',
        body: bodyMembers({ old: Type.String(), new: Type.String() }),
      },
      (request) => changePassword(request, people),
    ),
    get('/api/v1/users', { permission: 'administer', summary: 'All accounts' }, async () =>
      jsonResponse({ users: (await people.list()).map(userOf) }),
    ),
    post(
      '/api/v1/users',
      {
        permission: 'administer',
        summary: 'Create a user; returns a one-time link',
        body: bodyMembers({ name: Type.String(), role: Type.Optional(Type.String()) }),
        status: 201,
      },
      (request) => addUser(request, people),
    ),
    patch(
      '/api/v1/users/:id',
      { permission: 'administer', summary: "Change a user's role", body: bodyMembers({ role: Type.String() }) },
      async (request) => {
        const body = await bodyOf(request);
        return jsonResponse(userOf(await people.setRole(request.who, idIn(request), roleIn(body.text('role')))));
      },
    ),
    remove(
      '/api/v1/users/:id',
      { permission: 'administer', summary: 'Remove a user', status: 204 },
      async (request) => {
        await people.remove(request.who, idIn(request));
        return done;
      },
    ),
    post(
      '/api/v1/users/:id/reset',
      { permission: 'administer', summary: 'Create a one-time link for a new password' },
      async (request) => jsonResponse({ link: linkOf(request, await people.reset(request.who, idIn(request))) }),
    ),
    get('/api/v1/tokens', { permission: 'account', summary: 'Your API tokens' }, async (request) =>
      jsonResponse({ tokens: (await people.tokens(accountOf(request).id)).map(tokenOf) }),
    ),
    post(
      '/api/v1/tokens',
      {
        permission: 'account',
        summary: 'Create a token; shown once',
        body: bodyMembers({
          name: Type.String(),
          scopes: Type.Array(Type.String()),
          days: Type.Optional(Type.Integer()),
        }),
        status: 201,
      },
      (request) => makeToken(request, people),
    ),
    remove('/api/v1/tokens/:id', { permission: 'account', summary: 'Revoke a token', status: 204 }, async (request) => {
      await people.revokeToken(request.who, idIn(request), accountOf(request).id);
      return done;
    }),
    get(
      '/api/v1/audit',
      { permission: 'administer', summary: 'Audit log, newest first', query: queryParameters('limit', 'before') },
      (request) => getAudit(request, people),
    ),
  ];
}

const done: HttpResponse = { status: 204, type: '', body: '' };

/** The target URL of a one-time link. */
export function linkOf({ base }: Pick<HttpRequest, 'base'>, secret: string): string {
  return `${base}/welcome/${secret}`;
}

function getSession(request: HttpRequest): HttpResponse {
  const { person, role, by } = request.who;
  const allowed = (Object.keys(permissions) as Permission[]).filter((right) => may(request.who, right));
  return jsonResponse({ user: person, role, by, may: allowed });
}

async function logIn(request: HttpRequest, people: Accounts): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const old = readSessionCookie(request);
  return sessionResponse(request, await people.logIn(request.who, body.text('name'), body.text('password'), old));
}

async function useLink(request: HttpRequest, people: Accounts): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const chosen = { name: body.text('name', ''), password: body.text('password') };
  return sessionResponse(request, await people.useLink(request.who, body.text('link'), chosen));
}

async function changePassword(request: HttpRequest, people: Accounts): Promise<HttpResponse> {
  const body = await bodyOf(request);
  return sessionResponse(
    request,
    await people.changePassword(request.who, { old: body.text('old'), new: body.text('new') }),
  );
}

async function logOut(request: HttpRequest, people: Accounts): Promise<HttpResponse> {
  const session = readSessionCookie(request);
  if (session !== null) await people.logOut(request.who, session);
  return { ...done, headers: clearSessionCookie(request.base) };
}

function sessionResponse({ base }: HttpRequest, { person, session }: LoggedIn): HttpResponse {
  const headers = { ...setSessionCookie(base, session), 'cache-control': 'no-store' };
  return { ...jsonResponse({ user: person, role: person.role }), headers };
}

async function addUser(request: HttpRequest, people: Accounts): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const user = { name: body.text('name'), role: roleIn(body.text('role', 'user')) };
  const { person, link } = await people.add(request.who, user);
  return jsonResponse({ user: person, link: linkOf(request, link) }, 'application/json', 201);
}

async function makeToken(request: HttpRequest, people: Accounts): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const tokenRequest = {
    name: body.text('name'),
    scopes: body.list('scopes').map(scopeIn),
    expiresMs: daysIn(body.count('days')),
  };
  const token = await people.makeToken(request.who, accountOf(request), tokenRequest);
  return { ...jsonResponse({ token }, 'application/json', 201), headers: { 'cache-control': 'no-store' } };
}

/** Milliseconds from now; null if it doesn't expire. */
export function daysIn(days: number | null): number | null {
  return days === null || days === 0 ? null : Date.now() + days * 24 * 60 * 60_000;
}

async function getAudit(request: HttpRequest, people: Accounts): Promise<HttpResponse> {
  const limit = countIn(request.query, 'limit', 100, { least: 1, most: 1000 });
  const before = countIn(request.query, 'before');
  const entries = await people.audit(limit, before === 0 ? null : before);
  return jsonResponse({ entries, next: entries.length < limit ? null : (entries.at(-1)?.id ?? null) });
}

/** The route requires an account. */
export function accountOf({ who }: Pick<HttpRequest, 'who'>): Account {
  if (who.person === null) throw new Error('a route for accounts was open to a caller without one');
  return who.person;
}

export function idIn({ parameters }: HttpRequest): number {
  const id = Number(parameters.id);
  if (!Number.isSafeInteger(id) || id < 1) throw badParameter('id', 'must be a positive integer.');
  return id;
}

export function roleIn(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role === undefined) throw badParameter('role', `"${text}" must be one of ${roles.join(', ')}.`);
  return role;
}

export function scopeIn(text: string): Scope {
  const scope = scopes.find((one) => one === text);
  if (scope === undefined) throw badParameter('scopes', `"${text}" must be one of ${scopes.join(', ')}.`);
  return scope;
}

function userOf({ id, name, role, createdMs, hasPassword, seenMs }: AccountRow) {
  return { id, name, role, created: isoOf(createdMs), hasPassword, seen: isoOf(seenMs) };
}

function tokenOf({ id, name, scopes: granted, createdMs, expiresMs, usedMs }: ApiToken) {
  return { id, name, scopes: granted, created: isoOf(createdMs), expires: isoOf(expiresMs), used: isoOf(usedMs) };
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
