// Requests through a proxy, as flags and environment ask for it, seen from the proxy.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { jsonLines, run, scratchPath } from './command.ts';
import { closeServer, wms } from './small-web.ts';

/** Plays every http host behind it: one page, one service. */
let proxy: Server;
let address: string;
/** The made-up names mean nothing to this machine; the proxy knows where they lead. */
const trusting = '--allow-private';
const requested: string[] = [];

beforeAll(async () => {
  proxy = createServer((request, response) => {
    requested.push(request.url ?? '');
    const page = request.url?.includes('/wms') ? wms({ title: 'Behind a proxy' }) : null;
    const isRobots = request.url?.endsWith('/robots.txt');
    response.writeHead(isRobots ? 404 : 200, { 'content-type': page?.type ?? 'text/html' });
    response.end(page?.body ?? '<title>Hi</title><a href="/wms">our service</a>');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => closeServer(proxy));
beforeEach(() => {
  requested.length = 0;
});

it.each([
  ['--proxy', (): [string[], Record<string, string>] => [['--proxy', address], {}]],
  ['HTTP_PROXY', (): [string[], Record<string, string>] => [[], { HTTP_PROXY: address }]],
  ['http_proxy', (): [string[], Record<string, string>] => [[], { http_proxy: address, HTTPS_PROXY: '' }]],
])('probe goes through the proxy of %s', async (_name, given) => {
  const [flags, env] = given();
  const { code, stdout } = await run(['probe', '--json', 'http://maps.example.org/wms', trusting, ...flags], { env });
  expect(code).toBe(0);
  expect(jsonLines(stdout)).toMatchObject([{ kind: 'wms', title: 'Behind a proxy' }]);
  expect(requested.every((url) => url.startsWith('http://maps.example.org/wms'))).toBe(true);
  expect(requested.length).toBeGreaterThan(0);
});

it('crawl uses it, too', async () => {
  const crawl = [
    'crawl',
    'http://www.example.org/',
    '--db',
    scratchPath(),
    '--delay',
    '0',
    '--proxy',
    address,
    '--ndjson',
    trusting,
  ];
  const { code, stdout } = await run(crawl);
  expect(code).toBe(0);
  expect(jsonLines(stdout).at(-1)).toMatchObject({ resources: 1 });
  expect(requested).toContain('http://www.example.org/robots.txt');
});

it("the demo doesn't: its web is on this machine", async () => {
  const { code } = await run(['demo', '--db', scratchPath(), '-q'], { env: { HTTP_PROXY: address } });
  expect(code).toBe(0);
  expect(requested).toEqual([]);
});

it('an unreachable proxy is reported, without its password', async () => {
  const { code, stdout } = await run([
    'probe',
    'http://maps.example.org/wms',
    '--proxy',
    'http://me:secret@127.0.0.1:9',
    trusting,
  ]);
  expect(code).toBe(4);
  expect(stdout).toMatch(/fetch\.proxy.*127\.0\.0\.1:9/);
  expect(stdout).not.toContain('secret');
});
