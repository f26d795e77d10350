// Two concurrent crawls are as polite to a host as one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openPeopledServer } from '../accounts/server-with-accounts.ts';
import { closeServer, linksTo, wms } from '../e2e/small-web.ts';
import { untilState } from './watch-crawl.ts';

const delayMs = 150;

interface Exchange {
  readonly beganMs: number;
  endedMs: number;
}

/** A site that logs when requests arrive and responses end. */
async function startWatchfulSite(
  answer: (path: string) => { status: number; headers?: Record<string, string>; body: string },
) {
  const exchanges: Exchange[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const exchange: Exchange = { beganMs: performance.now(), endedMs: Number.POSITIVE_INFINITY };
    exchanges.push(exchange);
    paths.push(request.url ?? '');
    const { status, headers = {}, body } = answer(request.url ?? '/');
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    // The response ends at the client no earlier than here; 'finish' may come after the client has it.
    exchange.endedMs = performance.now();
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, exchanges, paths, close: () => closeServer(server) };
}

function smallestGap(exchanges: readonly Exchange[]): number {
  return Math.min(...exchanges.slice(1).map(({ beganMs }, index) => beganMs - exchanges[index]!.endedMs));
}

it('keeps the crawl delay between requests of two tasks', { timeout: 120_000 }, async () => {
  const site = await startWatchfulSite((path) =>
    path === '/' ? { status: 200, body: linksTo('/a', '/b', '/c', '/d') } : { status: 200, body: 'a page' },
  );
  const server = await openPeopledServer({ 'network.allowRanges': ['127.0.0.0/8'], 'politeness.delayMs': delayMs });
  const [anna, bert] = [await server.person('Anna', 'user'), await server.person('Bert', 'user')];
  const task = { seeds: [`${site.origin}/`], scope: 'host', start: true };
  const made = await Promise.all([anna.ask('POST', '/api/v1/tasks', task), bert.ask('POST', '/api/v1/tasks', task)]);
  await untilState(anna, made[0].body.id, 'done');
  await untilState(bert, made[1].body.id, 'done');
  // Each has read the five pages; robots.txt is requested once for both.
  expect(site.paths.filter((path) => path === '/a')).toHaveLength(2);
  expect(site.exchanges.length).toBeGreaterThanOrEqual(11);
  expect(smallestGap(site.exchanges)).toBeGreaterThanOrEqual(delayMs);
  await server.close();
  await site.close();
});

it('all tasks obey a Retry-After that one of them received', { timeout: 120_000 }, async () => {
  let isTired = false;
  const site = await startWatchfulSite((path) => {
    if (path === '/robots.txt') return { status: 404, body: '' };
    if (isTired || path === '/tired') {
      isTired = true;
      return { status: 503, headers: { 'retry-after': '3600' }, body: 'later' };
    }
    return { status: 200, body: linksTo('/a', '/b', '/c', '/d', '/e', '/f') };
  });
  const server = await openPeopledServer({ 'network.allowRanges': ['127.0.0.0/8'], 'politeness.delayMs': delayMs });
  const anna = await server.person('Anna', 'user');
  const first = await anna.ask('POST', '/api/v1/tasks', { seeds: [`${site.origin}/`], scope: 'host', start: true });
  await untilState(anna, first.body.id, 'running');
  const second = await anna.ask('POST', '/api/v1/tasks', { seeds: [`${site.origin}/tired`], depth: 0, start: true });
  await untilState(anna, first.body.id, 'stopped', 'done');
  await untilState(anna, second.body.id, 'stopped', 'done');
  // Whichever crawl was told to retry later, neither sends another request.
  const tiredAt = site.paths.indexOf('/tired');
  expect(tiredAt).toBeGreaterThan(-1);
  expect(site.paths.slice(tiredAt + 1)).toEqual([]);
  await server.close();
  await site.close();
});

it('checks discoveries soon, during the crawl and as politely', { timeout: 120_000 }, async () => {
  const site = await startWatchfulSite((path) => {
    if (/GetCapabilities/i.test(path))
      return { status: 200, headers: { 'content-type': 'text/xml' }, body: String(wms({ title: 'Waters' }).body) };
    if (/GetMap/i.test(path)) return { status: 500, body: 'no map today' };
    return path === '/' ? { status: 200, body: linksTo('/a', '/wms?service=WMS', '/b') } : { status: 404, body: '' };
  });
  const server = await openPeopledServer({
    'network.allowRanges': ['127.0.0.0/8'],
    'politeness.delayMs': delayMs,
    'server.watch': true,
  });
  const anna = await server.person('Anna', 'user');
  const task = { seeds: [`${site.origin}/`], scope: 'host', start: true };
  const { body } = await anna.ask('POST', '/api/v1/tasks', task);
  await untilState(anna, body.id, 'done');
  // A failed round retries after half a minute; its first request shows that it started.
  const request = () => site.paths.some((path) => /GetMap/i.test(path));
  while (!request()) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(smallestGap(site.exchanges)).toBeGreaterThanOrEqual(delayMs);
  await server.close();
  await site.close();
  expect(server.failures).toEqual([]);
});
