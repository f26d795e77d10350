// Orderings in a real crawl: a page is learned before its links are ranked.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlOptions } from '../../src/crawl/crawl-task.ts';
import { getTask } from '../../src/frontier/task-table.ts';
import type { OrderingName } from '../../src/model/rank.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';

const linksOf = (path: string): string =>
  Array.from({ length: 8 }, (_, number) => `<a href="${path}/${number}">${number}</a>`).join('');
const pages: Readonly<Record<string, string>> = {
  '/': '<a href="/a">one</a><a href="/b">two</a><a href="/c">three</a>',
  '/a': `<title>Onions, butter and salt</title>${linksOf('/a')}`,
  '/b': `<title>Web map service, geodata, layers</title>${linksOf('/b')}`,
  '/c': `<title>Carrots, cream and bread</title>${linksOf('/c')}`,
};
const server = createServer((request, response) => {
  const body = pages[request.url ?? ''] ?? (request.url?.endsWith('.txt') ? undefined : '<p>The end.</p>');
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' });
  response.end(body);
});

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-order-'));
const db = join(folder, 'crawl.db');

beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

const hostOfServer = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Paths of the pages a crawl of the server visits. */
async function run(options: CrawlOptions, settings: Partial<Config>): Promise<string[]> {
  const all = { 'politeness.delayMs': 0, 'network.allowPrivate': true, ...settings };
  const paths: string[] = [];
  for await (const event of crawl({ ...options, settings: all }))
    if (event.type === 'page') paths.push(new URL(event.url).pathname);
  return paths;
}

function visited(strategy: OrderingName): Promise<string[]> {
  return run({ seeds: [`http://${hostOfServer()}/`] }, { db: ':memory:', 'crawl.strategy': strategy });
}

/** What the database says `learned` knows of the server's host: visits, and pages read. */
async function savedOfHost(task: string): Promise<{ visits: number; pages: number }> {
  const store = openSqlite(db);
  const { options } = await getTask(store, task);
  await store.close();
  const { ranking } = options as { ranking: { state: { hosts: { rows: [string, ...number[]][] } } } };
  const [, , , visits = 0, , pages = 0] = ranking.state.hosts.rows.find(([host]) => host === hostOfServer()) ?? [''];
  return { visits, pages };
}

it('follows the topic, neither breadth-first nor depth-first', async () => {
  const paths = await visited('topic-pagerank');
  expect(paths).toHaveLength(28);
  const meanPlace = (start: string): number =>
    paths.reduce((sum, path, at) => sum + (path.startsWith(start) ? at / 8 : 0), 0);
  expect(meanPlace('/b/')).toBeLessThan(meanPlace('/a/') - 3);
  expect(meanPlace('/b/')).toBeLessThan(meanPlace('/c/') - 3);
});

it('keeps its learned state when resumed', async () => {
  const task = 'learned';
  const seeds = [`http://${hostOfServer()}/`];
  const first = await run({ seeds, task }, { db, 'crawl.strategy': 'learned', 'crawl.maxPages': 10 });
  const before = await savedOfHost(task);
  expect(before).toEqual({ visits: first.length, pages: first.length });
  const second = await run({ resume: task }, { db, 'crawl.maxPages': null });
  expect(first.length + second.length).toBe(28);
  // Visits of both runs: an order that had begun anew would know of the second alone.
  expect(await savedOfHost(task)).toEqual({ visits: 28, pages: 28 });
});

it('starts afresh when resumed with another ordering', async () => {
  const task = 'changed';
  const seeds = [`http://${hostOfServer()}/`];
  await run({ seeds, task }, { db, 'crawl.strategy': 'atf', 'crawl.maxPages': 10 });
  const second = await run({ resume: task }, { db, 'crawl.strategy': 'learned', 'crawl.maxPages': null });
  expect(await savedOfHost(task)).toEqual({ visits: second.length, pages: second.length });
});
