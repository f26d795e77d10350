// Requests through an HTTP proxy on loopback.
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MisbehavingServer, page, startMisbehaving } from '../../test/servers/misbehaving.ts';
import { makeCertificates, startTlsServer, type TlsServer } from '../../test/servers/misbehaving-tls.ts';
import { createFetch } from './client.ts';
import { defaultFetchPolicy, type FetchPolicy } from './policy.ts';
import type { FetchSeams } from './transport.ts';

let web: MisbehavingServer;
let secure: TlsServer;
let proxy: Server;
let port: number;
let ca: string;
const heard: IncomingMessage[] = [];

/** A small honest proxy; every target is on 127.0.0.1. */
function startProxy(): Server {
  const server = createServer((incoming, outgoing) => {
    heard.push(incoming);
    const url = new URL(incoming.url ?? '');
    if (url.hostname === 'locked.example') {
      outgoing.writeHead(407).end();
      return;
    }
    const options = { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, headers: incoming.headers };
    request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }).end();
  });
  server.on('connect', (incoming, socket) => {
    heard.push(incoming);
    if (incoming.url?.startsWith('forbidden.')) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const target = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  return server;
}

beforeAll(async () => {
  const certificates = makeCertificates();
  ca = certificates.ca;
  web = await startMisbehaving();
  secure = await startTlsServer(certificates.show('none'));
  proxy = startProxy();
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  port = (proxy.address() as { port: number }).port;
});

afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await web.close();
  await secure.close();
});

async function get(url: string, policy: Partial<FetchPolicy> = {}, seams: FetchSeams = {}) {
  const all = { ...defaultFetchPolicy, allowPrivate: true, proxy: `http://127.0.0.1:${port}`, ...policy };
  const fetch = createFetch(all, { ca, ...seams });
  heard.length = 0;
  try {
    return await fetch.get({ url });
  } finally {
    await fetch.close();
  }
}

describe('through a proxy', () => {
  it('http is sent as a full URL, and names are not resolved here', async () => {
    const url = `http://maps.nowhere.example:${web.port}/fine?a=1`;
    const document = await get(url);
    expect(document).toMatchObject({ status: 200, finalUrl: url, address: null });
    expect(document.text()).toBe(page);
    expect(heard.map((one) => one.url)).toEqual([url]);
    expect(heard[0]?.headers.host).toBe(`maps.nowhere.example:${web.port}`);
  });

  it('https goes through a tunnel and is verified end to end', async () => {
    const document = await get(`https://localhost:${secure.port}/`);
    expect(document.text()).toBe('<p>secret maps');
    expect(heard.map((one) => [one.method, one.url])).toEqual([['CONNECT', `localhost:${secure.port}`]]);
  });

  it('a certificate for another name is still refused', async () => {
    await expect(get(`https://elsewhere.example:${secure.port}/`)).rejects.toMatchObject({ code: 'fetch.tls-name' });
  });

  it('credentials go to the proxy', async () => {
    await get(web.url('fine'), { proxy: `http://user:p%40ss@127.0.0.1:${port}` });
    const expected = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(heard[0]?.headers['proxy-authorization']).toBe(expected);
  });

  it('redirects are followed there too', async () => {
    const document = await get(web.url('redirect-chain', '?n=2'));
    expect(document).toMatchObject({ status: 200, requests: 3 });
  });

  it.each([
    ['a private literal', () => web.url('fine')],
    ['a private literal over TLS', () => `https://127.0.0.1:${secure.port}/`],
    ['a private name', () => `http://intranet.example:${web.port}/fine`],
  ])('%s is refused before the proxy hears of it', async (_what, url) => {
    const seams = { lookup: async () => ['10.0.0.1'] };
    await expect(get(url(), { allowPrivate: false }, seams)).rejects.toMatchObject({ code: 'policy.private-address' });
    expect(heard).toEqual([]);
  });

  it('a public name is checked here and fetched there', async () => {
    const seams = { lookup: async () => ['93.184.216.34'] };
    const url = `http://maps.nowhere.example:${web.port}/fine`;
    expect((await get(url, { allowPrivate: false }, seams)).status).toBe(200);
    expect(heard).toHaveLength(1);
  });
});

describe('a proxy that fails', () => {
  it('is reported as the cause, for http and https', async () => {
    const gone = { proxy: 'http://127.0.0.1:1' };
    await expect(get(web.url('fine'), gone)).rejects.toMatchObject({
      code: 'fetch.proxy',
      facts: { proxy: '127.0.0.1:1' },
    });
    await expect(get(`https://localhost:${secure.port}/`, gone)).rejects.toMatchObject({ code: 'fetch.proxy' });
  });

  it('requiring credentials is reported', async () => {
    await expect(get(`http://locked.example:${web.port}/fine`)).rejects.toMatchObject({
      code: 'fetch.proxy',
      retry: false,
    });
  });

  it('refusing a tunnel is reported', async () => {
    await expect(get('https://forbidden.example/')).rejects.toMatchObject({ code: 'fetch.proxy' });
  });

  it.each(['not a url', 'https://proxy.example:3128', 'socks5://proxy.example'])(
    "%s isn't a proxy setting",
    (setting) => {
      expect(() => createFetch({ ...defaultFetchPolicy, proxy: setting })).toThrow(
        expect.objectContaining({ code: 'config.bad-value' }),
      );
    },
  );
});
