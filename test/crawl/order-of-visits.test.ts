// Orders of visits in a real crawl: what a page is like is known before its links are put in line.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../../src/crawl.ts';
import type { OrderingName } from '../../src/model/rank.ts';

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

beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => new Promise((closed) => server.close(closed)));

async function visited(strategy: OrderingName): Promise<string[]> {
  const seed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = {
    db: ':memory:',
    'crawl.strategy': strategy,
    'politeness.delayMs': 0,
    'network.allowPrivate': true,
  } as const;
  const paths: string[] = [];
  for await (const event of crawl({ seeds: [seed], settings }))
    if (event.type === 'page') paths.push(new URL(event.url).pathname);
  return paths;
}

it('goes on where the topic is, neither where it came first nor where it came last', async () => {
  const paths = await visited('topic-pagerank');
  expect(paths).toHaveLength(28);
  const meanPlace = (start: string): number =>
    paths.reduce((sum, path, at) => sum + (path.startsWith(start) ? at / 8 : 0), 0);
  expect(meanPlace('/b/')).toBeLessThan(meanPlace('/a/') - 3);
  expect(meanPlace('/b/')).toBeLessThan(meanPlace('/c/') - 3);
});
