// Where a redirect leads and whether to follow it; cookies that last for one fetch.
import { readUrl } from '../base/url/url.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Problem } from '../model/problem.ts';
import type { HttpResponse } from './response.ts';
import { parseTarget } from './transport.ts';

/** The redirects of one fetch. */
export interface RedirectTrail {
  /** URLs redirected from, oldest first. */
  readonly passed: string[];
  readonly jar: CookieJar;
  readonly problems: Problem[];
  readonly maxRedirects: number;
  /** URLs requested so far, each with the cookies sent. */
  readonly requested: Map<string, string>;
  hasTriedWall: boolean;
  hasCarriedQuery: boolean;
}

export function createTrail(start: URL, maxRedirects: number): RedirectTrail {
  return {
    passed: [],
    jar: createCookieJar(),
    problems: [],
    maxRedirects,
    requested: new Map([[start.href, '']]),
    hasTriedWall: false,
    hasCarriedQuery: false,
  };
}

/** The next URL, or null if the response has no Location and is used as is. Throws `fetch.redirect-*`, `policy.scheme`. */
export function nextHop(trail: RedirectTrail, from: URL, response: HttpResponse): URL | null {
  const location = response.headers.location;
  if (location === undefined || location === '') return null;
  const next = carryQuery(trail, from, parseLocation(location, from));
  trail.jar.add(from.hostname, response.cookies);
  if (trail.passed.length >= trail.maxRedirects) throw redirectFailure('fetch.redirect-limit', trail, next);
  const cookies = trail.jar.header(next.hostname);
  const requestedWith = trail.requested.get(next.href);
  if (requestedWith !== undefined) passCookieWall(trail, next, requestedWith !== cookies);
  trail.requested.set(next.href, cookies);
  return next;
}

/** At a URL already requested: a cookie wall if it set a new cookie, once; otherwise a loop. */
function passCookieWall(trail: RedirectTrail, next: URL, hasNewCookies: boolean): void {
  if (!hasNewCookies || trail.hasTriedWall) throw redirectFailure('fetch.redirect-loop', trail, next);
  trail.hasTriedWall = true;
  trail.problems.push({
    code: 'http.cookie-wall',
    message: 'The server responds only to clients that send its cookie back.',
  });
}

/**
 * A redirect to another origin, or to the path with a trailing slash, that drops the query turns every request into the
 * same one. The query is carried over once; a server that drops it again does so on purpose.
 */
function carryQuery(trail: RedirectTrail, from: URL, next: URL): URL {
  const isSamePath = from.pathname.replace(/\/$/, '') === next.pathname.replace(/\/$/, '');
  const isDropped = from.search !== '' && next.search === '' && isSamePath;
  const isMove = from.origin !== next.origin || from.pathname !== next.pathname;
  if (!isDropped || !isMove || trail.hasCarriedQuery) return next;
  trail.hasCarriedQuery = true;
  trail.problems.push({
    code: 'http.redirect-dropped-query',
    message: `The redirect to ${next.href} lost the query; it was added again.`,
  });
  const carried = new URL(next);
  carried.search = from.search;
  return carried;
}

function parseLocation(location: string, from: URL): URL {
  if (readUrl(location, from.href) !== null) return parseTarget(location, from.href);
  throw new GeotrawlError('fetch.redirect-bad', `${from.host} redirects to "${location}", which is not a URL.`, {
    facts: { url: from.href, location },
  });
}

function redirectFailure(code: 'fetch.redirect-loop' | 'fetch.redirect-limit', trail: RedirectTrail, next: URL) {
  const problem =
    code === 'fetch.redirect-loop' ? 'loops at' : `takes more than ${trail.maxRedirects} hops, the next to`;
  return new GeotrawlError(code, `The redirect ${problem} ${next.href}.`, {
    facts: { url: next.href, hops: trail.passed.length },
  });
}

/** Cookies for the length of one fetch: enough to pass a cookie wall, never kept. */
interface CookieJar {
  /** Stores the Set-Cookie headers of a response from this host. */
  add(hostname: string, setCookies: readonly string[]): void;
  /** Cookie header for a request to this host, or '' for none. */
  header(hostname: string): string;
}

const maxCookies = 20;
const maxCookieBytes = 4096;

/** Cookies are sent only to the host that set them; Domain, Path and dates don't matter within one fetch. */
function createCookieJar(): CookieJar {
  const byHost = new Map<string, Map<string, string>>();
  return {
    add: (hostname, setCookies) => {
      const cookies = byHost.get(hostname) ?? new Map<string, string>();
      byHost.set(hostname, cookies);
      for (const line of setCookies) {
        const pair = line.split(';', 1)[0]?.trim() ?? '';
        const equals = pair.indexOf('=');
        if (equals <= 0 || pair.length > maxCookieBytes || !isPrintable(pair)) continue;
        if (cookies.size < maxCookies) cookies.set(pair.slice(0, equals), pair);
      }
    },
    header: (hostname) => [...(byHost.get(hostname)?.values() ?? [])].join('; '),
  };
}

/** A value outside printable ASCII could not be sent back. */
function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
