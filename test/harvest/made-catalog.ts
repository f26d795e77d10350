// The records of a made-up catalog and what a server did with them: the truth a harvest is compared with.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MadeRecord {
  readonly id: string;
  title: string;
  modified: string;
}

export interface MadeCatalog {
  /** In the order of their identifiers. */
  records: MadeRecord[];
  /** Requests for records, and records sent in answer to them. */
  requests: number;
  sent: number;
  /** Where the services that records name are; nowhere, if not given. */
  services?: string;
  /** Answers instead of the catalog, where it does. */
  instead?(request: Received): Answered | null;
}

const nowhere = 'http://127.0.0.1:9';

/** The answer with its services at the address the catalog gives them. */
export function withServices(answered: Answered | null, { services = nowhere }: MadeCatalog): Answered | null {
  return answered === null ? null : { ...answered, text: answered.text.replaceAll(nowhere, services) };
}

/** Dates in the past, ten minutes apart, and in another order than the identifiers. */
export function makeCatalog(size: number): MadeCatalog {
  const records = Array.from({ length: size }, (_, number) => makeRecord(number, size));
  return { records, requests: 0, sent: 0 };
}

export function makeRecord(number: number, size: number): MadeRecord {
  const minute = (number * 7919) % size;
  const modified = new Date(Date.UTC(2020, 0, 1) + minute * 600_000).toISOString().replace('.000', '');
  return { id: `record-${String(number).padStart(6, '0')}`, title: `Map sheet ${number}`, modified };
}

/** What happened after the first harvest. */
export function changeRecords(catalog: MadeCatalog, numbers: readonly number[]): readonly string[] {
  const changed = numbers.map((number) => catalog.records[number]!);
  for (const record of changed) {
    record.title = `${record.title}, revised`;
    record.modified = '2026-05-05T00:00:00Z';
  }
  return changed.map(({ id }) => id);
}

export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Answered {
  readonly status?: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CatalogServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A loopback server that answers as `answer` says; null is a 404. */
export async function serveCatalog(answer: (request: Received) => Answered | null): Promise<CatalogServer> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const { method = 'GET', headers } = request;
      send(response, answer({ method, url, body, headers }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, answered: Answered | null): void {
  const { status = 200, type, text, headers = {} } = answered ?? { status: 404, type: 'text/plain', text: 'none' };
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(text);
}
