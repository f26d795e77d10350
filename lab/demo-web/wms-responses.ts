// Responses of the demo web's map services: capabilities from a file, a synthetic map, or an exception.

import { type DemoResponse, fileResponse, textResponse } from './demo-response.ts';
import { drawMap } from './draw-map.ts';
import { type DemoService, demoServices } from './services.ts';

/** The response of the service at this URL, or null if there is none. */
export async function wmsResponse(url: URL, cookie: string): Promise<DemoResponse | null> {
  const service = demoServices.find(({ endpoint }) => isAt(new URL(endpoint), url));
  if (service === undefined) return htmlError(url);
  if (service.quirk === 'cookie-wall' && !cookie.includes('karta=ja')) {
    const headers = { location: url.pathname + url.search, 'set-cookie': 'karta=ja; Path=/' };
    return { status: 302, headers, body: Buffer.alloc(0) };
  }
  const request = parameter(url, 'request')?.toLowerCase();
  if (request === 'getmap' || request === 'map') {
    return mapResponse(url);
  }
  if (request !== 'getcapabilities' && request !== 'capabilities') return noRequest(service);
  if (service.quirk === 'only-version-1.1.1' && parameter(url, 'version') !== '1.1.1') {
    return exception(200, 'This server speaks version 1.1.1 only. Send VERSION=1.1.1.');
  }
  const answer = await fileResponse(url.hostname, `_capabilities/${service.file}`, service.contentType);
  if (answer === null) throw new Error(`the demo web lacks the file of ${service.endpoint}`);
  return { ...answer, status: service.status ?? 200 };
}

const mostPixels = 2048;

/** GetMap in degrees, longitude first, as in version 1.1.1, for any layer. */
function mapResponse(url: URL): DemoResponse {
  const box = (parameter(url, 'bbox') ?? '-180,-90,180,90').split(',').map(Number);
  const [width, height] = ['width', 'height'].map((name) => Math.round(Number(parameter(url, name) ?? 256)));
  const [west, south, east, north] = box as [number, number, number, number];
  const isBox = box.length === 4 && box.every(Number.isFinite) && west < east && south < north;
  const isSize = [width, height].every((side) => side! >= 1 && side! <= mostPixels);
  if (!isBox || !isSize) return exception(200, 'BBOX, WIDTH and HEIGHT must describe a map.');
  const layer = parameter(url, 'layers') ?? '';
  const body = drawMap({ layer, box: [west, south, east, north], width: width!, height: height! });
  return { status: 200, headers: { 'content-type': 'image/png' }, body };
}

/** Same host and path, and every parameter of the endpoint present with its value; names are case-insensitive. */
function isAt(endpoint: URL, url: URL): boolean {
  if (endpoint.hostname !== url.hostname) return false;
  if (decodeURIComponent(endpoint.pathname) !== decodeURIComponent(url.pathname)) return false;
  return [...endpoint.searchParams].every(([name, value]) => parameter(url, name) === value);
}

function parameter(url: URL, name: string): string | undefined {
  for (const [key, value] of url.searchParams) if (key.toLowerCase() === name.toLowerCase()) return value;
  return undefined;
}

/** Error pages with status 200, as some servers send for everything. */
function htmlError(url: URL): DemoResponse | null {
  if (url.pathname === '/cgi-bin/mapserv') {
    const message = `msLoadMap(): Unable to access file. (${parameter(url, 'map') ?? ''})`;
    return textResponse(200, 'text/html', page('MapServer Message', message));
  }
  if (url.href.startsWith('http://archive.cartography-museum.example/wms/globes')) {
    return textResponse(200, 'text/html; charset=utf-8', page('We are sorry', 'The globe cannot be unrolled today.'));
  }
  return null;
}

/** The response without REQUEST: HTML from MapServer, an exception from the others. */
function noRequest(service: DemoService): DemoResponse {
  if (service.endpoint.includes('/cgi-bin/mapserv')) {
    const message = 'No query information to decode. QUERY_STRING is set, but empty.';
    return textResponse(200, 'text/html', page('MapServer Message', message));
  }
  return exception(400, 'The parameter REQUEST is missing or unknown.');
}

function exception(status: number, message: string): DemoResponse {
  const report = `<?xml version="1.0" encoding="UTF-8"?>
<ServiceExceptionReport version="1.1.1">
  <ServiceException>${message}</ServiceException>
</ServiceExceptionReport>
`;
  return textResponse(status, 'application/vnd.ogc.se_xml', report);
}

function page(title: string, message: string): string {
  const shown = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>\n<html>\n<head><title>${title}</title></head>\n<body>${shown}</body>\n</html>\n`;
}
