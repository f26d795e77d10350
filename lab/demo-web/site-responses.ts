// The response of each host of the demo web: dynamic parts, then services, then files.

import { calendarResponse } from './calendar.ts';
import { type DemoResponse, fileResponse, pageResponse, redirect, textResponse } from './demo-response.ts';
import { wmsResponse } from './wms-responses.ts';

export interface SiteRequest {
  readonly url: URL;
  readonly method: string;
  readonly cookie: string;
  readonly hurry: boolean;
}

export async function siteResponse(request: SiteRequest): Promise<DemoResponse> {
  const { url, cookie } = request;
  return (
    (await ownResponse(request)) ??
    (await wmsResponse(url, cookie)) ??
    (await pageResponse(url.hostname, url.pathname)) ??
    textResponse(
      404,
      'text/html; charset=utf-8',
      '<!doctype html><title>Not found</title><p>There is no such page.</p>\n',
    )
  );
}

async function ownResponse({ url, method, hurry }: SiteRequest): Promise<DemoResponse | null> {
  switch (url.hostname) {
    case 'old.geodata-agency.example':
      return movedResponse(url);
    case 'www.geodata-agency.example':
      return loginResponse(url, '/members/');
    case 'www.university-tejo.example':
      return loginResponse(url, '/intranet/');
    case 'www.lindholm.example':
      return calendarResponse(url, hurry);
    case 'data.open-portal.example':
      return catalogResponse(url, method);
    case 'tiles.sakura-maps.example':
      return hurry && url.pathname === '/robots.txt' ? textResponse(200, 'text/plain', 'User-agent: *\n') : null;
    default:
      return null;
  }
}

/** The retired name of the map server redirects, with the query. */
function movedResponse(url: URL): DemoResponse | null {
  if (url.pathname === '/services/boundaries') {
    return redirect(301, `http://maps.geodata-agency.example/wms/boundaries${url.search}`);
  }
  return url.pathname === '/' ? redirect(301, 'http://www.geodata-agency.example/services/') : null;
}

function loginResponse(url: URL, area: string): DemoResponse | null {
  if (!url.pathname.startsWith(area)) return null;
  return redirect(302, `/login.html?next=${encodeURIComponent(url.pathname)}`);
}

/** The two catalogs of the portal list their services only to clients of their protocol. */
async function catalogResponse(url: URL, method: string): Promise<DemoResponse | null> {
  if (url.pathname === '/api/3/action/package_search') {
    return fileResponse(url.hostname, '_answers/package_search.json');
  }
  if (url.pathname !== '/csw') return null;
  const asksForRecords = method === 'POST' || /[?&]request=GetRecords(&|$)/i.test(url.search);
  return fileResponse(url.hostname, `_answers/${asksForRecords ? 'csw-records' : 'csw-capabilities'}.xml`);
}
