// Huge sparse files, and a server that sends ranges of them and counts the bytes.
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Everything else in the file is zero. */
export interface SparseFile {
  readonly size: number;
  readonly pieces: readonly (readonly [offset: number, bytes: Uint8Array])[];
}

export function writeSparse(path: string, { size, pieces }: SparseFile): void {
  const descriptor = openSync(path, 'w');
  ftruncateSync(descriptor, size);
  for (const [offset, bytes] of pieces) writeSync(descriptor, bytes, 0, bytes.length, offset);
  closeSync(descriptor);
}

/** How a server handles Range: returns it, ignores it, or responds with 416. */
export type RangeManners = 'gives' | 'ignores' | 'refuses';

export interface SparseServer {
  readonly base: string;
  /** Requests and body bytes since the last `reset`. */
  readonly count: { requests: number; bytes: number };
  reset(manners: RangeManners): void;
  close(): Promise<void>;
}

const chunkBytes = 16 * 1024;

/** Serves the files of a folder; `sizes` by name. */
export async function serveSparse(folder: string, sizes: ReadonlyMap<string, number>): Promise<SparseServer> {
  const count = { requests: 0, bytes: 0 };
  let manners: RangeManners = 'gives';
  const server = createServer((request, response) => {
    count.requests++;
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    const size = sizes.get(name);
    if (size === undefined) response.writeHead(404).end();
    else if (request.headers.range !== undefined && manners === 'refuses') {
      response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    } else send(request, response, { path: `${folder}/${name}`, size, isRanged: manners === 'gives' }, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count,
    reset: (next) => {
      manners = next;
      Object.assign(count, { requests: 0, bytes: 0 });
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Served {
  readonly path: string;
  readonly size: number;
  readonly isRanged: boolean;
}

function send(request: IncomingMessage, response: ServerResponse, file: Served, count: { bytes: number }): void {
  const match = file.isRanged ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') : null;
  const first = match === null ? 0 : Number(match[1]);
  const last = match === null ? file.size - 1 : Math.min(Number(match[2]), file.size - 1);
  const headers = { 'content-type': 'application/octet-stream', 'content-length': last - first + 1 };
  if (match === null) response.writeHead(200, headers);
  else response.writeHead(206, { ...headers, 'content-range': `bytes ${first}-${last}/${file.size}` });
  const descriptor = openSync(file.path, 'r');
  response.on('close', () => closeSync(descriptor));
  let at = first;
  const pump = () => {
    while (at <= last && !response.destroyed) {
      const chunk = Buffer.alloc(Math.min(chunkBytes, last - at + 1));
      readSync(descriptor, chunk, 0, chunk.length, at);
      at += chunk.length;
      count.bytes += chunk.length;
      if (!response.write(chunk)) return;
    }
    if (at > last) response.end();
  };
  response.on('drain', pump);
  pump();
}
