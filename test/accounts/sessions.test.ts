// Login and logout, and attempts that must fail.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsWith } from '../../src/config.ts';
import { serve } from '../../src/serve/serve.ts';
import { systemDriver } from '../../src/store/sqlite/driver.ts';
import { goodPassword, openPeopledServer, type PeopledServer } from './server-with-accounts.ts';

let server: PeopledServer;
beforeAll(async () => {
  server = await openPeopledServer();
});
afterAll(() => server.close());

async function who(client: { ask: PeopledServer['admin']['ask'] }): Promise<string> {
  return (await client.ask('GET', '/api/v1/session')).body.role;
}

describe('the first administrator', () => {
  it('is created with a link that works once', async () => {
    const link = server.adminLink.split('/').at(-1);
    const second = await server.client().ask('POST', '/api/v1/session/link', {
      link,
      name: 'Eve',
      password: goodPassword,
    });
    expect([second.status, second.body.code]).toEqual([410, 'access.link']);
    expect(await who(server.admin)).toBe('admin');
  });

  it('cannot be removed while it is the last one', async () => {
    const { body } = await server.admin.ask('GET', '/api/v1/users');
    const ada = body.users.find((user: { name: string }) => user.name === 'Ada').id;
    expect((await server.admin.ask('PATCH', `/api/v1/users/${ada}`, { role: 'user' })).status).toBe(400);
    expect((await server.admin.ask('DELETE', `/api/v1/users/${ada}`)).status).toBe(400);
    expect(await who(server.admin)).toBe('admin');
  });
});

describe('a session', () => {
  it('is new at every login, which defeats session fixation', async () => {
    const victim = await server.person('Vera', 'user');
    const planted = victim.cookie();
    await victim.ask('POST', '/api/v1/session', { name: 'Vera', password: goodPassword });
    expect(victim.cookie()).not.toBe(planted);
    const attacker = server.client();
    attacker.setCookie(planted);
    expect([await who(attacker), await who(victim)]).toEqual(['guest', 'user']);
    // A forged session id isn't adopted either.
    const madeUp = `geotrawl=${'A'.repeat(43)}`;
    const fixed = server.client();
    fixed.setCookie(madeUp);
    await fixed.ask('POST', '/api/v1/session', { name: 'Vera', password: goodPassword });
    expect(fixed.cookie()).not.toBe(madeUp);
  });

  it('ends at logout, when the user is removed, and when the password changes elsewhere', async () => {
    const one = await server.person('Otto', 'user');
    const other = server.client();
    await other.ask('POST', '/api/v1/session', { name: 'Otto', password: goodPassword });
    const changed = await one.ask('PUT', '/api/v1/session/password', { old: goodPassword, new: 'another long secret' });
    expect([changed.status, await who(one), await who(other)]).toEqual([200, 'user', 'guest']);
    const cookie = one.cookie();
    await one.ask('DELETE', '/api/v1/session');
    one.setCookie(cookie);
    expect(await who(one)).toBe('guest');
    await one.ask('POST', '/api/v1/session', { name: 'otto', password: 'another long secret' });
    expect(await who(one)).toBe('user');
    const { body } = await server.admin.ask('GET', '/api/v1/users');
    const id = body.users.find((user: { name: string }) => user.name === 'Otto').id;
    await server.admin.ask('DELETE', `/api/v1/users/${id}`);
    expect(await who(one)).toBe('guest');
  });

  it('has an HttpOnly cookie, bound to the host over TLS', async () => {
    const login = await server.client().ask('POST', '/api/v1/session', { name: 'Ada', password: goodPassword });
    expect(login.headers.get('set-cookie')).toMatch(
      /^geotrawl=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    );
    const proxied = await openPeopledServer({
      'server.publicUrl': 'https://maps.example.org/geo',
      'server.trustProxy': 1,
    });
    const secure = await proxied
      .client()
      .ask(...(['POST', '/api/v1/session', { name: 'Ada', password: goodPassword }] as const), {
        origin: 'https://maps.example.org',
      });
    // The helper's first login had the wrong origin: no account exists, and logging in fails.
    expect(secure.status).toBe(401);
    const link = proxied.adminLink.split('/').at(-1);
    expect(proxied.adminLink).toMatch(/^https:\/\/maps\.example\.org\/geo\/welcome\//);
    const first = await proxied
      .client()
      .ask(...(['POST', '/api/v1/session/link', { link, name: 'Ada', password: goodPassword }] as const), {
        origin: 'https://maps.example.org',
      });
    expect(first.headers.get('set-cookie')).toMatch(/^__Host-geotrawl=.*Path=\/;.*Secure/);
    await proxied.close();
  });

  it('is stored only as a hash, like tokens, links and passwords', async () => {
    const client = await server.person('Hilde', 'user');
    const { body } = await client.ask('POST', '/api/v1/tokens', { name: 'program', scopes: ['read'] });
    const database = systemDriver()(server.db);
    const all = ['person', 'person_session', 'api_token', 'one_time_link', 'audit']
      .map((table) => JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all()))
      .join('\n');
    database.close();
    for (const secret of [client.cookie()!.split('=')[1]!, body.token, goodPassword]) expect(all).not.toContain(secret);
    expect(all).toContain('scrypt$4$8$1$');
  });
});

describe('requests of other sites', () => {
  it.each([
    ['cross-site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site is not same-origin', { 'sec-fetch-site': 'same-site' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no word of where from', { origin: '' }],
  ])('%s: change nothing', async (_, headers) => {
    const before = (await server.admin.ask('GET', '/api/v1/users')).body.users.length;
    const { status, body } = await server.admin.ask(
      'POST',
      '/api/v1/users',
      { name: 'Mallory', role: 'admin' },
      headers,
    );
    expect([status, body.code]).toEqual([403, 'access.origin']);
    expect((await server.admin.ask('GET', '/api/v1/users')).body.users).toHaveLength(before);
  });

  it('cannot log a user in to another account', async () => {
    const login = { name: 'Ada', password: goodPassword };
    const { status } = await server.client().ask('POST', '/api/v1/session', login, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(403);
  });

  it('cannot read what a user sees', async () => {
    const { headers } = await server.admin.ask('GET', '/api/v1/users');
    expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([
      null,
      'private, no-cache',
    ]);
    expect((await server.client().ask('GET', '/api/v1/search')).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('under another host name are rejected', async () => {
    const status = await new Promise((resolve) => {
      request(
        `${server.url}/api/v1/session`,
        { headers: { host: 'evil.example', cookie: server.admin.cookie()! } },
        (response) => resolve(response.statusCode),
      ).end();
    });
    expect(status).toBe(421);
  });
});

describe('guessing', () => {
  it('is throttled, also for the right password, but not for other addresses', async () => {
    const guessed = await openPeopledServer({ 'server.trustProxy': 1 });
    await guessed.person('Gita', 'user');
    const attempt = (password: string, from: string) =>
      guessed.client().ask('POST', '/api/v1/session', { name: 'Gita', password }, { 'x-forwarded-for': from });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await attempt(`wrong password ${n}`, '192.0.2.1')).status);
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.slice(5)).toEqual([429, 429]);
    const right = await attempt(goodPassword, '192.0.2.1');
    expect([right.status, right.body.code, Number(right.headers.get('retry-after')) > 0]).toEqual([
      ...[429, 'access.throttled', true],
    ]);
    expect((await attempt(goodPassword, '192.0.2.2')).status).toBe(200);
    const { body } = await guessed.admin.ask('GET', '/api/v1/audit');
    expect(body.entries.filter((entry: { action: string }) => entry.action === 'login.failed')).toHaveLength(5);
    await guessed.close();
  });

  it('does not reveal whether the name or the password is wrong', async () => {
    const unknown = await server
      .client()
      .ask('POST', '/api/v1/session', { name: 'Nobody', password: 'whatever it is' });
    const wrong = await server.client().ask('POST', '/api/v1/session', { name: 'Ada', password: 'whatever it is' });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });
});

describe('a token', () => {
  it('expires, can be revoked, and cannot do more than its owner', async () => {
    const user = await server.person('Tom', 'user');
    const beyond = await user.ask('POST', '/api/v1/tokens', { name: 'more', scopes: ['admin'] });
    expect(beyond.status).toBe(400);
    const { body } = await user.ask('POST', '/api/v1/tokens', { name: 'mine', scopes: ['read', 'crawl'], days: 1 });
    expect(body.token).toMatch(/^gt_[\w-]{43}$/);
    const program = server.client(body.token);
    expect(await who(program)).toBe('user');
    const listed = (await user.ask('GET', '/api/v1/tokens')).body.tokens;
    expect(listed).toMatchObject([{ name: 'mine', scopes: ['read', 'crawl'] }]);
    expect(JSON.stringify(listed)).not.toContain(body.token);
    expect((await server.admin.ask('DELETE', `/api/v1/tokens/${listed[0].id}`)).status).toBe(404);
    await user.ask('DELETE', `/api/v1/tokens/${listed[0].id}`);
    expect((await program.ask('GET', '/api/v1/session')).status).toBe(401);
  });
});

describe('passwords', () => {
  it.each([
    ['Petra', 'short'],
    ['Paul', 'aaaaaaaaaaaaaaaa'],
    ['Pia', 'passwordpassword'],
    ['Philomena', 'Philomena1234'],
  ])('%s: %s will not do', async (name, password) => {
    const { body } = await server.admin.ask('POST', '/api/v1/users', { name, role: 'user' });
    const link = String(body.link).split('/').at(-1);
    const use = (given: string) => server.client().ask('POST', '/api/v1/session/link', { link, password: given });
    const refused = await use(password);
    expect([refused.status, refused.body.parameter]).toEqual([400, 'password']);
    // The link still works for a better one.
    expect((await use(goodPassword)).status).toBe(200);
  });
});

describe('--local', () => {
  it('allows everything from this machine, except by pages of other sites', async () => {
    const local = await openPeopledServer({}, { isLocal: true });
    const here = local.client();
    expect((await here.ask('GET', '/api/v1/session')).body).toMatchObject({ role: 'admin', by: 'local' });
    expect((await here.ask('POST', '/api/v1/users', { name: 'Ina' })).status).toBe(201);
    const foreign = await here.ask('POST', '/api/v1/users', { name: 'Mal' }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    await local.close();
  });

  it('is restricted to this machine', async () => {
    const settings = settingsWith({ db: ':memory:', 'server.host': '0.0.0.0', 'server.port': 0 });
    await expect(serve({ settings, version: '0', onFailure: () => {}, isLocal: true })).rejects.toMatchObject({
      code: 'usage.bad-argument',
    });
  });
});

describe('an error page', () => {
  const html = { accept: 'text/html' };

  it('shows the logged-in user, only to that user', async () => {
    const user = await server.person('Erna', 'user');
    const { status, body, headers } = await user.ask('GET', '/nothing-here', undefined, html);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, null]);
    expect(headers.get('cache-control')).toContain('private');
    expect(String(body)).toContain('Erna');
    const denied = await user.ask('GET', '/admin', undefined, html);
    expect([denied.status, String(denied.body).includes('Erna')]).toEqual([403, true]);
  });

  it('offers a login to guests, also with an invalid token', async () => {
    for (const client of [server.client(), server.client('no-such-token')]) {
      const { status, body } = await client.ask('GET', '/nothing-here', undefined, html);
      expect([status, String(body).includes('/login')]).toEqual([404, true]);
    }
  });
});
