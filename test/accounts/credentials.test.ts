// Credentials of a host: entered by an administrator, used by crawls and previews, never shown again.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilState } from '../crawls/watch-crawl.ts';
import { type SmallWeb, startSmallWeb, wms } from '../e2e/small-web.ts';
import { openPeopledServer, type PeopledServer } from './server-with-accounts.ts';

const password = 'behind-the-seven-maps';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let web: SmallWeb;
let server: PeopledServer;
beforeAll(async () => {
  web = await startSmallWeb((path, request) => {
    if (path === '/robots.txt') return null;
    const pair = Buffer.from(`office:${password}`).toString('base64');
    if (request.headers.authorization !== `Basic ${pair}`) return { status: 401, body: 'who are you?' };
    if (/GetMap/i.test(path)) return { type: 'image/png', body: picture };
    return wms({ title: 'Locked forest', abstract: `You said ${password}.` });
  });
  const settings = { 'network.allowPrivate': true, 'politeness.delayMs': 10 } as const;
  server = await openPeopledServer(settings);
});
afterAll(async () => {
  await server.close();
  await web.close();
});

it('uses stored credentials for crawls and previews, and never exposes them', async () => {
  const { admin } = server;
  const options = { host: web.origin, type: 'basic', name: 'office', secret: password };
  const kept = await admin.ask('POST', '/api/v1/credentials', options);
  expect([kept.status, kept.body]).toMatchObject([201, { host: web.origin, type: 'basic', createdBy: 'Ada' }]);
  const seeds = [`${web.origin}/wms?SERVICE=WMS&REQUEST=GetCapabilities`];
  const made = await admin.ask('POST', '/api/v1/tasks', { seeds, depth: 0, start: true });
  await untilState(admin, made.body.id, 'done');
  const { items } = (await admin.ask('GET', '/api/v1/resources')).body;
  expect(items).toMatchObject([{ title: 'Locked forest' }]);
  const drawn = await fetch(`${server.url}/preview/${items[0].id}?layer=layer`);
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
  const seen = await Promise.all(
    ['/api/v1/credentials', '/api/v1/audit', '/admin/credentials', '/admin', `/service/${items[0].id}`].map((path) =>
      admin.ask('GET', path, undefined, { accept: path.startsWith('/api') ? '*/*' : 'text/html' }),
    ),
  );
  const everything = JSON.stringify([kept.body, items, server.failures, ...seen.map(({ body }) => body)]);
  expect(everything).not.toContain(password);
  expect(everything).toContain(`You said ${'*'.repeat(password.length)}`);
  for (const file of ['', '-wal']) expect(readFileSync(server.db + file, 'latin1')).not.toContain(password);
}, 120_000);

it('accepts only what can be sent in a header, and deletes credentials', async () => {
  const { admin } = server;
  const status = async (options: object) =>
    (await admin.ask('POST', '/api/v1/credentials', { host: 'maps.example.org', ...options })).status;
  expect(await status({ type: 'header', name: 'Host', secret: 'evil.example' })).toBe(400);
  expect(await status({ type: 'header', name: 'X-A', secret: 'one\r\nX-B: two' })).toBe(400);
  expect(await status({ type: 'basic', name: 'a:b', secret: 'xxxxxx' })).toBe(400);
  expect(await status({ type: 'key', secret: 'xxxxxx' })).toBe(400);
  expect(await status({ type: 'cookie', secret: 'xxxxxx' })).toBe(400);
  expect(await status({ type: 'key', name: 'k', secret: 'xxxxxx' })).toBe(201);
  const gone = `/api/v1/credentials/${encodeURIComponent('https://maps.example.org')}`;
  expect((await admin.ask('DELETE', gone)).status).toBe(204);
  expect((await admin.ask('DELETE', gone)).status).toBe(404);
});

it('works from the page, with errors shown there', async () => {
  const form = (body: string) =>
    fetch(`${server.url}/admin/credentials`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: server.admin.cookie() ?? '',
        origin: server.url,
        accept: 'text/html',
      },
    });
  expect((await form('host=maps.example.org&type=token&name=&secret=some-token')).status).toBe(303);
  const wrong = await form('host=maps.example.org%2Fwms&type=token&name=&secret=some-token');
  const text = await wrong.text();
  expect(wrong.status).toBe(400);
  expect(text).toContain('role="alert"');
  expect(text).not.toContain('some-token');
});
