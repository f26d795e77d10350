// Crawls on the server: created, controlled and seen only by users with permission.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openPeopledServer, type PeopledServer } from '../accounts/server-with-accounts.ts';
import type { SmallWeb } from '../e2e/small-web.ts';
import { startChainWeb, until, untilState, watch } from './watch-crawl.ts';

let server: PeopledServer;
let web: SmallWeb;
let anna: Client;
let bert: Client;
beforeAll(async () => {
  web = await startChainWeb(12);
  server = await openPeopledServer({ 'network.allowRanges': ['127.0.0.0/8'], 'politeness.delayMs': 20 });
  anna = await server.person('Anna', 'user');
  bert = await server.person('Bert', 'user');
});
afterAll(async () => {
  await server.close();
  await web.close();
  expect(server.failures).toEqual([]);
});

const task = () => ({ seeds: [`${web.origin}/`], depth: 50, scope: 'host' });

describe('a crawl', () => {
  it('is created, streams its discoveries, and ends as done', async () => {
    const { status, body, headers } = await anna.ask('POST', '/api/v1/tasks', {
      ...task(),
      name: 'All of it',
      start: true,
    });
    expect([status, body.name, body.owner]).toEqual([201, 'All of it', 'Anna']);
    expect(headers.get('location')).toBe(`${server.url}/api/v1/tasks/${body.id}`);
    const url = `${server.url}/api/v1/tasks/${body.id}/events`;
    const isDone = (type: string, state: string) => type === 'state' && state === 'done';
    const seen = await watch(url, anna, (events) => events.some(({ type, data }) => isDone(type, data.state)));
    const found = seen.filter(({ type }) => type === 'found');
    expect(found.map(({ data }) => data.title).sort()).toEqual(
      Array.from({ length: 12 }, (_, n) => `Service ${n}`).sort(),
    );
    expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toSorted((a, b) => a! - b!));
    const done = await untilState(anna, body.id, 'done');
    expect(done).toMatchObject({ resources: 12, ended: 'complete', maySteer: true });
    // Later viewers get what they missed, and no more.
    const middle = found[5]!.id!;
    const rest = await watch(url, anna, (events) => events.filter(({ type }) => type === 'found').length >= 6, middle);
    expect(rest.filter(({ type }) => type === 'found').map(({ id }) => id)).toEqual(found.slice(6).map(({ id }) => id));
    const polled = (await anna.ask('GET', `/api/v1/tasks/${body.id}/events?f=json&after=${middle}`)).body;
    const polledFinds = polled.events.filter(({ type }: { type: string }) => type === 'found');
    expect(polledFinds.map((event: { id: number }) => event.id)).toEqual(found.slice(6).map(({ id }) => id));
    const listed = (await anna.ask('GET', `/api/v1/tasks/${body.id}/found`)).body.found;
    expect(listed).toHaveLength(12);
    // Discoveries are in the catalog at once.
    expect((await anna.ask('GET', `/api/v1/resources/${listed[0].id}`)).status).toBe(200);
  });

  it('previews its first requests', async () => {
    const seeds = [`${web.origin}/`, `${web.origin}/wms/3?SERVICE=WMS`, 'http://elsewhere.example/a'];
    const requests = web.requested.length;
    const { status, body } = await anna.ask('POST', '/api/v1/tasks', { ...task(), seeds, maxPages: 300, dryRun: true });
    expect([status, body.seeds, body.queries, web.requested.length]).toEqual([200, seeds, [], requests]);
    // The first host is known from the previous crawl: robots.txt needn't be requested, and services come before pages.
    expect(body.first).toEqual([
      { url: seeds[1], as: 'wms' },
      { url: seeds[0], as: 'page' },
      { url: 'http://elsewhere.example/robots.txt', as: 'robots' },
      { url: seeds[2], as: 'page' },
    ]);
    expect(body.hosts).toMatchObject([
      { host: web.origin, addresses: 2, robots: 'allows' },
      { host: 'http://elsewhere.example', addresses: 1, robots: 'unknown', pauseMs: 20, hasOptedOut: false },
    ]);
    expect(body.allMs).toBeGreaterThanOrEqual(300 * 10);
    expect((await bert.ask('GET', '/api/v1/tasks')).body.tasks).toEqual([]);
  });

  it.each([
    [{}, 'seeds'],
    [{ seeds: ['http://a.example'], depth: -1 }, 'depth'],
    [{ seeds: ['http://a.example'], maxPages: 0 }, 'maxPages'],
    [{ seeds: ['http://a.example'], region: '1,2,3' }, 'region'],
    [{ seeds: ['http://a.example'], strategy: 'best' }, 'strategy'],
    [{ seeds: ['http://a.example'], every: 'second' }, 'every'],
    [{ seeds: ['http://a.example'], odd: true }, 'odd'],
  ])('%j is refused for its %s', async (body, parameter) => {
    const answer = await anna.ask('POST', '/api/v1/tasks', body);
    expect([answer.status, answer.body.parameter]).toEqual([400, parameter]);
  });
});

describe('another user', () => {
  it('can neither see nor change private crawls, and sees shared ones', async () => {
    const { body } = await anna.ask('POST', '/api/v1/tasks', task());
    const path = `/api/v1/tasks/${body.id}`;
    const guest = server.client();
    for (const other of [bert, guest]) {
      expect((await other.ask('GET', path)).status).toBe(404);
      for (const part of ['events', 'found', 'problems', 'hosts', 'frontier'])
        expect([part, (await other.ask('GET', `${path}/${part}`)).status]).toEqual([part, 404]);
      const ids = (await other.ask('GET', '/api/v1/tasks')).body.tasks.map(({ id }: { id: number }) => id);
      expect(ids).not.toContain(body.id);
    }
    for (const verb of ['start', 'pause', 'resume', 'stop']) {
      expect([verb, (await bert.ask('POST', `${path}/${verb}`)).status]).toEqual([verb, 404]);
      expect([verb, (await guest.ask('POST', `${path}/${verb}`)).status]).toEqual([verb, 401]);
    }
    expect((await bert.ask('DELETE', path)).status).toBe(404);
    expect((await bert.ask('PATCH', path, { shared: true })).status).toBe(404);
    await anna.ask('PATCH', path, { shared: true });
    for (const other of [bert, guest]) expect((await other.ask('GET', path)).body).toMatchObject({ maySteer: false });
    for (const verb of ['start', 'stop']) expect((await bert.ask('POST', `${path}/${verb}`)).status).toBe(403);
    expect((await bert.ask('DELETE', path)).status).toBe(403);
    // Administrators see and control everything.
    expect((await server.admin.ask('GET', path)).body).toMatchObject({ maySteer: true, state: 'new' });
    expect((await anna.ask('DELETE', path)).status).toBe(204);
    expect((await anna.ask('GET', path)).status).toBe(404);
  });

  it('cannot start anything as a guest', async () => {
    expect((await server.client().ask('POST', '/api/v1/tasks', task())).status).toBe(401);
    const guest = await server.person('Gast', 'guest');
    expect((await guest.ask('POST', '/api/v1/tasks', task())).status).toBe(403);
    expect((await guest.ask('POST', '/api/v1/services', { url: web.origin })).status).toBe(403);
  });
});

describe('limits', () => {
  it('five at once; the sixth is rejected with a reason, and nothing is created', async () => {
    const slow = { ...task(), delayMs: 60_000 };
    const made: number[] = [];
    for (let n = 0; n < 5; n++) {
      const { status, body } = await bert.ask('POST', '/api/v1/tasks', { ...slow, start: true });
      expect(status).toBe(201);
      made.push(body.id);
    }
    const sixth = await bert.ask('POST', '/api/v1/tasks', { ...slow, start: true });
    expect([sixth.status, sixth.body.code, sixth.body.detail]).toEqual([
      ...[409, 'task.too-many', 'You may run 5 crawls at once. Pause or stop one, or wait until one is done.'],
    ]);
    const { tasks, quota } = (await bert.ask('GET', '/api/v1/tasks')).body;
    expect([tasks.length, quota]).toEqual([5, expect.objectContaining({ tasks: 5, tasksMost: 5 })]);
    // A crawl counts only once it is started.
    const waiting = await bert.ask('POST', '/api/v1/tasks', slow);
    expect((await bert.ask('POST', `/api/v1/tasks/${waiting.body.id}/start`)).status).toBe(409);
    await bert.ask('POST', `/api/v1/tasks/${made[0]}/pause`);
    expect((await bert.ask('POST', `/api/v1/tasks/${waiting.body.id}/start`)).status).toBe(200);
    expect((await bert.ask('POST', `/api/v1/tasks/${made[0]}/resume`)).status).toBe(409);
    for (const id of [...made, waiting.body.id]) await bert.ask('POST', `/api/v1/tasks/${id}/stop`);
    for (const id of made) await untilState(bert, id, 'stopped');
  });

  it('pages per day: crawls pause, and new ones do not start', async () => {
    const strict = await openPeopledServer({
      'network.allowRanges': ['127.0.0.0/8'],
      'politeness.delayMs': 5,
      'server.pagesPerDay': 4,
    });
    const user = await strict.person('Uwe', 'user');
    const { body } = await user.ask('POST', '/api/v1/tasks', { ...task(), start: true });
    const paused = await untilState(user, body.id, 'paused');
    expect(paused.ended).toBe('quota');
    const again = await user.ask('POST', '/api/v1/tasks', { ...task(), start: true });
    expect([again.status, again.body.code]).toEqual([409, 'task.quota']);
    await strict.close();
  });

  it('private addresses: users may crawl only ranges listed by an administrator', async () => {
    const { status, body } = await anna.ask('POST', '/api/v1/tasks', { seeds: ['http://192.168.0.1/'], start: true });
    expect([status, body.code]).toEqual([400, 'policy.private-address']);
    const closed = await openPeopledServer({
      'network.allowPrivate': true,
      'network.resolve': ['inside.example=127.0.0.1'],
      'politeness.delayMs': 5,
    });
    const user = await closed.person('Uta', 'user');
    const requests = web.requested.length;
    // A host name gets as far as the address guard, which rejects it.
    const made = await user.ask('POST', '/api/v1/tasks', {
      seeds: [`http://inside.example:${web.port}/`],
      start: true,
    });
    await untilState(user, made.body.id, 'done', 'stopped');
    const { problems } = (await user.ask('GET', `/api/v1/tasks/${made.body.id}/problems`)).body;
    expect(problems).toMatchObject([{ code: 'policy.private-address' }]);
    expect(web.requested).toHaveLength(requests);
    await closed.close();
  });
});

describe('a single URL', () => {
  it('is checked when a user submits it', async () => {
    const { status, body } = await anna.ask('POST', '/api/v1/services', { url: `${web.origin}/wms/7?SERVICE=WMS` });
    expect([status, body.settings.depth, body.owner]).toEqual([201, 0, 'Anna']);
    const done = await untilState(anna, body.id, 'done');
    expect(done.resources).toBe(1);
    expect((await anna.ask('POST', '/api/v1/services', { url: 'nonsense' })).status).toBe(400);
    expect((await anna.ask('POST', '/api/v1/services', { url: 'http://10.0.0.1/' })).status).toBe(400);
  });
});

describe('a host that opts out', () => {
  it('is removed at once and gets no more requests', async () => {
    const found = async () => (await anna.ask('GET', '/api/v1/search?q=service&host=127.0.0.1')).body.total;
    expect((await anna.ask('GET', '/api/v1/resources')).body.total).toBe(12);
    const optOut = { host: '127.0.0.1', reason: 'asked by letter' };
    expect((await anna.ask('POST', '/api/v1/opt-outs', optOut)).status).toBe(403);
    const { status, body } = await server.admin.ask('POST', '/api/v1/opt-outs', optOut);
    expect([status, body.resources]).toEqual([201, 12]);
    expect((await anna.ask('GET', '/api/v1/resources')).body.total).toBe(0);
    await until(async () => ((await found()) ? null : true), 'the search to forget it');
    const requests = web.requested.length;
    const again = await anna.ask('POST', '/api/v1/tasks', { ...task(), start: true });
    await untilState(anna, again.body.id, 'done', 'stopped');
    expect(web.requested).toHaveLength(requests);
    const { problems } = (await anna.ask('GET', `/api/v1/tasks/${again.body.id}/problems`)).body;
    expect(problems).toMatchObject([{ code: 'policy.opt-out' }]);
    const { entries } = (await server.admin.ask('GET', '/api/v1/audit')).body;
    expect(entries.map(({ action }: { action: string }) => action)).toContain('opt-out');
    await server.admin.ask('DELETE', '/api/v1/opt-outs/127.0.0.1');
    expect((await server.admin.ask('GET', '/api/v1/opt-outs')).body.optOuts).toEqual([]);
  });
});
