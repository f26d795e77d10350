// Who may do what: every declared route with every role and token.
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../src/serve/http/principal.ts';
import type { Route } from '../../src/serve/http/route.ts';
import type { PageContext } from '../../src/serve/pages/page-context.ts';
import { routesOf } from '../../src/serve/serve.ts';
import { type Client, openPeopledServer, type PeopledServer } from './server-with-accounts.ts';

/** Callers: nobody, a guest with an account, a user, an administrator; tokens of the administrator with one scope each. */
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

const routes = routesOf({} as PageContext);
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

let server: PeopledServer;
const clients = new Map<Caller, () => Promise<Client>>();
beforeAll(async () => {
  server = await openPeopledServer();
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
  const searches = ['POST /ogc/collections/:collection/items', 'POST /csw'];
  const open = routes.filter(({ method, permission }) => method !== 'GET' && /^(?:look|watch)$/.test(permission));
  expect(open.map(nameOf).filter((name) => !searches.includes(name))).toEqual([]);
});

it('administration is for administrators alone', () => {
  const administration = /^(?:\/admin|\/api\/v1\/(?:users|audit|credentials|opt-outs|workers))(?:\/|$)/;
  const wrong = routes.filter(({ path, permission }) => administration.test(path) !== (permission === 'administer'));
  expect(wrong.map(nameOf)).toEqual([]);
});

it('the OpenAPI document is valid and covers every route of the API with its permission', async () => {
  const { body } = await server.client().ask('GET', '/api/v1/openapi.json');
  expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  const described = Object.entries<Record<string, { summary: string; 'x-permission': string }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        expect([path, method, operation.summary]).toEqual([path, method, expect.stringMatching(/./)]);
        return `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')} ${operation['x-permission']}`;
      }),
  );
  const declared = routes.filter(({ path }) => path.startsWith('/api/v1/'));
  expect(described.sort()).toEqual(declared.map((route) => `${nameOf(route)} ${route.permission}`).sort());
  const ids = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

/** None of these exist, so that an authorized request changes nothing. */
const madeUp: Readonly<Record<string, string>> = {
  id: '999999',
  record: 'none',
  collection: 'none',
  file: 'none',
  host: 'none.example',
};

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (route, { method, path, permission }) => {
  const target = path.replace(/:(\w+)/g, (_, name: string) => madeUp[name] ?? 'none');
  const allowed = callersWith[permission].split(' ');

  it.each(callers)('%s', async (caller) => {
    const client = await clients.get(caller)!();
    // A body nobody understands: let in is 400, kept out 401 or 403.
    const { status } = await client.ask(
      method,
      target,
      method === 'GET' || method === 'DELETE' ? undefined : { odd: 1 },
    );
    const isOut = status === 401 || status === 403;
    expect([route, caller, isOut ? 'out' : 'in', status]).toEqual([
      route,
      caller,
      allowed.includes(caller) ? 'in' : 'out',
      status,
    ]);
    if (/^DELETE \/api\/v1\/session$|^POST \/logout$/.test(route) && !isOut) await renew(caller);
  });
});

/** Who logged out by the test comes in again. */
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
