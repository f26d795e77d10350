// Who may do what: every route with every role and token, against a table written by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownRoutes, rightOf } from '../../src/serve/people/route-rights.ts';
import { routesOf } from '../../src/serve/serve.ts';
import type { Serving } from '../../src/serve/serving.ts';
import { type Client, openPeopledServer, type PeopledServer } from '../accounts/server-with-accounts.ts';

/** Callers: nobody, a guest with an account, a user, an administrator; tokens of the administrator with one scope each. */
const callers = ['nobody', 'guest', 'user', 'admin', 'read', 'crawl', 'admin-token'] as const;
type Caller = (typeof callers)[number];

const everyone = 'nobody guest user admin read';
const logged = 'guest user admin';
const crawlers = 'user admin crawl';
const administrators = 'admin admin-token';
/** Routes that change something or are not for everyone. All others are for looking. */
const table: Readonly<Record<string, string>> = {
  'POST /api/v1/session': 'nobody guest user admin',
  'POST /api/v1/session/link': 'nobody guest user admin',
  'DELETE /api/v1/session': logged,
  'PUT /api/v1/session/password': logged,
  'GET /api/v1/tokens': logged,
  'POST /api/v1/tokens': logged,
  'DELETE /api/v1/tokens/:id': logged,
  'GET /api/v1/users': administrators,
  'POST /api/v1/users': administrators,
  'PATCH /api/v1/users/:id': administrators,
  'DELETE /api/v1/users/:id': administrators,
  'POST /api/v1/users/:id/reset': administrators,
  'GET /api/v1/audit': administrators,
  'GET /api/v1/workers': administrators,
  'GET /api/v1/opt-outs': administrators,
  'POST /api/v1/opt-outs': administrators,
  'DELETE /api/v1/opt-outs/:host': administrators,
  'GET /api/v1/export': 'user admin read',
  'GET /export/:form': 'user admin read',
  'GET /api/v1/credentials': administrators,
  'POST /api/v1/credentials': administrators,
  'DELETE /api/v1/credentials/:host': administrators,
  'GET /admin/credentials': administrators,
  'POST /admin/credentials': administrators,
  'POST /admin/credentials/:host/remove': administrators,
  'POST /api/v1/tasks': crawlers,
  'PATCH /api/v1/tasks/:id': crawlers,
  'DELETE /api/v1/tasks/:id': crawlers,
  'POST /api/v1/tasks/:id/start': crawlers,
  'POST /api/v1/tasks/:id/pause': crawlers,
  'POST /api/v1/tasks/:id/resume': crawlers,
  'POST /api/v1/tasks/:id/stop': crawlers,
  'POST /api/v1/services': crawlers,
  'GET /api/v1/following': crawlers,
  'PUT /api/v1/following/:record': crawlers,
  'DELETE /api/v1/following/:record': crawlers,
  'GET /api/v1/webhooks': crawlers,
  'POST /api/v1/webhooks': crawlers,
  'DELETE /api/v1/webhooks/:id': crawlers,
  'GET /api/v1/mail': crawlers,
  'PUT /api/v1/mail': crawlers,
  'DELETE /api/v1/mail': crawlers,
  'POST /api/v1/mail/confirm': crawlers,
  'GET /crawls/new': crawlers,
  'POST /crawls': crawlers,
  'POST /data-centers': crawlers,
  'POST /crawls/:id/:verb': crawlers,
  'GET /login': 'nobody guest user admin',
  'POST /login': 'nobody guest user admin',
  'GET /welcome/:link': 'nobody guest user admin',
  'POST /welcome/:link': 'nobody guest user admin',
  'POST /logout': logged,
  'GET /account': logged,
  'POST /account/password': logged,
  'POST /account/tokens': logged,
  'POST /account/tokens/:id/revoke': logged,
  'GET /searches': logged,
  'POST /searches': logged,
  'POST /searches/:id/remove': logged,
  'GET /admin': administrators,
  'POST /admin/users': administrators,
  'POST /admin/users/:id/role': administrators,
  'POST /admin/users/:id/reset': administrators,
  'POST /admin/users/:id/remove': administrators,
  'POST /admin/opt-outs': administrators,
  'POST /admin/opt-outs/:host/end': administrators,
};

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

it('every route names what it needs, and no other is named', () => {
  const routes = routesOf({} as Serving).map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => !knownRoutes.includes(route))).toEqual([]);
  expect(knownRoutes.filter((route) => !routes.includes(route))).toEqual([]);
});

it('every route of the API is in its description, and no other', async () => {
  const { body } = await server.client().ask('GET', '/api/v1/openapi.json');
  const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(described.sort()).toEqual(knownRoutes.filter((route) => route.includes('/api/v1/')).sort());
});

it('a route nobody has thought about answers nobody', () => {
  expect(rightOf({ method: 'POST', path: '/api/v1/health' })).toBeNull();
});

/** Nothing is there under these, so that whoever is let in changes nothing. */
const madeUp: Readonly<Record<string, string>> = {
  id: '999999',
  record: 'none',
  collection: 'none',
  file: 'none',
  host: 'none.example',
};

describe.each([...knownRoutes])('%s', (route) => {
  const [method = '', path = ''] = route.split(' ');
  const target = path.replace(/:(\w+)/g, (_, name: string) => madeUp[name] ?? 'none');
  const allowed = (table[route] ?? everyone).split(' ');

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
