// Limits the open connections to many hosts.
import { expect, it } from 'vitest';
import { startMisbehaving } from '../../test/servers/misbehaving.ts';
import { createFetch } from './client.ts';
import { defaultFetchPolicy } from './policy.ts';
import { parseResolveRule } from './resolve-rules.ts';

it('idle connections to many hosts are closed, the oldest first', async () => {
  const server = await startMisbehaving();
  const resolve = [parseResolveRule(`*=127.0.0.1:${server.port}`)];
  const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true, resolve });
  for (let host = 0; host < 540; host++) await fetch.get({ url: `http://host-${host}.example/empty-body` });
  expect(server.connections()).toBe(540);
  while (server.openConnections() > 501) await new Promise((next) => setTimeout(next, 5));
  await fetch.get({ url: 'http://host-539.example/empty-body' });
  expect(server.connections()).toBe(540);
  await fetch.get({ url: 'http://host-0.example/empty-body' });
  expect(server.connections()).toBe(541);
  await fetch.close();
  await server.close();
});
