// A caller whose host lease expired while waiting at the gate sends no request and follows no redirect.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { systemClock } from '../base/time/system-clock.ts';
import { createFetch } from './client.ts';
import { defaultFetchPolicy } from './policy.ts';
import { createPoliteFetch } from './polite-fetch.ts';

it('sends nothing to a host whose lease may have passed to another worker', async () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(request.url === '/old' ? 302 : 200, { location: '/new' }).end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/old`;
  const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
  const polite = createPoliteFetch(fetch, systemClock);
  const get = (isOurs: () => boolean) => polite.get({ url, delayMs: 1, mayHop: () => true, isOurs });
  await expect(get(() => false)).rejects.toMatchObject({ code: 'fetch.aborted', facts: { isRequested: false } });
  expect(requested).toEqual([]);
  let looks = 0;
  await expect(get(() => ++looks < 2)).rejects.toMatchObject({ code: 'fetch.aborted', facts: { isRequested: false } });
  expect([looks, requested]).toEqual([2, []]);
  await expect(get(() => requested.length === 0)).rejects.toMatchObject({ code: 'fetch.aborted' });
  expect(requested).toEqual(['/old']);
  expect((await get(() => true)).finalUrl).toMatch(/new$/);
  await fetch.close();
  server.close();
});
