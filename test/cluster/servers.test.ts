// Two servers with one PostgreSQL database: users and sessions are valid on both, and a crawl run by one is visible on both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goodPassword, makeClient, openPeopledServer, type PeopledServer } from '../accounts/server-with-accounts.ts';
import { type SeenEvent, startChainWeb, until, untilState, watch } from '../crawls/watch-crawl.ts';
import type { SmallWeb } from '../e2e/small-web.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';

describeWith('postgis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-servers-'));
  const pages = 6;
  let web: SmallWeb;
  let one: PeopledServer;
  let other: PeopledServer;

  beforeAll(async () => {
    web = await startChainWeb(pages);
    const db = await freshDatabase();
    const open = (name: string) =>
      openPeopledServer({
        db,
        'cache.folder': join(folder, name),
        'network.allowPrivate': true,
        'politeness.delayMs': 150,
      });
    one = await open('one');
    other = await open('other');
  }, 60_000);
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await web.close();
    rmSync(folder, { recursive: true });
    expect([...one.failures, ...other.failures]).toEqual([]);
  }, 60_000);

  /** The same session cookie on the other server. */
  const there = (client: { cookie(): string | null }) => {
    const same = makeClient(other.url);
    same.setCookie(client.cookie());
    return same;
  };

  it('accepts a session of one server on both, and a removed user on neither', async () => {
    expect(other.adminLink).toBe('');
    const bo = await one.person('Bo', 'user');
    const { body } = await there(bo).ask('GET', '/api/v1/session');
    expect(body.user).toMatchObject({ name: 'Bo', role: 'user' });
    const login = makeClient(other.url);
    await login.ask('POST', '/api/v1/session', { name: 'bo', password: goodPassword });
    expect((await login.ask('GET', '/api/v1/session')).body.user.name).toBe('Bo');
    const { token } = (await bo.ask('POST', '/api/v1/tokens', { name: 'script', scopes: ['read'] })).body;
    expect((await other.client(token).ask('GET', '/api/v1/tasks')).status).toBe(200);
    expect((await there(one.admin).ask('DELETE', `/api/v1/users/${body.user.id}`)).status).toBe(204);
    expect((await bo.ask('GET', '/api/v1/session')).body.user).toBeNull();
    expect((await login.ask('GET', '/api/v1/session')).body.user).toBeNull();
    expect((await one.client(token).ask('GET', '/api/v1/tasks')).status).toBe(401);
  });

  it('runs a crawl on one server and reports it on both, with the same numbers', async () => {
    const { admin } = one;
    const made = await admin.ask('POST', '/api/v1/tasks', { seeds: [`${web.origin}/`], depth: pages, start: true });
    const { id } = made.body;
    const finds = (events: readonly SeenEvent[]) => events.filter(({ type }) => type === 'found');
    // Where it runs makes no difference: both show what the database has of it.
    const hasFigures = (events: readonly SeenEvent[]) =>
      events.some(({ type, data }) => type === 'stats' && data.pages === pages && data.hosts > 0);
    const isEnough = (events: readonly SeenEvent[]) => finds(events).length === pages && hasFigures(events);
    const [here, yonder] = await Promise.all(
      [one, other].map(({ url }) => watch(`${url}/api/v1/tasks/${id}/events`, admin, isEnough)),
    );
    expect(finds(yonder!).map((event) => event.id)).toEqual(finds(here!).map((event) => event.id));
    const done = await untilState(there(admin), id, 'done');
    expect((await (await one.person('Cy', 'user')).ask('GET', '/api/v1/workers')).status).toBe(403);
    expect(done).toMatchObject({ resources: pages, pages });
    const requested = web.requested.filter((path) => /^\/page\//.test(path));
    expect(requested).toHaveLength(new Set(requested).size);
    const { body } = await there(admin).ask('GET', `/api/v1/tasks/${id}/found`);
    expect(body.found).toHaveLength(pages);
  }, 120_000);

  it('stops a crawl of the other server', async () => {
    const { admin } = one;
    const task = { seeds: [`${web.origin}/`], depth: pages, start: true };
    const { id } = (await admin.ask('POST', '/api/v1/tasks', task)).body;
    await untilState(there(admin), id, 'running');
    expect((await there(admin).ask('POST', `/api/v1/tasks/${id}/pause`)).status).toBe(200);
    await untilState(admin, id, 'paused');
    await untilState(there(admin), id, 'paused');
    const { pages: read } = (await admin.ask('GET', `/api/v1/tasks/${id}`)).body;
    expect(read).toBeLessThan(pages);
    await there(admin).ask('POST', `/api/v1/tasks/${id}/resume`);
    expect(await untilState(admin, id, 'done')).toMatchObject({ pages });
    expect((await admin.ask('DELETE', `/api/v1/tasks/${id}`)).status).toBe(204);
    expect((await there(admin).ask('GET', `/api/v1/tasks/${id}`)).status).toBe(404);
  }, 120_000);

  it('sends no requests to a host that opted out on the other server', async () => {
    const admin = there(one.admin);
    const { body } = await admin.ask('POST', '/api/v1/opt-outs', { host: '127.0.0.1', reason: 'asked us' });
    expect(body).toMatchObject({ host: '127.0.0.1', resources: pages });
    const found = () => one.admin.ask('GET', '/api/v1/search?q=service');
    await until(async () => ((await found()).body.total === 0 ? true : null), 'the search to forget it');
  }, 60_000);
});
