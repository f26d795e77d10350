// Requests through an HTTP proxy: whole URLs for http, a CONNECT tunnel for https.
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { readUrl } from '../base/url/url.ts';
import { GeotrawlError } from '../model/errors.ts';

/** Opens a connection to host:port through the proxy. */
export type Tunnel = (hostname: string, port: number) => Promise<Socket>;

export interface HttpProxy {
  readonly origin: string;
  /** Headers for requests the proxy handles itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tunnel: Tunnel;
  /** Opens connections to the proxy itself. Its address is the user's choice and not guarded. */
  readonly connect: buildConnector.connector;
  /** The failure if the proxy responds with status 407. */
  authenticationFailure(): GeotrawlError;
}

const connectTimeoutMs = 10_000;
const tunnelTimeoutMs = 20_000;

export function createProxy(setting: string): HttpProxy {
  const url = parseProxy(setting);
  const headers: Record<string, string> = {};
  if (url.username !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers['proxy-authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  return {
    origin: url.origin,
    headers,
    tunnel: (hostname, port) => openTunnel(url, headers, hostAndPort(hostname, port)),
    connect: connectTo(url),
    authenticationFailure: () => proxyFailure(url, 'requires credentials: write http://USER:PASSWORD@HOST:PORT'),
  };
}

function parseProxy(setting: string): URL {
  const url = readUrl(setting);
  if (url === null || url.protocol !== 'http:' || url.hostname === '') {
    throw new GeotrawlError(
      'config.bad-value',
      'The proxy setting is not the URL of an HTTP proxy; write http://HOST:PORT or http://USER:PASSWORD@HOST:PORT.',
      { facts: { name: 'network.proxy' } },
    );
  }
  return url;
}

function hostAndPort(hostname: string, port: number): string {
  return hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

function connectTo(proxy: URL): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) callback(proxyFailure(proxy, `failed: ${error.message}`, error), null);
      else callback(null, socket as Socket);
    });
}

function openTunnel(proxy: URL, headers: Readonly<Record<string, string>>, target: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: target,
      headers: { ...headers, host: target },
      timeout: tunnelTimeoutMs,
      agent: false,
    });
    request.once('connect', (response, socket) => {
      if (response.statusCode === 200) {
        socket.setTimeout(0);
        resolve(socket as Socket);
        return;
      }
      socket.destroy();
      reject(proxyFailure(proxy, `refused the tunnel to ${target} with status ${response.statusCode}`));
    });
    request.once('timeout', () => request.destroy(new Error('it did not respond in time')));
    request.once('error', (error) => reject(proxyFailure(proxy, `failed: ${error.message}`, error)));
    request.end();
  });
}

/** With a cause the connection failed and a retry may succeed; without one, the proxy refused. */
function proxyFailure(proxy: URL, text: string, cause?: unknown): GeotrawlError {
  return new GeotrawlError('fetch.proxy', `The proxy ${proxy.host} ${text}.`, {
    retry: cause !== undefined,
    cause,
    facts: { proxy: proxy.host },
  });
}
