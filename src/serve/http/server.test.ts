// What clients get where a server has too much to do, and what becomes of work whose client has gone.
import { once } from 'node:events';
import { get as request } from 'node:http';
import { expect, it } from 'vitest';
import { createWorkQueue } from '../../base/async/work-queue.ts';
import type { HttpRequest } from './request.ts';
import { get, type Handler } from './route.ts';
import { startServer } from './server.ts';

async function serveAt(handle: Handler) {
  const failures: unknown[] = [];
  const running = await startServer({
    ...{
      routes: [get('/work', { permission: 'look' }, handle)],
      host: '127.0.0.1',
      port: 0,
      rateLimit: 0,
      publicUrl: null,
      trustProxy: 0,
    },
    onFailure: (error) => failures.push(error),
  });
  return { url: `${running.url}/work`, failures, close: () => running.close(0) };
}

it('answers 503 with a code and Retry-After where the line does not move, and logs no failure', async () => {
  let finish = () => {};
  const work = () =>
    new Promise<string>((resolve) => {
      finish = () => resolve('done');
    });
  const queue = createWorkQueue([work], { maxWaitMs: 0, fewWaiting: 0, maxWaiting: 10, now: () => 0 });
  const body = async () => ({ status: 200, type: 'text/plain', body: await queue.run('one') });
  const server = await serveAt(body);
  const under = queue.run('first');
  const inLine = queue.run('second');
  const refused = await fetch(server.url);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toMatchObject({ code: 'request.overloaded' });
  expect(server.failures).toEqual([]);
  finish();
  await under;
  finish();
  await inLine;
  await server.close();
});

it('gives work up whose client has hung up, and calls that no failure', async () => {
  let begin: (request: HttpRequest) => void;
  const begun = new Promise<HttpRequest>((resolve) => {
    begin = resolve;
  });
  const server = await serveAt(async (request) => {
    begin(request);
    await once(request.signal, 'abort');
    throw request.signal.reason;
  });
  const asking = request(server.url);
  const gone = once(asking, 'error');
  const { signal } = await begun;
  const given = once(signal, 'abort');
  asking.destroy(new Error('left'));
  await Promise.all([gone.catch((error: Error) => expect(error.message).toBe('left')), given]);
  await new Promise(setImmediate);
  expect(server.failures).toEqual([]);
  await server.close();
});
