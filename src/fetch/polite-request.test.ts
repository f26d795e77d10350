// Conformance: every caller of the polite request path keeps the same rules.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../base/time/system-clock.ts';
import { hostKeyOf } from '../base/url/url.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Fetch } from '../model/fetch.ts';
import type { Frontier, HostState, HostUpdate, Visit } from '../model/frontier.ts';
import { createFetch } from './client.ts';
import { defaultDelayPolicy } from './crawl-delay.ts';
import { createHostGate, type HostGate } from './host-gate.ts';
import { createResourceLoader } from './page-resources.ts';
import { defaultFetchPolicy } from './policy.ts';
import { createPoliteClient } from './polite-client.ts';
import { openPolitePath } from './polite-request.ts';
import { createVisitClient } from './visit.ts';

interface Context {
  readonly fetch: Fetch;
  readonly gate: HostGate;
}

/** The status of the response, or the code of the refusal. */
type Request = (url: string) => Promise<number | string>;

const baseDelayMs = 100;
const delayPolicy = { ...defaultDelayPolicy, baseDelayMs, latencyFactor: 0 };
const { signal } = new AbortController();

function errorCode(error: unknown): string {
  if (error instanceof GeotrawlError) return error.code;
  throw error;
}

function visitTo(url: string): Visit {
  const hostKey = hostKeyOf(url);
  const visit = { url, hostKey, host: 1, fingerprint: 1, pool: 'page', kind: null, step: 0, depth: 0 } as const;
  return { ...visit, foundBy: 'seed', anchor: '', via: null, tries: 0 };
}

/** The parts of a frontier that a visit uses, for one host at a time. */
function memoryFrontier() {
  const updates: HostUpdate[] = [];
  const hostState = async (): Promise<HostState> => ({
    host: 1,
    key: '',
    site: '',
    address: null,
    nextAtMs: 0,
    delayMs: null,
    latencyEwmaMs: null,
    strikes: 0,
    forgiveAtMs: 0,
    failures: 0,
    robots: null,
    why: null,
    pending: 0,
    spent: 0,
    budget: 0,
    services: 0,
  });
  const frontier = {
    hostState,
    hostByKey: async () => null,
    learn: (update: HostUpdate) => void updates.push(update),
    enter: async () => true,
    leave: async () => undefined,
    release: () => undefined,
    finish: () => undefined,
    holds: () => true,
  };
  return { frontier: frontier as unknown as Frontier, updates };
}

/** Visits as a crawl makes them: deferred ones again, until the host is blocked for longer than a crawl delay. */
function visits({ fetch, gate }: Context): Request {
  const hosts = new Map<string, ReturnType<typeof openHost>>();
  const openHost = () => {
    const { frontier, updates } = memoryFrontier();
    const options = { fetch, gate, frontier, clock: systemClock, delayPolicy, maxProbeBytes: 1000 };
    return { client: createVisitClient({ ...options, probeRequest: () => null }), updates };
  };
  return async (url) => {
    const host = hosts.get(hostKeyOf(url)) ?? openHost();
    hosts.set(hostKeyOf(url), host);
    for (;;) {
      const response = await host.client.visit(visitTo(url), signal);
      if (response.type === 'response') return response.document.status;
      if (response.type === 'refused') return response.reason;
      if (response.type === 'failed') return response.error.code;
      const blocking = host.updates.findLast(({ why }) => why?.startsWith('policy.'));
      if (blocking !== undefined && blocking.nextAtMs > systemClock.now()) return String(blocking.why);
      await systemClock.sleep(20);
    }
  };
}

function singleRequests({ fetch, gate }: Context): Request {
  const client = createPoliteClient({ fetch, gate, clock: systemClock, delayPolicy });
  return (url) => client({ url }).then(({ status }) => status, errorCode);
}

function pageResources({ fetch, gate }: Context): Request {
  const path = openPolitePath({ fetch, gate, clock: systemClock, delayPolicy });
  const load = createResourceLoader({ path, frontier: { hostByKey: async () => null }, learn: () => undefined });
  return (url) => load(url, {}, signal).then(({ document }) => document.status, errorCode);
}

let server: Server;
let other: Server;
let fetch: Fetch;
let origin: string;
let otherOrigin: string;
let robots: { status: number; body: string };
let requests: { readonly path: string; readonly host: string; readonly atMs: number }[];

function startServer(): Server {
  return createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, host: request.headers.host ?? '', atMs: performance.now() });
    if (path === '/robots.txt') response.writeHead(robots.status).end(robots.body);
    else if (path === '/busy') response.writeHead(503, { 'retry-after': '60' }).end();
    else if (path === '/away') response.writeHead(302, { location: `${otherOrigin}/hidden/there` }).end();
    else if (path === '/to-hidden') response.writeHead(302, { location: '/hidden/here' }).end();
    else response.end('x');
  });
}

async function originOf(one: Server): Promise<string> {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
}

function pathsOf(): string[] {
  return requests.map(({ path }) => path);
}

beforeEach(async () => {
  requests = [];
  robots = { status: 200, body: 'User-agent: *\nDisallow: /hidden/' };
  [server, other] = [startServer(), startServer()];
  [origin, otherOrigin] = [await originOf(server), await originOf(other)];
  fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
});

afterEach(async () => {
  await fetch.close();
  for (const one of [server, other]) {
    one.closeAllConnections();
    await new Promise((resolve) => one.close(resolve));
  }
});

describe.each([
  ['visits', visits],
  ['single requests', singleRequests],
  ['page resources', pageResources],
] as const)('%s', (name, open) => {
  const openWith = (fetching: Fetch) => open({ fetch: fetching, gate: createHostGate(systemClock) });

  it('fetch robots.txt first and keep the crawl delay', async () => {
    const request = openWith(fetch);
    expect([await request(`${origin}/a`), await request(`${origin}/b`)]).toEqual([200, 200]);
    expect(pathsOf()).toEqual(['/robots.txt', '/a', '/b']);
    const gaps = requests.slice(1).map(({ atMs }, index) => atMs - (requests[index]?.atMs ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(baseDelayMs);
  });

  it('keep a longer Crawl-delay', async () => {
    robots.body = 'User-agent: *\nCrawl-delay: 0.4';
    const request = openWith(fetch);
    expect(await request(`${origin}/a`)).toBe(200);
    expect((requests[1]?.atMs ?? 0) - (requests[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(400);
  });

  it('request nothing that robots.txt disallows, not even after a redirect', async () => {
    const request = openWith(fetch);
    expect(await request(`${origin}/hidden/a`)).toBe('policy.robots');
    // A visit returns the redirect: its target becomes a visit of its own.
    expect(await request(`${origin}/to-hidden`)).toBe(name === 'visits' ? 302 : 'policy.robots');
    expect(pathsOf()).toEqual(['/robots.txt', '/to-hidden']);
  });

  it('request nothing but robots.txt while it fails with 5xx', async () => {
    robots = { status: 500, body: '' };
    const request = openWith(fetch);
    expect(await request(`${origin}/a`)).toBe('policy.robots-unreachable');
    expect(await request(`${origin}/a`)).toBe('policy.robots-unreachable');
    expect(pathsOf()).toEqual(['/robots.txt']);
  });

  it('leave a host alone until its Retry-After has passed', async () => {
    const request = openWith(fetch);
    expect(await request(`${origin}/busy`)).toBe(503);
    expect(await request(`${origin}/a`)).toBe('policy.backoff');
    expect(pathsOf()).toEqual(['/robots.txt', '/busy']);
  });

  it('share the backoff with everything behind the same gate', async () => {
    const gate = createHostGate(systemClock);
    expect(await open({ fetch, gate })(`${origin}/busy`)).toBe(503);
    expect(await singleRequests({ fetch, gate })(`${origin}/a`)).toBe('policy.backoff');
    expect(pathsOf()).toEqual(['/robots.txt', '/busy']);
  });

  it('follow a redirect to another host by the rules of that host', async () => {
    expect(await openWith(fetch)(`${origin}/away`)).toBe(name === 'visits' ? 302 : 'policy.robots');
    expect(pathsOf()).not.toContain('/hidden/there');
  });

  it('request nothing from hosts that opted out', async () => {
    const careful = createFetch({ ...defaultFetchPolicy, allowPrivate: true, refuses: (host) => host === '127.0.0.1' });
    expect(await openWith(careful)(`${origin}/a`)).toBe('policy.opt-out');
    expect(requests).toEqual([]);
    await careful.close();
  });

  it('request nothing from private addresses', async () => {
    const guarded = createFetch(defaultFetchPolicy);
    expect(await openWith(guarded)(`${origin}/a`)).toMatch(/^policy\./);
    expect(requests).toEqual([]);
    await guarded.close();
  });
});
