// The fetch against a misbehaving web on loopback.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MisbehavingServer, page, startMisbehaving } from '../../test/servers/misbehaving.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import { createFetch } from './client.ts';
import { defaultFetchPolicy, makeUserAgent } from './policy.ts';

const pageBytes = Buffer.byteLength(page);
let server: MisbehavingServer;
let fetch: Fetch;

beforeAll(async () => {
  server = await startMisbehaving();
  fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
});

afterAll(async () => {
  await fetch.close();
  await server.close();
});

type Name = Parameters<MisbehavingServer['url']>[0];
const get = (name: Name, request: Partial<FetchRequest> = {}, query = '') =>
  fetch.get({ url: server.url(name, query), ...request });
const codes = (document: Document) => document.problems.map(({ code }) => code);
const heard = (name: string) => server.requests.filter(({ path }) => path.startsWith(`/${name}`));

async function failure(work: Promise<unknown>): Promise<GeotrawlError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof GeotrawlError) return error;
    throw error;
  }
  throw new Error('it succeeded');
}

describe('an ordinary response', () => {
  it('becomes a document with its metadata', async () => {
    const document = await get('fine', {}, '#part');
    expect(document).toMatchObject({
      url: `${server.url('fine')}#part`,
      finalUrl: server.url('fine'),
      status: 200,
      mediaType: 'text/html',
      charset: 'utf-8',
      partial: null,
      redirects: [],
      address: '127.0.0.1',
      requests: 1,
      problems: [],
    });
    expect(document.text()).toBe(page);
    expect(document.latencyMs).toBeGreaterThan(0);
    expect(document.fetchedAtMs).toBeGreaterThan(1_600_000_000_000);
  });

  it('was requested with product token, contact and Accept', async () => {
    const sent = JSON.parse((await get('echo-headers')).text());
    expect(sent['user-agent']).toBe(makeUserAgent('https://geotrawl.example/bot'));
    expect(sent['user-agent']).toMatch(/^Geotrawl\/0\.1 \(\+https:/);
    expect(sent.accept).toContain('text/html');
    expect(sent['accept-encoding']).toBe('gzip, deflate, br');
  });

  it('sends the given Accept', async () => {
    expect(JSON.parse((await get('echo-headers', { accept: 'image/png' })).text()).accept).toBe('image/png');
  });

  it('may be empty', async () => {
    expect(await get('empty-body')).toMatchObject({ status: 200, partial: null, problems: [] });
  });

  it('joins repeated headers and accepts odd header names', async () => {
    expect((await get('repeated-headers')).headers['x-robots-tag']).toBe('noindex, nofollow');
    expect((await get('odd-header-names')).headers.constructor).toBe('odd');
    expect((await get('fine')).headers.constructor).toBeUndefined();
  });
});

describe('bodies', () => {
  interface Case {
    readonly name: Name;
    readonly request?: Partial<FetchRequest>;
    readonly bytes: number;
    readonly partial: Document['partial'];
    readonly problems?: readonly string[];
  }
  const cases: readonly Case[] = [
    { name: 'partial', bytes: pageBytes, partial: 'cut', problems: ['body.partial-cut'] },
    { name: 'broken-chunked', bytes: pageBytes, partial: 'cut', problems: ['body.partial-cut'] },
    { name: 'chunked-cut', bytes: pageBytes, partial: 'cut', problems: ['body.partial-cut'] },
    { name: 'until-close', bytes: pageBytes, partial: null },
    { name: 'short-content-length', bytes: 100, partial: null },
    { name: 'huge', request: { maxBytes: 300_000 }, bytes: 300_000, partial: 'size', problems: ['body.partial-size'] },
    { name: 'fine', request: { maxBytes: pageBytes }, bytes: pageBytes, partial: null },
    { name: 'fine', request: { maxBytes: 10 }, bytes: 10, partial: 'size', problems: ['body.partial-size'] },
    { name: 'early-hints', bytes: pageBytes, partial: null },
    { name: 'error-with-body', bytes: 84, partial: null },
  ];
  it.each(cases)('$name gives $bytes bytes, partial: $partial', async ({ name, request, bytes, partial, problems }) => {
    const document = await get(name, request);
    expect(document.bytes.length).toBe(bytes);
    expect(document.partial).toBe(partial);
    expect(codes(document)).toEqual(problems ?? []);
  });

  it('forever: what arrived in time is kept', async () => {
    const document = await get('forever', { timeoutMs: 500 });
    expect(document.partial).toBe('time');
    expect(document.text()).toMatch(/^<p>\.*$/);
    expect(codes(document)).toEqual(['body.partial-time']);
  });

  it('wrong-charset: read by its bytes, with a problem', async () => {
    const document = await get('wrong-charset');
    expect(document.text()).toBe('<p>Höhe äöü');
    expect(codes(document)).toEqual(['body.charset-conflict']);
  });

  it('lying-content-type and no-content-type: passed on as they are', async () => {
    expect((await get('lying-content-type')).mediaType).toBe('text/html');
    expect((await get('no-content-type')).mediaType).toBe('');
  });
});

describe('content encodings', () => {
  it.each(['gzip', 'x-gzip', 'br', 'deflate-zlib', 'deflate-raw', 'gzip-then-br', 'identity-encoding'] as const)(
    '%s is undone',
    async (name) => {
      const document = await get(name);
      expect(document.text()).toBe(page);
      expect(document.problems).toEqual([]);
    },
  );

  it.each(['false-gzip', 'false-br', 'false-deflate', 'unknown-encoding', 'many-encodings'] as const)(
    '%s: the body is kept as it is',
    async (name) => {
      const document = await get(name);
      expect(document.text()).toBe(page);
      expect(codes(document)).toEqual(['body.encoding-false']);
    },
  );

  it.each(['gzip-cut', 'gzip-damaged'] as const)('%s: the readable part is kept', async (name) => {
    const document = await get(name);
    expect(document.bytes.length).toBeGreaterThan(15_000);
    expect(document.partial).toBe('cut');
  });

  it('gzip-bomb stops at the cap', async () => {
    const document = await get('gzip-bomb', { maxBytes: 3_000_000 });
    expect(document.bytes.length).toBe(3_000_000);
    expect(document.partial).toBe('size');
  });

  it('brotli-bomb (100 MiB in under 200 bytes) stops long before the cap, in bounded memory', async () => {
    const before = process.memoryUsage().rss;
    const document = await get('brotli-bomb', { maxBytes: 90 * 1024 * 1024 });
    expect(Number(document.headers['content-length'])).toBeLessThan(200);
    expect(document.bytes.length).toBe(4 * 1024 * 1024);
    expect(document.partial).toBe('size');
    // The server makes the bomb in this process: 100 MiB of zeros are its own.
    expect(process.memoryUsage().rss - before).toBeLessThan(160 * 1024 * 1024);
  });
});

describe('no response', () => {
  interface Case {
    readonly name: Name;
    readonly request?: Partial<FetchRequest>;
    readonly code: ErrorCode;
    readonly retry: boolean;
  }
  const cases: readonly Case[] = [
    { name: 'drop', code: 'fetch.empty', retry: true },
    { name: 'reset', code: 'fetch.reset', retry: true },
    { name: 'silent', request: { timeoutMs: 100 }, code: 'fetch.timeout', retry: true },
    { name: 'slow-start', request: { timeoutMs: 50 }, code: 'fetch.timeout', retry: true },
    { name: 'no-headers', code: 'fetch.protocol', retry: false },
    { name: 'header-bomb', code: 'fetch.protocol', retry: false },
    { name: 'redirect-loop', code: 'fetch.redirect-loop', retry: false },
    { name: 'redirect-self', code: 'fetch.redirect-loop', retry: false },
    { name: 'cookie-maze', code: 'fetch.redirect-loop', retry: false },
    { name: 'redirect-bad', code: 'fetch.redirect-bad', retry: false },
    { name: 'redirect-scheme', code: 'policy.scheme', retry: false },
  ];
  it.each(cases)('$name is $code', async ({ name, request, code, retry }) => {
    const error = await failure(get(name, request));
    expect(error.code).toBe(code);
    expect(error.retry).toBe(retry);
  });

  it.each([
    ['http://127.0.0.1:1/', 'fetch.connect'],
    ['ftp://example.org/', 'policy.scheme'],
    ['file:///etc/passwd', 'policy.scheme'],
    ['not a url', 'usage.bad-url'],
    ['http://999.1.1.1/', 'usage.bad-url'],
  ])('%s is %s', async (url, code) => {
    expect((await failure(fetch.get({ url }))).code).toBe(code);
  });

  it('names the host and the cause', async () => {
    const error = await failure(fetch.get({ url: 'http://127.0.0.1:1/' }));
    expect(error.message).toContain('127.0.0.1:1');
    expect(error.facts).toEqual({ host: '127.0.0.1:1', cause: 'ECONNREFUSED' });
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('a connection the server closed while idle is reopened', async () => {
    await get('stale-connection');
    const document = await get('stale-connection');
    expect(document).toMatchObject({ status: 200, requests: 2 });
  });
});

describe('lenient HTTP', () => {
  it.each(['lf-only', 'folded-header', 'length-and-chunked'] as const)(
    '%s is read on the second attempt',
    async (name) => {
      const requested: string[] = [];
      const before = async (url: string) => requested.push(url) > 0;
      const document = await get(name, { before });
      expect(document.text()).toContain('Höhenmodell');
      expect(codes(document)).toEqual(['body.lenient-http']);
      expect(document.requests).toBe(2);
      expect(requested).toEqual([server.url(name)]);
    },
  );

  it('is not tried when politeness forbids it', async () => {
    const error = await failure(get('lf-only', { before: async () => false }));
    expect(error.code).toBe('fetch.protocol');
  });
});

describe('statuses', () => {
  it('needs-accept: retried with Accept: */*, and reported', async () => {
    const document = await get('needs-accept');
    expect(document).toMatchObject({ status: 200, requests: 2 });
    expect(codes(document)).toEqual(['http.alternative-accept']);
  });

  it('forbidden stays forbidden after one retry', async () => {
    const document = await get('forbidden');
    expect(document).toMatchObject({ status: 403, requests: 2, problems: [] });
  });

  it('forbidden is not retried when politeness forbids it', async () => {
    expect(await get('forbidden', { before: async () => false })).toMatchObject({ status: 403, requests: 1 });
  });

  it('429 and 503 are responses, with their headers', async () => {
    expect(await get('too-many')).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect((await get('unavailable')).status).toBe(503);
  });

  it('HEAD is never sent, so a server that refuses it does not matter', async () => {
    expect((await get('head-405')).status).toBe(200);
  });

  it('validators give a 304 with an empty body', async () => {
    expect(await get('not-modified', { ifNoneMatch: '"v1"' })).toMatchObject({ status: 304, partial: null });
    const since = 'Wed, 01 Jan 2025 00:00:00 GMT';
    expect((await get('not-modified', { ifModifiedSince: since })).status).toBe(304);
    expect((await get('not-modified', { ifNoneMatch: '"v0"' })).status).toBe(200);
  });
});

describe('ranges', () => {
  it('a partial body is marked as requested', async () => {
    const document = await get('range', { range: [15, 29] });
    expect(document).toMatchObject({ status: 206, partial: 'range', problems: [] });
    expect(document.text()).toBe(page.slice(15, 30));
    expect(heard('range').at(-1)?.headers['accept-encoding']).toBe('identity');
  });

  it('a range with everything is complete', async () => {
    expect(await get('range', { range: [0, 999_999] })).toMatchObject({ status: 206, partial: null });
  });

  it('a range beyond the end is a response', async () => {
    expect((await get('range', { range: [999_999, 1_000_000] })).status).toBe(416);
  });

  it('a server that ignores it is read from byte 0 to the last requested byte', async () => {
    const document = await get('range-ignored', { range: [10, 29] });
    expect(document).toMatchObject({ status: 200, partial: 'range' });
    expect(document.bytes.length).toBe(30);
  });
});

describe('redirects', () => {
  it('are followed and recorded', async () => {
    const document = await get('redirect-chain', {}, '?n=5');
    expect(document.finalUrl).toBe(server.url('fine'));
    expect(document.redirects).toEqual([5, 4, 3, 2, 1].map((n) => server.url('redirect-chain', `?n=${n}`)));
    expect(document.requests).toBe(6);
  });

  it('end after five', async () => {
    const error = await failure(get('redirect-chain', {}, '?n=6'));
    expect(error.code).toBe('fetch.redirect-limit');
    expect(error.facts.hops).toBe(5);
  });

  it('wait for politeness at every hop, or end with the current response', async () => {
    const requested: string[] = [];
    const before = async (url: string) => requested.push(url) < 2;
    const document = await get('redirect-chain', { before }, '?n=4');
    expect(requested).toEqual([3, 2].map((n) => server.url('redirect-chain', `?n=${n}`)));
    expect(document).toMatchObject({ status: 302, finalUrl: server.url('redirect-chain', '?n=3'), requests: 2 });
  });

  it('without a Location are responses', async () => {
    expect(await get('redirect-nowhere')).toMatchObject({ status: 302, requests: 1 });
  });

  it('with an endless body are not read to the end', async () => {
    expect((await get('redirect-huge')).finalUrl).toBe(server.url('fine'));
  });

  it('that drop the query on the way to another origin get it back', async () => {
    const document = await get('redirect-drop-query', {}, '?SERVICE=WMS&REQUEST=GetCapabilities');
    expect(document.text()).toBe('query:?SERVICE=WMS&REQUEST=GetCapabilities');
    expect(codes(document)).toEqual(['http.redirect-dropped-query']);
  });

  it('cookie-wall: passed with its cookie, which is then discarded', async () => {
    const document = await get('cookie-wall', {}, '?a=1');
    expect(document).toMatchObject({ status: 200, finalUrl: server.url('cookie-wall', '?a=1'), requests: 2 });
    expect(codes(document)).toEqual(['http.cookie-wall']);
    await get('cookie-wall', {}, '?a=2');
    const cookies = heard('cookie-wall').map(({ headers }) => headers.cookie);
    expect(cookies).toEqual([undefined, 'wall=passed', undefined, 'wall=passed']);
  });

  it('cookies do not travel to another host', async () => {
    const other = await startMisbehaving({ address: '127.0.0.2' });
    const document = await get('redirect', {}, `?to=${encodeURIComponent(other.url('echo-headers'))}`);
    expect(JSON.parse(document.text()).cookie).toBeUndefined();
    expect(document.address).toBe('127.0.0.2');
    await other.close();
  });

  it('the time budget covers all hops, without the waits', async () => {
    const wait = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 800));
    expect((await get('redirect', { timeoutMs: 700, before: wait })).status).toBe(200);
    expect((await failure(get('redirect', { timeoutMs: 200 }, '?to=/silent'))).code).toBe('fetch.timeout');
  });
});

describe('identical requests at the same time', () => {
  it('are sent once', async () => {
    const count = heard('slow-start').length;
    const [first, second] = await Promise.all([get('slow-start', {}, '?ms=50'), get('slow-start', {}, '?ms=50')]);
    expect(heard('slow-start').length - count).toBe(1);
    expect(second).toBe(first);
  });

  it('are sent again when the first is done', async () => {
    const count = heard('fine').length;
    await get('fine');
    await get('fine');
    expect(heard('fine').length - count).toBe(2);
  });

  it('differ by Accept and range', async () => {
    const count = heard('range').length;
    await Promise.all([get('range'), get('range', { accept: 'a/b' }), get('range', { range: [0, 5] })]);
    expect(heard('range').length - count).toBe(3);
  });

  it('one caller leaving does not affect the other', async () => {
    const leaving = new AbortController();
    const url = server.url('slow-start', '?ms=100&shared');
    const first = fetch.get({ url }, leaving.signal);
    const second = fetch.get({ url }, new AbortController().signal);
    leaving.abort(new Error('enough'));
    expect((await failure(first)).code).toBe('fetch.aborted');
    expect((await second).status).toBe(200);
  });

  it('the last caller leaving ends the request, and the next caller gets a new one', async () => {
    const leaving = new AbortController();
    const url = server.url('silent', '?left');
    const both = [fetch.get({ url }, leaving.signal), fetch.get({ url }, leaving.signal)];
    leaving.abort();
    for (const one of both) expect((await failure(one)).code).toBe('fetch.aborted');
    expect((await failure(fetch.get({ url, timeoutMs: 50 }))).code).toBe('fetch.timeout');
    expect((await failure(fetch.get({ url }, leaving.signal))).code).toBe('fetch.aborted');
  });
});

describe('closing', () => {
  it('ends requests in progress', async () => {
    const own = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
    const pending = failure(own.get({ url: server.url('silent') }));
    while (heard('silent').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await own.close();
    expect((await pending).code).toBe('fetch.aborted');
  });
});
