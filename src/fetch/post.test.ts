// POST requests: body and type arrive, redirects keep them as HTTP specifies, and the guard applies.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsWith } from '../config.ts';
import { createFetch } from './client.ts';
import { networkPolicy } from './policy.ts';

const requested: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    requested.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? '-'} ${body}`);
    const status = Number(/^\/(\d{3})$/.exec(request.url ?? '')?.[1] ?? 200);
    response.writeHead(status, status === 200 ? {} : { location: '/there' }).end('answer');
  });
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const body = { type: 'application/xml', text: '<ask/>' };

it.each([
  ['307', 'POST /there application/xml <ask/>'],
  ['302', 'POST /there application/xml <ask/>'],
  ['303', 'GET /there - '],
])('continues after a %s', async (status, then) => {
  const fetch = createFetch(networkPolicy(settingsWith({ 'network.allowPrivate': true })));
  requested.length = 0;
  const document = await fetch.get({ url: `${base}/${status}`, body });
  expect([document.status, ...requested]).toEqual([200, `POST /${status} application/xml <ask/>`, then]);
  await fetch.close();
});

it('is not sent to private addresses', async () => {
  const fetch = createFetch(networkPolicy(settingsWith()));
  requested.length = 0;
  await expect(fetch.get({ url: base, body })).rejects.toMatchObject({ code: 'policy.private-address' });
  expect(requested).toEqual([]);
  await fetch.close();
});

it('does not share the response to another body', async () => {
  const fetch = createFetch(networkPolicy(settingsWith({ 'network.allowPrivate': true })));
  requested.length = 0;
  await Promise.all(['<a/>', '<b/>'].map((text) => fetch.get({ url: base, body: { ...body, text } })));
  expect([...requested].sort()).toEqual(['POST / application/xml <a/>', 'POST / application/xml <b/>']);
  await fetch.close();
});
