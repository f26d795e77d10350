import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Credential } from '../model/credential.ts';
import { createFetch } from './client.ts';
import { withKey, withoutKey, withoutSecretBytes } from './credentials.ts';
import { defaultFetchPolicy } from './policy.ts';

const secret = 's3cret/öl+1';
const credentials: readonly Credential[] = [
  { type: 'basic', user: 'ada', password: secret },
  { type: 'token', token: 'tok3n-of-the-office' },
  { type: 'key', name: 'accessWord', value: secret },
  { type: 'header', name: 'X-Map-Pass', value: 'h3ader-value' },
];

/** What a server that wants to see it looks at. */
function isLetIn(request: IncomingMessage, credential: Credential): boolean {
  const { authorization } = request.headers;
  switch (credential.type) {
    case 'basic':
      return authorization === `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`;
    case 'token':
      return authorization === `Bearer ${credential.token}`;
    case 'key':
      return new URL(request.url!, 'http://x').searchParams.get(credential.name) === credential.value;
    default:
      return request.headers[credential.name.toLowerCase()] === credential.value;
  }
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(respond: (request: IncomingMessage) => { status: number; location?: string; body: string }) {
  const heard: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    heard.push(request);
    const { status, location, body } = respond(request);
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

/** Everything a server could have learned from a request. */
function requestText({ url, headers }: IncomingMessage): string {
  return JSON.stringify([url, headers, decodeURIComponent(url ?? '')]);
}

function textsOf(credential: Credential): readonly string[] {
  if (credential.type === 'basic') return [secret, Buffer.from(`ada:${secret}`).toString('base64')];
  if (credential.type === 'token') return [credential.token];
  return [credential.value, encodeURIComponent(credential.value)];
}

describe.each(credentials)('$type', (credential) => {
  const openFetch = (origin: string) =>
    createFetch({
      ...defaultFetchPolicy,
      allowPrivate: true,
      credentials: (requested) => (requested === origin ? credential : null),
    });

  it('opens its host, and is masked where that host repeats it', async () => {
    const host = await serve((request) => ({
      status: isLetIn(request, credential) ? 200 : 401,
      body: `you sent ${request.url} ${request.headers.authorization} ${request.headers['x-map-pass']}`,
    }));
    const fetch = openFetch(host.origin);
    const document = await fetch.get({ url: `${host.origin}/wms?map=a%20b&REQUEST=GetCapabilities` });
    await fetch.close();
    expect(document.status).toBe(200);
    expect(document.finalUrl).toBe(`${host.origin}/wms?map=a%20b&REQUEST=GetCapabilities`);
    expect(host.heard[0]?.url).toMatch(/^\/wms\?map=a%20b&REQUEST=GetCapabilities/);
    for (const text of textsOf(credential)) expect(document.text()).not.toContain(text);
  });

  it('is not sent when the host redirects elsewhere, even with the secret in the URL', async () => {
    const elsewhere = await serve(() => ({ status: 200, body: 'mine now' }));
    const host = await serve((request) => ({ status: 302, location: `${elsewhere.origin}${request.url}`, body: '' }));
    const fetch = openFetch(host.origin);
    const document = await fetch.get({ url: `${host.origin}/wms?map=a` });
    await fetch.close();
    expect(isLetIn(host.heard[0]!, credential)).toBe(true);
    expect(elsewhere.heard).toHaveLength(1);
    for (const text of textsOf(credential)) {
      expect(requestText(elsewhere.heard[0]!)).not.toContain(text);
      expect(JSON.stringify([document.finalUrl, document.redirects, document.problems])).not.toContain(text);
    }
  });

  it('follows a redirect within the host, and is not sent with anonymous requests', async () => {
    const host = await serve((request) =>
      request.url?.startsWith('/old')
        ? { status: 301, location: '/new', body: '' }
        : { status: isLetIn(request, credential) ? 200 : 401, body: '' },
    );
    const fetch = openFetch(host.origin);
    expect((await fetch.get({ url: `${host.origin}/old` })).status).toBe(200);
    expect((await fetch.get({ url: `${host.origin}/new`, isAnonymous: true })).status).toBe(401);
    await fetch.close();
  });
});

it('appends a key to the query once and keeps the other parameters as spelled', () => {
  const key: Credential = { type: 'key', name: 'k', value: 'a b&c' };
  expect(withKey(new URL('http://a/x?MAP=/d%20e&k=***'), key).href).toBe('http://a/x?MAP=/d%20e&k=a%20b%26c');
  expect(withKey(new URL('http://a/x'), key).href).toBe('http://a/x?k=a%20b%26c');
  expect(withoutKey(new URL('http://a/x?k=a%20b%26c'), key).href).toBe('http://a/x');
});

it('does not copy bytes without the secret', () => {
  const bytes = Buffer.from([0, 255, 1, 2]);
  expect(withoutSecretBytes(bytes, credentials[1]!)).toBe(bytes);
});
