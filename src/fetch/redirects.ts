// Where a redirect leads, and whether to go there.
import { readUrl } from '../base/url/url.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Problem } from '../model/problem.ts';
import { type CookieJar, createCookieJar } from './cookies.ts';
import type { HttpResponse } from './response.ts';
import { parseTarget } from './transport.ts';

/** What a journey remembers of its redirects. */
export interface RedirectTrail {
  /** URLs left behind, oldest first. */
  readonly passed: string[];
  readonly jar: CookieJar;
  readonly problems: Problem[];
  readonly maxRedirects: number;
  /** URLs asked so far, with the cookies they were asked with. */
  readonly requested: Map<string, string>;
  wallTried: boolean;
  queryCarried: boolean;
}

export function createTrail(start: URL, maxRedirects: number): RedirectTrail {
  return {
    passed: [],
    jar: createCookieJar(),
    problems: [],
    maxRedirects,
    requested: new Map([[start.href, '']]),
    wallTried: false,
    queryCarried: false,
  };
}

/** The next URL, or null when the answer names none and must be taken as it is. Throws `fetch.redirect-*`, `policy.scheme`. */
export function nextHop(trail: RedirectTrail, from: URL, answer: HttpResponse): URL | null {
  const location = answer.headers.location;
  if (location === undefined || location === '') return null;
  const next = carryQuery(trail, from, parseLocation(location, from));
  trail.jar.add(from.hostname, answer.cookies);
  if (trail.passed.length >= trail.maxRedirects) throw redirectFailure('fetch.redirect-limit', trail, next);
  const cookies = trail.jar.header(next.hostname);
  const requestedWith = trail.requested.get(next.href);
  if (requestedWith !== undefined) passWall(trail, next, requestedWith !== cookies);
  trail.requested.set(next.href, cookies);
  return next;
}

/** Back at a URL already asked: a cookie wall when it gave a new cookie, once; otherwise a loop. */
function passWall(trail: RedirectTrail, next: URL, hasNewCookies: boolean): void {
  if (!hasNewCookies || trail.wallTried) throw redirectFailure('fetch.redirect-loop', trail, next);
  trail.wallTried = true;
  trail.problems.push({
    code: 'http.cookie-wall',
    message: 'The server answers only those who bring its cookie back.',
  });
}

/**
 * A move to another origin, or to the path with a slash behind it, that forgets the query turns every request into the
 * same one. The query is carried over, once; a server that drops it again means it.
 */
function carryQuery(trail: RedirectTrail, from: URL, next: URL): URL {
  const isSamePath = from.pathname.replace(/\/$/, '') === next.pathname.replace(/\/$/, '');
  const isDropped = from.search !== '' && next.search === '' && isSamePath;
  const isMove = from.origin !== next.origin || from.pathname !== next.pathname;
  if (!isDropped || !isMove || trail.queryCarried) return next;
  trail.queryCarried = true;
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
  const says =
    code === 'fetch.redirect-loop'
      ? 'goes round in a circle at'
      : `takes more than ${trail.maxRedirects} hops, the next to`;
  return new GeotrawlError(code, `The redirect ${says} ${next.href}.`, {
    facts: { url: next.href, hops: trail.passed.length },
  });
}
