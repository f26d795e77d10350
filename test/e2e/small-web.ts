// A few pages on one loopback address: what a test needs to say about its own small web, and what was asked of it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Page {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface SmallWeb {
  readonly origin: string;
  readonly port: number;
  /** Paths with query in the order they were asked for, robots.txt included. */
  readonly requested: readonly string[];
  /** The same without robots.txt. */
  requestedPages(): string[];
  close(): Promise<void>;
}

export type Answering = (path: string, request: IncomingMessage) => Page | string | null;

/** Serves what `answering` returns for a path with query; null is 404, text is an HTML page. */
export async function startSmallWeb(answering: Answering, address = '127.0.0.1', port = 0): Promise<SmallWeb> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    send(response, answering(path, request));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    origin: `http://${address}:${taken}`,
    port: taken,
    requested,
    requestedPages: () => requested.filter((path) => path !== '/robots.txt'),
    close: () => closeServer(server),
  };
}

function send(response: ServerResponse, answer: Page | string | null): void {
  const page = typeof answer === 'string' ? { body: answer } : (answer ?? { status: 404, body: 'not here' });
  response.writeHead(page.status ?? 200, { 'content-type': page.type ?? 'text/html; charset=utf-8', ...page.headers });
  response.end(page.body);
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

/** An HTML page with links. */
export function linksTo(...targets: readonly string[]): string {
  return `<!doctype html><title>Links</title>${targets.map((target) => `<a href="${target}">go</a>`).join(' ')}`;
}

export interface WmsText {
  /** Written into the document as it is: escape what needs escaping. */
  readonly title: string;
  readonly abstract?: string;
  readonly layerTitle?: string;
  readonly extent?: readonly [number, number, number, number];
}

/** The smallest WMS 1.3.0 capabilities with one layer. */
export function wms(text: WmsText): Page {
  const [west, south, east, north] = text.extent ?? [5, 47, 15, 55];
  return {
    type: 'text/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms">
<Service><Name>WMS</Name><Title>${text.title}</Title><Abstract>${text.abstract ?? ''}</Abstract></Service>
<Capability><Layer><Name>layer</Name><Title>${text.layerTitle ?? 'Layer'}</Title>
<EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${east}</eastBoundLongitude>
<southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${north}</northBoundLatitude></EX_GeographicBoundingBox>
</Layer></Capability></WMS_Capabilities>`,
  };
}
