// Who may do what: every declared route with every role and token.
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/model/errors.ts';
import type { Permission } from '../../src/serve/http/principal.ts';
import { statusOf } from '../../src/serve/http/response.ts';
import type { Route } from '../../src/serve/http/route.ts';
import type { PageContext } from '../../src/serve/pages/page-context.ts';
import { routesOf } from '../../src/serve/serve.ts';
import { type Client, type Json, openPeopledServer, type PeopledServer } from './server-with-accounts.ts';

/** Callers: an anonymous one, a guest with an account, a user, an administrator; tokens of the administrator with one scope each. */
const callers = ['nobody', 'guest', 'user', 'admin', 'read', 'crawl', 'admin-token'] as const;
type Caller = (typeof callers)[number];

/** Who may use the routes that require a permission. */
const callersWith: Readonly<Record<Permission, string>> = {
  look: 'nobody guest user admin read',
  watch: 'nobody guest user admin read',
  export: 'user admin read',
  crawl: 'user admin crawl',
  follow: 'user admin crawl',
  'log-in': 'nobody guest user admin',
  account: 'guest user admin',
  keep: 'guest user admin',
  administer: 'admin admin-token',
};

/** All that the server's router knows: `startServer` registers these and no others. */
const routes = routesOf({} as PageContext);
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

let server: PeopledServer;
let description: Json;
const clients = new Map<Caller, () => Promise<Client>>();
beforeAll(async () => {
  server = await openPeopledServer();
  description = (await server.client().ask('GET', '/api/v1/openapi.json')).body;
  const cookies: Partial<Record<Caller, string | null>> = { admin: server.admin.cookie() };
  for (const role of ['guest', 'user'] as const) cookies[role] = (await server.person(role, role)).cookie();
  const withCookie = async (caller: Caller) => {
    const client = server.client();
    client.setCookie(cookies[caller] ?? null);
    return client;
  };
  for (const caller of ['nobody', 'guest', 'user', 'admin'] as const) clients.set(caller, () => withCookie(caller));
  for (const scope of ['read', 'crawl', 'admin']) {
    const { body } = await server.admin.ask('POST', '/api/v1/tokens', { name: scope, scopes: [scope] });
    clients.set(scope === 'admin' ? 'admin-token' : (scope as Caller), async () => server.client(body.token));
  }
});
afterAll(() => server.close());

it('every route is declared once, and changes need more than the permission to look', () => {
  const names = routes.map(nameOf);
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  // Searches by POST change nothing.
  const searches = ['POST /ogc/collections/:collectionId/items', 'POST /csw'];
  const open = routes.filter(({ method, permission }) => method !== 'GET' && /^(?:look|watch)$/.test(permission));
  expect(open.map(nameOf).filter((name) => !searches.includes(name))).toEqual([]);
});

it('only administrators may administer', () => {
  const administration = /^(?:\/admin|\/api\/v1\/(?:users|audit|credentials|opt-outs|workers))(?:\/|$)/;
  const wrong = routes.filter(({ path, permission }) => administration.test(path) !== (permission === 'administer'));
  expect(wrong.map(nameOf)).toEqual([]);
});

/** Pages of the web app, their forms, scripts and assets: everything else serves programs. */
const pages =
  /^\/(?:(?:map|stats|help|help\/api|login|logout|monitor|data-centers|service\/:record)?$|(?:account|admin|crawls|searches|welcome|assets)(?:\/|$))/;

describe('the OpenAPI document', () => {
  it.each(['/api/v1/openapi.json', '/ogc/api'])('%s is valid', async (path) => {
    const { body } = await server.client().ask('GET', path);
    expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  });

  it('has every route for programs with its summary, permission and rate class', () => {
    const operations = Object.entries<Record<string, Json>>(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
    const described = operations.map(({ method, path, operation }) => [
      ...[method, path.replaceAll(/\{(\w+)\}/g, ':$1')],
      ...[operation.summary, operation['x-permission'], operation['x-rate-class']],
    ]);
    const declared = routes
      .filter(({ path }) => !pages.test(path))
      .map(({ method, path, summary, permission, rate = 'standard' }) => [method, path, summary, permission, rate]);
    expect(described.sort()).toEqual(declared.sort());
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the parameters, body, success and errors of every operation', () => {
    for (const { method, path, query, body: members, bodyTypes = [], status = 200, types } of routes) {
      const operation = description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      if (pages.test(path)) continue;
      const names = (where: string) =>
        operation.parameters.filter((each: Json) => each.in === where).map(({ name }: Json) => name);
      expect([path, names('query')]).toEqual([path, Object.keys(query?.properties ?? {})]);
      expect([path, names('path')]).toEqual([path, [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)]);
      const bodies = [...(members === undefined ? [] : ['application/json']), ...bodyTypes];
      expect([path, Object.keys(operation.requestBody?.content ?? {})]).toEqual([path, bodies]);
      const content = status === 204 ? [] : (types ?? ['application/json']);
      expect([path, Object.keys(operation.responses[status].content ?? {})]).toEqual([path, content]);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403', '429', '500', '503']));
    }
  });

  it('has the codes of every error of a client', () => {
    for (const code of errorCodes) {
      const status = statusOf({ code });
      if (status === null || status === 503) continue;
      const [, withCode] = description.components.responses[status].content['application/problem+json'].schema.allOf;
      expect(withCode.properties.code.enum).toContain(code);
    }
  });
});

/** None of these exist, so that an authorized request changes nothing. */
const madeUp: Readonly<Record<string, string>> = {
  id: '999999',
  record: 'none',
  collectionId: 'none',
  file: 'none',
  host: 'none.example',
};

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (route, { method, path, permission }) => {
  const target = path.replace(/:(\w+)/g, (_, name: string) => madeUp[name] ?? 'none');
  const allowed = callersWith[permission].split(' ');

  it.each(callers)('%s', async (caller) => {
    const client = await clients.get(caller)!();
    // An invalid body: 400 if authorized, 401 or 403 if not.
    const body = method === 'GET' || method === 'DELETE' ? undefined : { odd: 1 };
    const { status, headers } = await client.ask(method, target, body);
    const isOut = status === 401 || status === 403;
    expect([route, caller, isOut ? 'out' : 'in', status]).toEqual([
      route,
      caller,
      allowed.includes(caller) ? 'in' : 'out',
      status,
    ]);
    const operation = description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (operation !== undefined) expect(documented(operation)).toContain(`${status} ${typeOf(headers)}`);
    if (/^DELETE \/api\/v1\/session$|^POST \/logout$/.test(route) && !isOut) await renew(caller);
  });
});

/** Statuses of an operation with their media types. */
function documented({ responses }: Json): readonly string[] {
  return Object.entries<Json>(responses).flatMap(([status, response]) => {
    const { content = { '': {} } } = response.$ref === undefined ? response : description.components.responses[status];
    return Object.keys(content).map((type) => `${status} ${type}`);
  });
}

function typeOf(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0] ?? '';
}

/** The test of the logout route ends the session. */
async function renew(caller: Caller): Promise<void> {
  const name = caller === 'admin' ? 'Ada' : caller;
  const client = server.client();
  await client.ask('POST', '/api/v1/session', { name, password: 'correct forest river map' });
  const cookie = client.cookie();
  clients.set(caller, async () => {
    const renewed = server.client();
    renewed.setCookie(cookie);
    return renewed;
  });
}
