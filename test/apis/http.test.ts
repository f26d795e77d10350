// The HTTP server: host names, headers, limits, and how it stops.
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeotrawlError } from '../../src/model/errors.ts';
import { get, post } from '../../src/serve/http/route.ts';
import { type ServerOptions, startServer } from '../../src/serve/http/server.ts';
import { type Json, type OpenApis, openApis } from './open-server.ts';

let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis({ 'server.rateLimit': 100_000 }, 12);
});
afterAll(() => apis.close());

/** Status and body of a request whose Host header fetch() would not let us choose. */
function askAs(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

describe('every response', () => {
  it.each(['/', '/ogc/', '/csw', '/api/v1/health', '/nowhere'])('%s has security headers', async (path) => {
    const { headers } = await apis.get(path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(0);
  });

  it('has an ETag, also if the body contains the time', async () => {
    for (const path of [
      '/ogc/collections/services/items',
      '/api/v1/resources',
      '/csw?request=GetRecords&resultType=results',
    ]) {
      const first = await apis.get(path);
      await first.arrayBuffer();
      const again = await apis.get(path, { 'if-none-match': first.headers.get('etag')! });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  it('is compressed if the client accepts it', async () => {
    const headers = (await apis.get('/ogc/collections/services/items', { 'accept-encoding': 'gzip' })).headers;
    expect(headers.get('content-encoding')).toBe('gzip');
  });

  it('has no body for HEAD, and allows any origin for OPTIONS', async () => {
    const head = await fetch(`${apis.url}/ogc/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
    expect((await fetch(`${apis.url}/csw`, { method: 'OPTIONS' })).status).toBe(204);
  });

  it('lists the allowed methods for another method', async () => {
    const response = await fetch(`${apis.url}/ogc/`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('host names', () => {
  it('of other machines are rejected on loopback', async () => {
    expect((await askAs(`${apis.url}/api/v1/health`, { host: 'evil.example' })).status).toBe(421);
    expect((await askAs(`${apis.url}/api/v1/health`, { host: 'localhost:1' })).status).toBe(200);
    expect((await askAs(`${apis.url}/api/v1/health`, { host: '127.0.0.1.evil.example' })).status).toBe(421);
  });

  it('in links are public', async () => {
    const other = await openApis({ 'server.publicUrl': 'https://maps.example.org/catalog/' }, 2);
    const { body } = await askAs(`${other.url}/ogc/`, { host: 'maps.example.org' });
    expect((JSON.parse(body) as Json).links[0].href).toBe('https://maps.example.org/catalog/ogc/');
    await other.close();
  });

  it('of a proxy are used only if it is trusted', async () => {
    const forwarded = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'maps.example.org',
      'x-forwarded-prefix': '/geo',
    };
    const self = async (of: OpenApis) => JSON.parse((await askAs(`${of.url}/ogc/`, forwarded)).body).links[0].href;
    expect(await self(apis)).toBe(`${apis.url}/ogc/`);
    const trusting = await openApis({ 'server.trustProxy': 1 }, 2);
    expect(await self(trusting)).toBe('https://maps.example.org/geo/ogc/');
    await trusting.close();
  });
});

it('sends Retry-After for too many requests', async () => {
  const strict = await openApis({ 'server.rateLimit': 3 }, 2);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) statuses.push((await strict.get('/api/v1/health')).status);
  const refused = await strict.get('/api/v1/health');
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect([refused.headers.get('ratelimit-limit'), Number(refused.headers.get('retry-after')) > 0]).toEqual(['3', true]);
  expect(((await refused.json()) as Json).code).toBe('request.too-many');
  await strict.close();
});

const open = { permission: 'look' } as const;

function small(routes: ServerOptions['routes'], failures: unknown[] = []) {
  const plain = { host: '127.0.0.1', port: 0, publicUrl: null, trustProxy: 0, rateLimit: 0 };
  return startServer({ ...plain, routes, onFailure: (error) => failures.push(error) });
}

describe('the server', () => {
  it('logs its own failures and hides them from the client', async () => {
    const failures: unknown[] = [];
    const server = await small([get('/', open, () => Promise.reject(new Error('secret path /etc')))], failures);
    const response = await fetch(server.url);
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')]);
    expect(failures).toHaveLength(1);
    await server.close();
  });

  it('accepts bodies up to a megabyte', async () => {
    const server = await small([
      post('/', open, async (request) => ({
        status: 200,
        type: 'text/plain',
        body: String((await request.text()).length),
      })),
    ]);
    const send = (bytes: number) => fetch(server.url, { method: 'POST', body: 'x'.repeat(bytes) });
    expect(await (await send(1024 * 1024)).text()).toBe('1048576');
    expect((await send(1024 * 1024 + 1)).status).toBe(413);
    await server.close();
  });

  it('reports a port in use', async () => {
    const server = await small([]);
    const again = startServer({
      host: '127.0.0.1',
      port: Number(new URL(server.url).port),
      publicUrl: null,
      trustProxy: 0,
      rateLimit: 0,
      routes: [],
      onFailure: () => {},
    });
    await expect(again).rejects.toThrow(GeotrawlError);
    await expect(again).rejects.toMatchObject({ code: 'serve.listen' });
    await server.close();
  });

  it('finishes a request in flight before it stops', async () => {
    let finish: () => void = () => {};
    let started: () => void = () => {};
    const isStarted = new Promise<void>((resolve) => (started = resolve));
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    const server = await small([
      get('/', open, async () => {
        started();
        await isFinished;
        return { status: 200, type: 'text/plain', body: 'done' };
      }),
    ]);
    const answer = fetch(server.url);
    await isStarted;
    const closing = server.close();
    finish();
    expect(await (await answer).text()).toBe('done');
    await closing;
  });

  it('aborts requests that take too long when it stops', async () => {
    let started: () => void = () => {};
    const isStarted = new Promise<void>((resolve) => (started = resolve));
    const server = await small([
      get('/', open, () => {
        started();
        return new Promise(() => {});
      }),
    ]);
    const answer = fetch(server.url);
    await isStarted;
    await server.close(10);
    await expect(answer).rejects.toThrow();
  });

  it('streams a long response, and stops when the client disconnects', async () => {
    let made = 0;
    let ended: () => void = () => {};
    const isEnded = new Promise<void>((resolve) => (ended = resolve));
    async function* pieces() {
      try {
        for (;;) {
          made++;
          yield 'x'.repeat(65_536);
        }
      } finally {
        ended();
      }
    }
    const failures: unknown[] = [];
    const server = await small([get('/', open, () => ({ status: 200, type: 'text/plain', body: pieces() }))], failures);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    socket.once('data', () => socket.destroy());
    await isEnded;
    expect(made).toBeLessThan(1000);
    expect(failures).toEqual([]);
    await server.close();
  });
});
