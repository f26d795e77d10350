// Serves the demo web on loopback: every host at its own address, all on one port, every request logged.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type DemoResponse, textResponse } from './demo-response.ts';
import { type DemoHost, demoHosts, elsewhereAddress, retiredHost } from './hosts.ts';
import { demoSeeds } from './manifest.ts';
import { siteResponse } from './site-responses.ts';

export interface RequestLogEntry {
  /** The Host header as sent, without a port. */
  readonly host: string;
  /** The loopback address of the request. */
  readonly address: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** When the request arrived, in milliseconds since the epoch. */
  readonly timeMs: number;
  readonly userAgent: string;
  readonly status: number;
}

export interface DemoWeb {
  readonly seeds: string[];
  /** Rules 'host=127.x.y.z:port' for `--resolve`. */
  readonly resolve: string[];
  /** A further rule that resolves every other name to a server that only logs: with it, nothing leaves the machine. */
  readonly elsewhere: string;
  readonly port: number;
  requests(): readonly RequestLogEntry[];
  close(): Promise<void>;
}

export interface DemoWebOptions {
  /** A free one by default. */
  readonly port?: number;
  readonly log?: (entry: RequestLogEntry) => void;
  /**
   * Leaves out what only costs time, for tests that crawl again and again: the slow host, the busy one, the
   * Crawl-delay, and the calendar beyond one year.
   */
  readonly hurry?: boolean;
}

/** What all hosts of one demo web share. */
interface Setting {
  readonly record: (entry: RequestLogEntry) => void;
  readonly hurry: boolean;
}

/** How often another port is tried if one is free on some addresses only. */
const portTries = 20;

export async function startDemoWeb(options: DemoWebOptions = {}): Promise<DemoWeb> {
  const entries: RequestLogEntry[] = [];
  const record = (entry: RequestLogEntry) => {
    entries.push(entry);
    options.log?.(entry);
  };
  const { servers, port } = await listenEverywhere({ record, hurry: options.hurry ?? false }, options.port);
  return {
    seeds: [...demoSeeds],
    resolve: [...demoHosts, retiredHost].map(({ name, address }) => `${name}=${address}:${port}`),
    elsewhere: `*=${elsewhereAddress}:${port}`,
    port,
    requests: () => entries,
    close: async () => {
      await Promise.all(servers.map(closeServer));
    },
  };
}

async function listenEverywhere(setting: Setting, expected = 0) {
  for (let tries = 1; ; tries++) {
    const servers: Server[] = [];
    let port = expected;
    try {
      for (const host of [...demoHosts, null]) {
        const server = createServer(handler(host, setting));
        await listen(server, host?.address ?? elsewhereAddress, port);
        servers.push(server);
        port = (server.address() as AddressInfo).port;
      }
      return { servers, port };
    } catch (error) {
      await Promise.all(servers.map(closeServer));
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || expected !== 0 || tries === portTries) throw error;
    }
  }
}

function listen(server: Server, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

/** The request listener of one host, or of all other names if `host` is null. */
function handler(host: DemoHost | null, { record, hurry }: Setting) {
  let turnedAway = hurry;
  const answerTo = async (request: IncomingMessage): Promise<DemoResponse> => {
    const requested = hostOf(request);
    if (host === null || requested !== host.name)
      return textResponse(421, 'text/plain', `${requested} is not served here.\n`);
    if (host.slownessMs !== undefined && !hurry) await wait(host.slownessMs);
    const url = new URL(request.url ?? '/', `http://${host.name}`);
    if (host.retryAfterSeconds !== undefined && !turnedAway && url.pathname !== '/robots.txt') {
      turnedAway = true;
      const busy = textResponse(429, 'text/plain', 'Too many requests. Please come back in a moment.\n');
      return { ...busy, headers: { ...busy.headers, 'retry-after': String(host.retryAfterSeconds) } };
    }
    const { method = 'GET', headers } = request;
    return siteResponse({ url, method, cookie: headers.cookie ?? '', hurry });
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const timeMs = Date.now();
    const address = host?.address ?? elsewhereAddress;
    answerTo(request).then(
      (answer) => {
        record(logEntry(request, { address, timeMs, status: answer.status }));
        send(request, response, answer);
      },
      // A bug of the demo web: reported to the client, so that the test fails.
      (error: unknown) => send(request, response, textResponse(500, 'text/plain', `${String(error)}\n`)),
    );
  };
}

function hostOf(request: IncomingMessage): string {
  return (request.headers.host ?? '').replace(/:[0-9]+$/, '').toLowerCase();
}

function logEntry(
  request: IncomingMessage,
  seen: Pick<RequestLogEntry, 'address' | 'timeMs' | 'status'>,
): RequestLogEntry {
  return {
    host: hostOf(request),
    method: request.method ?? '',
    path: request.url ?? '',
    userAgent: request.headers['user-agent'] ?? '',
    ...seen,
  };
}

function send(request: IncomingMessage, response: ServerResponse, answer: DemoResponse): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}
