// Serves a simulated web over HTTP on loopback: named hosts by rules for `--resolve`, with the latency and failures of each.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SimulatedHost } from './host-table.ts';
import { pageHtml } from './page-html.ts';
import { serviceResponse } from './service-responses.ts';
import type { SimulatedWeb } from './web.ts';

export interface ServedWeb {
  readonly seeds: readonly string[];
  /** Rules for `--resolve` that lead every simulated name here. */
  readonly resolve: readonly string[];
  /** Requested URLs so far, without robots.txt. */
  requests(): readonly string[];
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Factor of latencies; 0 responds immediately. */
  readonly slowness?: number;
  /** No intermittent failures: a crawler waits a minute before it retries such a host. */
  readonly isReliable?: boolean;
}

/** Hosts share loopback addresses by the last two digits of their number, since limits per address are real. */
const addressCount = 100;

export async function serveWeb(
  web: SimulatedWeb,
  { slowness = 0, isReliable = false }: ServeOptions = {},
): Promise<ServedWeb> {
  const answerTo = makeResponses(web, isReliable);
  const requests: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const answer = answerTo(host, request.url ?? '/');
    if (request.url !== '/robots.txt') requests.push(`http://${host}${request.url}`);
    wait(slowness * answer.latencyMs).then(() => {
      response.writeHead(answer.status, { 'content-type': answer.mediaType });
      response.end(answer.body);
    });
  };
  const servers: Server[] = [];
  const resolve: string[] = [];
  for (let at = 0; at < addressCount; at++) {
    const address = `127.43.0.${at + 1}`;
    const server = createServer(listener);
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(0, address, done);
    });
    servers.push(server);
    const digits = String(at).padStart(2, '0');
    resolve.push(`*${digits}.*.example=${address}:${(server.address() as AddressInfo).port}`);
  }
  return {
    seeds: web.seeds.map(web.urlOf),
    resolve,
    requests: () => requests,
    close: async () => {
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections();
          return new Promise((done) => server.close(done));
        }),
      );
    },
  };
}

interface ServedResponse {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
  readonly latencyMs: number;
}

function makeResponses(web: SimulatedWeb, isReliable: boolean): (host: string, path: string) => ServedResponse {
  const hosts = new Map(web.skeleton.hosts.map((host) => [web.hostName(host.number), host]));
  const tables = new Map<string, Map<string, number>>();
  const attempts = new Map<number, number>();
  const tableOf = (name: string, host: SimulatedHost): Map<string, number> => {
    const known = tables.get(name);
    if (known !== undefined) return known;
    const table = addressTable(web, host);
    tables.set(name, table);
    return table;
  };
  return (name, path) => {
    const host = hosts.get(name);
    const no = (status: number): ServedResponse => ({
      status,
      mediaType: 'text/plain',
      body: 'Nothing here.\n',
      latencyMs: host?.latencyMs ?? 0,
    });
    if (host === undefined) return no(421);
    const url = new URL(path, `http://${name}/`);
    const table = tableOf(name, host);
    const at = table.get(url.pathname + url.search) ?? table.get(endpointOf(url));
    if (at === undefined) return no(404);
    const attempt = (attempts.get(at) ?? 0) + 1;
    attempts.set(at, attempt);
    const visited = isReliable ? web.visitReliable(at) : web.visit(at, attempt);
    if (visited === 'gone') return no(404);
    if (visited === 'failed') return no(503);
    const { latencyMs } = host;
    if (visited === 'page')
      return { status: 200, mediaType: 'text/html; charset=utf-8', body: pageHtml(web, at), latencyMs };
    const answer = serviceResponse({ url: web.urlOf(at), title: web.title(at) }, url.searchParams);
    return answer === null ? no(404) : { status: 200, mediaType: answer[0], body: answer[1], latencyMs };
  };
}

/** Addresses of a host by path and query, its services also by endpoint, since crawlers build their own requests. */
function addressTable(web: SimulatedWeb, { start, pages, traps, dead, services }: SimulatedHost): Map<string, number> {
  const table = new Map<string, number>();
  const firstService = start + pages + traps + dead;
  for (let at = start; at < firstService + services; at++) {
    const url = new URL(web.urlOf(at));
    table.set(url.pathname + url.search, at);
    if (at >= firstService) table.set(endpointOf(url), at);
  }
  return table;
}

/** Path and map file. */
function endpointOf(url: URL): string {
  return `${url.pathname} ${url.searchParams.get('map') ?? ''}`;
}
