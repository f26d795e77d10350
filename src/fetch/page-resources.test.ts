import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../base/time/system-clock.ts';
import type { Fetch } from '../model/fetch.ts';
import { createFetch } from './client.ts';
import { defaultDelayPolicy } from './crawl-delay.ts';
import { createResourceLoader, type LoadResource } from './page-resources.ts';
import { defaultFetchPolicy } from './policy.ts';
import { openPolitePath } from './polite-request.ts';

const signal = new AbortController().signal;
let server: Server;
let origin: string;
let fetch: Fetch;
let load: LoadResource;
let paths: string[];

beforeEach(async () => {
  paths = [];
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    paths.push(path);
    const status = { '/busy.js': 429, '/around.js': 302, '/there.js': 302, '/to-hidden.js': 302 }[path] ?? 200;
    const location = { '/around.js': '/there.js', '/there.js': '/around.js' }[path] ?? '/hidden/a.js';
    response.writeHead(status, status === 302 ? { location } : { 'content-type': 'text/plain' });
    response.end(path === '/robots.txt' ? 'User-agent: *\nDisallow: /hidden/' : 'x');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
  load = createResourceLoader({
    path: openPolitePath({ fetch, clock: systemClock, delayPolicy: { ...defaultDelayPolicy, baseDelayMs: 0 } }),
    frontier: { hostByKey: async () => null },
    learn: () => undefined,
  });
});

afterEach(async () => {
  await fetch.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('fetches robots.txt first, once per host, and counts it', async () => {
  expect((await load(`${origin}/a.js`, {}, signal)).requests).toBe(2);
  expect((await load(`${origin}/b.js`, {}, signal)).requests).toBe(1);
  expect(paths).toEqual(['/robots.txt', '/a.js', '/b.js']);
});

it('requests nothing that robots.txt disallows, not even when redirected there', async () => {
  await expect(load(`${origin}/hidden/a.js`, {}, signal)).rejects.toMatchObject({ code: 'policy.robots' });
  await expect(load(`${origin}/to-hidden.js`, {}, signal)).rejects.toMatchObject({ code: 'policy.robots' });
  expect(paths.filter((path) => path.startsWith('/hidden'))).toEqual([]);
});

it('gives up on redirect loops', async () => {
  await expect(load(`${origin}/around.js`, {}, signal)).rejects.toMatchObject({ code: 'fetch.redirect-loop' });
});

it('requests nothing from a host during its backoff', async () => {
  expect((await load(`${origin}/busy.js`, {}, signal)).document.status).toBe(429);
  await expect(load(`${origin}/a.js`, {}, signal)).rejects.toMatchObject({ code: 'policy.backoff' });
  expect(paths).toEqual(['/robots.txt', '/busy.js']);
});
