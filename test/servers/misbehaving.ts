// Named misbehaviours of the web on loopback: ask `/name` of the server and it misbehaves that way.
import { createServer, type Socket } from 'node:net';
import * as zlib from 'node:zlib';

/** One request as the misbehaviour sees it, on a raw socket: nothing tidies its answer. */
interface Heard {
  readonly socket: Socket;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Query with its question mark, as sent. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many requests this connection carried before. */
  readonly onSameSocket: number;
}

type Misbehaviour = (heard: Heard) => void;

/** What the server heard. */
export interface HeardRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly atMs: number;
}

export interface MisbehavingServer {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly HeardRequest[];
  /** Connections taken so far. */
  connections(): number;
  /** Connections open now. */
  openConnections(): number;
  url(name: MisbehaviourName, query?: string): string;
  close(): Promise<void>;
}

export interface MisbehavingOptions {
  readonly address?: string;
  /** Answer to /robots.txt; 404 when not given. */
  readonly robots?: { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };
}

export const page = `<!doctype html><meta charset="utf-8"><title>Karten</title><p>${'Höhenmodell und Karten. '.repeat(40)}</p>`;
const pageBytes = Buffer.from(page);
const capabilities = '<?xml version="1.0"?><WMS_Capabilities version="1.3.0"><Service/></WMS_Capabilities>';
const bombBytes = 100 * 1024 * 1024;

export const misbehaviours = {
  fine: (heard) => answer(heard, 200, {}, page),
  'echo-headers': (heard) => answer(heard, 200, { 'content-type': 'application/json' }, JSON.stringify(heard.headers)),
  'empty-body': (heard) => answer(heard, 200, {}, ''),

  // Connections
  drop: ({ socket }) => socket.destroy(),
  reset: ({ socket }) => socket.resetAndDestroy(),
  silent: () => undefined,
  'slow-start': (heard) => {
    setTimeout(() => answer(heard, 200, {}, page), Number(heard.query.get('ms') ?? 10_000)).unref();
  },
  forever: ({ socket }) => drip(socket),
  'stale-connection': (heard) => {
    if (heard.onSameSocket > 0) heard.socket.destroy();
    else answer(heard, 200, {}, page);
  },

  // Bodies
  partial: ({ socket }) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${pageBytes.length + 500}\r\n\r\n`);
    socket.end(pageBytes);
  },
  'short-content-length': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\nConnection: close\r\n\r\n');
    socket.end(pageBytes);
  },
  'broken-chunked': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`${pageBytes.length.toString(16)}\r\n`);
    socket.write(pageBytes);
    socket.end('\r\nnot a chunk size\r\n');
  },
  'chunked-cut': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.end(`${pageBytes.length.toString(16)}\r\n${page}\r\n`);
  },
  'until-close': ({ socket }) => {
    socket.end(`HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${page}`);
  },
  huge: ({ socket }) => pour(socket),
  'wrong-charset': (heard) =>
    answer(heard, 200, { 'content-type': 'text/html; charset=utf-8' }, Buffer.from('<p>Höhe äöü', 'latin1')),
  'lying-content-type': (heard) => answer(heard, 200, { 'content-type': 'text/html' }, capabilities),
  'no-content-type': ({ socket }) => {
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${capabilities.length}\r\n\r\n${capabilities}`);
  },

  // Encodings
  gzip: (heard) => encoded(heard, 'gzip', zlib.gzipSync(page)),
  'x-gzip': (heard) => encoded(heard, 'x-gzip', zlib.gzipSync(page)),
  br: (heard) => encoded(heard, 'br', zlib.brotliCompressSync(page)),
  'deflate-zlib': (heard) => encoded(heard, 'deflate', zlib.deflateSync(page)),
  'deflate-raw': (heard) => encoded(heard, 'deflate', zlib.deflateRawSync(page)),
  'gzip-then-br': (heard) => encoded(heard, 'gzip, br', zlib.brotliCompressSync(zlib.gzipSync(page))),
  'identity-encoding': (heard) => encoded(heard, 'identity', pageBytes),
  'false-gzip': (heard) => encoded(heard, 'gzip', pageBytes),
  'false-br': (heard) => encoded(heard, 'br', pageBytes),
  'false-deflate': (heard) => encoded(heard, 'deflate', pageBytes),
  'unknown-encoding': (heard) => encoded(heard, 'utf-8', pageBytes),
  'many-encodings': (heard) => encoded(heard, Array(50).fill('gzip').join(','), pageBytes),
  'gzip-cut': (heard) => encoded(heard, 'gzip', zlib.gzipSync(noise()).subarray(0, 20_000)),
  'gzip-damaged': (heard) => {
    const bytes = zlib.gzipSync(noise());
    encoded(heard, 'gzip', Buffer.concat([bytes.subarray(0, 20_000), Buffer.alloc(9000, 0xff)]));
  },
  'gzip-bomb': (heard) => encoded(heard, 'gzip', zlib.gzipSync(Buffer.alloc(bombBytes), { level: 9 })),
  'brotli-bomb': (heard) => encoded(heard, 'br', brotliBomb()),

  // Redirects
  redirect: (heard) => redirect(heard, heard.query.get('to') ?? '/fine'),
  'redirect-loop': (heard) => redirect(heard, '/redirect-loop-back'),
  'redirect-loop-back': (heard) => redirect(heard, '/redirect-loop'),
  'redirect-self': (heard) => redirect(heard, '/redirect-self'),
  'redirect-chain': (heard) => {
    const left = Number(heard.query.get('n') ?? 1);
    redirect(heard, left <= 1 ? '/fine' : `/redirect-chain?n=${left - 1}`);
  },
  'redirect-drop-query': (heard) => {
    const port = heard.socket.localPort;
    if (heard.headers.host?.startsWith('localhost')) answer(heard, 200, {}, `query:${heard.search}`);
    else redirect(heard, `http://localhost:${port}/redirect-drop-query`);
  },
  'redirect-bad': (heard) => redirect(heard, 'http://[not-an-address/'),
  'redirect-nowhere': (heard) => answer(heard, 302, {}, 'moved, but where?'),
  'redirect-scheme': (heard) => redirect(heard, 'ftp://files.example.org/maps.zip'),
  'redirect-huge': ({ socket }) => {
    socket.write('HTTP/1.1 301 Moved\r\nLocation: /fine\r\nTransfer-Encoding: chunked\r\n\r\n');
    pourChunks(socket);
  },
  'cookie-wall': (heard) => {
    if (heard.headers.cookie?.includes('wall=passed')) answer(heard, 200, {}, page);
    else
      redirect(heard, `/cookie-wall${heard.search}`, {
        'set-cookie': 'wall=passed; Path=/; Expires=Wed, 01 Jan 2070 00:00:00 GMT',
      });
  },
  'cookie-maze': (heard) => redirect(heard, '/cookie-maze', { 'set-cookie': `step=${Date.now()}-${Math.random()}` }),

  // Statuses
  'needs-accept': (heard) => {
    const isWelcome = heard.headers.accept === '*/*';
    answer(heard, isWelcome ? 200 : 406, {}, isWelcome ? page : 'not acceptable');
  },
  'head-405': (heard) => answer(heard, heard.method === 'GET' ? 200 : 405, {}, page),
  forbidden: (heard) => answer(heard, 403, {}, 'forbidden'),
  'too-many': (heard) => answer(heard, 429, { 'retry-after': '7' }, 'slow down'),
  unavailable: (heard) => answer(heard, 503, {}, 'later'),
  'error-with-body': (heard) => answer(heard, 500, { 'content-type': 'text/xml' }, capabilities),
  'not-modified': (heard) => {
    const isKnown = heard.headers['if-none-match'] === '"v1"' || heard.headers['if-modified-since'] !== undefined;
    answer(heard, isKnown ? 304 : 200, { etag: '"v1"' }, isKnown ? '' : page);
  },
  range: (heard) => ranged(heard),
  'range-ignored': (heard) => answer(heard, 200, {}, page),

  // HTTP itself
  'lf-only': ({ socket }) => {
    socket.end(`HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: ${pageBytes.length}\n\n${page}`);
  },
  'folded-header': ({ socket }) => {
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\nContent-Length: ${pageBytes.length}\r\n\r\n${page}`,
    );
  },
  'length-and-chunked': ({ socket }) => {
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${pageBytes.length.toString(16)}\r\n${page}\r\n0\r\n\r\n`,
    );
  },
  'no-headers': ({ socket }) => {
    socket.end(page);
  },
  'early-hints': (heard) => {
    heard.socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n');
    answer(heard, 200, {}, page);
  },
  'header-bomb': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    whileOpen(socket, () => socket.write(`X-Bomb: ${'x'.repeat(8000)}\r\n`));
  },
  'odd-header-names': (heard) => answer(heard, 200, { __proto__x: '1', constructor: 'odd', 'set-cookie': 'a=1' }, page),
  'repeated-headers': ({ socket }) => {
    socket.end('HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\nX-Robots-Tag: nofollow\r\nContent-Length: 0\r\n\r\n');
  },
} satisfies Record<string, Misbehaviour>;

export type MisbehaviourName = keyof typeof misbehaviours;

export async function startMisbehaving(options: MisbehavingOptions = {}): Promise<MisbehavingServer> {
  const requests: HeardRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Clients leave in the middle of things here; that is the point.
    socket.on('error', () => socket.destroy());
    listen(socket, (heard) => {
      requests.push({ path: heard.path + heard.search, headers: heard.headers, atMs: Date.now() });
      misbehave(heard, options);
    });
  });
  const address = options.address ?? '127.0.0.1';
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as { port: number };
  const origin = `http://${address}:${port}`;
  return {
    origin,
    port,
    requests,
    connections: () => connections,
    openConnections: () => sockets.size,
    url: (name, query = '') => `${origin}/${name}${query}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function misbehave(heard: Heard, { robots = { status: 404 } }: MisbehavingOptions): void {
  if (heard.path === '/robots.txt') {
    answer(heard, robots.status, { 'content-type': 'text/plain', ...robots.headers }, robots.body ?? '');
    return;
  }
  const behaviour = (misbehaviours as Record<string, Misbehaviour>)[heard.path.slice(1)];
  if (behaviour === undefined) answer(heard, 404, {}, 'not found');
  else behaviour(heard);
}

/** Reads request heads off a socket. Bodies do not occur. */
function listen(socket: Socket, hear: (heard: Heard) => void): void {
  let buffered = '';
  let count = 0;
  socket.on('data', (chunk) => {
    buffered += chunk.toString('latin1');
    for (let end = buffered.indexOf('\r\n\r\n'); end >= 0; end = buffered.indexOf('\r\n\r\n')) {
      const [first = '', ...lines] = buffered.slice(0, end).split('\r\n');
      buffered = buffered.slice(end + 4);
      const [method = 'GET', target = '/'] = first.split(' ');
      const url = new URL(target, 'http://localhost');
      const headers = Object.fromEntries(lines.map((line) => splitHeader(line)));
      hear({
        socket,
        method,
        path: url.pathname,
        query: url.searchParams,
        search: url.search,
        headers,
        onSameSocket: count,
      });
      count++;
    }
  });
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function answer({ socket }: Heard, status: number, headers: Record<string, string>, body: string | Uint8Array): void {
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'text/html; charset=utf-8', 'content-length': String(bytes.length), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  // In one write: two would wait for each other (Nagle and delayed acknowledgment).
  socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${head.join('')}\r\n`), bytes]));
}

function encoded(heard: Heard, encoding: string, bytes: Uint8Array): void {
  answer(heard, 200, { 'content-encoding': encoding }, bytes);
}

function redirect(heard: Heard, location: string, headers: Record<string, string> = {}): void {
  answer(heard, 302, { location, ...headers }, '<p>moved');
}

function ranged(heard: Heard): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(heard.headers.range ?? '') ?? [];
  if (first === undefined || last === undefined) {
    answer(heard, 200, { 'accept-ranges': 'bytes' }, page);
    return;
  }
  if (Number(first) >= pageBytes.length) {
    answer(heard, 416, { 'content-range': `bytes */${pageBytes.length}` }, '');
    return;
  }
  const part = pageBytes.subarray(Number(first), Number(last) + 1);
  const end = Number(first) + part.length - 1;
  answer(heard, 206, { 'content-range': `bytes ${first}-${end}/${pageBytes.length}` }, part);
}

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n<p>');
  whileOpen(socket, () => socket.write('.'));
}

function whileOpen(socket: Socket, work: () => void): void {
  const timer = setInterval(work, 5);
  socket.on('close', () => clearInterval(timer));
}

/** Sends as fast as the other side reads, without end. */
function pour(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000000000\r\n\r\n');
  keepFull(socket, Buffer.alloc(65_536, 'a'));
}

function pourChunks(socket: Socket): void {
  keepFull(socket, Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`));
}

function keepFull(socket: Socket, chunk: Uint8Array): void {
  const fill = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', fill);
  fill();
}

/** Bytes that do not compress, the same every time. */
function noise(): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length: 60_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
}

function brotliBomb(): Uint8Array {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 9, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 };
  return zlib.brotliCompressSync(Buffer.alloc(bombBytes), { params });
}
