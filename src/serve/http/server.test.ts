// Responses of an overloaded server, and work whose client disconnected.
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
    routes: [get('/work', { permission: 'look' }, handle)],
    host: '127.0.0.1',
    port: 0,
    rateLimit: 0,
    publicUrl: null,
    trustProxy: 0,
    onFailure: (error) => failures.push(error),
  });
  return { url: `${running.url}/work`, failures, close: () => running.close(0) };
}

it('responds 503 with a code and Retry-After if the queue is stuck, and logs no failure', async () => {
  let finish = () => {};
  const work = () =>
    new Promise<string>((resolve) => {
      finish = () => resolve('done');
    });
  const queue = createWorkQueue([work], { maxWaitMs: 0, fewWaiting: 0, maxWaiting: 10, now: () => 0 });
  const body = async () => ({ status: 200, type: 'text/plain', body: await queue.run('one') });
  const server = await serveAt(body);
  const running = queue.run('first');
  const queued = queue.run('second');
  const refused = await fetch(server.url);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toMatchObject({ code: 'request.overloaded' });
  expect(server.failures).toEqual([]);
  finish();
  await running;
  finish();
  await queued;
  await server.close();
});

it('aborts work whose client disconnected, without logging a failure', async () => {
  let begin: (request: HttpRequest) => void;
  const begun = new Promise<HttpRequest>((resolve) => {
    begin = resolve;
  });
  const server = await serveAt(async (request) => {
    begin(request);
    await once(request.signal, 'abort');
    throw request.signal.reason;
  });
  const clientRequest = request(server.url);
  const gone = once(clientRequest, 'error');
  const { signal } = await begun;
  const aborted = once(signal, 'abort');
  clientRequest.destroy(new Error('left'));
  await Promise.all([gone.catch((error: Error) => expect(error.message).toBe('left')), aborted]);
  await new Promise(setImmediate);
  expect(server.failures).toEqual([]);
  await server.close();
});
