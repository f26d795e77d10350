// `geotrawl serve` as a person starts and stops it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoWeb, startDemoWeb } from '../../lab/demo-web/serve.ts';
import { type Running, run, scratchPath, start } from './command.ts';
import { demoCrawl } from './demo-crawl.ts';

const db = scratchPath();
let web: DemoWeb;
beforeAll(async () => {
  web = await startDemoWeb({ hurry: true });
  const { code } = await run(demoCrawl(web, db, 0));
  expect(code).toBe(0);
});
afterAll(() => web.close());

async function addressOf(server: Running): Promise<string> {
  await server.says('Press Ctrl-C to stop.');
  return /Serving \S+ at (\S+)\//.exec(server.printed())![1]!;
}

it('serves crawled records and shuts down cleanly', async () => {
  const server = start(['serve', '--db', db, '--port', '0']);
  const url = await addressOf(server);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const found = (await (await fetch(`${url}/ogc/collections/services/items?q=forest`)).json()) as {
    numberMatched: number;
  };
  expect(found.numberMatched).toBeGreaterThan(1);
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining('SIGTERM: finishing open requests')]);
});

it('reports a used port, and a new database', async () => {
  const server = start(['serve', '--db', db, '--port', '0']);
  const { port } = new URL(await addressOf(server));
  const second = await run(['serve', '--db', db, '--port', port]);
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining(`Port ${port} is in use`)]);
  const fresh = start(['serve', '--db', scratchPath('fresh.db'), '--port', '0']);
  await addressOf(fresh);
  expect(fresh.printed()).toContain('Created an empty database');
  fresh.child.kill('SIGTERM');
  expect((await fresh.ended).code).toBe(0);
  server.child.kill('SIGINT');
  expect((await server.ended).code).toBe(0);
});

it('logs every request as an object, without secrets or client addresses', async () => {
  const server = start(['serve', '--db', db, '--port', '0', '--log-level', 'info', '--log-format', 'json']);
  const url = await addressOf(server);
  const found = await fetch(`${url}/ogc/collections/services/items?q=forest`);
  await found.text();
  await (
    await fetch(`${url}/api/v1/search?token=hidden-token`, { headers: { authorization: 'Bearer gt_hidden' } })
  ).text();
  await (await fetch(`${url}/welcome/hidden-link`)).text();
  server.child.kill('SIGTERM');
  const { stderr } = await server.ended;
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.map(({ event, method, path, status }) => [event, method, path, status])).toEqual([
    ['request', 'GET', '/ogc/collections/services/items?q=forest', 200],
    ['request', 'GET', '/api/v1/search?token=***', 401],
    ['request', 'GET', '/welcome/***', 410],
  ]);
  expect(logged[0]).toMatchObject({ level: 'info', id: found.headers.get('x-request-id'), ms: expect.any(Number) });
  expect(stderr).not.toMatch(/hidden|127\.0\.0\.1:\d+ /);
});

it('logs only failures by default', async () => {
  const server = start(['serve', '--db', db, '--port', '0']);
  const found = await fetch(`${await addressOf(server)}/ogc/collections/services/items?q=forest`);
  expect(found.headers.get('x-request-id')).toBeNull();
  await found.text();
  server.child.kill('SIGTERM');
  expect((await server.ended).stderr).not.toContain('path=');
});
