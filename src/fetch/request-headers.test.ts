import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createFetch } from './client.ts';
import { defaultFetchPolicy } from './policy.ts';

const servers: Server[] = [];
const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });

afterAll(async () => {
  await fetch.close();
  for (const server of servers) server.close();
});

async function serve(location: string | null): Promise<{ url: string; heard: IncomingHttpHeaders[] }> {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    response.writeHead(location === null ? 200 : 302, location === null ? {} : { location });
    response.end('x');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard };
}

it('sends additional headers to the requested origin only, not along redirects', async () => {
  const target = await serve(null);
  const first = await serve(target.url);
  const document = await fetch.get({ url: first.url, headers: { 'x-key': 'k1' } });
  expect(document.finalUrl).toBe(target.url);
  expect(first.heard.map((headers) => headers['x-key'])).toEqual(['k1']);
  expect(target.heard.map((headers) => headers['x-key'])).toEqual([undefined]);
});

it('keeps concurrent requests with different headers apart', async () => {
  const { url, heard } = await serve(null);
  await Promise.all(['a', 'b'].map((key) => fetch.get({ url, headers: { 'x-key': key } })));
  expect(heard.map((headers) => headers['x-key']).sort()).toEqual(['a', 'b']);
});
