// A synthetic catalog and its loopback server: the records a harvest must have, and what was sent.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SyntheticRecord {
  readonly id: string;
  title: string;
  modified: string;
}

export interface SyntheticCatalog {
  /** In the order of their identifiers. */
  records: SyntheticRecord[];
  /** Requests for records, and records sent. */
  requests: number;
  sent: number;
  /** Origin of the services that records link to; unreachable by default. */
  services?: string;
  /** Overrides the catalog's response. */
  instead?(request: CatalogRequest): CatalogResponse | null;
}

const nowhere = 'http://127.0.0.1:9';

/** The response with the origin of the catalog's services. */
export function withServices(
  response: CatalogResponse | null,
  { services = nowhere }: SyntheticCatalog,
): CatalogResponse | null {
  return response === null ? null : { ...response, text: response.text.replaceAll(nowhere, services) };
}

/** Dates are ten minutes apart, in a different order than the identifiers. */
export function makeCatalog(size: number): SyntheticCatalog {
  const records = Array.from({ length: size }, (_, number) => makeRecord(number, size));
  return { records, requests: 0, sent: 0 };
}

export function makeRecord(number: number, size: number): SyntheticRecord {
  const minute = (number * 7919) % size;
  const modified = new Date(Date.UTC(2020, 0, 1) + minute * 600_000).toISOString().replace('.000', '');
  return { id: `record-${String(number).padStart(6, '0')}`, title: `Map sheet ${number}`, modified };
}

/** Changes records after the first harvest. */
export function changeRecords(catalog: SyntheticCatalog, numbers: readonly number[]): readonly string[] {
  const changed = numbers.map((number) => catalog.records[number]!);
  for (const record of changed) {
    record.title = `${record.title}, revised`;
    record.modified = '2026-05-05T00:00:00Z';
  }
  return changed.map(({ id }) => id);
}

export interface CatalogRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export interface CatalogResponse {
  readonly status?: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CatalogServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A loopback server; null is a 404. */
export async function serveCatalog(
  respond: (request: CatalogRequest) => CatalogResponse | null,
): Promise<CatalogServer> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const { method = 'GET', headers } = request;
      send(response, respond({ method, url, body, headers }));
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

function send(to: ServerResponse, response: CatalogResponse | null): void {
  const { status = 200, type, text, headers = {} } = response ?? { status: 404, type: 'text/plain', text: 'none' };
  to.writeHead(status, { 'content-type': type, ...headers });
  to.end(text);
}
