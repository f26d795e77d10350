// Serves the pages of bench/rank in a separate process, so that serving isn't counted as fetching. Sends its ports to the
// process that forked it.
import { execFileSync } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { makePage } from './rank-page.ts';

/** From cheapest to most expensive. */
export interface Ports {
  readonly http: number;
  /** Compressed, over persistent connections. */
  readonly https: number;
  /** Compressed, a new connection for every page. */
  readonly closing: number;
}

const pages = Array.from({ length: Number(process.argv[2]) }, (_, number) => Buffer.from(makePage(number)));
const packed = pages.map((page) => gzipSync(page));

const answerWith =
  (bodies: readonly Buffer[], headers: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    response.end(bodies[Number(request.url?.slice(1))]);
  };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Key and certificate in one text. */
const pair = execFileSync(
  'openssl',
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout - -out - -subj /CN=localhost'.split(' '),
  { stdio: ['ignore', 'pipe', 'ignore'] },
);
const tls = { key: pair, cert: pair };
const gzip = { 'content-encoding': 'gzip' };
const ports: Ports = {
  http: await listen(createServer(answerWith(pages, {}))),
  https: await listen(createTlsServer(tls, answerWith(packed, gzip))),
  closing: await listen(createTlsServer(tls, answerWith(packed, { ...gzip, connection: 'close' }))),
};
process.on('disconnect', () => process.exit());
process.send?.(ports);
