// Requests through an HTTP proxy: whole URLs for http, a CONNECT tunnel for https.
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { GeotrawlError } from '../model/errors.ts';

/** Opens a connection to host:port through the proxy. */
export type Tunnel = (hostname: string, port: number) => Promise<Socket>;

export interface HttpProxy {
  readonly origin: string;
  /** Headers the proxy wants with every request it reads itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tunnel: Tunnel;
}

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
  };
}

function hostAndPort(hostname: string, port: number): string {
  return hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

function parseProxy(setting: string): URL {
  const url = URL.canParse(setting) ? new URL(setting) : null;
  if (url === null || url.protocol !== 'http:' || url.hostname === '') {
    throw new GeotrawlError(
      'config.bad-value',
      'The proxy setting is not the URL of an HTTP proxy; write http://HOST:PORT or http://USER:PASSWORD@HOST:PORT.',
      { facts: { name: 'network.proxy' } },
    );
  }
  return url;
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
      reject(proxyFailure(proxy, `refuses the way to ${target} with status ${response.statusCode}`, undefined));
    });
    request.once('timeout', () => request.destroy(proxyFailure(proxy, 'did not answer in time', undefined)));
    request.once('error', (error) =>
      reject(error instanceof GeotrawlError ? error : proxyFailure(proxy, `failed: ${error.message}`, error)),
    );
    request.end();
  });
}

export function proxyFailure(proxy: { readonly host: string }, says: string, cause: unknown): GeotrawlError {
  return new GeotrawlError('fetch.proxy', `The proxy ${proxy.host} ${says}.`, {
    retry: true,
    cause,
    facts: { proxy: proxy.host },
  });
}
