// A farm of loopback hosts, each with its own address and its own robots.txt, that logs every request as the server sees it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface FarmRequest {
  readonly host: string;
  readonly path: string;
  readonly atMs: number;
  readonly status: number;
}

/** What a host of the farm asks of crawlers. */
export interface FarmHost {
  readonly name: string;
  readonly address: string;
  readonly robots: string;
  readonly robotsStatus: number;
  readonly crawlDelayMs: number;
  /** Path prefixes no polite crawler may ask for. */
  readonly forbidden: readonly string[];
  /** This path answers 429 with Retry-After once; the next request of any kind must wait. */
  readonly busyPath: string | null;
  readonly retryAfterSeconds: number;
  /** This path redirects to the next host of the farm. */
  readonly redirectPath: string | null;
  readonly pages: number;
}

export interface Farm {
  readonly hosts: readonly FarmHost[];
  readonly seeds: readonly string[];
  /** Rules for --resolve. */
  readonly resolve: readonly string[];
  readonly requests: readonly FarmRequest[];
  close(): Promise<void>;
}

export async function startFarm(size: number, pagesPerHost: number): Promise<Farm> {
  const hosts = Array.from({ length: size }, (_, index) => farmHost(index, pagesPerHost));
  const requests: FarmRequest[] = [];
  const servers: Server[] = [];
  let port = 0;
  for (const [index, host] of hosts.entries()) {
    // Two neighbors: a host that forbids everything must not cut off the ones behind it.
    const neighbors = [hosts[(index + 1) % size]!, hosts[(index + 2) % size]!];
    const served = createServer(answerFor(host, neighbors, requests));
    await new Promise<void>((resolve, reject) => {
      served.once('error', reject);
      served.listen(port, host.address, resolve);
    });
    port = (served.address() as AddressInfo).port;
    servers.push(served);
  }
  return {
    hosts,
    // Every tenth host is a seed; the others are reached over the links between neighbors.
    seeds: hosts.filter((_, index) => index % 10 === 0).map((host) => `http://${host.name}/`),
    resolve: hosts.map((host) => `${host.name}=${host.address}:${port}`),
    requests,
    close: async () => {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function farmHost(index: number, pages: number): FarmHost {
  const kind = index % 8;
  const crawlDelayMs = kind === 1 ? 700 : 0;
  const delayLine = crawlDelayMs > 0 ? `Crawl-delay: ${crawlDelayMs / 1000}\n` : '';
  const rules: Record<number, string> = {
    0: 'User-agent: *\nDisallow: /private/\n',
    1: `User-agent: *\n${delayLine}Disallow: /private/\nAllow: /private/open.html\n`,
    2: 'User-agent: geotrawl\nDisallow: /private/\n\nUser-agent: *\nDisallow: /\n',
    3: 'User-agent: *\nDisallow: /*?secret=\nDisallow: /private\n',
    4: 'User-agent: *\nDisallow: /\n',
    5: '',
    6: 'User-agent: OtherBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\n',
    7: 'User-agent: *\nDisallow: /private/$\nDisallow: /private/page.html\n',
  };
  const forbiddenByKind: Record<number, readonly string[]> = {
    4: ['/'],
    5: [],
    3: ['/private', '/page.html?secret='],
    7: ['/private/page.html'],
    1: ['/private/page.html'],
  };
  return {
    name: `h${index}.farm${index % 50}.test`,
    address: `127.77.${Math.floor(index / 200) + 1}.${(index % 200) + 1}`,
    robots: rules[kind]!,
    robotsStatus: kind === 5 ? 404 : 200,
    crawlDelayMs,
    forbidden: forbiddenByKind[kind] ?? ['/private/'],
    busyPath: kind === 6 ? '/p/1.html' : null,
    retryAfterSeconds: 2,
    redirectPath: kind === 0 ? '/p/2.html' : null,
    pages,
  };
}

function answerFor(host: FarmHost, neighbors: readonly FarmHost[], log: FarmRequest[]) {
  let busyAnswered = false;
  return (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const send = (status: number, body: string, headers: Record<string, string> = {}) => {
      log.push({ host: host.name, path, atMs: performance.now(), status });
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
    };
    if (path === '/robots.txt') return send(host.robotsStatus, host.robots, { 'content-type': 'text/plain' });
    if (path === host.busyPath && !busyAnswered) {
      busyAnswered = true;
      return send(429, 'busy', { 'retry-after': String(host.retryAfterSeconds) });
    }
    if (path === host.redirectPath) return send(302, '', { location: `http://${neighbors[0]!.name}/p/3.html` });
    send(200, page(host, neighbors));
  };
}

function page(host: FarmHost, neighbors: readonly FarmHost[]): string {
  const own = Array.from({ length: host.pages }, (_, index) => `<a href="/p/${index}.html">page ${index}</a>`);
  const others = [
    ...neighbors.map(({ name }) => `http://${name}/`),
    '/private/page.html',
    '/private/open.html',
    '/page.html?secret=1',
    '/page.html?open=1',
  ];
  return `<html><title>${host.name}</title>${own.join(' ')} ${others.map((href) => `<a href="${href}">x</a>`).join(' ')}</html>`;
}
