// What each host of the demo web answers to a request: its own dynamic parts, then services, then files.

import { calendarAnswer } from './calendar.ts';
import { type Answer, fileAnswer, pageAnswer, redirect, textAnswer } from './demo-response.ts';
import { wmsAnswer } from './wms-responses.ts';

export interface SiteRequest {
  readonly url: URL;
  readonly method: string;
  readonly cookie: string;
  readonly hurry: boolean;
}

export async function siteAnswer(request: SiteRequest): Promise<Answer> {
  const { url, cookie } = request;
  return (
    (await ownAnswer(request)) ??
    (await wmsAnswer(url, cookie)) ??
    (await pageAnswer(url.hostname, url.pathname)) ??
    textAnswer(
      404,
      'text/html; charset=utf-8',
      '<!doctype html><title>Not found</title><p>There is no such page.</p>\n',
    )
  );
}

async function ownAnswer({ url, method, hurry }: SiteRequest): Promise<Answer | null> {
  switch (url.hostname) {
    case 'old.geodata-agency.example':
      return movedAnswer(url);
    case 'www.geodata-agency.example':
      return loginAnswer(url, '/members/');
    case 'www.university-tejo.example':
      return loginAnswer(url, '/intranet/');
    case 'www.lindholm.example':
      return calendarAnswer(url, hurry);
    case 'data.open-portal.example':
      return catalogAnswer(url, method);
    case 'tiles.sakura-maps.example':
      return hurry && url.pathname === '/robots.txt' ? textAnswer(200, 'text/plain', 'User-agent: *\n') : null;
    default:
      return null;
  }
}

/** The retired name of the map server sends everyone on, query and all. */
function movedAnswer(url: URL): Answer | null {
  if (url.pathname === '/services/boundaries') {
    return redirect(301, `http://maps.geodata-agency.example/wms/boundaries${url.search}`);
  }
  return url.pathname === '/' ? redirect(301, 'http://www.geodata-agency.example/services/') : null;
}

function loginAnswer(url: URL, area: string): Answer | null {
  if (!url.pathname.startsWith(area)) return null;
  return redirect(302, `/login.html?next=${encodeURIComponent(url.pathname)}`);
}

/** The two catalogs of the portal tell of their services only to those who ask in their language. */
async function catalogAnswer(url: URL, method: string): Promise<Answer | null> {
  if (url.pathname === '/api/3/action/package_search') {
    return fileAnswer(url.hostname, '_answers/package_search.json');
  }
  if (url.pathname !== '/csw') return null;
  const asksForRecords = method === 'POST' || /[?&]request=GetRecords(&|$)/i.test(url.search);
  return fileAnswer(url.hostname, `_answers/${asksForRecords ? 'csw-records' : 'csw-capabilities'}.xml`);
}
