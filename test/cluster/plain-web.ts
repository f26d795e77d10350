// A loopback web of many hosts with constant responses that records every request.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface PlainWeb {
  readonly seeds: readonly string[];
  /** Rules for --resolve. */
  readonly resolve: readonly string[];
  readonly requests: readonly WebRequest[];
  close(): Promise<void>;
}

export interface WebRequest {
  readonly host: string;
  readonly path: string;
  /** When it was read, and the last moment before at which it was not there yet: a busy machine reads late. */
  readonly atMs: number;
  readonly notBeforeMs: number;
}

/** How often the web looks at the clock, to know how late it reads. */
const tickMs = 2;

export interface PlainWebOptions {
  readonly hosts: number;
  readonly pagesPerHost: number;
  readonly latencyMs: number;
}

export async function startPlainWeb({ hosts, pagesPerHost, latencyMs }: PlainWebOptions): Promise<PlainWeb> {
  const requests: WebRequest[] = [];
  // Timers come before requests in each turn: the tick before the last one is surely of the turn before.
  const ticks = [performance.now(), performance.now()];
  const ticking = setInterval(() => ticks.splice(0, 2, ticks[1]!, performance.now()), tickMs);
  const servers: Server[] = [];
  const names = Array.from({ length: hosts }, (_, index) => `plain${index}.test`);
  let port = 0;
  for (const [index, host] of names.entries()) {
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      requests.push({ host, path, atMs: performance.now(), notBeforeMs: ticks[0]! });
      const { status, type, body } = answer(path, { index, hosts, pagesPerHost });
      setTimeout(() => response.writeHead(status, { 'content-type': type }).end(body), latencyMs);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, addressOf(index), resolve);
    });
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return {
    seeds: [`http://${names[0]}/`],
    resolve: names.map((name, index) => `${name}=${addressOf(index)}:${port}`),
    requests,
    close: async () => {
      clearInterval(ticking);
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function addressOf(index: number): string {
  return `127.88.${Math.floor(index / 200) + 1}.${(index % 200) + 1}`;
}

interface Place {
  readonly index: number;
  readonly hosts: number;
  readonly pagesPerHost: number;
}

function answer(path: string, place: Place): { status: number; type: string; body: string } {
  const html = (status: number, body: string) => ({ status, type: 'text/html; charset=utf-8', body });
  if (path === '/robots.txt') return { status: 200, type: 'text/plain', body: 'User-agent: *\nDisallow: /private/\n' };
  if (path.startsWith('/wms?')) return { status: 200, type: 'text/xml', body: capabilities(place.index) };
  const page = path === '/' ? 0 : Number(/^\/p\/([a-z]+)\.html$/.exec(path)?.[1] && numberOf(path));
  if (!(page >= 0 && page < place.pagesPerHost)) return html(404, 'not here');
  return html(200, pageHtml(page, place));
}

/** A tree of pages on each host, and of hosts over their front pages. */
function pageHtml(page: number, { index, hosts, pagesPerHost }: Place): string {
  const own = [2 * page + 1, 2 * page + 2]
    .filter((next) => next < pagesPerHost)
    .map((next) => `/p/${wordOf(next)}.html`);
  const others = page === 0 ? [2 * index + 1, 2 * index + 2].filter((next) => next < hosts) : [];
  const links = [
    ...own,
    ...others.map((next) => `http://plain${next}.test/`),
    ...(page === 1 ? ['/wms?service=WMS'] : []),
  ];
  return `<title>Page ${page}</title>${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}`;
}

/** Letters instead of digits: pages that differ in numbers would be taken for an endless series. */
function wordOf(page: number): string {
  return [...page.toString(26)].map((digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)]).join('');
}

function numberOf(path: string): number {
  const word = path.slice(3, -'.html'.length);
  return [...word].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 97, 0);
}

function capabilities(index: number): string {
  const get = `<Get><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="http://plain${index}.test/wms?"/></Get>`;
  return `<?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name>
    <Title>Maps of host ${index}</Title></Service><Capability><Request><GetCapabilities><Format>text/xml</Format>
    <DCPType><HTTP>${get}</HTTP></DCPType></GetCapabilities><GetMap><Format>image/png</Format><DCPType><HTTP>${get}</HTTP>
    </DCPType></GetMap></Request><Layer><Title>All</Title><Layer><Name>one</Name><Title>Roads ${index}</Title>
    <EX_GeographicBoundingBox><westBoundLongitude>5</westBoundLongitude><eastBoundLongitude>6</eastBoundLongitude>
    <southBoundLatitude>50</southBoundLatitude><northBoundLatitude>51</northBoundLatitude></EX_GeographicBoundingBox>
    </Layer></Layer></Capability></WMS_Capabilities>`;
}
